//! [`Setup`]: the roster, the board and the number of rounds, and the options that determine them.

use serde::{Deserialize, Serialize};

use crate::games::phrase::one_of;
use crate::games::{Field, OptionKind, SetupError, Spec};
use crate::grid::{Board, Cell, Shape, ShapeError};

/// The setup of a match, as it appears in records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The board; `hexagon:3` by default (R16).
    #[serde(default = "Setup::default_board")]
    pub board: Shape,
    /// The number of rounds before the vote, from 1 to [`MAX_ROUNDS`](Self::MAX_ROUNDS); [`DEFAULT_ROUNDS`](Self::DEFAULT_ROUNDS)
    /// by default.
    #[serde(default = "Setup::default_rounds")]
    pub rounds: u32,
    /// The roster in seat order.
    pub players: Vec<Entrant>,
    /// The cells where the players begin, in seat order. They are drawn if the setup does not name them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placement: Option<Vec<String>>,
    /// What players learn about their own position (R3).
    #[serde(default, skip_serializing_if = "Reveal::is_none")]
    pub reveal: Reveal,
}

/// What players learn about their own position (R3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reveal {
    /// Nothing. They keep track of it, as the original rules intend.
    #[default]
    None,
    /// Their own cell, in words and on a private picture.
    Own,
}

impl Reveal {
    // Serde passes a reference.
    #[expect(clippy::trivially_copy_pass_by_ref)]
    fn is_none(&self) -> bool {
        *self == Self::None
    }
}

/// A player on the roster.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    /// The player's name.
    pub name: String,
    /// The initial priority, from 1 to the number of players, which is the highest.
    pub priority: u8,
    /// The balance of garnets before the match, which may be negative.
    pub garnets: i64,
}

impl Setup {
    /// The possible numbers of players: 3k + 1 players make k triforces.
    pub const PLAYERS: &'static [u8] = &[7, 10, 13, 16];
    /// The largest number of players.
    pub const MAX_PLAYERS: u8 = Self::PLAYERS[Self::PLAYERS.len() - 1];

    /// The largest number of rounds.
    pub const MAX_ROUNDS: u32 = 100;

    /// The number of rounds of a match whose setup does not say it.
    pub const DEFAULT_ROUNDS: u32 = 10;

    /// The board of a match whose setup does not name one (R16).
    pub const BOARD: Shape = Shape::Hexagon(3);

    fn default_board() -> Shape {
        Self::BOARD
    }

    fn default_rounds() -> u32 {
        Self::DEFAULT_ROUNDS
    }

    /// Checks everything that does not depend on draws, and returns the cells of the placement.
    pub(super) fn check(&self, board: &Board) -> Result<Option<Vec<Cell>>, SetupError> {
        let players = self.players.len();
        if !Self::PLAYERS.iter().any(|&n| usize::from(n) == players) {
            let possible: Vec<String> = Self::PLAYERS.iter().map(u8::to_string).collect();
            return err(format!("players: there are {players}, but it takes {}", one_of(&possible)));
        }
        if !(1..=Self::MAX_ROUNDS).contains(&self.rounds) {
            return err(format!("rounds: {} is not from 1 to {}", self.rounds, Self::MAX_ROUNDS));
        }
        let mut taken = vec![false; players];
        for (i, player) in self.players.iter().enumerate() {
            let is_taken = usize::from(player.priority).checked_sub(1).and_then(|p| taken.get_mut(p));
            match is_taken {
                None => {
                    return err(format!(
                        "players[{i}].priority: {} is not from 1 to {players}",
                        player.priority
                    ));
                }
                Some(true) => {
                    return err(format!("players[{i}].priority: {} is given twice", player.priority));
                }
                Some(is_taken) => *is_taken = true,
            }
        }
        let border = board.border().count();
        if border < players {
            return err(format!(
                "board: {} has {border} border cells, too few for {players} players",
                self.board
            ));
        }
        self.placement.as_ref().map(|names| self.check_placement(names, board)).transpose()
    }

    fn check_placement(&self, names: &[String], board: &Board) -> Result<Vec<Cell>, SetupError> {
        if names.len() != self.players.len() {
            return err(format!("placement: {} cells for {} players", names.len(), self.players.len()));
        }
        let mut cells: Vec<Cell> = Vec::with_capacity(names.len());
        for (i, name) in names.iter().enumerate() {
            match board.find(name) {
                None => return err(format!("placement[{i}]: {} has no cell {name:?}", self.board)),
                Some(cell) if !board.is_border(cell) => {
                    return err(format!("placement[{i}]: {name} is not a border cell"));
                }
                Some(cell) if cells.contains(&cell) => {
                    return err(format!("placement[{i}]: {name} is given twice"));
                }
                Some(cell) => cells.push(cell),
            }
        }
        Ok(cells)
    }
}

fn err<T>(what: String) -> Result<T, SetupError> {
    Err(SetupError::new(what))
}

/// [`Setup::BOARD`] and [`Setup::DEFAULT_ROUNDS`], as options are written.
pub(super) const DEFAULT_BOARD_OPTION: &str = "hexagon:3";
pub(super) const DEFAULT_ROUNDS_OPTION: &str = "10";

/// The options of a match.
pub(super) static OPTIONS: &[Spec] = &[
    Spec {
        key: "board",
        label: "Board",
        help: "The board: hexagon:K (side K) or triangle:N (N rows)",
        kind: OptionKind::Text { check: check_board, suggest: suggest_boards },
        default: Some(DEFAULT_BOARD_OPTION),
    },
    Spec {
        key: "rounds",
        label: "Rounds",
        help: "Rounds before the vote",
        kind: OptionKind::Number(1..=Setup::MAX_ROUNDS as i64),
        default: Some(DEFAULT_ROUNDS_OPTION),
    },
    Spec {
        key: "reveal",
        label: "Own cell",
        help: "What players learn about their own position",
        kind: OptionKind::Choice(&[
            ("none", "players keep track of it themselves"),
            ("own", "each player privately learns their own cell"),
        ]),
        default: Some("none"),
    },
];

/// The fields of each player.
pub(super) static FIELDS: &[Field] = &[
    Field {
        spec: Spec {
            key: "priority",
            label: "Priority",
            help: "The place on the initial priority list; the number of players is the highest",
            kind: OptionKind::Number(1..=Setup::MAX_PLAYERS as i64),
            default: None,
        },
        is_rank: true,
    },
    Field {
        spec: Spec {
            key: "garnets",
            label: "Garnets",
            help: "The balance of garnets before the match",
            kind: OptionKind::Number(-9_999..=9_999),
            default: Some("0"),
        },
        is_rank: false,
    },
];

/// Reads the name of a board, and returns it as written in records.
fn check_board(text: &str) -> Result<String, String> {
    let shape = text.parse().map_err(|error: ShapeError| {
        let mut sentence = error.to_string();
        sentence.get_mut(..1).map(str::make_ascii_uppercase);
        format!("{sentence}.")
    });
    shape.map(|shape: Shape| shape.to_string())
}

/// Suggests boards that are large enough for a match.
fn suggest_boards() -> Vec<(String, String)> {
    let shapes = (2..=6).map(Shape::Hexagon).chain((5..=12).map(Shape::Triangle));
    let labelled = shapes.map(|shape| {
        let board = Board::shared(shape);
        let (cells, border) = (board.cells().count(), board.border().count());
        (format!("{shape} ({cells} cells, {border} on the border)"), shape.to_string())
    });
    labelled.collect()
}
