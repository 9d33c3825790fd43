//! What happens in a match. Everything is public.

use super::piece::{Arm, Piece, Size};
use crate::games::Seat;
use crate::grid::Place;

/// Why a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The winner held enough territories at the start of a turn (R8).
    Territories {
        /// Who won.
        winner: Seat,
        /// How many territories.
        held: usize,
    },
    /// The winner alone is not pinned (R9).
    LastFree {
        /// Who won.
        winner: Seat,
    },
    /// All are pinned: who moved last wins (R9).
    AllPinned {
        /// Who won.
        winner: Seat,
    },
}

impl Ending {
    /// Who won.
    pub const fn winner(self) -> Seat {
        let (Self::Territories { winner, .. } | Self::LastFree { winner } | Self::AllPinned { winner }) =
            self;
        winner
    }
}

/// What a player rolled in a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Roll {
    /// Who.
    pub seat: Seat,
    /// The own die: a d12, a d20 behind the shield.
    pub own: u64,
    /// The black d12, with the sword.
    pub black: Option<u64>,
    /// Whether the shield gave the d20.
    pub shielded: bool,
}

impl Roll {
    /// The sum of the dice.
    pub fn total(self) -> u64 {
        self.own + self.black.unwrap_or(0)
    }
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The match began.
    Began {
        /// The number of players.
        players: usize,
        /// How many territories win.
        goal: usize,
    },
    /// A turn begins.
    TurnBegan(Seat),
    /// A pinned player's turn is passed.
    Passed(Seat),
    /// The turn of a player who has resigned is passed (R12).
    Skipped(Seat),
    /// A new piece was placed.
    Placed {
        /// Whose.
        seat: Seat,
        /// Its size.
        size: Size,
        /// At which home.
        at: Place,
    },
    /// A piece was moved.
    Moved {
        /// Whose.
        seat: Seat,
        /// Its size.
        size: Size,
        /// From where.
        from: Place,
        /// To where.
        to: Place,
    },
    /// The turn's actions are closed.
    Closed(Seat),
    /// Several stacks would fight: the player of the turn picks.
    ToPick {
        /// Who picks.
        seat: Seat,
        /// Among which.
        places: Vec<Place>,
    },
    /// A stack fights.
    FightBegan {
        /// Where.
        at: Place,
        /// The owners of pieces there.
        seats: Vec<Seat>,
    },
    /// A sword or a shield took the place of an own piece.
    Exchanged {
        /// Whose piece.
        seat: Seat,
        /// What came.
        arm: Arm,
        /// The size of both.
        size: Size,
        /// On which territory.
        at: Place,
        /// At which height of the stack, 1 = directly on the white pyramid.
        height: u8,
    },
    /// No sword, or no shield, was taken.
    Declined {
        /// By whom.
        seat: Seat,
        /// What was offered.
        arm: Arm,
    },
    /// The dice of a fight.
    Rolled(Vec<Roll>),
    /// A loser's piece, or the sword or shield in its place, left the stack.
    Removed {
        /// Who lost.
        seat: Seat,
        /// What left.
        piece: Piece,
        /// Where.
        at: Place,
    },
    /// The match is over.
    Over(Ending),
}
