//! What happens in a match. Everyone may know everything.

use super::chains::Chain;
use super::state::{Piece, Pyramid};
use crate::games::{Seat, Size};
use crate::grid::{Hex, HexDirection};

/// Why a seat cannot push (R4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stuck {
    /// All its pieces are on the board.
    NoPiece,
    /// Every way in is blocked by influence pyramids.
    NoWay,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A turn begins.
    TurnBegan {
        /// Whose.
        seat: Seat,
    },
    /// A turn passed by itself (R4).
    Passed {
        /// Whose.
        seat: Seat,
        /// Why.
        stuck: Stuck,
    },
    /// A piece was pushed on to the board.
    Pushed {
        /// The piece.
        piece: Piece,
        /// Where it entered.
        entry: Hex,
        /// Which way it travelled.
        way: HexDirection,
        /// How far.
        distance: u8,
        /// Where it is now.
        at: Hex,
        /// What it pushed, with where that is now.
        pushed: Vec<(Hex, Pyramid)>,
    },
    /// A piece left the board and is back in its owner's supply.
    PushedOff {
        /// The piece.
        piece: Piece,
    },
    /// A pushed piece was turned.
    Turned {
        /// The piece as it was.
        piece: Piece,
        /// Where it stands.
        at: Hex,
        /// Where it points now.
        points: HexDirection,
    },
    /// Several captures are possible: the turn's player picks.
    Choice {
        /// Who picks.
        seat: Seat,
        /// Among these.
        chains: Vec<Chain>,
    },
    /// A chain captured an influence pyramid; its pieces are back in their owner's supply.
    Captured {
        /// The chain.
        chain: Chain,
        /// How many of that size its owner has now.
        count: u8,
    },
    /// Three of one size: a caste is won.
    CasteWon {
        /// By whom.
        seat: Seat,
        /// Which.
        size: Size,
    },
    /// Another influence pyramid of the captured size is to be placed.
    ToPlace {
        /// By the opponent of the chain's owner.
        seat: Seat,
        /// Which size.
        size: Size,
    },
    /// No influence pyramid of the captured size is left to be placed.
    NoneToPlace {
        /// Which size.
        size: Size,
    },
    /// An influence pyramid was placed.
    Placed {
        /// By whom.
        seat: Seat,
        /// Which size.
        size: Size,
        /// Where.
        at: Hex,
    },
    /// Two castes are won: the match is over.
    Won {
        /// By whom.
        seat: Seat,
        /// Which.
        castes: Vec<Size>,
    },
    /// Neither can push: the match is drawn.
    Drawn,
}
