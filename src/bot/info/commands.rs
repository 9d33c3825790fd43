//! `/me` and `/board`.

use crate::ask::{Ask, ask};
use crate::ui::{Context, Failure, lookup, send, send_later};

/// See your own position, your stored answer and the time left
#[poise::command(slash_command)]
pub(crate) async fn me(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_played"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send(ctx, ask(ctx, number, Ask::Me)).await
}

/// See the board
#[poise::command(slash_command)]
pub(crate) async fn board(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_seen"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send_later(ctx, ask(ctx, number, Ask::Board)).await
}
