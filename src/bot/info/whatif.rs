//! `/whatif`: a board in private, on which a player tries out what could be played.

use super::board::{Board, Remarks};
use super::hint::{acting_match, require_own_turn};
use super::texts::HelpKind;
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
        let (person, game) = acting_match(ctx, number).await?;
        what_if_board(&person, &game).await
    })
    .await
}

/// Returns a new board with the present position of a match.
///
/// # Errors
/// If the person cannot be helped: see [`require_own_turn`].
pub(crate) async fn what_if_board(person: &Person, game: &Match) -> Result<Answer, Failure> {
    let (seat, _) = require_own_turn(person, game, HelpKind::Boards)?;
    Board::what_if(game, seat, game.question)?.message(&Prefix::default(), Remarks::default()).await
}
