//! [`Event`]s. All of them are public.

use super::piece::Piece;
use super::setup::Roll;
use super::spaces::Symbol;
use crate::games::{Seat, Size};
use crate::grid::CellName;

/// Something that happened in a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A seat rolled to decide who goes first.
    RolledForFirst {
        /// The seat.
        seat: Seat,
        /// The roll.
        roll: Roll,
    },
    /// These seats tied for the highest roll and roll again.
    Tied {
        /// The seats, in order.
        seats: Vec<Seat>,
    },
    /// This seat has the highest roll and goes first.
    Begins {
        /// The seat.
        seat: Seat,
    },
    /// A turn begins.
    TurnBegan {
        /// The seat.
        seat: Seat,
    },
    /// The turn of a player who has resigned is skipped (R7).
    Skipped {
        /// The seat.
        seat: Seat,
    },
    /// Movement points were rolled.
    Rolled {
        /// The seat.
        seat: Seat,
        /// The roll.
        roll: Roll,
    },
    /// A piece was placed on its Eye Space.
    Placed {
        /// The piece.
        piece: Piece,
        /// The space.
        at: CellName,
        /// The points paid; 0 for the free piece.
        cost: u8,
        /// The points left.
        left: u8,
    },
    /// A piece took a step.
    Stepped {
        /// The piece.
        piece: Piece,
        /// The space that it left.
        from: CellName,
        /// The space that it entered.
        to: CellName,
        /// The points left.
        left: u8,
    },
    /// A piece was pushed off and returned to its owner.
    PushedOut {
        /// The piece.
        piece: Piece,
        /// The space that it left.
        at: CellName,
    },
    /// The entering piece met a piece of its own size and shrank (R4).
    Shrunk {
        /// The piece that entered.
        piece: Piece,
        /// The size of the piece that took its place.
        to: Size,
        /// The space.
        at: CellName,
    },
    /// The entering piece met a piece of its own size and left the board, because its owner had no smaller piece to
    /// replace it.
    Spent {
        /// The piece that entered.
        piece: Piece,
        /// The space.
        at: CellName,
    },
    /// The holder of the Tri-Space removed pieces.
    Nuked {
        /// The seat.
        seat: Seat,
        /// The pieces, by row and number.
        pieces: Vec<(CellName, Piece)>,
    },
    /// A turn was ended.
    TurnEnded {
        /// The seat.
        seat: Seat,
        /// The unused points.
        lost: u8,
    },
    /// A seat holds all five spaces of a symbol, and the match is over.
    Won {
        /// The seat.
        seat: Seat,
        /// The symbols; two at once are possible.
        symbols: Vec<Symbol>,
    },
}
