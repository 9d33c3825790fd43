//! Trice: three players bring pyramids on to a small triangle and race to stand on all five spaces of the
//! sun, the moon or the star.
//!
//! `R1` to `R7` in comments and in the names of tests are the rulings of `rulings.md`.
//!
//! | file | what |
//! |---|---|
//! | `spaces.rs` | the board's special spaces, [`Spaces`] |
//! | `setup.rs` | [`Setup`], [`Dice`]: the options |
//! | `state.rs` | [`State`]: where a match stands, and its canonical form |
//! | `action.rs` | [`Action`]: the notation |
//! | `entering.rs` | who may enter a space, and what becomes of those who meet there |
//! | `rules.rs` | who may do what, and what each entry does |
//! | `event.rs`, `words.rs` | [`Event`]s and their sentences |
//! | `picture.rs`, `alt.rs` | the board as a scene and in words |
//! | `rules.md` | the rules as players read them |
//! | `rulings.md` | what the rules leave open, and how it is decided |
//!
#![doc = include_str!("rulings.md")]

mod action;
mod alt;
mod entering;
mod event;
mod picture;
mod rules;
mod setup;
mod spaces;
mod state;
mod steps;
mod words;

#[cfg(test)]
mod tests;

use trigon_render::Scene;

pub use action::{Action, ActionError};
pub use entering::{Barred, Clash};
pub use event::Event;
pub use setup::{Dice, Roll, Setup};
pub use spaces::{Spaces, Symbol};
pub use state::{Phase, Piece, State};

use super::{
    Audience, By, Decision, Draws, Fact, Game, Info, Names, Outcome, Refusal, Seat, SetupError, Step, View,
};

/// The game, for the registry and for [`Table`](super::Table).
#[derive(Debug, Clone, Copy)]
pub struct Trice;

impl Game for Trice {
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;

    const INFO: Info = Info {
        name: "trice",
        title: "Trice",
        summary: "Three players race their pyramids to all five suns, moons or stars.",
        players: &[3],
        version: 1,
        rules: include_str!("rules.md"),
    };

    fn seats(_setup: &Setup) -> usize {
        State::SEATS
    }

    fn needs_seed(_setup: &Setup) -> bool {
        true // Every turn rolls the dice.
    }

    fn begin(setup: &Setup, draws: &mut Draws) -> Result<(State, Vec<Event>), SetupError> {
        State::begin(setup, draws)
    }

    fn to_act(state: &State) -> Vec<Decision> {
        state.to_act()
    }

    fn legal(state: &State, seat: Seat) -> Vec<Action> {
        state.legal(seat)
    }

    fn apply(state: &mut State, by: By, action: &Action, draws: &mut Draws) -> Result<Vec<Event>, Refusal> {
        state.apply(by, *action, draws)
    }

    fn turn_begins(state: &State) -> bool {
        state.phase == Phase::Roll && !state.nuked
    }

    fn resign(state: &mut State, seat: Seat, _draws: &mut Draws) -> Result<Vec<Event>, Refusal> {
        Ok(state.resign(seat))
    }

    fn outcome(state: &State) -> Option<Outcome> {
        words::outcome(state)
    }

    fn facts(state: &State, seat: Seat, _names: &Names) -> Vec<Fact> {
        words::facts(state, seat)
    }

    fn step(state: &State, action: &Action, n: usize) -> Option<Step> {
        steps::step(state, *action, n)
    }

    fn confirms(action: &Action) -> bool {
        steps::confirms(*action)
    }

    fn audience(_event: &Event) -> Audience {
        Audience::All
    }

    fn words(event: &Event, names: &Names) -> String {
        words::sentence(event, names)
    }

    fn diagram(state: &State, names: &Names) -> String {
        alt::diagram(state, names)
    }

    fn scene(state: &State, view: &View<'_>) -> Scene {
        picture::scene(state, view)
    }
}
