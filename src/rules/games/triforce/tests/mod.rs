//! Tests of the rules: each ruling by its number, a second implementation, random playouts, counts.

mod fights;
mod naive;
mod playouts;
mod resigning;
mod rulings;
mod shown;

use super::event::{Ending, Roll};
use super::piece::{Arm, Piece};
use super::*;
use crate::games::{Seed, Size, Stash};
use crate::grid::Place;

/// Returns the place with this name.
fn at(name: &str) -> Place {
    name.parse().unwrap()
}

fn seat(number: u8) -> Seat {
    Seat::new(number)
}

fn draws(seed: u8) -> Draws {
    Draws::new(&Seed::from([seed; 32]))
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
    let mut legal: Vec<String> = state.seats().flat_map(|s| state.legal(s)).map(|a| a.to_string()).collect();
    legal.sort_unstable();
    legal
}

/// Plays an entry by the seat that is asked.
fn play(state: &mut State, action: &str, draws: &mut Draws) -> Result<Vec<Event>, Refusal> {
    let by = state.asked().map_or(By::Host, By::Seat);
    Triforce::apply(state, by, &action.parse().unwrap(), draws)
}

/// Plays entries from a position, with the first seed for which the dice of the last entry fall as wished.
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
    let mut after = state.clone();
    let refusal = play(&mut after, action, &mut draws(1)).unwrap_err();
    assert_eq!(&after, state, "a refused entry changes nothing");
    refusal.sentence
}

fn total(rolls: &[Roll], number: u8) -> u64 {
    rolls.iter().find(|roll| roll.seat == seat(number)).map_or(0, |roll| roll.total())
}

/// Returns the canonical state.
fn json(state: &State) -> serde_json::Value {
    serde_json::to_value(state).unwrap()
}
