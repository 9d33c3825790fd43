//! Triluminary: two players push pointing pyramids onto a hexagon and capture influence pyramids with chains of four.
//!
//! `R1` to `R7` in comments and test names refer to the rulings in `rulings.md`.
//!
//! | file | contents |
//! |---|---|
//! | `state.rs` | [`Setup`]; [`State`]: the position of a match, and its canonical form |
//! | `action.rs` | [`Action`], [`Push`]: the notation |
//! | `slide.rs` | what a push does along its line |
//! | `chain.rs` | pieces that point at each other and at an influence pyramid |
//! | `legal.rs` | all actions, counted and picked without listing them |
//! | `rules.rs` | who may do what, and what each entry does |
//! | `event.rs` | events and their sentences |
//! | `race.rs` | how far everyone has come |
//! | `rate.rs` | what a position is worth to a computed seat |
//! | `story.rs` | what a turn brought about, as people would tell it |
//! | `picture.rs`, `alt.rs` | the board as a scene and in words |
//! | `rules.md` | the rules as players read them |
//! | `rulings.md` | what the rules leave open, and how it is decided |
//!
#![doc = include_str!("rulings.md")]

mod action;
mod alt;
mod chain;
mod event;
mod legal;
mod picture;
mod race;
mod rate;
mod rules;
mod slide;
mod state;
mod story;

#[cfg(test)]
mod tests;

use trigon_render::Scene;

pub use action::{Action, Push};
use event::Event;
pub use state::{Setup, Stage, State, Winner};

use super::phase::TURN;
use super::{
    By, Decision, Draws, Effort, Entrant, Fact, Final, FinalKind, Finals, Frame, Game, Info, Information,
    Names, Narration, Observation, OpenObservation, Outcome, Pace, Particulars, Phase, Prompt, Race, Refusal,
    Resolved, Seat, SetupError, Size, Stash, Step, Story, Tuning, Values, Viewer, phrase,
};

/// The game, for the registry and for [`Session`](super::Session).
#[derive(Debug, Clone, Copy)]
pub struct Triluminary;

impl Game for Triluminary {
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Observation = OpenObservation<State>;

    const INFO: Info = Info {
        name: "triluminary",
        title: "Triluminary",
        summary: "Two players push pointing pyramids onto a hexagon and capture influence with chains of four.",
        players: &[2],
        usual_players: 2,
        version: 1,
        oldest: 1,
        rules: include_str!("rules.md"),
        pace: Pace::Turns,
        information: Information::Open,
        can_resign: true,
        options: &[],
        fields: &[],
        finals: &[
            Final { key: "small", label: "Small pyramids captured", kind: FinalKind::Number },
            Final { key: "medium", label: "Medium pyramids captured", kind: FinalKind::Number },
            Final { key: "large", label: "Large pyramids captured", kind: FinalKind::Number },
        ],
        note: |finals| {
            let count = |size: Size| finals.number(size.word()).unwrap_or_default() as u8;
            format!("captured {}", Stash::new(Size::ALL.map(count)))
        },
        times: &[TURN],
    };

    const PARTICULARS: Particulars = Particulars {
        legend: &[
            "Pointed piece with one to three pips: a player’s pyramid, small, medium or large, and where it points",
            "Blue square with S, M or L: an influence pyramid",
            "Grey bar: a chain of three; pink bar: a chain that captures; dark pink bar: one that has captured",
            "Pink triangle at the edge: a piece came in here; thick pink hexagon: new; thin one with an arrow: pushed; circle: turned",
            "Pale with a pink cross: left the board",
            "Beside the board: what each player has off the board, and has captured",
        ],
        ..Particulars::NONE
    };

    // Among thousands of pushes, few do anything: what matters is how many of them a player looks at.
    const TUNING: Tuning = Tuning {
        levels: [
            Effort::noticing(6, 40),
            Effort::noticing(8, 40),
            Effort::noticing(13, 40),
            Effort::noticing(24, 40),
            Effort::noticing(44, 60),
            Effort::noticing(80, 100),
        ],
        ..Tuning::USUAL
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
        let events = vec![Event::TurnBegan(state.turn)];
        Ok((state, events))
    }

    fn phase(state: &State) -> Phase<Action> {
        Phase::turn(state.turns, &Self::to_act(state))
    }

    fn to_act(state: &State) -> Vec<Decision> {
        let key = state.phase.word();
        state.asked().map(|seat| Decision { seat, key, answered: false }).into_iter().collect()
    }

    fn legal(state: &State, seat: Seat) -> Vec<Action> {
        state.legal(seat)
    }

    fn apply(state: &mut State, by: By, action: &Action, _draws: &mut Draws) -> Result<Vec<Event>, Refusal> {
        state.apply(by, *action)
    }

    fn outcome(state: &State) -> Option<Outcome> {
        let (winner, reason) = match state.phase {
            Stage::Over(Winner::Draw) => (None, "Neither player could push a piece.".to_owned()),
            Stage::Over(Winner::Seat(seat)) => {
                let castes: Vec<&str> = state.castes(seat).map(Size::word).collect();
                (Some(seat), format!("The winner won the {} castes.", phrase::all_of(&castes)))
            }
            _ => return None,
        };
        let finals = |seat| {
            let captured = state.captured(seat);
            Size::ALL.into_iter().fold(Finals::default(), |it, size| it.with(size.word(), captured[size]))
        };
        Some(Outcome::of(&Self::INFO, State::SEATS, winner, reason, finals))
    }

    fn step(_seen: &OpenObservation<State>, action: &Action, n: usize, _names: &Names) -> Option<Step> {
        action.step(n)
    }

    fn observe(state: &State, viewer: Viewer) -> OpenObservation<State> {
        OpenObservation { state: state.clone(), viewer }
    }

    fn prompt(decision: &Decision) -> Prompt {
        Prompt::public(match decision.key {
            "capture" => "several captures are possible: choose one.",
            "place" => "choose an empty space for the influence pyramid.",
            _ => "it is your turn: push a piece onto the board.",
        })
    }

    fn narrate(event: &Event, names: &Names) -> Narration {
        Narration::public(event.sentence(names))
    }

    fn story(
        before: &OpenObservation<State>,
        after: &OpenObservation<State>,
        names: &Names,
    ) -> Option<Story> {
        story::story(&before.state, &after.state, names)
    }

    fn chronicle(positions: &[OpenObservation<State>], names: &Names) -> Vec<String> {
        let states: Vec<&State> = positions.iter().map(|position| &position.state).collect();
        story::chronicle(&states, names)
    }

    fn imagine(seen: &OpenObservation<State>, _rng: &mut fastrand::Rng) -> Option<State> {
        // Everyone sees everything but what is still to be drawn.
        Some(seen.state.clone())
    }

    fn next(state: &State) -> Option<Seat> {
        state.asked()
    }

    fn seat_count(_state: &State) -> usize {
        State::SEATS
    }

    fn some_legal(state: &State, seat: Seat, most: usize, rng: &mut fastrand::Rng) -> (usize, Vec<Action>) {
        let count = state.legal_count(seat);
        if count <= most {
            return (count, state.legal(seat));
        }
        // There are thousands, so any two are hardly ever the same.
        let mut picked: Vec<usize> = (0..most).map(|_| rng.usize(..count)).collect();
        picked.sort_unstable();
        picked.dedup();
        (count, picked.into_iter().filter_map(|n| state.nth_legal(seat, n)).collect())
    }

    fn rate(state: &State, seat: Seat) -> f32 {
        state.rate(seat)
    }
}

impl Observation for OpenObservation<State> {
    fn facts(&self, _names: &Names) -> Vec<Fact> {
        let state = &self.state;
        let seat = self.viewer.seat().filter(|seat| seat.index(State::SEATS).is_some());
        let Some(seat) = seat else { return Vec::new() };
        let castes: Vec<&str> = state.castes(seat).map(Size::word).collect();
        let castes = (!castes.is_empty()).then(|| Fact::new("Castes", castes.join(", ")));
        let facts = [("Off the board", state.supply(seat)), ("Captured", state.captured(seat))];
        facts.map(|(label, stash)| Fact::new(label, stash.to_string())).into_iter().chain(castes).collect()
    }

    fn scene(&self, frame: &Frame<'_>) -> Scene {
        picture::scene(&self.state, frame)
    }

    fn resolved(&self) -> Resolved {
        let resolved = |last: &state::LastTurn| Resolved { number: last.turn, count: last.chains.len() };
        self.state.last.as_ref().map(resolved).unwrap_or_default()
    }

    fn race(&self, names: &Names) -> Option<Race> {
        Some(race::race(&self.state, names))
    }

    fn share(&self, names: &Names) -> Vec<String> {
        race::share(&self.state, names)
    }

    fn diagram(&self, names: &Names) -> String {
        alt::diagram(&self.state, names)
    }
}
