//! [`State`]: the state of a match.

use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer};

use super::action::Action;
use super::hexagon::{Hexagon, hexagon};
use crate::games::Seat;
use crate::grid::{Cell, Corner, CornerName};

/// What the match is waiting for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// A player places a pawn.
    Start,
    /// A player takes a turn.
    Turn,
    /// Nothing: the match is over.
    Over,
}

/// One of the two players, as an index into lists in seat order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    First,
    Second,
}

impl Side {
    pub(super) const BOTH: [Self; 2] = [Self::First, Self::Second];

    pub(super) fn of(seat: Seat) -> Option<Self> {
        seat.index(2).map(|i| Self::BOTH[i])
    }

    pub(super) fn seat(self) -> Seat {
        Seat::at(self as usize)
    }

    pub(super) fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// The state of a match. It serialises to the canonical state of records.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    pub(super) phase: Phase,
    /// The player whose turn it is, or was last.
    pub(super) turn: Side,
    pub(super) pawns: [Option<Corner>; 2],
    /// Both players' cylinders in each triangle.
    pub(super) cylinders: [[u8; 2]; Hexagon::CELLS],
    pub(super) reserve: [u8; 2],
    /// The number of the turn, from 1. Not part of the canonical state.
    pub(super) turns: u32,
    /// The last entry, for pictures only.
    pub(super) last: Option<(Seat, Action)>,
}

impl State {
    /// The number of cylinders that each player has.
    pub const CYLINDERS: u8 = 18;

    /// Returns the state before the first pawn is placed.
    pub fn begin() -> Self {
        Self {
            phase: Phase::Start,
            turn: Side::First,
            pawns: [None; 2],
            cylinders: [[0; 2]; Hexagon::CELLS],
            reserve: [Self::CYLINDERS; 2],
            turns: 1,
            last: None,
        }
    }

    /// Returns what the match is waiting for.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the seat that is asked to act, or `None` if the match is over.
    pub fn asked(&self) -> Option<Seat> {
        (self.phase != Phase::Over).then(|| self.turn.seat())
    }

    /// Returns the intersections of the pawns, in seat order.
    pub fn pawns(&self) -> [Option<Corner>; 2] {
        self.pawns
    }

    /// Returns both players' cylinders in a triangle.
    pub fn cylinders(&self, cell: Cell) -> [u8; 2] {
        self.cylinders[cell.index()]
    }

    /// Returns both players' reserves.
    pub fn reserve(&self) -> [u8; 2] {
        self.reserve
    }

    /// Returns whether a triangle holds no cylinders.
    pub fn is_empty(&self, cell: Cell) -> bool {
        self.cylinders(cell) == [0, 0]
    }

    /// Returns whether every triangle holds a cylinder.
    pub fn is_full(&self) -> bool {
        hexagon().board().cells().all(|cell| !self.is_empty(cell))
    }
}

/// The cylinders as they appear in records: the triangles that are not empty, in reading order.
struct Cylinders<'a>(&'a State);

impl Serialize for Cylinders<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let board = hexagon().board();
        for cell in board.cells().filter(|&cell| !self.0.is_empty(cell)) {
            map.serialize_entry(&board.name(cell), &self.0.cylinders(cell))?;
        }
        map.end()
    }
}

/// Who won, as records write it.
#[derive(serde::Serialize)]
#[serde(untagged)]
enum Winner {
    Seat(Seat),
    Draw(&'static str),
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let asked: Vec<Seat> = self.asked().into_iter().collect();
        let name = |corner: Corner| -> CornerName { hexagon().corners().name(corner) };
        let score = (self.phase == Phase::Over).then(|| self.score());
        let winner = score.as_ref().map(|score| score.winner().map_or(Winner::Draw("draw"), Winner::Seat));
        let mut state = serializer.serialize_struct("State", 8)?;
        state.serialize_field("phase", &self.phase)?;
        state.serialize_field("to_act", &asked)?;
        state.serialize_field("pawns", &self.pawns.map(|pawn| pawn.map(name)))?;
        state.serialize_field("cylinders", &Cylinders(self))?;
        state.serialize_field("reserve", &self.reserve)?;
        state.serialize_field("score", &score.as_ref().map(|score| score.cylinders))?;
        state.serialize_field("sectors", &score.as_ref().map(|score| score.sectors))?;
        state.serialize_field("winner", &winner)?;
        state.end()
    }
}
