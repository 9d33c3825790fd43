//! Events, outcomes and facts in words.

use super::chain::Chain;
use super::event::{Event, Stuck};
use super::state::{Phase, Piece, Pyramid, State, Winner};
use crate::games::{Fact, Names, Outcome, Seat, Size, Standing, Verdict, phrase};
use crate::grid::Hex;

/// Describes an event in a sentence.
pub(super) fn sentence(event: &Event, names: &Names) -> String {
    let name = |seat: &Seat| names.get(*seat);
    match event {
        Event::TurnBegan { seat } => format!("It is {}’s turn.", name(seat)),
        Event::Passed { seat, stuck: Stuck::NoPiece } => {
            format!("All of {}’s pieces are on the board, so the turn is skipped.", name(seat))
        }
        Event::Passed { seat, stuck: Stuck::NoWay } => {
            format!("Every way onto the board is blocked for {}, so the turn is skipped.", name(seat))
        }
        Event::Pushed { piece, entry, way, distance, at, pushed } => {
            let steps = if *distance == 1 { "1 space".to_owned() } else { format!("{distance} spaces") };
            let mut text = format!(
                "{} pushes a {} piece onto the board at {entry}: {steps} {way} to {at}, pointing {}.",
                name(&piece.seat),
                piece.size.word(),
                piece.points
            );
            if !pushed.is_empty() {
                let list: Vec<String> = pushed
                    .iter()
                    .map(|(hex, pyramid)| format!("{} to {hex}", what(*pyramid, names)))
                    .collect();
                text += &format!(" It moves {}.", phrase::all_of(&list));
            }
            text
        }
        Event::PushedOff { piece } => {
            format!("{} is pushed off the board and returns to its owner.", whose(*piece, names))
        }
        Event::Turned { piece, at, points } => {
            format!("{} on {at} turns from {} to {points}.", whose(*piece, names), piece.points)
        }
        Event::Choice { seat, chains } => {
            let list: Vec<String> = chains.iter().map(|chain| capture(chain, names)).collect();
            format!("{} can choose between {} captures: {}.", name(seat), chains.len(), list.join("; "))
        }
        Event::Captured { chain, count } => format!(
            "{}. The chain’s {} pieces return to {}, who has now captured {count} {} influence {}.",
            capture(chain, names),
            chain.pieces.len(),
            name(&chain.seat),
            chain.size.word(),
            if *count == 1 { "pyramid" } else { "pyramids" }
        ),
        Event::CasteWon { seat, size } => format!("{} wins the {} caste.", name(seat), size.word()),
        Event::ToPlace { seat, size } => {
            format!(
                "{} now chooses an empty space for another {} influence pyramid.",
                name(seat),
                size.word()
            )
        }
        Event::NoneToPlace { size } => {
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

fn whose(piece: Piece, names: &Names) -> String {
    format!("{}’s {} piece", names.get(piece.seat), piece.size.word())
}

fn what(pyramid: Pyramid, names: &Names) -> String {
    match pyramid {
        Pyramid::Influence(size) => format!("a {} influence pyramid", size.word()),
        Pyramid::Piece(piece) => whose(piece, names),
    }
}

/// Describes a capture: `Ann’s chain a1 b2 c3 d4 captures the small influence pyramid on e4`.
pub(super) fn capture(chain: &Chain, names: &Names) -> String {
    self::chain(chain, "captures", names)
}

/// Returns what a chain does to the influence pyramid at its end, as a sentence without a full stop.
pub(super) fn chain(chain: &Chain, verb: &str, names: &Names) -> String {
    let pieces: Vec<String> = chain.pieces.iter().map(Hex::to_string).collect();
    format!(
        "{}’s chain {} {verb} the {} influence pyramid on {}",
        names.get(chain.seat),
        pieces.join(" "),
        chain.size.word(),
        chain.target
    )
}

/// Returns how the match ended.
pub(super) fn outcome(state: &State) -> Option<Outcome> {
    let Phase::Over(winner) = state.phase else { return None };
    let mut standings: Vec<Standing> = Seat::all(State::SEATS)
        .map(|seat| Standing {
            seat,
            verdict: match winner {
                Winner::Draw => Verdict::Drawn,
                Winner::Seat(winner) if winner == seat => Verdict::Won,
                Winner::Seat(_) => Verdict::Lost,
            },
            note: format!("captured {}", state.captured(seat)),
        })
        .collect();
    standings.sort_by_key(|standing| standing.verdict == Verdict::Lost);
    let reason = match winner {
        Winner::Draw => "Neither player could push a piece.".to_owned(),
        Winner::Seat(seat) => {
            let castes: Vec<&str> = state.castes(seat).map(Size::word).collect();
            format!("The winner won the {} castes.", phrase::all_of(&castes))
        }
    };
    Some(Outcome { standings, reason })
}

/// Returns what a player may like to know about their own position.
pub(super) fn facts(state: &State, seat: Seat) -> Vec<Fact> {
    if seat.index(State::SEATS).is_none() {
        return Vec::new();
    }
    let mut facts = vec![
        Fact { label: "Off the board", value: state.supply(seat).to_string() },
        Fact { label: "Captured", value: state.captured(seat).to_string() },
    ];
    let castes: Vec<&str> = state.castes(seat).map(Size::word).collect();
    if !castes.is_empty() {
        facts.push(Fact { label: "Castes", value: castes.join(", ") });
    }
    facts
}
