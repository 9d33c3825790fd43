//! [`Event`]s, all of which are public, and their sentences.

use super::setup::Roll;
use super::spaces::{Piece, Spaces, Symbol};
use crate::games::phrase::{self, counted};
use crate::games::{Names, Seat, Size};
use crate::grid::CellName;

/// Something that happened in a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A seat rolled to decide who goes first.
    RolledForFirst { seat: Seat, roll: Roll },
    /// These seats tied for the highest roll and roll again.
    Tied { seats: Vec<Seat> },
    /// This seat has the highest roll and goes first.
    Begins { seat: Seat },
    /// A turn begins.
    TurnBegan { seat: Seat },
    /// The turn of a player who has resigned is skipped (R7).
    Skipped { seat: Seat },
    /// Movement points were rolled.
    Rolled { seat: Seat, roll: Roll },
    /// A piece was placed on its Eye Space.
    Placed {
        piece: Piece,
        at: CellName,
        /// The points paid; 0 for the free piece.
        cost: u8,
        left: u8,
    },
    /// A piece took a step.
    Stepped { piece: Piece, from: CellName, to: CellName, left: u8 },
    /// A piece was pushed off and returned to its owner.
    PushedOut { piece: Piece, at: CellName },
    /// The entering piece met a piece of its own size and shrank (R4).
    Shrunk { piece: Piece, to: Size, at: CellName },
    /// The entering piece met a piece of its own size and left the board, because its owner had no smaller piece to
    /// replace it.
    Spent { piece: Piece, at: CellName },
    /// The holder of the Tri-Space removed pieces.
    Nuked {
        seat: Seat,
        /// The pieces, sorted by row and number.
        pieces: Vec<(CellName, Piece)>,
    },
    /// A turn was ended.
    TurnEnded { seat: Seat, lost: u8 },
    /// A seat holds all five spaces of a symbol, and the match is over.
    Won { seat: Seat, symbols: Vec<Symbol> },
}

impl Event {
    /// Describes the event in a sentence.
    pub(super) fn sentence(&self, names: &Names) -> String {
        let name = |seat: &Seat| names.get(*seat);
        let whose = |piece: &Piece| format!("{}’s {} piece", names.get(piece.seat), piece.size.word());
        match self {
            Event::RolledForFirst { seat, roll } => {
                format!("{} rolls {roll} to decide who goes first.", name(seat))
            }
            Event::Tied { seats } => format!("{} are tied and roll again.", names.list(seats)),
            Event::Begins { seat } => format!("{} has the highest roll and goes first.", name(seat)),
            Event::TurnBegan { seat } => phrase::turn_of(&name(seat)),
            Event::Skipped { seat } => format!("{} has resigned, so the turn is skipped.", name(seat)),
            Event::Rolled { seat, roll } => format!("{} rolls {roll} movement points.", name(seat)),
            Event::Placed { piece, at, cost, left } => {
                let price = if *cost == 0 { "free".to_owned() } else { counted(*cost, "point") };
                format!(
                    "{} places a {} piece on {at} for {price}; {} left.",
                    name(&piece.seat),
                    piece.size.word(),
                    counted(*left, "point")
                )
            }
            Event::Stepped { piece, from, to, left } => {
                format!("{} moves from {from} to {to}; {} left.", whose(piece), counted(*left, "point"))
            }
            Event::PushedOut { piece, at } => {
                format!("{} is pushed off {at} and returns to its owner.", whose(piece))
            }
            Event::Shrunk { piece, to, at } => {
                format!(
                    "{} met a piece of its own size on {at}, so a {} piece takes its place.",
                    whose(piece),
                    to.word()
                )
            }
            Event::Spent { piece, at } => {
                format!("{} met a piece of its own size on {at} and leaves the board too.", whose(piece))
            }
            Event::Nuked { seat, pieces } => {
                let list: Vec<String> =
                    pieces.iter().map(|(at, piece)| format!("{} on {at}", whose(piece))).collect();
                format!("{} nukes {}.", name(seat), phrase::all_of(&list))
            }
            Event::TurnEnded { seat, lost: 0 } => format!("{} ends the turn.", name(seat)),
            Event::TurnEnded { seat, lost } => {
                format!("{} ends the turn with {} unused.", name(seat), counted(*lost, "point"))
            }
            Event::Won { seat, symbols } => {
                format!("{} holds all five {} and wins.", name(seat), plural(symbols))
            }
        }
    }
}

/// Returns the reason why the match is over, given the spaces that the winner holds.
pub(super) fn reason(held: Spaces) -> String {
    format!("The winner holds all five {}.", plural(&Symbol::full(held).collect::<Vec<_>>()))
}

/// Writes `suns and all five moons`.
fn plural(symbols: &[Symbol]) -> String {
    let words: Vec<String> = symbols.iter().map(|symbol| format!("{}s", symbol.word())).collect();
    words.join(" and all five ")
}
