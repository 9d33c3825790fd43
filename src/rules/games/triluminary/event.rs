//! [`Event`]s. All of them are public.

use super::chain::Chain;
use super::state::{Piece, Pyramid};
use crate::games::{Seat, Size};
use crate::grid::{Hex, HexDirection};

/// The reason why a seat cannot push (R4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stuck {
    /// All pieces of the seat are on the board.
    NoPiece,
    /// Every way in is blocked by influence pyramids.
    NoWay,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A turn begins.
    TurnBegan { seat: Seat },
    /// A turn is skipped (R4).
    Passed { seat: Seat, stuck: Stuck },
    /// A piece was pushed onto the board.
    Pushed {
        piece: Piece,
        entry: Hex,
        way: HexDirection,
        distance: u8,
        at: Hex,
        /// The pyramids that it pushed, with their new spaces.
        pushed: Vec<(Hex, Pyramid)>,
    },
    /// A piece was pushed off the board and returned to its owner.
    PushedOff { piece: Piece },
    /// A pushed piece was turned.
    Turned {
        /// The piece before the turn.
        piece: Piece,
        at: Hex,
        points: HexDirection,
    },
    /// Several captures are possible, and the current player chooses one.
    Choice { seat: Seat, chains: Vec<Chain> },
    /// A chain captured an influence pyramid, and its pieces returned to their owner.
    Captured {
        chain: Chain,
        /// The number of influence pyramids of this size that its owner has captured.
        count: u8,
    },
    /// A seat captured three influence pyramids of one size and won a caste.
    CasteWon { seat: Seat, size: Size },
    /// A seat has to place another influence pyramid of the captured size.
    ToPlace {
        /// The opponent of the chain's owner.
        seat: Seat,
        size: Size,
    },
    /// There is no influence pyramid of the captured size left to place.
    NoneToPlace { size: Size },
    /// An influence pyramid was placed.
    Placed { seat: Seat, size: Size, at: Hex },
    /// A seat won two castes, and the match is over.
    Won { seat: Seat, castes: Vec<Size> },
    /// Neither player can push, and the match is a draw.
    Drawn,
}
