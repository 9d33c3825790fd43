//! [`Event`]s. All of them are public.

use super::piece::{Arm, Piece};
use crate::games::{Seat, Size};
use crate::grid::Place;

/// Why a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The winner held enough territories at the start of a turn (R8).
    Territories { winner: Seat, held: usize },
    /// Only the winner is not pinned (R9).
    LastFree { winner: Seat },
    /// Everyone is pinned, and the player who moved last wins (R9).
    AllPinned { winner: Seat },
}

impl Ending {
    /// Returns the winner.
    pub const fn winner(self) -> Seat {
        let (Self::Territories { winner, .. } | Self::LastFree { winner } | Self::AllPinned { winner }) =
            self;
        winner
    }
}

/// A player's roll in a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Roll {
    /// The seat.
    pub seat: Seat,
    /// The player's die: a d12, or a d20 with the shield.
    pub own: u64,
    /// The second d12, with the sword.
    pub black: Option<u64>,
    /// Whether the player used the shield.
    pub shielded: bool,
}

impl Roll {
    /// Returns the sum of the dice.
    pub fn total(self) -> u64 {
        self.own + self.black.unwrap_or(0)
    }
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The match began.
    Began {
        players: usize,
        /// The number of territories needed to win.
        goal: usize,
    },
    /// A turn begins.
    TurnBegan(Seat),
    /// A pinned player's turn is skipped.
    Passed(Seat),
    /// The turn of a player who has resigned is skipped (R12).
    Skipped(Seat),
    /// A new piece was placed.
    Placed { seat: Seat, size: Size, at: Place },
    /// A piece was moved.
    Moved { seat: Seat, size: Size, from: Place, to: Place },
    /// The actions of a turn are over.
    Closed(Seat),
    /// Several stacks fight, and the current player chooses which is next.
    ToPick { seat: Seat, places: Vec<Place> },
    /// A fight begins.
    FightBegan { at: Place, seats: Vec<Seat> },
    /// A player exchanged a piece for a sword or a shield.
    Exchanged {
        seat: Seat,
        arm: Arm,
        /// The size of the piece, and of the sword or shield.
        size: Size,
        at: Place,
        /// The height in the stack; 1 is directly on the white pyramid.
        height: u8,
    },
    /// A player declined a sword or a shield.
    Declined { seat: Seat, arm: Arm },
    /// The dice of a fight were rolled.
    Rolled(Vec<Roll>),
    /// A loser's piece, or the sword or shield that was used, left the stack.
    Removed { seat: Seat, piece: Piece, at: Place },
    /// The match is over.
    Over(Ending),
}
