//! [`State`]: the state of a match.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use super::action::Action;
use super::event::Ending;
use super::stack::{Arm, Piece, Stack};
use crate::games::game::Entries;
use crate::games::{Seat, SetupError, Size, Stash};
use crate::grid::{Place, Places};

/// The setup of a match, as it appears in records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The number of players, 3 to 6.
    pub players: u8,
}

impl Setup {
    /// The possible numbers of players.
    pub const PLAYERS: &'static [u8] = &[3, 4, 5, 6];

    /// Checks whether the setup can be played.
    pub(super) fn check(&self) -> Result<(), SetupError> {
        if Self::PLAYERS.contains(&self.players) {
            Ok(())
        } else {
            Err(SetupError::new(format!("players: {} cannot play Triforce, it takes 3 to 6", self.players)))
        }
    }
}

/// What the match is waiting for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The current player acts.
    Actions,
    /// The current player chooses the stack that fights.
    Fight,
    /// The owner of the highest player piece may take a sword.
    Sword,
    /// The owner of the lowest player piece may take a shield.
    Shield,
    /// Nothing: the match is over.
    Over,
}

/// A fight in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fight {
    pub(super) at: Place,
    /// The seat that took a sword in this fight, and that the sword helps for its duration (R11).
    pub(super) sword: Option<Seat>,
    /// The same for a shield.
    pub(super) shield: Option<Seat>,
}

/// An exchange in this turn (R13).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Taken {
    pub(super) seat: Seat,
    pub(super) at: Place,
    pub(super) arm: Arm,
}

/// The last turn in which anything happened, for pictures only.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LastTurn {
    /// The seat whose turn it is or was.
    pub(super) seat: Seat,
    /// The number of the turn.
    pub(super) turn: u32,
    /// The entries of the turn in order, including those of other seats that were asked.
    pub(super) actions: Vec<(Seat, Action)>,
    /// The stacks that were changed other than by moving a piece away.
    pub(super) touched: Places,
    /// The stacks that a piece was moved away from.
    pub(super) left: Places,
    /// The number of pieces at the top of each stack that were placed or moved there.
    pub(super) came: [u8; Place::COUNT],
    /// The pieces that fights took off the board, with the territories they were on.
    pub(super) lost: Vec<(Place, Piece)>,
}

impl LastTurn {
    fn new(seat: Seat, turn: u32) -> Self {
        let (actions, lost) = (Vec::new(), Vec::new());
        Self { seat, turn, actions, touched: Places::NONE, left: Places::NONE, came: [0; Place::COUNT], lost }
    }

    /// Records that a piece was put on a stack.
    pub(super) fn arrive(&mut self, at: Place) {
        self.touched.insert(at);
        self.came[at.index()] += 1;
    }

    /// Records that the top piece of a stack was moved away.
    pub(super) fn depart(&mut self, from: Place) {
        self.left.insert(from);
        self.came[from.index()] = self.came[from.index()].saturating_sub(1);
    }
}

/// The state of a match. It serialises to the canonical state of records.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    pub(super) phase: Stage,
    pub(super) turn: Seat,
    /// The number of the turn, from 1. Not part of the canonical state.
    pub(super) turns: u32,
    pub(super) actions_left: u8,
    pub(super) stacks: [Stack; Place::COUNT],
    /// The stacks at the start of the turn.
    pub(super) before: [Stack; Place::COUNT],
    /// Each seat's pieces off the board, in seat order.
    pub(super) supply: Vec<Stash>,
    pub(super) swords: Stash,
    pub(super) shields: Stash,
    pub(super) fight: Option<Fight>,
    /// The exchanges in this turn, for R13. Not part of the canonical state.
    pub(super) taken: Vec<Taken>,
    pub(super) ending: Option<Ending>,
    /// Which seats have resigned (R12). Not part of the canonical state.
    pub(super) resigned: [bool; 6],
    pub(super) last: Option<LastTurn>,
    /// Whether the player who moved last wins at once if everyone is pinned, as in version 3 of the rules (R9). Not part of
    /// the canonical state.
    pub(super) last_mover_first: bool,
}

impl State {
    /// The maximum number of actions in a turn.
    pub const ACTIONS_PER_TURN: u8 = 3;

    /// Returns the state at the start of the first turn.
    pub fn begin(setup: &Setup) -> Result<Self, SetupError> {
        setup.check()?;
        Ok(Self {
            phase: Stage::Actions,
            turn: Seat::at(0),
            turns: 1,
            actions_left: Self::ACTIONS_PER_TURN,
            stacks: [Stack::EMPTY; Place::COUNT],
            before: [Stack::EMPTY; Place::COUNT],
            supply: vec![Stash::FULL; usize::from(setup.players)],
            swords: Stash::FULL,
            shields: Stash::FULL,
            fight: None,
            taken: Vec::new(),
            ending: None,
            resigned: [false; 6],
            last: None,
            last_mover_first: false,
        })
    }

    /// Returns the number of players.
    pub fn players(&self) -> usize {
        self.supply.len()
    }

    /// Returns the seats in order.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + use<> {
        Seat::all(self.supply.len())
    }

    /// Returns the number of territories that a player must hold at the start of a turn to win (R8).
    pub fn goal(&self) -> usize {
        11usize.saturating_sub(self.players())
    }

    /// Returns the number of territories that a seat holds: those with its piece directly on the white pyramid (R8).
    pub fn held_by(&self, seat: Seat) -> usize {
        self.stacks.iter().filter(|stack| stack.holder() == Some(seat)).count()
    }

    /// Returns the territory beside a seat's pawn (R2): clockwise from the top, all corners and, with more than three
    /// players, midpoints of edges between them.
    pub fn home(&self, seat: Seat) -> Option<Place> {
        const TOP: Option<Place> = Place::at(0, 0);
        const RIGHT: Option<Place> = Place::at(4, 4);
        const LEFT: Option<Place> = Place::at(4, 0);
        const RIGHT_EDGE: Option<Place> = Place::at(2, 2);
        const BASE: Option<Place> = Place::at(4, 2);
        const LEFT_EDGE: Option<Place> = Place::at(2, 0);
        let homes: &[Option<Place>] = match self.players() {
            3 => &[TOP, RIGHT, LEFT],
            4 => &[TOP, RIGHT_EDGE, RIGHT, LEFT],
            5 => &[TOP, RIGHT_EDGE, RIGHT, BASE, LEFT],
            6 => &[TOP, RIGHT_EDGE, RIGHT, BASE, LEFT, LEFT_EDGE],
            _ => &[],
        };
        seat.index(homes.len()).and_then(|i| homes[i])
    }

    /// Returns the stack on a territory.
    pub fn stack(&self, place: Place) -> &Stack {
        &self.stacks[place.index()]
    }

    /// Returns a seat's pieces off the board.
    pub fn supply(&self, seat: Seat) -> Option<Stash> {
        seat.index(self.supply.len()).map(|i| self.supply[i])
    }

    /// Returns whether a seat has resigned (R12).
    pub fn has_resigned(&self, seat: Seat) -> bool {
        seat.index(self.resigned.len()).is_some_and(|i| self.resigned[i])
    }

    /// Returns the territories where pieces of this size may be put.
    pub(super) fn open_to(&self, size: Size) -> Places {
        Place::all().filter(|&place| self.stack(place).takes(place, size)).collect()
    }

    /// Returns the seats that could neither place nor move a piece on the current board.
    pub fn pinned(&self) -> Vec<Seat> {
        let open = Size::ALL.map(|size| self.open_to(size));
        self.seats().filter(|&seat| self.is_pinned(seat, open)).collect()
    }

    /// Returns whether a seat can neither place nor move a piece, given the territories that are open to each size.
    pub(super) fn is_pinned(&self, seat: Seat, open: [Places; 3]) -> bool {
        let supply = self.supply(seat);
        let home = self.home(seat);
        let places = Size::ALL.into_iter().zip(open).any(|(size, open)| {
            supply.is_some_and(|stock| stock.has(size)) && home.is_some_and(|home| open.contains(home))
        });
        // A move needs a first step. Where it could continue does not matter here.
        let moves = |place: Place| {
            let top = self.stack(place).top().filter(|top| top.owner() == Some(seat));
            top.is_some_and(|top| !open[top.size() as usize].and(place.neighbours()).is_empty())
        };
        !places && !Place::all().any(moves)
    }

    /// Returns the record of the current turn for pictures, replacing that of an earlier turn.
    pub(super) fn last_turn_mut(&mut self) -> &mut LastTurn {
        let (seat, turn) = (self.turn, self.turns);
        if self.last.as_ref().is_some_and(|last| last.turn != turn) {
            self.last = None;
        }
        self.last.get_or_insert_with(|| LastTurn::new(seat, turn))
    }

    /// Returns the stacks that differ from those at the start of the turn.
    pub(super) fn changed(&self) -> Places {
        Place::all().filter(|place| self.stacks[place.index()] != self.before[place.index()]).collect()
    }
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let asked: Vec<Seat> = self.asked().into_iter().collect();
        let stack = |place| (place, self.stack(place).pieces());
        let stacks = || Place::all().map(stack).filter(|(_, pieces)| !pieces.is_empty());
        let mut state = serializer.serialize_struct("State", 11)?;
        state.serialize_field("phase", &self.phase)?;
        state.serialize_field("to_act", &asked)?;
        state.serialize_field("turn", &self.turn)?;
        state.serialize_field("actions_left", &self.actions_left)?;
        state.serialize_field("contested", &self.fight.map(|fight| fight.at))?;
        state.serialize_field("stacks", &Entries(stacks))?;
        state.serialize_field("supply", &self.supply)?;
        state.serialize_field("swords", &self.swords)?;
        state.serialize_field("shields", &self.shields)?;
        state.serialize_field("pinned", &self.pinned())?;
        state.serialize_field("winner", &self.ending.map(Ending::winner))?;
        state.end()
    }
}
