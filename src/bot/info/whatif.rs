//! `/whatif`: a board in private, on which a player tries out what could be played.

use super::board::{Below, Board};
use super::hint::{helped, meant};
use super::texts;
use crate::ui::lookup;
use crate::ui::{Answer, Context, Failure, Prefix, send_later};
use trigon_engine::matches::{Match, Person};

/// Try out in private what could be played from here; nobody else sees it, and nothing counts
#[poise::command(slash_command)]
pub(crate) async fn whatif(
    ctx: Context<'_>,
    #[description = "Which match"]
    #[rename = "match"]
    #[autocomplete = "lookup::complete_played"]
    number: Option<i64>,
) -> Result<(), Failure> {
    send_later(ctx, async {
        let (person, game) = meant(ctx, number).await?;
        opened(&person, &game).await
    })
    .await
}

/// Returns a new board with the present position of a match.
///
/// # Errors
/// If the person cannot be helped: see [`helped`].
pub(crate) async fn opened(person: &Person, game: &Match) -> Result<Answer, Failure> {
    let (seat, _) = helped(person, game, texts::BOARDS)?;
    Board::what_if(game, seat, game.question)?.shown(&Prefix::default(), Below::default()).await
}
