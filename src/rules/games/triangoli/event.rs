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
    Started {
        /// The seat.
        seat: Seat,
        /// The intersection.
        at: Corner,
    },
    /// A pawn moved.
    Moved {
        /// The seat.
        seat: Seat,
        /// The intersection that it left.
        from: Corner,
        /// The intersection that it reached.
        to: Corner,
        /// The number of intersections.
        steps: u8,
    },
    /// Cylinders were placed.
    Filled {
        /// The seat.
        seat: Seat,
        /// The triangle.
        cell: Cell,
        /// The number of cylinders.
        count: u8,
    },
    /// A player exchanged some of the opponent's cylinders.
    Exchanged {
        /// The seat.
        seat: Seat,
        /// The triangle.
        cell: Cell,
        /// The number of cylinders.
        count: u8,
    },
    /// The match is over.
    Over {
        /// Whether every triangle is occupied; otherwise neither player can move.
        full: bool,
        /// The score.
        score: Score,
    },
}
