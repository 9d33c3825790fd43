//! What happens in a match. Everyone may know everything.

use super::piece::Piece;
use super::setup::Roll;
use super::spaces::Symbol;
use crate::games::{Seat, Size};
use crate::grid::CellName;

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A seat rolled to see who begins.
    RolledForFirst {
        /// Who.
        seat: Seat,
        /// What.
        roll: Roll,
    },
    /// These seats share the highest roll and roll again.
    Tied {
        /// Who, in seat order.
        seats: Vec<Seat>,
    },
    /// The highest roll is this seat's alone.
    Begins {
        /// Whose.
        seat: Seat,
    },
    /// A turn begins.
    TurnBegan {
        /// Whose.
        seat: Seat,
    },
    /// The turn of a player who has resigned is passed (R7).
    Skipped {
        /// Whose.
        seat: Seat,
    },
    /// Movement points were rolled.
    Rolled {
        /// By whom.
        seat: Seat,
        /// What.
        roll: Roll,
    },
    /// A piece came in on its Eye Space.
    Placed {
        /// Whose and how large.
        piece: Piece,
        /// Where.
        at: CellName,
        /// The points paid; 0 for the free one of the turn.
        cost: u8,
        /// The points left.
        left: u8,
    },
    /// A piece took a step.
    Stepped {
        /// Whose and how large.
        piece: Piece,
        /// From where.
        from: CellName,
        /// To where.
        to: CellName,
        /// The points left.
        left: u8,
    },
    /// A piece was pushed out and is back in its owner's supply.
    PushedOut {
        /// Whose and how large.
        piece: Piece,
        /// From where.
        at: CellName,
    },
    /// The entering piece met its own size and shrank (R4).
    Shrunk {
        /// As it entered.
        piece: Piece,
        /// What stands there now.
        to: Size,
        /// Where.
        at: CellName,
    },
    /// The entering piece met its own size and left the board: nothing smaller was there to take its place.
    Spent {
        /// As it entered.
        piece: Piece,
        /// Where.
        at: CellName,
    },
    /// The holder of the Tri-Space removed pieces.
    Nuked {
        /// Who.
        seat: Seat,
        /// What, by row, then number.
        pieces: Vec<(CellName, Piece)>,
    },
    /// A turn was ended.
    TurnEnded {
        /// Whose.
        seat: Seat,
        /// The points lost with it.
        lost: u8,
    },
    /// A seat stands on all five spaces of a symbol: the match is over.
    Won {
        /// Who.
        seat: Seat,
        /// Which; two at once are possible.
        symbols: Vec<Symbol>,
    },
}
