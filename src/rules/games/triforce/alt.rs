//! The board in words and in plain text.

use super::action::Action;
use super::event::stock;
use super::stack::{Stack, territory};
use super::state::{LastTurn, Stage, State};
use crate::games::phrase::counted;
use crate::games::{Names, Seat};
use crate::grid::Place;

/// Describes in a few words whom the match is waiting for, and for what.
pub(super) fn waiting(state: &State, name: impl Fn(Seat) -> String) -> String {
    let at = state.fight.map(|fight| fight.at.to_string()).unwrap_or_default();
    let asked = state.asked().map(&name).unwrap_or_default();
    match (state.phase, state.ending) {
        (_, Some(ending)) => format!("{} has won", name(ending.winner())),
        (Stage::Actions, _) => format!("{asked} to act, {} left", counted(state.actions_left, "action")),
        (Stage::Fight, _) => format!("{asked} picks the stack that fights"),
        (Stage::Sword, _) => format!("{at} fights: a sword for {asked}?"),
        (Stage::Shield, _) => format!("{at} fights: a shield for {asked}?"),
        (Stage::Over, None) => String::new(),
    }
}

/// Describes what was done in a turn. Other seats are named by their numbers: `Ann’s turn: +S, b1>c3, 2: sword 2`.
pub(super) fn turn(last: &LastTurn, name: impl Fn(Seat) -> String) -> String {
    let action = |&(seat, action): &(Seat, Action)| {
        if seat == last.seat { action.to_string() } else { format!("{seat}: {action}") }
    };
    let actions: Vec<String> = last.actions.iter().map(action).collect();
    format!("{}’s turn: {}", name(last.seat), actions.join(", "))
}

fn pieces(stack: &Stack) -> String {
    let pieces: Vec<String> = stack.pieces().iter().map(ToString::to_string).collect();
    pieces.join(" ")
}

/// Returns the alt text of the picture of a state.
pub(super) fn text(state: &State, names: &Names) -> String {
    let mut text = format!("Triforce, {}", waiting(state, |seat| names.get(seat).into_owned()));
    if !text.ends_with('?') {
        text.push('.');
    }
    if let Some(last) = &state.last {
        text += &format!(" {}.", turn(last, |seat| names.get(seat).into_owned()));
        let lost: Vec<String> = last.lost.iter().map(|(at, piece)| format!("{piece} on {at}")).collect();
        if !lost.is_empty() {
            text += &format!(" Lost in fights: {}.", lost.join(", "));
        }
    }
    let stacks: Vec<String> = Place::all()
        .filter(|&place| state.stack(place).top().is_some())
        .map(|place| format!("{place} ({}) {}", territory(place).word(), pieces(state.stack(place))))
        .collect();
    if stacks.is_empty() {
        text += " All territories are bare.";
    } else {
        text += &format!(
            " Stacks from bottom to top, a piece as seat and size, X a sword, O a shield: {}.",
            stacks.join("; ")
        );
    }
    for seat in state.seats() {
        let (Some(supply), Some(home)) = (state.supply(seat), state.home(seat)) else { continue };
        text += &format!(
            " {} (seat {seat}): home {home}, holds {}, supply {}{}.",
            names.get(seat),
            state.held_by(seat),
            stock(supply),
            if state.pinned().contains(&seat) { ", pinned" } else { "" }
        );
    }
    text + &format!(" Swords left {}, shields left {}.", stock(state.swords), stock(state.shields))
}

/// Returns the board for terminals: each territory with its size and home, and its stack from bottom to top.
pub(super) fn diagram(state: &State, names: &Names) -> String {
    let cell = |place: Place| {
        let owner = state.seats().find(|&seat| state.home(seat) == Some(place));
        let owner = owner.map_or(String::new(), |seat| format!("@{seat}"));
        let stack = pieces(state.stack(place));
        let gap = if stack.is_empty() { "" } else { " " };
        format!("{place}{owner}({}){gap}{stack}", territory(place))
    };
    let width = Place::all().map(|place| cell(place).len()).max().unwrap_or(0) + 3;
    let mut text = String::new();
    for row in 0..Place::ROWS {
        let cells =
            Place::all().filter(|place| place.row() == row).map(|place| format!("{:<width$}", cell(place)));
        let line = " ".repeat(usize::from(Place::ROWS - 1 - row) * width / 2) + &cells.collect::<String>();
        text += line.trim_end();
        text.push('\n');
    }
    for seat in state.seats() {
        let supply = state.supply(seat).map(stock).unwrap_or_default();
        let pinned = if state.pinned().contains(&seat) { "  pinned" } else { "" };
        text += &format!(
            "{seat} {}: supply {supply}  holds {} of {}{pinned}\n",
            names.get(seat),
            state.held_by(seat),
            state.goal()
        );
    }
    text += &format!("X swords: {}  O shields: {}\n", stock(state.swords), stock(state.shields));
    text + &waiting(state, |seat| names.get(seat).into_owned()) + "\n"
}
