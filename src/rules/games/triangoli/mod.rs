//! Triangoli: two pawns walk the lines of a hexagon, fill triangles and exchange cylinders to win sectors.
//!
//! `R1` to `R5` in comments and test names refer to the rulings in `rulings.md`.
//!
//! | file | what |
//! |---|---|
//! | `setup.rs` | [`Setup`]: nothing to choose |
//! | `hexagon.rs` | [`Hexagon`]: the board, its lines and sectors |
//! | `state.rs` | [`State`]: where a match stands, and its canonical form |
//! | `action.rs` | [`Action`], [`Turn`], [`Exchange`]: the notation |
//! | `rules.rs` | who may do what, passes, the end |
//! | `score.rs` | [`Score`], [`Sector`] |
//! | `event.rs`, `words.rs` | events and their sentences |
//! | `picture.rs`, `alt.rs` | the board as a scene, in words and as text |
//! | `rules.md` | the rules as players read them |
//! | `rulings.md` | what the rules leave open, and how it is decided |
//!
#![doc = include_str!("rulings.md")]

mod action;
mod alt;
mod event;
mod hexagon;
mod picture;
mod rules;
mod score;
mod setup;
mod state;
mod steps;
#[cfg(test)]
mod tests;
mod words;

use trigon_render::Scene;

pub use action::{Action, ActionError, Exchange, Turn};
use event::Event;
pub use hexagon::{Hexagon, hexagon};
pub use score::{Score, Sector};
pub use setup::Setup;
pub use state::{Phase, State};

use super::phase::TURN;
use super::{
    By, Decision, Draws, Entrant, Fact, Frame, Game, Info, Information, Names, Narration, Observation,
    Outcome, Pace, Prompt, Refusal, Seat, Seen, SetupError, Standing, Step, Values, Verdict, Viewer,
};

/// The game, for the registry and for [`Session`](super::Session).
#[derive(Debug, Clone, Copy)]
pub struct Triangoli;

impl Game for Triangoli {
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Observation = Seen<State>;

    const INFO: Info = Info {
        name: "triangoli",
        title: "Triangoli",
        summary: "Two pawns walk the lines of a hexagon, fill triangles and exchange cylinders to win sectors.",
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
        2
    }

    fn needs_seed(_setup: &Setup) -> bool {
        false // Seat 1 begins, and nothing else is left to chance.
    }

    fn begin(_setup: &Setup, _draws: &mut Draws) -> Result<(State, Vec<Event>), SetupError> {
        Ok((State::begin(), vec![Event::Began]))
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
        if state.phase != Phase::Over {
            return None;
        }
        let score = state.score();
        let winner = score.winner();
        let mut standings: Vec<Standing> = Seat::all(2)
            .zip(score.cylinders.into_iter().zip(score.sectors))
            .map(|(seat, (cylinders, sectors))| {
                let verdict = match winner {
                    None => Verdict::Drawn,
                    Some(winner) if winner == seat => Verdict::Won,
                    Some(_) => Verdict::Lost,
                };
                let unit = if sectors == 1 { "sector" } else { "sectors" };
                let note = format!("{} in {sectors} {unit}", words::cylinders(cylinders));
                Standing { seat, verdict, note }
            })
            .collect();
        standings.sort_by_key(|standing| standing.verdict == Verdict::Lost);
        Some(Outcome { standings, reason: words::reason(state) })
    }

    fn step(state: &State, action: &Action, n: usize, _names: &Names) -> Option<Step> {
        steps::step(state, *action, n)
    }

    fn observe(state: &State, viewer: Viewer) -> Seen<State> {
        Seen { state: state.clone(), viewer }
    }

    fn prompt(decision: &Decision) -> Prompt {
        Prompt::public(match decision.key {
            "start" => "choose a starting intersection for your pawn.",
            _ => "it is your turn: move your pawn.",
        })
    }

    fn confirms(action: &Action) -> bool {
        steps::confirms(*action)
    }

    fn narrate(event: &Event, names: &Names) -> Narration {
        Narration::public(words::sentence(event, names))
    }
}

impl Observation for Seen<State> {
    fn facts(&self, _names: &Names) -> Vec<Fact> {
        self.viewer.seat().map(|seat| words::facts(&self.state, seat)).unwrap_or_default()
    }

    fn scene(&self, frame: &Frame<'_>) -> Scene {
        picture::scene(&self.state, frame)
    }

    fn diagram(&self, names: &Names) -> String {
        alt::diagram(&self.state, names)
    }
}
