//! What happens in a match. Everything is public.

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
    /// A turn is passed, because there is no legal move.
    Passed(Seat),
    /// A pawn was put on its first intersection.
    Started {
        /// Whose.
        seat: Seat,
        /// Where.
        at: Corner,
    },
    /// A pawn went.
    Moved {
        /// Whose.
        seat: Seat,
        /// From where.
        from: Corner,
        /// To where.
        to: Corner,
        /// Over how many intersections.
        steps: u8,
    },
    /// Cylinders were placed.
    Filled {
        /// Whose.
        seat: Seat,
        /// In which triangle.
        cell: Cell,
        /// How many.
        count: u8,
    },
    /// Opposing cylinders were exchanged for own ones.
    Exchanged {
        /// By whom.
        seat: Seat,
        /// In which triangle.
        cell: Cell,
        /// How many.
        count: u8,
    },
    /// The match is over.
    Over {
        /// Whether all triangles are occupied; otherwise neither player can move.
        full: bool,
        /// The score.
        score: Score,
    },
}
