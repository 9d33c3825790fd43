//! The commands of `/host` for the clock of a match: `extend`, `pause`, `resume`, `resolve`, `undo` and `remind`.

use super::{confirm, texts};
use crate::ui::lookup::{self, meant};
use crate::ui::{Answer, Context, Failure, send};
use trigon_engine::matches::{Command, HOUR, Match, Proposal};

/// Give more time, or less where all players agree
#[poise::command(slash_command)]
pub(super) async fn extend(
    ctx: Context<'_>,
    #[description = "How many hours more; below zero for less"]
    #[min = -672]
    #[max = 672]
    hours: i64,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        let asked = Proposal::Extend(hours.saturating_mul(HOUR));
        confirm::give_or_propose(ctx.data(), &person, &game, Command::Extend(hours), asked, texts::extended)
            .await
    })
    .await
}

/// Stop the clock
#[poise::command(slash_command)]
pub(super) async fn pause(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        confirm::give_or_propose(ctx.data(), &person, &game, Command::Pause, Proposal::Pause, texts::paused)
            .await
    })
    .await
}

/// Let the clock run again
#[poise::command(slash_command)]
pub(super) async fn resume(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, give(ctx, number, Command::Resume, texts::resumed)).await
}

/// End the pregame, the round or the vote now
#[poise::command(slash_command)]
pub(super) async fn resolve(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        confirm::ask_to_end(ctx.data(), &person, &game).await
    })
    .await
}

/// Undo the last round that has ended: it is played again
#[poise::command(slash_command)]
pub(super) async fn undo(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        confirm::ask_to_undo(&person, &game, ctx.data().matches.clock().now())
    })
    .await
}

/// Remind the players who have not answered, each in private
#[poise::command(slash_command)]
pub(super) async fn remind(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_hosted"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, give(ctx, number, Command::Remind, texts::reminded)).await
}

/// Gives a command to the match that is meant, and describes its state afterwards.
async fn give(
    ctx: Context<'_>,
    number: Option<i64>,
    command: Command,
    words: fn(&Match) -> String,
) -> Result<Answer, Failure> {
    let (person, game) = meant(ctx, number).await?;
    confirm::give(ctx.data(), &person, &game, command, words).await
}
