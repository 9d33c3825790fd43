//! Trice: three players bring pyramids onto a small triangle and race to hold all five spaces of the sun, the moon or
//! the star.
//!
//! `R1` to `R7` in comments and test names refer to the rulings in `rulings.md`.
//!
//! | file | what |
//! |---|---|
//! | `spaces.rs` | the board's special spaces, [`Spaces`] |
//! | `setup.rs` | [`Setup`], [`Dice`]: the options |
//! | `state.rs` | [`State`]: where a match stands, and its canonical form |
//! | `action.rs` | [`Action`]: the notation |
//! | `entering.rs` | who may enter a space, and what becomes of those who meet there |
//! | `rules.rs` | who may do what, and what each entry does |
//! | `event.rs`, `words.rs` | events and their sentences |
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
mod piece;
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
use event::Event;
pub use piece::Piece;
pub use setup::{Dice, Roll, Setup};
pub use spaces::{Spaces, Symbol};
pub use state::{Phase, State};

use super::game::lead;
use super::phase::TURN;
use super::{
    By, Decision, Draws, Entrant, Fact, Frame, Game, Info, Information, Names, Narration, Observation,
    Outcome, Pace, Prompt, Refusal, Seat, Seen, SetupError, Step, Values, Viewer,
};

/// The game, for the registry and for [`Session`](super::Session).
#[derive(Debug, Clone, Copy)]
pub struct Trice;

impl Game for Trice {
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Observation = Seen<State>;

    const INFO: Info = Info {
        name: "trice",
        title: "Trice",
        summary: "Three players race their pyramids to all five suns, moons or stars.",
        players: &[3],
        usual_players: 3,
        version: 1,
        rules: include_str!("rules.md"),
        pace: Pace::Turns,
        information: Information::Open,
        can_resign: true,
        options: setup::OPTIONS,
        fields: &[],
        times: &[TURN],
    };

    fn setup(options: &Values, _roster: &[Entrant<'_>]) -> Result<Setup, SetupError> {
        Ok(Setup { dice: setup::dice(options)?, first: None })
    }

    fn seats(_setup: &Setup) -> usize {
        State::SEATS
    }

    fn needs_seed(_setup: &Setup) -> bool {
        true // Every turn rolls the dice.
    }

    fn begin(setup: &Setup, draws: &mut Draws) -> Result<(State, Vec<Event>), SetupError> {
        State::begin(setup, draws)
    }

    fn phase(state: &State) -> super::Phase<Action> {
        super::Phase::turn(state.turns, &state.to_act())
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

    fn resign(state: &mut State, seat: Seat, _draws: &mut Draws) -> Result<Vec<Event>, Refusal> {
        Ok(state.resign(seat))
    }

    fn outcome(state: &State) -> Option<Outcome> {
        words::outcome(state)
    }

    fn step(state: &State, action: &Action, n: usize, _names: &Names) -> Option<Step> {
        steps::step(state, *action, n)
    }

    fn observe(state: &State, viewer: Viewer) -> Seen<State> {
        Seen { state: state.clone(), viewer }
    }

    fn prompt(decision: &Decision) -> Prompt {
        Prompt::public(match decision.key {
            "roll" => "it is your turn: roll the dice.",
            "nuke" => "it is your turn: use your nuke, or roll the dice.",
            "end" => "you cannot do anything else: end your turn.",
            _ => "choose your next move, or end your turn.",
        })
    }

    fn confirms(action: &Action) -> bool {
        steps::confirms(*action)
    }

    fn narrate(event: &Event, names: &Names) -> Narration {
        Narration::public(words::sentence(event, names))
    }

    fn rate(state: &State, seat: Seat) -> f32 {
        lead(State::SEATS, seat, |seat| {
            let held = state.held(seat);
            let most = Symbol::ALL.into_iter().map(|symbol| symbol.spaces().and(held).len()).max();
            3 * most.unwrap_or_default() + held.len()
        })
    }
}

impl Observation for Seen<State> {
    fn facts(&self, _names: &Names) -> Vec<Fact> {
        self.viewer.seat().map(|seat| words::facts(&self.state, seat)).unwrap_or_default()
    }

    fn scene(&self, frame: &Frame<'_>) -> Scene {
        picture::scene(&self.state, frame)
    }

    fn resolved(&self) -> (u32, usize) {
        self.state.last.as_ref().map_or((0, 0), |last| (last.turn, last.removed.len()))
    }

    fn diagram(&self, names: &Names) -> String {
        alt::diagram(&self.state, names)
    }
}
