//! `/host` and the clock of a match.
//!
//! There are no `default_member_permissions`: they would hide the command from members with the host role and from
//! creators. Every deed checks for itself who may do it.

use poise::serenity_prelude as serenity;

use super::create::{create, role};
use super::roster::{roster, seat, unseat};
use super::status::{export, status};
use crate::discord::answer::{Answer, send};
use crate::discord::person::{id, of_command};
use crate::discord::{Context, Failure, texts_host as texts, which};
use std::sync::Arc;

use crate::matches::{Command, Match, Person, Power};

/// Host matches
#[poise::command(
    slash_command,
    guild_only,
    subcommand_required,
    subcommands(
        "create", "seat", "unseat", "roster", "start", "status", "extend", "pause", "resume", "resolve",
        "ec", "export", "cancel", "publish", "role"
    )
)]
#[expect(clippy::unused_async, reason = "commands are async functions")]
pub(super) async fn host(_ctx: Context<'_>) -> Result<(), Failure> {
    Ok(())
}

/// The person who asks, and the match that is meant.
pub(super) async fn meant(ctx: Context<'_>, number: Option<i64>) -> Result<(Person, Arc<Match>), Failure> {
    let person = of_command(ctx).await?;
    let game = which::hosted(&ctx.data().matches, &person, number, id(ctx.channel_id().get())).await?;
    Ok((person, game))
}

/// Fix the roster and begin
#[poise::command(slash_command)]
async fn start(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "which::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        let matches = &ctx.data().matches;
        let done = matches.ask(game.id, &person, Command::Start).await?;
        Ok(texts::started(&done.game).into())
    })
    .await
}

/// Give more time, or less
#[poise::command(slash_command)]
async fn extend(
    ctx: Context<'_>,
    #[description = "How many hours more; below zero for less"]
    #[min = -672]
    #[max = 672]
    hours: i64,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "which::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        let matches = &ctx.data().matches;
        let done = matches.ask(game.id, &person, Command::Extend(hours)).await?;
        Ok(texts::extended(&done.game).into())
    })
    .await
}

/// Stop the clock
#[poise::command(slash_command)]
async fn pause(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "which::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        ctx.data().matches.ask(game.id, &person, Command::Pause).await?;
        Ok(texts::paused(&game).into())
    })
    .await
}

/// Let the clock run again
#[poise::command(slash_command)]
async fn resume(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "which::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        let matches = &ctx.data().matches;
        let done = matches.ask(game.id, &person, Command::Resume).await?;
        Ok(texts::extended(&done.game).into())
    })
    .await
}

/// End the pregame, the round or the vote now
#[poise::command(slash_command)]
async fn resolve(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "which::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        let matches = &ctx.data().matches;
        let done = matches.ask(game.id, &person, Command::EndPhase).await?;
        Ok(texts::resolved(&done.game).into())
    })
    .await
}

/// End a match without a result
#[poise::command(slash_command)]
async fn cancel(
    ctx: Context<'_>,
    #[description = "Yes, end it for good"] confirm: bool,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "which::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        person.may(Power::Cancel, &game)?;
        if !confirm {
            return Ok(texts::not_cancelled(&game).into());
        }
        ctx.data().matches.ask(game.id, &person, Command::Cancel).await?;
        Ok(texts::cancelled(&game).into())
    })
    .await
}

/// Show everyone a cancelled match with all that was secret in it
#[poise::command(slash_command)]
async fn publish(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "which::complete_hosted_ever"]
    number: i64,
    #[description = "Yes, show everything to everyone"] confirm: bool,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, Some(number)).await?;
        person.may(Power::Publish, &game)?;
        if !confirm {
            return Ok(texts::not_published(&game).into());
        }
        ctx.data().matches.ask(game.id, &person, Command::Publish).await?;
        Ok(texts::published(&game).into())
    })
    .await
}

/// Name the elimination candidate while there is a vote
#[poise::command(slash_command)]
async fn ec(
    ctx: Context<'_>,
    #[description = "Who"] player: serenity::User,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "which::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        person.may(Power::Decide, &game)?;
        let user = player.id.get();
        let not_seated = || Failure::denied(texts::not_seated_user(&game, user));
        let seat = game.seat_of(id(user)).ok_or_else(not_seated)?;
        ctx.data().matches.ask(game.id, &person, Command::Decide(format!("ec {seat}"))).await?;
        Ok(Answer::new(texts::ec_named(&game, seat)))
    })
    .await
}
