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
    RolledForFirst { seat: Seat, roll: Roll },
    /// These seats tied for the highest roll and roll again.
    Tied { seats: Vec<Seat> },
    /// This seat has the highest roll and goes first.
    Begins { seat: Seat },
    /// A turn begins.
    TurnBegan { seat: Seat },
    /// The turn of a player who has resigned is skipped (R7).
    Skipped { seat: Seat },
    /// Movement points were rolled.
    Rolled { seat: Seat, roll: Roll },
    /// A piece was placed on its Eye Space.
    Placed {
        piece: Piece,
        at: CellName,
        /// The points paid; 0 for the free piece.
        cost: u8,
        left: u8,
    },
    /// A piece took a step.
    Stepped { piece: Piece, from: CellName, to: CellName, left: u8 },
    /// A piece was pushed off and returned to its owner.
    PushedOut { piece: Piece, at: CellName },
    /// The entering piece met a piece of its own size and shrank (R4).
    Shrunk { piece: Piece, to: Size, at: CellName },
    /// The entering piece met a piece of its own size and left the board, because its owner had no smaller piece to
    /// replace it.
    Spent { piece: Piece, at: CellName },
    /// The holder of the Tri-Space removed pieces.
    Nuked {
        seat: Seat,
        /// The pieces, by row and number.
        pieces: Vec<(CellName, Piece)>,
    },
    /// A turn was ended.
    TurnEnded { seat: Seat, lost: u8 },
    /// A seat holds all five spaces of a symbol, and the match is over.
    Won { seat: Seat, symbols: Vec<Symbol> },
}
