//! [`State`]: the state of a match, and [`Score`]: what the sectors are worth.

use std::cmp::Ordering;

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::json;

use super::action::Action;
use super::hexagon::{Hexagon, hexagon};
use crate::games::Seat;
use crate::games::game::Entries;
use crate::grid::{Cell, Corner};

/// The empty setup, `{}`. Seat 1 goes first; seats are drawn before the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {}

/// What the match is waiting for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
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
    pub(super) phase: Stage,
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
            phase: Stage::Start,
            turn: Side::First,
            pawns: [None; 2],
            cylinders: [[0; 2]; Hexagon::CELLS],
            reserve: [Self::CYLINDERS; 2],
            turns: 1,
            last: None,
        }
    }

    /// Returns the seat that is asked to act, or `None` if the match is over.
    pub fn asked(&self) -> Option<Seat> {
        (self.phase != Stage::Over).then(|| self.turn.seat())
    }

    /// Returns both players' cylinders in a triangle.
    pub fn cylinders(&self, cell: Cell) -> [u8; 2] {
        self.cylinders[cell.index()]
    }

    /// Returns whether a triangle holds no cylinders.
    pub fn is_empty(&self, cell: Cell) -> bool {
        self.cylinders(cell) == [0, 0]
    }

    /// Returns whether every triangle holds a cylinder.
    pub fn is_full(&self) -> bool {
        hexagon().board.cells().all(|cell| !self.is_empty(cell))
    }

    /// Returns the score as if the match ended now.
    pub fn score(&self) -> Score {
        let by_sector = [0, 1, 2, 3, 4, 5].map(|sector| {
            let cells = &hexagon().sectors[sector];
            let cylinders = [0, 1].map(|i| cells.iter().map(|&cell| self.cylinders(cell)[i]).sum());
            Sector { cylinders, holder: greater(cylinders) }
        });
        let mut score = Score { cylinders: [0; 2], sectors: [0; 2], by_sector };
        for sector in by_sector {
            if let Some(i) = sector.holder.and_then(|seat| seat.index(2)) {
                score.cylinders[i] += sector.cylinders[i];
                score.sectors[i] += 1;
            }
        }
        score
    }
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let asked: Vec<Seat> = self.asked().into_iter().collect();
        let name = |corner| hexagon().corners.name(corner);
        let board = &hexagon().board;
        let occupied = || board.cells().filter(|&cell| !self.is_empty(cell));
        let cylinders = || occupied().map(|cell| (board.name(cell), self.cylinders(cell)));
        let score = (self.phase == Stage::Over).then(|| self.score());
        let winner = score.as_ref().map(|score| score.winner().map_or(json!("draw"), |seat| json!(seat)));
        let mut state = serializer.serialize_struct("State", 8)?;
        state.serialize_field("phase", &self.phase)?;
        state.serialize_field("to_act", &asked)?;
        state.serialize_field("pawns", &self.pawns.map(|pawn| pawn.map(name)))?;
        state.serialize_field("cylinders", &Entries(cylinders))?;
        state.serialize_field("reserve", &self.reserve)?;
        state.serialize_field("score", &score.as_ref().map(|score| score.cylinders))?;
        state.serialize_field("sectors", &score.as_ref().map(|score| score.sectors))?;
        state.serialize_field("winner", &winner)?;
        state.end()
    }
}

/// The cylinders in a sector, and who keeps them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sector {
    /// Both players' cylinders in its four triangles (R1).
    pub cylinders: [u8; 2],
    /// The player who has more, or `None` for a tie.
    pub holder: Option<Seat>,
}

/// The score of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Score {
    /// The cylinders that each player keeps.
    pub cylinders: [u8; 2],
    /// The sectors that each player holds.
    pub sectors: [u8; 2],
    /// All sectors, clockwise from the top one.
    pub by_sector: [Sector; Hexagon::SECTORS],
}

impl Score {
    /// Returns the winner by cylinders, then by sectors, or `None` for a draw.
    pub fn winner(&self) -> Option<Seat> {
        greater([0, 1].map(|i| (self.cylinders[i], self.sectors[i])))
    }

    /// Returns whether the cylinders are tied, so that the sectors decide.
    pub fn by_sectors(&self) -> bool {
        self.cylinders[0] == self.cylinders[1]
    }
}

/// Returns the seat that has more, or `None` if both have the same.
fn greater<T: Ord>([first, second]: [T; 2]) -> Option<Seat> {
    match first.cmp(&second) {
        Ordering::Greater => Some(Seat::at(0)),
        Ordering::Less => Some(Seat::at(1)),
        Ordering::Equal => None,
    }
}
