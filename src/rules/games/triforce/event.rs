//! [`Event`]s, all of which are public, and their sentences.

use super::stack::{Arm, Piece};
use crate::games::{Names, Seat, Size, Stash, phrase};
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

    /// Returns the reason why the match is over.
    pub(super) fn reason(self) -> String {
        match self {
            Self::Territories { held, .. } => {
                format!("The winner held {held} territories at the start of their turn.")
            }
            Self::LastFree { .. } => "Everyone but the winner is pinned.".to_owned(),
            Self::AllPinned { .. } => "Everyone is pinned, and the winner moved last.".to_owned(),
        }
    }
}

/// A player's roll in a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Roll {
    pub seat: Seat,
    /// The player's die: a d12, or a d20 with the shield.
    pub own: u64,
    /// The second d12, with the sword.
    pub black: Option<u64>,
    /// Whether the player used the shield.
    pub shielded: bool,
}

impl Roll {
    /// The number of sides of the usual die.
    pub(super) const PLAIN: u64 = 12;
    /// The number of sides of the shield’s die.
    pub(super) const SHIELD: u64 = 20;

    /// Returns the sum of the dice.
    pub fn total(self) -> u64 {
        self.own + self.black.unwrap_or(0)
    }

    /// Returns the number of sides of each die.
    pub(super) fn dice(self) -> Vec<u64> {
        let own = if self.shielded { Self::SHIELD } else { Self::PLAIN };
        std::iter::once(own).chain(self.black.map(|_| Self::PLAIN)).collect()
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

impl Event {
    /// Describes the event in a sentence.
    pub(super) fn sentence(&self, names: &Names) -> String {
        let name = |seat: &Seat| names.get(*seat);
        match self {
            Event::Began { players, goal } => format!(
                "The match begins with {players} players. A player who holds {goal} territories at the start of their turn wins."
            ),
            Event::TurnBegan(seat) => phrase::turn_of(&name(seat)),
            Event::Passed(seat) => format!("{} is pinned, so the turn is skipped.", name(seat)),
            Event::Skipped(seat) => format!("{} has resigned, so the turn is skipped.", name(seat)),
            Event::Placed { seat, size, at } => {
                format!("{} places a {} piece on {at}.", name(seat), size.word())
            }
            Event::Moved { seat, size, from, to } => {
                format!("{} moves a {} piece from {from} to {to}.", name(seat), size.word())
            }
            Event::Closed(seat) => format!("{}’s actions are over.", name(seat)),
            Event::ToPick { seat, places } => {
                let places: Vec<String> = places.iter().map(ToString::to_string).collect();
                let places = phrase::all_of(&places);
                format!("The stacks on {places} fight: {} chooses which fights next.", name(seat))
            }
            Event::FightBegan { at, seats } => format!("{} fight on {at}.", names.list(seats)),
            Event::Exchanged { seat, arm, size, at, height: position } => format!(
                "{} exchanges a {} piece on {at}, {}, for a {}.",
                name(seat),
                size.word(),
                height(*position),
                arm.word()
            ),
            Event::Declined { seat, arm } => format!("{} does not take a {}.", name(seat), arm.word()),
            Event::Rolled(rolls) => {
                let rolls: Vec<String> = rolls.iter().map(|roll| roll_words(*roll, names)).collect();
                format!("{}.", rolls.join("; "))
            }
            Event::Removed { seat, piece: piece @ Piece::Of(..), at } => {
                format!("{} loses a {} piece on {at}, their lowest one.", name(seat), piece.size().word())
            }
            Event::Removed { seat, piece, at } => {
                let arm = if matches!(piece, Piece::Sword(_)) { Arm::Sword } else { Arm::Shield };
                format!("{} loses the {} on {at} instead of a piece.", name(seat), arm.word())
            }
            Event::Over(Ending::Territories { winner, held }) => {
                format!("{} holds {held} territories at the start of their turn and wins.", name(winner))
            }
            Event::Over(Ending::LastFree { winner }) => {
                format!("Everyone else is pinned, so {} wins.", name(winner))
            }
            Event::Over(Ending::AllPinned { winner }) => {
                format!("Everyone is pinned. {} moved last and wins.", name(winner))
            }
        }
    }
}

/// Describes a height in a stack: `at the very bottom` for the piece directly on the white pyramid, which is 1, and
/// `3rd from the bottom` for others.
pub(super) fn height(height: u8) -> String {
    if height == 1 {
        return "at the very bottom".to_owned();
    }
    let ending = match (height % 10, height % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{height}{ending} from the bottom")
}

/// Writes `S 5, M 4, L 0`.
pub(super) fn stock(stash: Stash) -> String {
    let [s, m, l] = Size::ALL.map(|size| stash[size]);
    format!("S {s}, M {m}, L {l}")
}

fn roll_words(roll: Roll, names: &Names) -> String {
    let name = names.get(roll.seat);
    match (roll.black, roll.shielded) {
        (Some(black), _) => {
            format!("{name} rolls {} + {black} = {} with the sword", roll.own, roll.total())
        }
        (None, true) => format!("{name} rolls {} on the shield’s d20", roll.own),
        (None, false) => format!("{name} rolls {}", roll.own),
    }
}
