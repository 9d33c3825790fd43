//! Events and facts in words.

use super::event::{Ending, Event, Roll};
use super::piece::Piece;
use super::state::State;
use crate::games::{Fact, Names, Seat, Size, Stash, phrase};

/// Describes an event in a sentence.
pub(super) fn sentence(event: &Event, names: &Names) -> String {
    let name = |seat: &Seat| names.get(*seat);
    match event {
        Event::Began { players, goal } => format!(
            "The match begins with {players} players. A player who holds {goal} territories at the start of their turn wins."
        ),
        Event::TurnBegan(seat) => format!("It is {}’s turn.", name(seat)),
        Event::Passed(seat) => format!("{} is pinned, so the turn is skipped.", name(seat)),
        Event::Skipped(seat) => format!("{} has resigned, so the turn is skipped.", name(seat)),
        Event::Placed { seat, size, at } => {
            format!("{} places a {} piece on {at}.", name(seat), size.word())
        }
        Event::Moved { seat, size, from, to } => {
            format!("{} moves a {} piece from {from} to {to}.", name(seat), size.word())
        }
        Event::Closed(seat) => format!("{}’s actions are over.", name(seat)),
        Event::ToPick { seat, places } => {
            let places: Vec<String> = places.iter().map(ToString::to_string).collect();
            let places = phrase::all_of(&places);
            format!("The stacks on {places} fight: {} chooses which fights next.", name(seat))
        }
        Event::FightBegan { at, seats } => format!("{} fight on {at}.", names.list(seats)),
        Event::Exchanged { seat, arm, size, at, height: position } => format!(
            "{} exchanges a {} piece on {at}, {}, for a {}.",
            name(seat),
            size.word(),
            height(*position),
            arm.word()
        ),
        Event::Declined { seat, arm } => format!("{} does not take a {}.", name(seat), arm.word()),
        Event::Rolled(rolls) => {
            let rolls: Vec<String> = rolls.iter().map(|roll| roll_words(*roll, names)).collect();
            format!("{}.", rolls.join("; "))
        }
        Event::Removed { seat, piece: piece @ Piece::Of(..), at } => {
            format!("{} loses a {} piece on {at}, their lowest one.", name(seat), piece.size().word())
        }
        Event::Removed { seat, piece: Piece::Sword(_), at } => {
            format!("{} loses the sword on {at} instead of a piece.", name(seat))
        }
        Event::Removed { seat, piece: Piece::Shield(_), at } => {
            format!("{} loses the shield on {at} instead of a piece.", name(seat))
        }
        Event::Over(Ending::Territories { winner, held }) => {
            format!("{} holds {held} territories at the start of their turn and wins.", name(winner))
        }
        Event::Over(Ending::LastFree { winner }) => {
            format!("Everyone else is pinned, so {} wins.", name(winner))
        }
        Event::Over(Ending::AllPinned { winner }) => {
            format!("Everyone is pinned. {} moved last and wins.", name(winner))
        }
    }
}

/// Returns why the match is over.
pub(super) fn reason(ending: Ending) -> String {
    match ending {
        Ending::Territories { held, .. } => {
            format!("The winner held {held} territories at the start of their turn.")
        }
        Ending::LastFree { .. } => "Everyone but the winner is pinned.".to_owned(),
        Ending::AllPinned { .. } => "Everyone is pinned, and the winner moved last.".to_owned(),
    }
}

/// Describes a height in a stack: `at the very bottom` for the piece directly on the white pyramid, which is 1, and
/// `3rd from the bottom` for others.
pub(super) fn height(height: u8) -> String {
    if height == 1 {
        return "at the very bottom".to_owned();
    }
    let ending = match (height % 10, height % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{height}{ending} from the bottom")
}

/// Writes `S 5, M 4, L 0`.
pub(super) fn stock(stash: Stash) -> String {
    let [s, m, l] = Size::ALL.map(|size| stash[size]);
    format!("S {s}, M {m}, L {l}")
}

fn roll_words(roll: Roll, names: &Names) -> String {
    let name = names.get(roll.seat);
    match (roll.black, roll.shielded) {
        (Some(black), _) => {
            format!("{name} rolls {} + {black} = {} with the sword", roll.own, roll.total())
        }
        (None, true) => format!("{name} rolls {} on the shield’s d20", roll.own),
        (None, false) => format!("{name} rolls {}", roll.own),
    }
}

/// Returns what a player may like to know about their own position.
pub(super) fn facts(state: &State, seat: Seat) -> Vec<Fact> {
    let Some(supply) = state.supply(seat) else { return Vec::new() };
    let mut facts = Vec::new();
    let mut fact = |label, value: String| facts.push(Fact { label, value });
    fact("Home", state.home(seat).map_or(String::new(), |home| home.to_string()));
    fact("Pieces to place", stock(supply));
    fact("Territories held", format!("{} ({} to win)", state.held_by(seat), state.goal()));
    fact("Pinned", if state.pinned().contains(&seat) { "yes" } else { "no" }.to_owned());
    facts
}
