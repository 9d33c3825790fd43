//! [`Event`]s, all of which are public, and their sentences.

use super::hexagon::hexagon;
use super::state::Score;
use crate::games::phrase::{self, counted};
use crate::games::{Names, Seat};
use crate::grid::{Cell, Corner};

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The match began.
    Began,
    /// A turn begins.
    TurnBegan(Seat),
    /// A turn is skipped, because the player has no legal move.
    Passed(Seat),
    /// A pawn was placed on its first intersection.
    Started { seat: Seat, at: Corner },
    /// A pawn moved.
    Moved { seat: Seat, from: Corner, to: Corner, steps: u8 },
    /// Cylinders were placed.
    Filled { seat: Seat, cell: Cell, count: u8 },
    /// A player exchanged some of the opponent's cylinders.
    Exchanged { seat: Seat, cell: Cell, count: u8 },
    /// The match is over.
    Over {
        /// Whether every triangle is occupied; otherwise neither player can move.
        full: bool,
        score: Score,
    },
}

impl Event {
    /// Describes the event in a sentence.
    pub(super) fn sentence(&self, names: &Names) -> String {
        let name = |seat: &Seat| names.get(*seat);
        let corner = |corner| hexagon().corners.name(corner);
        let cell = |cell| hexagon().board.name(cell);
        match self {
            Event::Began => format!("The match begins. {} places the first pawn.", names.get(Seat::at(0))),
            Event::TurnBegan(seat) => phrase::turn_of(&name(seat)),
            Event::Passed(seat) => format!("{} has no legal move, so the turn is skipped.", name(seat)),
            Event::Started { seat, at } => format!("{} starts on {}.", name(seat), corner(*at)),
            Event::Moved { seat, from, to, steps } => {
                let steps = counted(*steps, "intersection");
                format!("{} moves {steps} from {} to {}.", name(seat), corner(*from), corner(*to))
            }
            Event::Filled { seat, cell: at, count } => {
                format!("{} places {} in {}.", name(seat), counted(*count, "cylinder"), cell(*at))
            }
            Event::Exchanged { seat, cell: at, count } => {
                format!("{} exchanges {} in {}.", name(seat), counted(*count, "cylinder"), cell(*at))
            }
            // The outcome, which everyone reads next, says why the match is over.
            Event::Over { score, .. } => verdict(score, names),
        }
    }
}

fn verdict(score: &Score, names: &Names) -> String {
    let sectors: Vec<String> = (1..)
        .zip(score.by_sector)
        .map(|(number, sector)| {
            let [first, second] = sector.cylinders;
            let (more, less) = (first.max(second), first.min(second));
            match sector.holder {
                Some(seat) => format!("{number} {} ({more} to {less})", names.get(seat)),
                None => format!("{number} nobody ({more} to {less})"),
            }
        })
        .collect();
    // The winner's numbers come first.
    let swap = score.winner() == Some(Seat::at(1));
    let pair = |[a, b]: [u8; 2]| if swap { (b, a) } else { (a, b) };
    let ((first, second), (held, other)) = (pair(score.cylinders), pair(score.sectors));
    let result = match (score.winner(), score.by_sectors()) {
        (Some(seat), false) => {
            format!("{} wins by {} to {second}", names.get(seat), counted(first, "cylinder"))
        }
        (Some(seat), true) => {
            let tie = counted(first, "cylinder");
            format!(
                "Both players keep {tie}, so {} wins by {} to {other}",
                names.get(seat),
                counted(held, "sector")
            )
        }
        (None, _) => {
            format!(
                "It is a draw: both players keep {} in {}",
                counted(first, "cylinder"),
                counted(held, "sector")
            )
        }
    };
    format!("Sectors: {}. {result}.", sectors.join(", "))
}
