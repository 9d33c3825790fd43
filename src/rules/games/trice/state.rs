//! [`State`]: the state of a match.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::event::Event;
use super::setup::{Dice, Roll, Setup};
use super::spaces::{Piece, Spaces, board};
use crate::games::game::Entries;
use crate::games::{Draws, Seat, SetupError, Size, Stash};
use crate::grid::Cell;

/// What the match is waiting for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The player rolls for movement points.
    Roll,
    /// The player spends them.
    Turn,
    /// Nothing: the match is over.
    Over,
}

/// What happened in the last turn that moved anything, for pictures only.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LastTurn {
    /// The seat whose turn it is or was.
    pub(super) seat: Seat,
    /// The number of the turn.
    pub(super) turn: u32,
    /// The pieces that were placed or took a step, in order.
    pub(super) moves: Vec<Movement>,
    /// The pieces that were pushed out or nuked, or left because they met their own size, with the spaces they were on.
    pub(super) removed: Vec<(Cell, Piece)>,
}

/// A placement or a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Movement {
    pub(super) size: Size,
    /// The space that it left, or `None` for a placement.
    pub(super) from: Option<Cell>,
    pub(super) to: Cell,
}

/// The state of a match.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    pub(super) dice: Dice,
    pub(super) phase: Stage,
    pub(super) turn: Seat,
    /// The number of the turn, from 1. Not part of the canonical state.
    pub(super) turns: u32,
    pub(super) points: Option<u8>,
    /// This turn's roll, for the picture.
    pub(super) roll: Option<Roll>,
    pub(super) spaces: [Option<Piece>; 16],
    pub(super) supply: [Stash; State::SEATS],
    pub(super) free_used: bool,
    pub(super) nuked: bool,
    /// Whether a piece was moved or placed this turn. After that, nothing can be nuked.
    pub(super) moved: bool,
    pub(super) winner: Option<Seat>,
    /// Which seats have resigned (R7). Not part of the canonical state.
    pub(super) resigned: [bool; State::SEATS],
    pub(super) last: Option<LastTurn>,
}

impl State {
    /// The number of seats.
    pub const SEATS: usize = 3;

    /// Returns the initial state. The seat that goes first is the one in the setup, or the one with the highest roll
    /// (R2).
    pub fn begin(setup: &Setup, draws: &mut Draws) -> Result<(Self, Vec<Event>), SetupError> {
        setup.check()?;
        let mut events = Vec::new();
        let first = setup.first.map_or_else(|| roll_for_first(setup.dice, draws, &mut events), Seat::new);
        events.push(Event::TurnBegan { seat: first });
        let state = Self {
            dice: setup.dice,
            phase: Stage::Roll,
            turn: first,
            turns: 1,
            points: None,
            roll: None,
            spaces: [None; 16],
            supply: [Stash::FULL; Self::SEATS],
            free_used: false,
            nuked: false,
            moved: false,
            winner: None,
            resigned: [false; Self::SEATS],
            last: None,
        };
        Ok((state, events))
    }

    /// Returns what the match is waiting for.
    pub fn phase(&self) -> Stage {
        self.phase
    }

    /// Returns the seat whose turn it is, or was last.
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// Returns the movement points left, or `None` before the roll.
    pub fn points(&self) -> Option<u8> {
        self.points
    }

    /// Returns the piece on a space.
    pub fn piece(&self, cell: Cell) -> Option<Piece> {
        self.spaces.get(cell.index()).copied().flatten()
    }

    /// Returns the pieces on the board, sorted by row and number.
    pub fn pieces(&self) -> impl Iterator<Item = (Cell, Piece)> {
        board().cells().filter_map(|cell| Some((cell, self.piece(cell)?)))
    }

    /// Returns the spaces that a seat holds.
    pub fn held(&self, seat: Seat) -> Spaces {
        self.pieces().filter(|(_, piece)| piece.seat == seat).map(|(cell, _)| cell).collect()
    }

    /// Returns a seat's pieces off the board.
    pub fn supply(&self, seat: Seat) -> Stash {
        seat.index(Self::SEATS).map_or(Stash::EMPTY, |i| self.supply[i])
    }

    pub(super) fn supply_mut(&mut self, seat: Seat) -> &mut Stash {
        &mut self.supply[seat.index(Self::SEATS).unwrap_or_default()]
    }

    /// Returns the record of the current turn for pictures, replacing that of an earlier turn.
    pub(super) fn last_turn_mut(&mut self) -> &mut LastTurn {
        let (seat, turn) = (self.turn, self.turns);
        if self.last.as_ref().is_some_and(|last| last.turn != turn) {
            self.last = None;
        }
        self.last.get_or_insert_with(|| LastTurn { seat, turn, moves: Vec::new(), removed: Vec::new() })
    }
}

/// Rolls for every seat, in seat order. The seats that tie for the highest roll do so again, in seat order.
fn roll_for_first(dice: Dice, draws: &mut Draws, events: &mut Vec<Event>) -> Seat {
    let mut rolling: Vec<Seat> = Seat::all(State::SEATS).collect();
    loop {
        let rolls: Vec<(Seat, u8)> = rolling
            .iter()
            .map(|&seat| {
                let roll = dice.roll(draws);
                events.push(Event::RolledForFirst { seat, roll });
                (seat, roll.total())
            })
            .collect();
        let highest = rolls.iter().map(|&(_, total)| total).max().unwrap_or(0);
        rolling = rolls.into_iter().filter(|&(_, total)| total == highest).map(|(seat, _)| seat).collect();
        match rolling[..] {
            [first] => {
                events.push(Event::Begins { seat: first });
                return first;
            }
            _ => events.push(Event::Tied { seats: rolling.clone() }),
        }
    }
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = |(cell, Piece { seat, size })| (board().name(cell), format!("{seat}{size}"));
        let to_act: Vec<Seat> = self.asked().into_iter().collect();
        let mut state = serializer.serialize_struct("State", 8)?;
        state.serialize_field("phase", &self.phase)?;
        state.serialize_field("to_act", &to_act)?;
        state.serialize_field("points", &self.points)?;
        state.serialize_field("board", &Entries(|| self.pieces().map(name)))?;
        state.serialize_field("supply", &self.supply)?;
        state.serialize_field("free_used", &self.free_used)?;
        state.serialize_field("nuked", &self.nuked)?;
        state.serialize_field("winner", &self.winner)?;
        state.end()
    }
}
