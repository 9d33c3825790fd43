//! [`Event`]s, all of which are public, and their sentences.

use super::state::{Chain, Piece, Pyramid};
use crate::games::phrase::{self, counted};
use crate::games::{Names, Seat, Size};
use crate::grid::{Hex, HexDirection};

/// The reason why a seat cannot push (R4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stuck {
    /// All pieces of the seat are on the board.
    NoPiece,
    /// Every way in is blocked by influence pyramids.
    NoWay,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A turn begins.
    TurnBegan(Seat),
    /// A turn is skipped (R4).
    Passed { seat: Seat, stuck: Stuck },
    /// A piece was pushed onto the board.
    Pushed {
        piece: Piece,
        entry: Hex,
        way: HexDirection,
        distance: u8,
        at: Hex,
        /// The pyramids that it pushed, with their new spaces.
        pushed: Vec<(Hex, Pyramid)>,
    },
    /// A piece was pushed off the board and returned to its owner.
    PushedOff(Piece),
    /// A pushed piece was turned.
    Turned {
        /// The piece before the turn.
        piece: Piece,
        at: Hex,
        points: HexDirection,
    },
    /// Several captures are possible, and the current player chooses one.
    Choice { seat: Seat, chains: Vec<Chain> },
    /// A chain captured an influence pyramid, and its pieces returned to their owner.
    Captured {
        chain: Chain,
        /// The number of influence pyramids of this size that its owner has captured.
        count: u8,
    },
    /// A seat captured three influence pyramids of one size and won a caste.
    CasteWon { seat: Seat, size: Size },
    /// A seat has to place another influence pyramid of the captured size.
    ToPlace {
        /// The opponent of the chain's owner.
        seat: Seat,
        size: Size,
    },
    /// There is no influence pyramid of the captured size left to place.
    NoneToPlace(Size),
    /// An influence pyramid was placed.
    Placed { seat: Seat, size: Size, at: Hex },
    /// A seat won two castes, and the match is over.
    Won { seat: Seat, castes: Vec<Size> },
    /// Neither player can push, and the match is a draw.
    Drawn,
}

impl Event {
    /// Describes the event in a sentence.
    pub(super) fn sentence(&self, names: &Names) -> String {
        let name = |seat: &Seat| names.get(*seat);
        match self {
            Event::TurnBegan(seat) => phrase::turn_of(&name(seat)),
            Event::Passed { seat, stuck: Stuck::NoPiece } => {
                format!("All of {}’s pieces are on the board, so the turn is skipped.", name(seat))
            }
            Event::Passed { seat, stuck: Stuck::NoWay } => {
                format!("Every way onto the board is blocked for {}, so the turn is skipped.", name(seat))
            }
            Event::Pushed { piece, entry, way, distance, at, pushed } => {
                let (who, size, points) = (name(&piece.seat), piece.size.word(), piece.points);
                let mut text = if entry == at {
                    format!("{who} pushes a {size} piece onto {at}, heading {way} and pointing {points}.")
                } else {
                    let steps = counted(*distance, "space");
                    format!(
                        "{who} pushes a {size} piece in at {entry}, {steps} {way} to {at}, pointing {points}."
                    )
                };
                if !pushed.is_empty() {
                    let list: Vec<String> = pushed
                        .iter()
                        .map(|(hex, pyramid)| format!("{} to {hex}", what(*pyramid, names)))
                        .collect();
                    text += &format!(" It moves {}.", phrase::all_of(&list));
                }
                text
            }
            Event::PushedOff(piece) => {
                format!("{} is pushed off the board and returns to its owner.", whose(*piece, names))
            }
            Event::Turned { piece, at, points } => {
                format!("{} on {at} turns from {} to {points}.", whose(*piece, names), piece.points)
            }
            Event::Choice { seat, chains } => {
                let list: Vec<String> =
                    chains.iter().map(|chain| chain_words(chain, "captures", names)).collect();
                format!("{} can choose between {} captures: {}.", name(seat), chains.len(), list.join("; "))
            }
            Event::Captured { chain, count } => format!(
                "{}. The chain’s {} pieces return to {}, who has now captured {}.",
                chain_words(chain, "captures", names),
                chain.pieces.len(),
                name(&chain.seat),
                counted(*count, &format!("{} influence pyramid", chain.size.word()))
            ),
            Event::CasteWon { seat, size } => format!("{} wins the {} caste.", name(seat), size.word()),
            Event::ToPlace { seat, size } => {
                format!(
                    "{} now chooses an empty space for another {} influence pyramid.",
                    name(seat),
                    size.word()
                )
            }
            Event::NoneToPlace(size) => {
                format!("There are no {} influence pyramids left to place.", size.word())
            }
            Event::Placed { seat, size, at } => {
                format!("{} places a {} influence pyramid on {at}.", name(seat), size.word())
            }
            Event::Won { seat, castes } => {
                let castes: Vec<&str> = castes.iter().map(|size| size.word()).collect();
                format!("With the {} castes, {} wins the match.", phrase::all_of(&castes), name(seat))
            }
            Event::Drawn => "Neither player can push a piece, so the match is a draw.".to_owned(),
        }
    }
}

fn whose(piece: Piece, names: &Names) -> String {
    format!("{}’s {} piece", names.get(piece.seat), piece.size.word())
}

fn what(pyramid: Pyramid, names: &Names) -> String {
    match pyramid {
        Pyramid::Influence(size) => format!("a {} influence pyramid", size.word()),
        Pyramid::Piece(piece) => whose(piece, names),
    }
}

/// Describes what a chain does to the influence pyramid at its end, in a sentence without a full stop.
pub(super) fn chain_words(chain: &Chain, verb: &str, names: &Names) -> String {
    let pieces: Vec<String> = chain.pieces.iter().map(Hex::to_string).collect();
    format!(
        "{}’s chain {} {verb} the {} influence pyramid on {}",
        names.get(chain.seat),
        pieces.join(" "),
        chain.size.word(),
        chain.target
    )
}
