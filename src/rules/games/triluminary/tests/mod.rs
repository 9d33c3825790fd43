//! Tests of the rules: each ruling by its number, a second implementation, random playouts and counts.

mod naive;
mod playouts;
mod rulings;

use std::collections::BTreeSet;

use super::event::Stuck;
use super::state::{Piece, Pyramid};
use super::*;
use crate::games::testing::{self, draws, names, picture, texts};
use crate::games::{RefusalKind, Registry, Size, Stash};
use crate::grid::{Hex, HexDirection};

const ONE: Seat = Seat::new(1);
const TWO: Seat = Seat::new(2);

fn hex(name: &str) -> Hex {
    name.parse().unwrap()
}

/// Returns a position such as `a1 *S, d4 1M^NE`, with nothing else on the board and nothing captured.
fn position(pyramids: &str, turn: u8) -> State {
    let mut state = State::begin();
    state.spaces = [None; Hex::COUNT];
    state.influence = Stash::FULL;
    state.turn = Seat::new(turn);
    for pyramid in pyramids.split(", ").filter(|pyramid| !pyramid.is_empty()) {
        let (space, pyramid) = pyramid.split_once(' ').unwrap();
        let size = Size::of_letter(pyramid.chars().nth(1).unwrap()).unwrap();
        let pyramid = if let Some((piece, points)) = pyramid.split_once('^') {
            let seat = Seat::new(piece[..1].parse().unwrap());
            assert!(state.supply[usize::from(seat.number()) - 1].take(size));
            Pyramid::Piece(Piece { seat, size, points: points.parse().unwrap() })
        } else {
            assert!(state.influence.take(size));
            Pyramid::Influence(size)
        };
        state.spaces[hex(space).index()] = Some(pyramid);
    }
    state
}

fn board(state: &State) -> String {
    let list: Vec<String> = state.pyramids().map(|(hex, pyramid)| format!("{hex} {pyramid}")).collect();
    list.join(", ")
}

fn act(state: &mut State, action: &str) -> Result<Vec<Event>, Refusal> {
    testing::play::<Triluminary>(state, action, &mut draws(1))
}

fn played(pyramids: &str, action: &str) -> String {
    let mut state = position(pyramids, 1);
    act(&mut state, action).unwrap();
    board(&state)
}

fn refused(state: &State, action: &str) -> String {
    testing::refused::<Triluminary>(state, action)
}
