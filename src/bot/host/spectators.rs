//! `/host spectators`: showing a match to others, in a channel for onlookers, by roles of the server, and by an event of the server.

use poise::serenity_prelude as serenity;
use serenity::{GuildChannel, Permissions, Role};

use super::confirm::done_with_warning;
use super::roles::{self, RoleChange};
use super::texts;
use crate::ui::lookup::meant;
use crate::ui::snowflakes::{ToDiscord, ToStored};
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
        // Roles and the event are checked before anything is changed.
        let role_change = if no_roles == Some(true) {
            person.check_power(Power::Server, &game)?;
            Some(RoleChange::Remove)
        } else if in_play.is_some() || out.is_some() {
            Some(RoleChange::Give(roles::read_roles(ctx, &person, &game, in_play, out).await?))
        } else {
            None
        };
        if let Some(wants_event) = event {
            person.check_power(Power::Server, &game)?;
            if wants_event {
                require_event_permission(ctx, &game).await?;
            }
        }
        let mut sentences = Vec::new();
        let names_channel = channel.is_some() || stop == Some(true);
        // Without any option, the answer says which ones there are.
        let names_nothing = !names_channel && role_change.is_none() && event.is_none();
        if names_channel || names_nothing {
            sentences.push(choose_channel(ctx, &person, &game, channel, stop).await?);
        }
        if let Some(change) = role_change {
            sentences.push(roles::change_roles(ctx, &person, &game, change).await?);
        }
        if let Some(wants_event) = event {
            sentences.push(choose_event(ctx, &person, &game, wants_event).await?);
        }
        let game = ctx.data().matches.load(game.id).await?;
        Ok(done_with_warning(ctx.data(), &game, sentences.join("\n")).await)
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
    wants_event: bool,
) -> Result<String, Failure> {
    let matches = &ctx.data().matches;
    match matches.ask(game.id, person, Command::Event(wants_event)).await {
        Ok(_) => {}
        // It was chosen before. What kept Discord from making the event may have been mended, so that is tried again at once.
        Err(MatchError::Denied(Denied::AlreadyDone)) if wants_event => matches.hurry_event(game.id).await?,
        Err(error) => return Err(error.into()),
    }
    Ok(texts::event(game, wants_event))
}

/// Chooses the channel in which onlookers are told everything, or none if a host wants to `stop` that, and says what follows.
///
/// # Errors
/// If somebody who plays, or may come to play, can read the channel.
async fn choose_channel(
    ctx: Context<'_>,
    person: &Person,
    game: &Match,
    channel: Option<GuildChannel>,
    stop: Option<bool>,
) -> Result<String, Failure> {
    person.check_power(Power::Secrets, game)?;
    if !game.has_secrets() {
        return Err(Denied::NothingSecret(game.id).into());
    }
    let matches = &ctx.data().matches;
    if stop == Some(true) {
        let done = matches.ask(game.id, person, Command::Spectators(None)).await?;
        return Ok(texts::onlookers(&done.game, UnknownReaders::Nobody));
    }
    let channel = channel.ok_or_else(|| Failure::denied(texts::WHICH_CHANNEL))?.id.stored();
    let leaks = readers::among(ctx.http(), game.guild_id, channel, &game.possible_players()).await?;
    if !leaks.is_empty() {
        return Err(Failure::denied(texts::read_by_players(channel, &readers::leaks(&leaks))));
    }
    let done = matches.ask(game.id, person, Command::Spectators(Some(channel))).await?;
    let others = readers::of_channel(ctx.http(), game.guild_id, channel).await?.others;
    Ok(texts::onlookers(&done.game, others))
}
