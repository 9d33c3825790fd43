//! [`State`]: the state of a match.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::json;

use crate::games::game::Entries;
use crate::games::{Seat, Size, Stash};
use crate::grid::{Hex, HexDirection};

/// The empty setup, `{}`. Seat 1 goes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {}

/// What the match is waiting for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// The current player pushes a piece onto the board.
    Push,
    /// The current player chooses one of several captures.
    Capture,
    /// A player places an influence pyramid to replace a captured one.
    Place {
        /// The opponent of the chain's owner.
        seat: Seat,
        /// The size.
        size: Size,
    },
    /// Nothing: the match is over.
    Over(Winner),
}

impl Stage {
    /// Returns the word for the phase in records.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Push => "push",
            Self::Capture => "capture",
            Self::Place { .. } => "place",
            Self::Over(_) => "over",
        }
    }
}

/// How a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Winner {
    /// This seat has won two castes.
    Seat(Seat),
    /// Neither player can push (R4).
    Draw,
}

/// A player's pyramid on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// The seat.
    pub seat: Seat,
    /// The size.
    pub size: Size,
    /// The direction it points in.
    pub points: HexDirection,
}

/// A pyramid on a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pyramid {
    /// An influence pyramid, which is upright.
    Influence(Size),
    /// A player's piece, which lies on its side.
    Piece(Piece),
}

impl Pyramid {
    /// Returns the piece, if the pyramid belongs to a player.
    pub const fn piece(self) -> Option<Piece> {
        match self {
            Self::Piece(piece) => Some(piece),
            Self::Influence(_) => None,
        }
    }
}

impl std::fmt::Display for Pyramid {
    /// Writes `*S` or `1M^NE`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Influence(size) => write!(f, "*{size}"),
            Self::Piece(Piece { seat, size, points }) => write!(f, "{seat}{size}^{points}"),
        }
    }
}

/// Pieces of a player that point at each other, with the last one pointing at an influence pyramid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    pub seat: Seat,
    /// The spaces of its pieces, beginning with the first.
    pub pieces: Vec<Hex>,
    /// The space of the influence pyramid that the last piece points at.
    pub target: Hex,
    pub size: Size,
}

impl Chain {
    /// Returns the space of the first piece.
    pub fn first(&self) -> Hex {
        self.pieces[0]
    }
}

/// The last turn in which anything happened, for pictures only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LastTurn {
    /// The seat whose turn it is or was.
    pub(super) seat: Seat,
    /// The number of the turn.
    pub(super) turn: u32,
    /// The entry space of the push, its direction, and the space where it ended.
    pub(super) push: Option<(Hex, HexDirection, Hex)>,
    /// The spaces that pyramids were pushed from and to.
    pub(super) pushed: Vec<(Hex, Hex)>,
    /// The pieces that were pushed off the board, with the edge spaces that they left from.
    pub(super) off: Vec<(Hex, Piece)>,
    /// The space of the piece that was turned.
    pub(super) turned: Option<Hex>,
    /// The chains that captured.
    pub(super) chains: Vec<Chain>,
    /// The pyramids that captures took off the board.
    pub(super) removed: Vec<(Hex, Pyramid)>,
    /// The spaces where influence pyramids were placed.
    pub(super) placed: Vec<Hex>,
}

impl LastTurn {
    fn new(seat: Seat, turn: u32) -> Self {
        Self {
            seat,
            turn,
            push: None,
            pushed: Vec::new(),
            off: Vec::new(),
            turned: None,
            chains: Vec::new(),
            removed: Vec::new(),
            placed: Vec::new(),
        }
    }
}

/// The state of a match.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    pub(super) phase: Stage,
    pub(super) turn: Seat,
    /// The number of the turn, from 1. Not part of the canonical state.
    pub(super) turns: u32,
    pub(super) spaces: [Option<Pyramid>; Hex::COUNT],
    pub(super) supply: [Stash; State::SEATS],
    pub(super) influence: Stash,
    pub(super) captured: [Stash; State::SEATS],
    pub(super) last: Option<LastTurn>,
}

impl State {
    /// The number of seats.
    pub const SEATS: usize = 2;
    /// The number of captured pyramids of a size that win its caste.
    pub const CASTE_SIZE: u8 = 3;
    /// The smallest number of pieces in a chain.
    pub const CHAIN_LENGTH: usize = 4;
    /// The number of pieces from which pictures show a chain: with one more piece, it captures.
    pub(super) const SHOWN_CHAIN_LENGTH: usize = Self::CHAIN_LENGTH - 1;

    /// Returns the initial state: six influence pyramids on the corners, with seat 1 to go first (R6).
    pub(super) fn begin() -> Self {
        let mut state = Self {
            phase: Stage::Push,
            turn: Seat::new(1),
            turns: 1,
            spaces: [None; Hex::COUNT],
            supply: [Stash::FULL; Self::SEATS],
            influence: Stash::new([3; 3]),
            captured: [Stash::EMPTY; Self::SEATS],
            last: None,
        };
        let corner = |hex: &Hex| {
            hex.is_border() && HexDirection::ALL.map(|d| hex.step(d)).iter().flatten().count() == 3
        };
        for hex in Hex::all().filter(corner) {
            // Opposite corners hold the same size: a1 and g4, a4 and g1, d1 and d7.
            let size = match (hex.column(), hex.height() < 0) {
                (0, true) | (6, false) => Size::Small,
                (3, _) => Size::Large,
                _ => Size::Medium,
            };
            state.spaces[hex.index()] = Some(Pyramid::Influence(size));
        }
        state
    }

    /// Returns the seat whose turn it is, or was last.
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// Returns the pyramid on a space.
    pub fn pyramid(&self, hex: Hex) -> Option<Pyramid> {
        self.spaces[hex.index()]
    }

    /// Returns all pyramids on the board, sorted by the names of their spaces.
    pub fn pyramids(&self) -> impl Iterator<Item = (Hex, Pyramid)> {
        Hex::all().filter_map(|hex| Some((hex, self.pyramid(hex)?)))
    }

    /// Returns a seat's pieces off the board.
    pub fn supply(&self, seat: Seat) -> Stash {
        seat.index(Self::SEATS).map_or(Stash::EMPTY, |i| self.supply[i])
    }

    /// Returns the influence pyramids that have not been placed yet.
    pub fn influence(&self) -> Stash {
        self.influence
    }

    /// Returns the influence pyramids that a seat has captured.
    pub fn captured(&self, seat: Seat) -> Stash {
        seat.index(Self::SEATS).map_or(Stash::EMPTY, |i| self.captured[i])
    }

    /// Returns the castes that a seat has won: the sizes of which it has captured at least three.
    pub fn castes(&self, seat: Seat) -> impl Iterator<Item = Size> {
        let captured = self.captured(seat);
        Size::ALL.into_iter().filter(move |&size| captured[size] >= Self::CASTE_SIZE)
    }

    /// Returns the record of the current turn for pictures, replacing that of an earlier turn.
    pub(super) fn last_turn_mut(&mut self) -> &mut LastTurn {
        let (seat, turn) = (self.turn, self.turns);
        if self.last.as_ref().is_some_and(|last| last.turn != turn) {
            self.last = None;
        }
        self.last.get_or_insert_with(|| LastTurn::new(seat, turn))
    }

    /// Returns the other seat.
    pub(super) fn other(seat: Seat) -> Seat {
        Seat::new(if seat == Seat::new(1) { 2 } else { 1 })
    }
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let board = || self.pyramids().map(|(hex, pyramid)| (hex, pyramid.to_string()));
        let to_act: Vec<Seat> = self.asked().into_iter().collect();
        let winner = match self.phase {
            Stage::Over(Winner::Seat(seat)) => json!(seat),
            Stage::Over(Winner::Draw) => json!("draw"),
            _ => json!(null),
        };
        let mut state = serializer.serialize_struct("State", 7)?;
        state.serialize_field("phase", self.phase.word())?;
        state.serialize_field("to_act", &to_act)?;
        state.serialize_field("board", &Entries(board))?;
        state.serialize_field("supply", &self.supply)?;
        state.serialize_field("influence", &self.influence)?;
        state.serialize_field("captured", &self.captured)?;
        state.serialize_field("winner", &winner)?;
        state.end()
    }
}
