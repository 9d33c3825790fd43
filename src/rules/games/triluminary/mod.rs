//! Triluminary: two players push pointing pyramids onto a hexagon and capture influence pyramids with
//! chains of four.
//!
//! `R1` to `R6` in comments and test names refer to the rulings in `rulings.md`.
//!
//! | file | what |
//! |---|---|
//! | `setup.rs` | [`Setup`]: nothing to choose |
//! | `state.rs` | [`State`]: where a match stands, and its canonical form |
//! | `action.rs` | [`Action`], [`Push`]: the notation |
//! | `slide.rs` | what a push does along its line |
//! | `chain.rs`, `chains.rs` | [`Chain`]: pieces that point at each other and at an influence pyramid |
//! | `legal.rs` | all actions, counted and picked without listing them |
//! | `rules.rs` | who may do what, and what each entry does |
//! | `event.rs`, `words.rs` | events and their sentences |
//! | `picture.rs`, `alt.rs` | the board as a scene and in words |
//! | `rules.md` | the rules as players read them |
//! | `rulings.md` | what the rules leave open, and how it is decided |
//!
#![doc = include_str!("rulings.md")]

mod action;
mod alt;
mod chain;
mod chains;
mod event;
mod legal;
mod picture;
mod rules;
mod setup;
mod slide;
mod state;
mod steps;
mod words;

#[cfg(test)]
mod tests;

use trigon_render::Scene;

pub use action::{Action, ActionError, Push, Turn};
pub use chain::Chain;
use event::Event;
pub use setup::Setup;
pub use state::{Phase, Piece, Pyramid, State, Winner};

use super::game::lead;
use super::phase::TURN;
use super::{
    By, Decision, Draws, Entrant, Fact, Frame, Game, Info, Information, Names, Narration, Observation,
    Outcome, Pace, Prompt, Refusal, Seat, Seen, SetupError, Step, Values, Viewer,
};

/// The game, for the registry and for [`Session`](super::Session).
#[derive(Debug, Clone, Copy)]
pub struct Triluminary;

impl Game for Triluminary {
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Observation = Seen<State>;

    const INFO: Info = Info {
        name: "triluminary",
        title: "Triluminary",
        summary: "Two players push pointing pyramids onto a hexagon and capture influence with chains of four.",
        players: &[2],
        usual_players: 2,
        version: 1,
        rules: include_str!("rules.md"),
        pace: Pace::Turns,
        information: Information::Open,
        can_resign: true,
        options: &[],
        fields: &[],
        times: &[TURN],
    };

    fn setup(_options: &Values, _roster: &[Entrant<'_>]) -> Result<Setup, SetupError> {
        Ok(Setup {})
    }

    fn seats(_setup: &Setup) -> usize {
        State::SEATS
    }

    fn needs_seed(_setup: &Setup) -> bool {
        false // Who sits at seat 1 is settled before the log begins (R6).
    }

    fn begin(_setup: &Setup, _draws: &mut Draws) -> Result<(State, Vec<Event>), SetupError> {
        let state = State::begin();
        let seat = state.turn();
        Ok((state, vec![Event::TurnBegan { seat }]))
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

    fn apply(state: &mut State, by: By, action: &Action, _draws: &mut Draws) -> Result<Vec<Event>, Refusal> {
        state.apply(by, *action)
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
            "capture" => "several captures are possible: choose one.",
            "place" => "choose an empty space for the influence pyramid.",
            _ => "it is your turn: push a piece onto the board.",
        })
    }

    fn confirms(action: &Action) -> bool {
        steps::confirms(*action)
    }

    fn narrate(event: &Event, names: &Names) -> Narration {
        Narration::public(words::sentence(event, names))
    }

    fn rate(state: &State, seat: Seat) -> f32 {
        3.0 * lead(State::SEATS, seat, |seat| state.captured(seat).total() as usize)
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
        self.state.last.as_ref().map_or((0, 0), |last| (last.turn, last.chains.len()))
    }

    fn diagram(&self, names: &Names) -> String {
        alt::diagram(&self.state, names)
    }
}
