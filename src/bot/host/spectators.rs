//! `/host spectators`: what those who do not play get to see.

use poise::serenity_prelude as serenity;
use serenity::{GuildChannel, Permissions, Role};

use super::confirm::done_with_warning;
use super::roles::{self, RoleChange};
use super::texts;
use crate::ui::lookup::meant;
use crate::ui::snowflakes::{ToDiscord, ToStored};
use crate::ui::words::title;
use crate::ui::{Context, Failure, lookup, readers, send};
use trigon_engine::matches::{Command, Denied, Match, MatchError, Person, Power, UnknownReaders};

/// Show others a match: in another channel, by roles of the server, as an event of the server
#[expect(clippy::too_many_arguments, reason = "one for each option of the command")]
#[poise::command(slash_command)]
pub(super) async fn spectators(
    ctx: Context<'_>,
    #[description = "A channel that nobody who plays can read, for everything after each round"]
    #[channel_types("Text")]
    channel: Option<GuildChannel>,
    #[description = "True: no such channel any more"] stop: Option<bool>,
    #[description = "A role for those who hold a seat"] in_play: Option<Role>,
    #[description = "A role for those who held one: they left, were replaced or resigned, or the match is over"]
    out: Option<Role>,
    #[description = "True: no such roles any more"] no_roles: Option<bool>,
    #[description = "Whether the next deadline is an event of the server"] event: Option<bool>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        let names_channel = channel.is_some() || stop == Some(true);
        let roles = if no_roles == Some(true) {
            person.may(Power::Server, &game)?;
            Some(RoleChange::Remove)
        } else if in_play.is_some() || out.is_some() {
            Some(RoleChange::Give(roles::named(ctx, &person, &game, in_play, out).await?))
        } else {
            None
        };
        if let Some(is_one) = event {
            person.may(Power::Server, &game)?;
            if is_one {
                require_event_permission(ctx, &game).await?;
            }
        }
        let mut told = Vec::new();
        if names_channel || roles.is_none() && event.is_none() {
            told.push(in_channel(ctx, &person, &game, channel, stop).await?);
        }
        if let Some(change) = roles {
            told.push(roles::change(ctx, &person, &game, change).await?);
        }
        if let Some(is_one) = event {
            told.push(choose_event(ctx, &person, &game, is_one).await?);
        }
        let game = ctx.data().matches.load(game.id).await?;
        Ok(done_with_warning(ctx.data(), &game, told.join("\n")).await)
    })
    .await
}

/// Checks that the bot can make the next deadline an event of the server.
async fn require_event_permission(ctx: Context<'_>, game: &Match) -> Result<(), Failure> {
    let guild = ctx.http().get_guild(game.guild_id.discord()).await?;
    let bot = ctx.http().get_member(guild.id, ctx.framework().bot_id()).await?;
    if roles::permissions(&guild, &bot).contains(Permissions::CREATE_EVENTS) {
        Ok(())
    } else {
        Err(Failure::denied(texts::BOT_CREATES_NO_EVENTS))
    }
}

/// Has the next deadline made an event of the server, or no longer.
async fn choose_event(
    ctx: Context<'_>,
    person: &Person,
    game: &Match,
    is_one: bool,
) -> Result<String, Failure> {
    let matches = &ctx.data().matches;
    match matches.ask(game.id, person, Command::Event(is_one)).await {
        Ok(_) => {}
        // What was in the way may have been mended.
        Err(MatchError::Denied(Denied::AlreadyDone)) if is_one => matches.hurry_event(game.id).await?,
        Err(error) => return Err(error.into()),
    }
    Ok(texts::event(game, is_one))
}

/// Chooses the channel in which onlookers are told everything, and says what follows from that.
async fn in_channel(
    ctx: Context<'_>,
    person: &Person,
    game: &Match,
    channel: Option<GuildChannel>,
    stop: Option<bool>,
) -> Result<String, Failure> {
    person.may(Power::Secrets, game)?;
    if !game.has_secrets() {
        return Err(Denied::NothingSecret(game.id).into());
    }
    let channel = match channel {
        _ if stop == Some(true) => None,
        None => return Err(Failure::denied(texts::WHICH_CHANNEL)),
        Some(channel) => {
            let channel = channel.id.stored();
            let found = readers::among(ctx.http(), game.guild_id, channel, &game.possible_players()).await?;
            if !found.is_empty() {
                return Err(Failure::denied(texts::read_by_players(channel, &readers::leaks(&found))));
            }
            Some(channel)
        }
    };
    let done = ctx.data().matches.ask(game.id, person, Command::Spectators(channel)).await?;
    let others = match channel {
        Some(channel) => readers::of_channel(ctx.http(), game.guild_id, channel).await?.others,
        None => UnknownReaders::Nobody,
    };
    Ok(told(&done.game, others))
}

// Sentences

/// What it means that administrators can read the channel for onlookers, and that Discord does not say who they are.
const ADMINISTRATORS_READ: &str = "Administrators can read that channel, and Discord doesn’t tell me who they are. So once I’ve posted \
     there, nobody who is in this server now can take a seat, except those who are alternates by then: anybody who might want one should \
     use `/alternate` before this round ends. To avoid that, ask the person who runs me to turn on the Server Members Intent.";

/// What it means that a role lets people into that channel.
const MEMBERS_READ: &str = "A role lets people into that channel, and I can’t see who has it for a while. So once I’ve posted there, \
     nobody new can take a seat in this match, except computed players. To avoid that, give people access one by one.";

/// Says what onlookers get to see, and what that means for seats.
fn told(game: &Match, others: UnknownReaders) -> String {
    match game.terms.spectators {
        Some(channel) => {
            let told = format!(
                "After each round of {}, I post in <#{channel}> what everyone sent and where everyone is. Before each post, I check \
                 that nobody who plays, or may come to play, can read it; if somebody can, I don’t post, and tell you who and why. \
                 Nobody who can read a post, at any time, can take a seat.",
                title(game)
            );
            match others {
                UnknownReaders::Nobody => told,
                UnknownReaders::Administrators => format!("{told}\n⚠️ {ADMINISTRATORS_READ}"),
                UnknownReaders::Members => format!("{told}\n⚠️ {MEMBERS_READ}"),
            }
        }
        None => format!("Onlookers of {} no longer see what players keep secret.", title(game)),
    }
}
