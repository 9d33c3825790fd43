//! `/host spectators`: what those who do not play get to see.

use poise::serenity_prelude as serenity;
use serenity::{GuildChannel, Role};

use super::confirm::done_with;
use super::{roles, texts};
use crate::ui::lookup::meant;
use crate::ui::person::id;
use crate::ui::{Context, Failure, lookup, readers, send};
use trigon_engine::matches::{Command, Denied, Match, Person, Power};

/// Show everything to onlookers in another channel, and who plays by roles of the server
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
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        let stops_roles = no_roles == Some(true);
        let names_roles = stops_roles || in_play.is_some() || out.is_some();
        let names_channel = channel.is_some() || stop == Some(true);
        let roles = if names_roles {
            Some(roles::chosen(ctx, &person, &game, in_play, out, stops_roles).await?)
        } else {
            None
        };
        let mut told = Vec::new();
        if names_channel || !names_roles {
            told.push(in_channel(ctx, &person, &game, channel, stop).await?);
        }
        if let Some(chosen) = roles {
            told.push(roles::choose(ctx, &person, &game, chosen).await?);
        }
        let game = ctx.data().matches.load(game.id).await?;
        Ok(done_with(ctx.data(), &game, told.join("\n")).await)
    })
    .await
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
            let channel = id(channel.id.get());
            let found = readers::among(ctx.http(), game.guild_id, channel, &game.kept_out()).await?;
            if !found.is_empty() {
                return Err(Failure::denied(texts::read_by_players(channel, &readers::leaks(&found))));
            }
            Some(channel)
        }
    };
    let done = ctx.data().matches.ask(game.id, person, Command::Spectators(channel)).await?;
    let are_known = match channel {
        Some(channel) => readers::are_known(ctx.http(), game.guild_id, channel).await?,
        None => true,
    };
    Ok(texts::spectators(&done.game, are_known))
}
