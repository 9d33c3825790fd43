//! The options of a match and the fields of its roster.

use super::setup::{self, Setup};
use crate::games::{Entrant, Field, Kind, SetupError, Spec, Values, number};
use crate::grid::{Board, Shape, ShapeError};

/// The options of a match.
pub(super) static OPTIONS: &[Spec] = &[
    Spec {
        key: "board",
        label: "Board",
        help: "The board: hexagon:K (side K) or triangle:N (N rows)",
        kind: Kind::Text { check: board, suggest: boards },
        default: Some("hexagon:3"),
    },
    Spec {
        key: "rounds",
        label: "Rounds",
        help: "Rounds before the vote",
        kind: Kind::Number(1..=Setup::MAX_ROUNDS as i64),
        default: Some("10"),
    },
    Spec {
        key: "reveal",
        label: "Own cell",
        help: "What players learn about their own position",
        kind: Kind::Choice(&[
            ("none", "players keep track of it themselves"),
            ("own", "each player privately learns their own cell"),
        ]),
        default: Some("none"),
    },
];

/// The values of each player.
pub(super) static FIELDS: &[Field] = &[
    Field {
        spec: Spec {
            key: "priority",
            label: "Priority",
            help: "The place on the initial priority list; the number of players is the highest",
            kind: Kind::Number(1..=16),
            default: None,
        },
        is_rank: true,
    },
    Field {
        spec: Spec {
            key: "garnets",
            label: "Garnets",
            help: "The balance of garnets before the match",
            kind: Kind::Number(-9_999..=9_999),
            default: Some("0"),
        },
        is_rank: false,
    },
];

fn board(text: &str) -> Result<String, String> {
    let shape = text.parse().map_err(|error: ShapeError| {
        let mut sentence = error.to_string();
        sentence.get_mut(..1).map(str::make_ascii_uppercase);
        format!("{sentence}.")
    });
    shape.map(|shape: Shape| shape.to_string())
}

/// Suggests boards that are large enough for a match.
fn boards() -> Vec<(String, String)> {
    let shapes = (2..=6).map(Shape::Hexagon).chain((5..=12).map(Shape::Triangle));
    let labelled = shapes.map(|shape| {
        let board = Board::shared(shape);
        let (cells, border) = (board.cells().count(), board.border().count());
        (format!("{shape} ({cells} cells, {border} on the border)"), shape.to_string())
    });
    labelled.collect()
}

/// Returns the setup that follows from the options and the roster.
pub(super) fn setup(options: &Values, roster: &[Entrant<'_>]) -> Result<Setup, SetupError> {
    let board = options.text("board").unwrap_or_default();
    let entrant = |entrant: &Entrant<'_>| {
        Ok(setup::Entrant {
            name: entrant.name.to_owned(),
            priority: number(entrant.fields, "priority")?,
            garnets: number(entrant.fields, "garnets")?,
        })
    };
    Ok(Setup {
        board: board.parse().map_err(|error: ShapeError| SetupError::new(error.to_string()))?,
        rounds: number(options, "rounds")?,
        players: roster.iter().map(entrant).collect::<Result<_, SetupError>>()?,
        placement: None,
        reveal: match options.text("reveal") {
            Some("own") => setup::Reveal::Own,
            _ => setup::Reveal::None,
        },
    })
}
