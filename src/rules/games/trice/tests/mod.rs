//! Tests of the rules: each ruling by its number, a second implementation, random playouts and counts.

mod naive;
mod playouts;
mod rulings;
mod shown;

use super::spaces::{Piece, board};
use super::*;
use crate::games::testing::{self, draws};
use crate::games::{RefusalKind, Registry, Seed, Size, Stash};
use crate::grid::Cell;

fn cell(name: &str) -> Cell {
    board().find(name).unwrap()
}

fn begin(setup: &str, seed: u8) -> (State, Draws, Vec<Event>) {
    let mut draws = draws(seed);
    let (state, events) = Trice::begin(&serde_json::from_str(setup).unwrap(), &mut draws).unwrap();
    (state, draws, events)
}

/// Returns a position such as `3-2 1M, 3-3 1S`, after the roll if points are given.
fn position(pieces: &str, turn: u8, points: Option<u8>) -> State {
    let (mut state, ..) = begin(&format!(r#"{{"first":{turn}}}"#), 0);
    for piece in pieces.split(", ").filter(|piece| !piece.is_empty()) {
        let (space, piece) = piece.split_once(' ').unwrap();
        let seat = Seat::new(piece[..1].parse().unwrap());
        let size = Size::of_letter(piece.chars().nth(1).unwrap()).unwrap();
        assert!(state.supply_mut(seat).take(size));
        state.spaces[cell(space).index()] = Some(Piece { seat, size });
    }
    if points.is_some() {
        state.phase = Stage::Turn;
        state.points = points;
    }
    state
}

fn pieces(state: &State) -> String {
    let list: Vec<String> = state
        .pieces()
        .map(|(cell, piece)| format!("{} {}{}", board().name(cell), piece.seat, piece.size))
        .collect();
    list.join(", ")
}

fn act(state: &mut State, action: &str) -> Result<Vec<Event>, Refusal> {
    testing::play::<Trice>(state, action, &mut draws(1))
}

fn refused(state: &State, action: &str) -> String {
    testing::refused::<Trice>(state, action)
}
