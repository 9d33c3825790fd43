//! Tests of the rules: each ruling by its number, a second implementation, random playouts and counts.

mod fights;
mod naive;
mod playouts;
mod resigning;
mod rulings;
mod shown;

use super::event::{Ending, Roll};
use super::stack::{Arm, Piece, Stack, territory};
use super::*;
use crate::games::testing::{self, draws};
use crate::games::{Seed, Size, Stash};
use crate::grid::Place;

/// Returns the place with this name.
fn at(name: &str) -> Place {
    name.parse().unwrap()
}

fn seat(number: u8) -> Seat {
    Seat::new(number)
}

fn piece(text: &str) -> Piece {
    let size = Size::read(&text[1..2]).unwrap();
    match text.as_bytes()[0] {
        b'X' => Piece::Sword(size),
        b'O' => Piece::Shield(size),
        digit => Piece::Of(seat(digit - b'0'), size),
    }
}

/// Returns a position at the start of a seat's turn, such as `a1 1S 2M; c2 XL OM`.
fn position(players: u8, turn: u8, stacks: &str) -> State {
    let mut state = State::begin(&Setup { players }).unwrap();
    state.turn = seat(turn);
    for stack in stacks.split(';').map(str::trim).filter(|stack| !stack.is_empty()) {
        let mut words = stack.split_whitespace();
        let place = at(words.next().unwrap());
        for piece in words.map(piece) {
            let supply = match piece {
                Piece::Of(seat, _) => &mut state.supply[usize::from(seat.number()) - 1],
                Piece::Sword(_) => &mut state.swords,
                Piece::Shield(_) => &mut state.shields,
            };
            supply.take(piece.size());
            state.stacks[place.index()].push(piece);
        }
    }
    state.before = state.stacks;
    state
}

fn stack(state: &State, place: &str) -> String {
    let pieces: Vec<String> = state.stack(at(place)).pieces().iter().map(ToString::to_string).collect();
    pieces.join(" ")
}

fn legal(state: &State) -> Vec<String> {
    testing::legal::<Triforce>(state)
}

/// Plays an entry as the seat that is asked.
fn play(state: &mut State, action: &str, draws: &mut Draws) -> Result<Vec<Event>, Refusal> {
    testing::play::<Triforce>(state, action, draws)
}

/// Plays entries from a position, with the first seed for which the dice of the last entry satisfy `wish`.
fn played_when(start: &State, actions: &[&str], wish: impl Fn(&[Roll]) -> bool) -> (State, Vec<Event>) {
    for seed in 0..u32::MAX {
        let mut bytes = [0; 32];
        bytes[..4].copy_from_slice(&seed.to_be_bytes());
        let (mut state, mut draws) = (start.clone(), Draws::new(&Seed::from(bytes)));
        let mut events = Vec::new();
        for action in actions {
            events = play(&mut state, action, &mut draws).unwrap();
        }
        let rolled = events.iter().find_map(|event| match event {
            Event::Rolled(rolls) => Some(rolls),
            _ => None,
        });
        if rolled.is_some_and(|rolls| wish(rolls)) {
            return (state, events);
        }
    }
    panic!("no seed rolls that");
}

fn played(start: &State, actions: &[&str]) -> State {
    let (mut state, mut draws) = (start.clone(), draws(1));
    for action in actions {
        play(&mut state, action, &mut draws).unwrap();
    }
    state
}

fn refused(state: &State, action: &str) -> String {
    testing::refused::<Triforce>(state, action)
}

fn total(rolls: &[Roll], number: u8) -> u64 {
    rolls.iter().find(|roll| roll.seat == seat(number)).map_or(0, |roll| roll.total())
}

fn json(state: &State) -> serde_json::Value {
    testing::json::<Triforce>(state)
}
