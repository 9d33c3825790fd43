//! Events and facts in words.

use super::event::Event;
use super::hexagon::hexagon;
use super::score::Score;
use super::state::{Phase, State};
use crate::games::{Fact, Names, Seat};

/// Describes an event in a sentence.
pub(super) fn sentence(event: &Event, names: &Names) -> String {
    let name = |seat: &Seat| names.get(*seat);
    let corner = |corner| hexagon().corners().name(corner);
    let cell = |cell| hexagon().board().name(cell);
    match event {
        Event::Began => format!("The match begins. {} places the first pawn.", names.get(Seat::at(0))),
        Event::TurnBegan(seat) => format!("It is {}’s turn.", name(seat)),
        Event::Passed(seat) => format!("{} has no legal move, so the turn is skipped.", name(seat)),
        Event::Started { seat, at } => format!("{} starts on {}.", name(seat), corner(*at)),
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
        // Why the match is over is left to the outcome, which everyone reads next.
        Event::Over { score, .. } => verdict(score, names),
    }
}

/// Returns `1 cylinder` or `3 cylinders`.
pub(super) fn cylinders(count: u8) -> String {
    if count == 1 { "1 cylinder".to_owned() } else { format!("{count} cylinders") }
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
    // The winner's numbers first.
    let swap = score.winner() == Some(Seat::at(1));
    let pair = |[a, b]: [u8; 2]| if swap { (b, a) } else { (a, b) };
    let ((first, second), (held, other)) = (pair(score.cylinders), pair(score.sectors));
    let result = match (score.winner(), score.by_sectors()) {
        (Some(seat), false) => format!("{} wins by {} to {second}", names.get(seat), cylinders(first)),
        (Some(seat), true) => {
            let tie = cylinders(first);
            format!("Both players keep {tie}, so {} wins by {held} sectors to {other}", names.get(seat))
        }
        (None, _) => format!("It is a draw: both players keep {} in {held} sectors", cylinders(first)),
    };
    format!("Sectors: {}. {result}.", sectors.join(", "))
}

/// Returns why the match is over. Who won by how much is in the standings.
pub(super) fn reason(state: &State) -> String {
    let why = if state.is_full() { "Every triangle is occupied." } else { "Neither player can move." };
    why.to_owned()
}

/// Returns what a player may like to know about their own position.
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
