//! [`Event`]s. All of them are public.

use super::score::Score;
use crate::games::Seat;
use crate::grid::{Cell, Corner};

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The match began.
    Began,
    /// A turn begins.
    TurnBegan(Seat),
    /// A turn is skipped, because the player has no legal move.
    Passed(Seat),
    /// A pawn was placed on its first intersection.
    Started { seat: Seat, at: Corner },
    /// A pawn moved.
    Moved { seat: Seat, from: Corner, to: Corner, steps: u8 },
    /// Cylinders were placed.
    Filled { seat: Seat, cell: Cell, count: u8 },
    /// A player exchanged some of the opponent's cylinders.
    Exchanged { seat: Seat, cell: Cell, count: u8 },
    /// The match is over.
    Over {
        /// Whether every triangle is occupied; otherwise neither player can move.
        full: bool,
        score: Score,
    },
}
