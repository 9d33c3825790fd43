//! Tests of the rules: each ruling by its number, a second implementation, random playouts and counts.

mod naive;
mod playouts;
mod rulings;

use super::action::{Exchange, Turn};
use super::hexagon::Hexagon;
use super::state::{Score, Sector, Side};
use super::*;
use crate::games::{Verdict, testing};
use crate::grid::{Cell, Corner};

fn seat(number: u8) -> Seat {
    Seat::new(number)
}

fn corner(name: &str) -> Corner {
    hexagon().corners.find(name.parse().unwrap()).unwrap()
}

fn cell(name: &str) -> Cell {
    hexagon().board.find(name).unwrap()
}

/// Returns a position at the start of a seat's turn, with both pawns and triangles such as `2-3:2/0 1-1:1/2`.
fn position(turn: u8, pawns: [&str; 2], cells: &str) -> State {
    let mut state = State::begin();
    state.phase = Stage::Turn;
    state.turn = Side::of(seat(turn)).unwrap();
    state.pawns = pawns.map(|name| Some(corner(name)));
    for word in cells.split_whitespace() {
        let (name, counts) = word.split_once(':').unwrap();
        let (first, second) = counts.split_once('/').unwrap();
        let counts = [first, second].map(|count| count.parse::<u8>().unwrap());
        state.cylinders[cell(name).index()] = counts;
        state.reserve = [state.reserve[0] - counts[0], state.reserve[1] - counts[1]];
    }
    state
}

fn legal(state: &State) -> Vec<String> {
    testing::legal::<Triangoli>(state)
}

/// Plays an entry as the seat that is asked.
fn play(state: &mut State, action: &str) -> Result<Vec<Event>, Refusal> {
    testing::play::<Triangoli>(state, action, &mut testing::draws(1))
}

fn played(start: &State, actions: &[&str]) -> State {
    let mut state = start.clone();
    for action in actions {
        play(&mut state, action).unwrap();
    }
    state
}

fn refused(state: &State, action: &str) -> String {
    testing::refused::<Triangoli>(state, action)
}

fn json(state: &State) -> serde_json::Value {
    testing::json::<Triangoli>(state)
}
