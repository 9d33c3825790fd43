//! Events, outcome and facts in words.

use super::chains::Chain;
use super::event::{Event, Stuck};
use super::state::{Phase, Piece, Pyramid, State, Winner};
use crate::games::{Fact, Names, Outcome, Seat, Size, Standing, Verdict};
use crate::grid::Hex;

/// An event in a sentence.
pub(super) fn sentence(event: &Event, names: &Names) -> String {
    let name = |seat: &Seat| names.get(*seat);
    match event {
        Event::TurnBegan { seat } => format!("It is {}’s turn.", name(seat)),
        Event::Passed { seat, stuck: Stuck::NoPiece } => {
            format!("{} has all pieces on the board, so the turn passes.", name(seat))
        }
        Event::Passed { seat, stuck: Stuck::NoWay } => {
            format!("{} finds every way in blocked, so the turn passes.", name(seat))
        }
        Event::Pushed { piece, entry, way, distance, at, pushed } => {
            let steps = if *distance == 1 { "1 space".to_owned() } else { format!("{distance} spaces") };
            let mut text = format!(
                "{} pushes a {} piece in at {entry} going {way}, {steps}: it is on {at} and points {}.",
                name(&piece.seat),
                piece.size.word(),
                piece.points
            );
            if !pushed.is_empty() {
                let list: Vec<String> = pushed
                    .iter()
                    .map(|(hex, pyramid)| format!("{} to {hex}", what(*pyramid, names)))
                    .collect();
                text += &format!(" It pushes {}.", list.join(", "));
            }
            text
        }
        Event::PushedOff { piece } => {
            format!("{} leaves the board and is back in the supply.", whose(*piece, names))
        }
        Event::Turned { piece, at, points } => {
            format!("{} on {at} is turned from {} to {points}.", whose(*piece, names), piece.points)
        }
        Event::Choice { seat, chains } => {
            let list: Vec<String> = chains.iter().map(|chain| capture(chain, names)).collect();
            format!("{} picks one of {} captures: {}.", name(seat), chains.len(), list.join("; "))
        }
        Event::Captured { chain, count } => format!(
            "{}: {} pieces go back to the supply. That makes {count} {}.",
            capture(chain, names),
            chain.pieces.len(),
            chain.size.word()
        ),
        Event::CasteWon { seat, size } => format!("{} wins the {} caste.", name(seat), size.word()),
        Event::ToPlace { seat, size } => {
            format!("{} places another {} influence pyramid on an empty space.", name(seat), size.word())
        }
        Event::NoneToPlace { size } => {
            format!("No {} influence pyramid is left to be placed.", size.word())
        }
        Event::Placed { seat, size, at } => {
            format!("{} places a {} influence pyramid on {at}.", name(seat), size.word())
        }
        Event::Won { seat, castes } => {
            let castes: Vec<&str> = castes.iter().map(|size| size.word()).collect();
            format!("{} has won the {} castes and wins.", name(seat), castes.join(" and "))
        }
        Event::Drawn => "Neither player can push, so the match is drawn.".to_owned(),
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

/// `Ann’s chain a1 b2 c3 d4 captures the small influence pyramid on e4`.
fn capture(chain: &Chain, names: &Names) -> String {
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

/// How it ended.
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
        Winner::Draw => "Neither player could push.".to_owned(),
        Winner::Seat(seat) => {
            let castes: Vec<&str> = state.castes(seat).map(Size::word).collect();
            format!("The winner has won the {} castes.", castes.join(" and "))
        }
    };
    Some(Outcome { standings, reason })
}

/// What a player may know of the own position; here everyone may.
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
