//! Events and facts in words.

use super::event::Event;
use super::hexagon::hexagon;
use super::score::Score;
use super::state::{Phase, State};
use crate::games::{Fact, Names, Seat};

/// An event in a sentence.
pub(super) fn sentence(event: &Event, names: &Names) -> String {
    let name = |seat: &Seat| names.get(*seat);
    let corner = |corner| hexagon().corners().name(corner);
    let cell = |cell| hexagon().board().name(cell);
    match event {
        Event::Began => format!("The match begins. {} puts the first pawn down.", names.get(Seat::at(0))),
        Event::TurnBegan(seat) => format!("It is {}’s turn.", name(seat)),
        Event::Passed(seat) => format!("{} has no legal move and passes.", name(seat)),
        Event::Started { seat, at } => format!("{} begins on {}.", name(seat), corner(*at)),
        Event::Moved { seat, from, to, steps } => {
            let unit = if *steps == 1 { "intersection" } else { "intersections" };
            format!("{} moves {steps} {unit} from {} to {}.", name(seat), corner(*from), corner(*to))
        }
        Event::Filled { seat, cell: at, count } => {
            format!("{} places {} in {}.", name(seat), cylinders(*count), cell(*at))
        }
        Event::Exchanged { seat, cell: at, count } => {
            format!("{} exchanges {} in {}.", name(seat), cylinders(*count), cell(*at))
        }
        Event::Over { full, score } => {
            let why = if *full { "All triangles are occupied." } else { "Neither player can move." };
            format!("The match is over. {why} {}", verdict(score, names))
        }
    }
}

/// `1 cylinder`, `3 cylinders`.
pub(super) fn cylinders(count: u8) -> String {
    if count == 1 { "1 cylinder".to_owned() } else { format!("{count} cylinders") }
}

fn verdict(score: &Score, names: &Names) -> String {
    let sectors: Vec<String> = (1..)
        .zip(score.by_sector)
        .map(|(number, sector)| {
            let [first, second] = sector.cylinders;
            let holder = sector.holder.map_or("nobody".into(), |seat| names.get(seat));
            format!("sector {number} {first}:{second} {holder}")
        })
        .collect();
    // The winner's numbers first.
    let swap = score.winner() == Some(Seat::at(1));
    let pair = |[a, b]: [u8; 2]| if swap { (b, a) } else { (a, b) };
    let ((first, second), (held, other)) = (pair(score.cylinders), pair(score.sectors));
    let result = match (score.winner(), score.by_sectors()) {
        (Some(seat), false) => format!("{} wins with {first} to {second} cylinders", names.get(seat)),
        (Some(seat), true) => {
            format!("{} wins with {held} to {other} sectors, both keep {first} cylinders", names.get(seat))
        }
        (None, _) => format!("A draw: both keep {first} cylinders in {held} sectors"),
    };
    format!("{}. {result}.", capital(&sectors.join("; ")))
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// Why a match ended as it did, in a sentence.
pub(super) fn reason(state: &State, score: &Score) -> String {
    let why = if state.is_full() { "All triangles are occupied" } else { "Neither player can move" };
    let how = match (score.winner(), score.by_sectors()) {
        (Some(_), false) => "the cylinders in the own sectors decide",
        (Some(_), true) => "cylinders are even, so the number of sectors decides",
        (None, _) => "cylinders and sectors are even",
    };
    format!("{why}; {how}.")
}

/// What a player may like to know of the own position.
pub(super) fn facts(state: &State, seat: Seat) -> Vec<Fact> {
    let Some(i) = seat.index(2) else { return Vec::new() };
    let mut facts = Vec::new();
    let mut fact = |label, value: String| facts.push(Fact { label, value });
    if let Some(pawn) = state.pawns[i] {
        fact("Pawn", hexagon().corners().name(pawn).to_string());
    }
    fact("Reserve", cylinders(state.reserve[i]));
    let score = state.score();
    let label = if state.phase == Phase::Over { "Score" } else { "Score if it ended now" };
    fact(label, format!("{} in {} sectors", cylinders(score.cylinders[i]), score.sectors[i]));
    facts
}
