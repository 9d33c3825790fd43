//! Events and facts in words.

use super::event::{Ending, Event, Roll};
use super::piece::Piece;
use super::state::{State, home};
use crate::games::{Fact, Names, Seat};

/// An event in a sentence.
pub(super) fn sentence(event: &Event, names: &Names) -> String {
    let name = |seat: &Seat| names.get(*seat);
    match event {
        Event::Began { players, goal } => format!(
            "The match begins: {players} players. Whoever starts a turn as the lowest in {goal} stacks wins."
        ),
        Event::TurnBegan(seat) => format!("It is {}’s turn.", name(seat)),
        Event::Passed(seat) => format!("{} is pinned and passes.", name(seat)),
        Event::Skipped(seat) => format!("{} has resigned: the turn is passed.", name(seat)),
        Event::Placed { seat, size, at } => {
            format!("{} places a {} piece on {at}.", name(seat), size.word())
        }
        Event::Moved { seat, size, from, to } => {
            format!("{} moves a {} piece from {from} to {to}.", name(seat), size.word())
        }
        Event::Closed(seat) => format!("{}’s actions are over.", name(seat)),
        Event::ToPick { seat, places } => {
            let places: Vec<String> = places.iter().map(ToString::to_string).collect();
            format!("Several stacks fight ({}): {} picks the next.", places.join(", "), name(seat))
        }
        Event::FightBegan { at, seats } => format!("{at} fights: {}.", names.list(seats)),
        Event::Exchanged { seat, piece, at } => {
            format!(
                "{} exchanges a {} piece on {at} for a {}.",
                name(seat),
                piece.size().word(),
                bare(*piece)
            )
        }
        Event::Declined { seat, sword: true } => format!("{} takes no sword.", name(seat)),
        Event::Declined { seat, sword: false } => format!("{} takes no shield.", name(seat)),
        Event::Rolled(rolls) => {
            let rolls: Vec<String> = rolls.iter().map(|roll| roll_words(*roll, names)).collect();
            format!("{}.", rolls.join("; "))
        }
        Event::Removed { seat, piece: piece @ Piece::Of(..), at } => {
            format!("{} loses the lowest own piece of {at}, a {} one.", name(seat), piece.size().word())
        }
        Event::Removed { seat, piece, at } => {
            format!("{} loses the {} of {at} instead of a piece.", name(seat), bare(*piece))
        }
        Event::Over(ending) => {
            format!("The match is over: {} wins. {}", name(&ending.winner()), reason(*ending))
        }
    }
}

/// Why a match ended, in a sentence.
pub(super) fn reason(ending: Ending) -> String {
    match ending {
        Ending::Territories { stacks, .. } => {
            format!("At the start of a turn the winner’s pieces are the lowest in {stacks} stacks.")
        }
        Ending::LastFree { .. } => "Everyone but the winner is pinned.".to_owned(),
        Ending::AllPinned { .. } => "Everyone is pinned, and the winner moved last.".to_owned(),
    }
}

fn bare(piece: Piece) -> &'static str {
    match piece {
        Piece::Sword(_) => "sword",
        Piece::Shield(_) => "shield",
        Piece::Of(..) => "piece",
    }
}

fn roll_words(roll: Roll, names: &Names) -> String {
    let name = names.get(roll.seat);
    match (roll.black, roll.shielded) {
        (Some(black), _) => {
            format!("{name} rolls {} + {black} with the sword = {}", roll.own, roll.total())
        }
        (None, true) => format!("{name} rolls {} on the shield’s d20", roll.own),
        (None, false) => format!("{name} rolls {}", roll.own),
    }
}

/// What a player may like to know of the own position.
pub(super) fn facts(state: &State, seat: Seat) -> Vec<Fact> {
    let Some(supply) = state.supply(seat) else { return Vec::new() };
    let mut facts = Vec::new();
    let mut fact = |label, value: String| facts.push(Fact { label, value });
    fact("Home", home(seat).map_or(String::new(), |home| home.to_string()));
    fact("Pieces to place", supply.to_string());
    fact("Lowest in", format!("{} stacks, {} win", state.lowest_in(seat), state.goal()));
    fact("Pinned", if state.pinned().contains(&seat) { "yes" } else { "no" }.to_owned());
    facts
}
