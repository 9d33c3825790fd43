//! Trice: three players bring pyramids onto a small triangle and race to hold all five spaces of the sun, the moon or
//! the star.
//!
//! `R1` to `R9` in comments and test names refer to the rulings in `rulings.md`.
//!
//! | file | contents |
//! |---|---|
//! | `spaces.rs` | the board's special spaces, its symbols, and the pieces on it |
//! | `setup.rs` | [`Setup`], the dice: the options |
//! | `state.rs` | [`State`]: the position of a match, and its canonical form |
//! | `action.rs` | [`Action`]: the notation |
//! | `legal.rs` | what the current player may do, and why not |
//! | `rules.rs` | what each entry does |
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
mod event;
mod legal;
mod picture;
mod race;
mod rate;
mod rules;
mod setup;
mod spaces;
mod state;
mod story;

#[cfg(test)]
mod tests;

use trigon_render::Scene;

pub use action::Action;
use event::Event;
pub use setup::Setup;
use spaces::Symbol;
pub use state::{Stage, State};

use super::phase::TURN;
use super::{
    By, Decision, Draws, Effort, Entrant, Fact, Final, FinalKind, Finals, Frame, Game, Info, Information,
    Names, Narration, Observation, OpenObservation, Outcome, Pace, Particulars, Phase, Prompt, Race, Refusal,
    Resolved, Rolled, Seat, SetupError, Step, Story, Tuning, Values, Viewer,
};

/// Says of which symbol a seat holds most.
fn note(finals: &Finals) -> String {
    let held = |symbol: Symbol| finals.number(symbol.plural()).map(|count| (count, symbol));
    let best = Symbol::ALL.into_iter().filter_map(held).max_by_key(|best| best.0);
    let best = best.filter(|&(count, _)| count > 0);
    best.map_or("no symbols".to_owned(), |(count, symbol)| format!("{count} of 5 {}", symbol.plural()))
}

/// The game, for the registry and for [`Session`](super::Session).
#[derive(Debug, Clone, Copy)]
pub struct Trice;

impl Game for Trice {
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Observation = OpenObservation<State>;

    const INFO: Info = Info {
        name: "trice",
        title: "Trice",
        summary: "Three players race their pyramids to all five suns, moons or stars.",
        players: &[3],
        usual_players: 3,
        version: 1,
        oldest: 1,
        rules: include_str!("rules.md"),
        pace: Pace::Turns,
        information: Information::Open,
        can_resign: true,
        options: setup::OPTIONS,
        fields: &[],
        finals: &[
            Final { key: "suns", label: "Suns", kind: FinalKind::Number },
            Final { key: "moons", label: "Moons", kind: FinalKind::Number },
            Final { key: "stars", label: "Stars", kind: FinalKind::Number },
        ],
        note,
        times: &[TURN],
    };

    const PARTICULARS: Particulars = Particulars {
        given: &["first"],
        legend: &[
            "Square with a number and one to three pips: a piece of that seat, small, medium or large",
            "Eye with a number: where that seat comes in",
            "Blue: a Bi-Space, which you enter with four pieces on the board; dark yellow: a Tri-Space, which you enter with two Bi-Spaces",
            "Peace sign: pieces here are not nuked",
            "Pink frame: placed or moved; pink arrow: a step; pale with a pink cross: left the board",
            "Sun, moon, star: hold all five spaces of one symbol, and you win",
        ],
        ..Particulars::NONE
    };

    const TUNING: Tuning = Tuning {
        levels: [
            Effort::noticing(4, 60),
            Effort::noticing(4, 40),
            Effort::noticing(5, 50),
            Effort::noticing(8, 90),
            Effort::tries(300),
            Effort::tries(4_000),
        ],
        ..Tuning::USUAL
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

    fn phase(state: &State) -> Phase<Action> {
        Phase::turn(state.turns, &Self::to_act(state))
    }

    fn to_act(state: &State) -> Vec<Decision> {
        let key = match state.phase {
            Stage::Roll if state.nuke_targets().is_ok() => "nuke",
            Stage::Roll => "roll",
            Stage::Turn if state.can_only_end() => "end",
            Stage::Turn | Stage::Over => "turn",
        };
        state.asked().map(|seat| Decision { seat, key, answered: false }).into_iter().collect()
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
        let winner = state.winner?;
        let finals = |seat| {
            let count = |symbol: Symbol| symbol.spaces().and(state.held(seat)).len() as i64;
            Symbol::ALL.into_iter().fold(Finals::default(), |finals, it| finals.with(it.plural(), count(it)))
        };
        Some(Outcome::of(&Self::INFO, State::SEATS, Some(winner), event::reason(state.held(winner)), finals))
    }

    fn step(seen: &OpenObservation<State>, action: &Action, n: usize, _names: &Names) -> Option<Step> {
        action.step(&seen.state, n)
    }

    fn observe(state: &State, viewer: Viewer) -> OpenObservation<State> {
        OpenObservation { state: state.clone(), viewer }
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
        // A turn has many small actions, so only the nuke needs confirmation.
        matches!(action, Action::Nuke(_))
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

    fn rolled(state: &State, event: &Event) -> Vec<Rolled> {
        // The rolls for who goes first decide nothing but that.
        let Event::Rolled { seat, roll } = event else { return Vec::new() };
        let (count, sides) = state.dice.kind();
        vec![Rolled { seat: *seat, points: roll.total().into(), dice: vec![sides.into(); count] }]
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

    fn rate(state: &State, seat: Seat) -> f32 {
        state.rate(seat)
    }
}

impl Observation for OpenObservation<State> {
    fn facts(&self, _names: &Names) -> Vec<Fact> {
        let state = &self.state;
        let seat = self.viewer.seat().filter(|seat| seat.index(State::SEATS).is_some());
        let Some(seat) = seat else { return Vec::new() };
        let held = state.held(seat);
        let held = if held.is_empty() { "nothing".to_owned() } else { held.to_string() };
        let mut facts =
            vec![Fact::new("Off the board", state.supply(seat).to_string()), Fact::new("On the board", held)];
        if let Some(left) = state.points.filter(|_| seat == state.turn) {
            let free = if state.free_used { "used" } else { "not used" };
            facts.extend([Fact::new("Points left", left.to_string()), Fact::new("Free piece", free)]);
        }
        facts
    }

    fn scene(&self, frame: &Frame<'_>) -> Scene {
        picture::scene(&self.state, frame)
    }

    fn resolved(&self) -> Resolved {
        let resolved = |last: &state::LastTurn| Resolved { number: last.turn, count: last.removed.len() };
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
