//! Triforce: three to six players stack pyramids on fifteen territories, pin each other and fight with dice.
//!
//! `R1` to `R13` in comments and test names refer to the rulings in `rulings.md`.
//!
//! | file | what |
//! |---|---|
//! | `setup.rs` | [`Setup`]: how many play |
//! | `piece.rs`, `stack.rs` | [`Piece`], [`Stack`]: what stands on a territory |
//! | `state.rs` | [`State`]: where a match stands, and its canonical form |
//! | `action.rs` | [`Action`]: the notation |
//! | `rules.rs` | a turn: who may do what |
//! | `combat.rs` | the fights |
//! | `event.rs`, `words.rs` | events and their sentences |
//! | `picture.rs`, `pieces.rs`, `legend.rs`, `alt.rs` | the board as a scene, in words and as text |
//! | `rules.md` | the rules as players read them |
//! | `rulings.md` | what the rules leave open, and how it is decided |
//!
#![doc = include_str!("rulings.md")]

mod action;
mod alt;
mod combat;
mod event;
mod legend;
mod picture;
mod piece;
mod pieces;
mod rating;
mod rules;
mod setup;
mod stack;
mod state;
mod steps;
#[cfg(test)]
mod tests;
mod words;

use trigon_render::Scene;

pub use action::{Action, ActionError};
use event::Event;
pub use setup::Setup;
pub use stack::{Stack, territory};
pub use state::{Phase, State, home};

use super::phase::TURN;
use super::{
    By, Decision, Draws, Entrant, Fact, Frame, Game, Info, Information, Names, Narration, Observation,
    Outcome, Pace, Prompt, Refusal, Seat, Seen, SetupError, Standing, Step, Values, Verdict, Viewer,
};

/// The game, for the registry and for [`Session`](super::Session).
#[derive(Debug, Clone, Copy)]
pub struct Triforce;

impl Game for Triforce {
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Observation = Seen<State>;

    const INFO: Info = Info {
        name: "triforce",
        title: "Triforce",
        summary: "Stack pyramids on fifteen territories, pin the others, fight with dice, swords and shields.",
        players: Setup::PLAYERS,
        usual_players: 6,
        version: 3,
        rules: include_str!("rules.md"),
        pace: Pace::Turns,
        information: Information::Open,
        can_resign: true,
        options: &[],
        fields: &[],
        times: &[TURN],
    };

    fn setup(_options: &Values, roster: &[Entrant<'_>]) -> Result<Setup, SetupError> {
        Ok(Setup { players: roster.len() as u8 })
    }

    fn seats(setup: &Setup) -> usize {
        setup.players.into()
    }

    fn needs_seed(_setup: &Setup) -> bool {
        true // Fights roll dice.
    }

    fn begin(setup: &Setup, _draws: &mut Draws) -> Result<(State, Vec<Event>), SetupError> {
        let state = State::begin(setup)?;
        let began = Event::Began { players: state.players(), goal: state.goal() };
        let events = vec![began, Event::TurnBegan(state.turn)];
        Ok((state, events))
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

    fn resign(state: &mut State, seat: Seat, draws: &mut Draws) -> Result<Vec<Event>, Refusal> {
        Ok(state.resign(seat, draws))
    }

    fn outcome(state: &State) -> Option<Outcome> {
        let ending = state.ending?;
        let pinned = state.pinned();
        let standing = |seat| {
            let verdict = if seat == ending.winner() { Verdict::Won } else { Verdict::Lost };
            let held = state.held_by(seat);
            let pinned = if pinned.contains(&seat) { ", pinned" } else { "" };
            let unit = if held == 1 { "territory" } else { "territories" };
            Standing { seat, verdict, note: format!("holds {held} {unit}{pinned}") }
        };
        let mut standings: Vec<Standing> = state.seats().map(standing).collect();
        standings.sort_by_key(|standing| {
            (standing.verdict != Verdict::Won, std::cmp::Reverse(state.held_by(standing.seat)))
        });
        Some(Outcome { standings, reason: words::reason(ending) })
    }

    fn step(state: &State, action: &Action, n: usize, _names: &Names) -> Option<Step> {
        steps::step(state, *action, n)
    }

    fn observe(state: &State, viewer: Viewer) -> Seen<State> {
        Seen { state: state.clone(), viewer }
    }

    fn prompt(decision: &Decision) -> Prompt {
        Prompt::public(match decision.key {
            "fight" => "several stacks fight: choose which fights next.",
            "sword" => "do you want to exchange one of your pieces in the stack for a sword?",
            "shield" => "do you want to exchange one of your pieces in the stack for a shield?",
            "start" => "it is your turn: place or move a piece.",
            _ => "place or move another piece, or end your turn.",
        })
    }

    fn confirms(action: &Action) -> bool {
        steps::confirms(*action)
    }

    fn narrate(event: &Event, names: &Names) -> Narration {
        Narration::public(words::sentence(event, names))
    }

    fn rate(state: &State, seat: Seat) -> f32 {
        rating::territories(state, seat)
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
        self.state.last.as_ref().map_or((0, 0), |last| (last.turn, last.lost.len()))
    }

    fn diagram(&self, names: &Names) -> String {
        alt::diagram(&self.state, names)
    }
}
