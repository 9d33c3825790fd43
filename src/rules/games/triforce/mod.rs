//! Triforce: three to six players stack pyramids on fifteen territories, pin each other and fight with dice.
//!
//! `R1` to `R15` in comments and test names refer to the rulings in `rulings.md`.
//!
//! | file | contents |
//! |---|---|
//! | `stack.rs` | the pieces on a territory |
//! | `state.rs` | [`Setup`]; [`State`]: the position of a match, and its canonical form |
//! | `action.rs` | [`Action`]: the notation |
//! | `rules.rs` | a turn: who may do what |
//! | `combat.rs` | the fights |
//! | `event.rs` | events and their sentences |
//! | `race.rs` | how far everyone has come |
//! | `rate.rs` | what a position is worth to a computed seat |
//! | `story.rs` | what a turn brought about, as people would tell it |
//! | `picture.rs`, `pieces.rs`, `alt.rs` | the board as a scene, in words and as text |
//! | `rules.md` | the rules as players read them |
//! | `rulings.md` | what the rules leave open, and how it is decided |
//!
#![doc = include_str!("rulings.md")]

mod action;
mod alt;
mod combat;
mod event;
mod picture;
mod pieces;
mod race;
mod rate;
mod rules;
mod stack;
mod state;
mod story;
#[cfg(test)]
mod tests;

use trigon_render::Scene;
use trigon_search::Settings;

pub use action::Action;
use event::Event;
pub use state::{Setup, Stage, State};

use super::phase::TURN;
use super::phrase::counted;
use super::{
    By, Decision, Draws, Effort, Entrant, Fact, Final, FinalKind, Finals, Frame, Game, Info, Information,
    Names, Narration, Observation, OpenObservation, Outcome, Pace, Particulars, Phase, Prompt, Race, Refusal,
    Resolved, Rolled, Seat, SetupError, Size, Step, Story, Tuning, Values, Verdict, Viewer,
};

/// Says what a seat holds, and what became of it.
fn note(finals: &Finals) -> String {
    let held = finals.number("territories").unwrap_or_default();
    let pinned = if finals.has("pinned") { ", pinned" } else { "" };
    let unit = if held == 1 { "territory" } else { "territories" };
    let resigned = if finals.has("resigned") { "resigned, " } else { "" };
    format!("{resigned}holds {held} {unit}{pinned}")
}

/// The game, for the registry and for [`Session`](super::Session).
#[derive(Debug, Clone, Copy)]
pub struct Triforce;

impl Game for Triforce {
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Observation = OpenObservation<State>;

    const INFO: Info = Info {
        name: "triforce",
        title: "Triforce",
        summary: "Stack pyramids on fifteen territories, pin the others, fight with dice, swords and shields.",
        players: Setup::PLAYERS,
        usual_players: 6,
        version: 4,
        oldest: 3,
        rules: include_str!("rules.md"),
        pace: Pace::Turns,
        information: Information::Open,
        can_resign: true,
        options: &[],
        fields: &[],
        finals: &[
            Final { key: "territories", label: "Territories", kind: FinalKind::Number },
            Final { key: "pinned", label: "Pinned", kind: FinalKind::Mark },
            Final { key: "resigned", label: "Resigned", kind: FinalKind::Mark },
        ],
        note,
        times: &[TURN],
    };

    const PARTICULARS: Particulars = Particulars {
        legend: &[
            "White slab with S, M or L and one to three pips: a territory and its size",
            "Slab in a player’s colour with a number and a letter: a piece of that seat and its size",
            "Circle with a number in a corner: the home of that seat; beside the board, the players with what they have left to place and how many territories they hold",
            "X: a sword; O: a shield",
            "Thick pink frame: changed in this turn; thin pink frame: a piece left from here",
            "Pink outline around a piece: placed or moved; pale with a pink cross: lost in a fight",
            "Pink arrows in a stack: the stack goes on to the right",
        ],
        ..Particulars::NONE
    };

    const TUNING: Tuning = Tuning {
        scale: 25.0,
        rivalry: 0.3,
        half: 30.0,
        settings: Settings { playout: 0, ..Tuning::USUAL.settings },
        levels: [
            Effort::noticing(4, 300),
            Effort::noticing(4, 40),
            Effort::noticing(6, 50),
            Effort::noticing(10, 90),
            Effort::noticing(13, 140),
            Effort::tries(1_500),
        ],
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

    fn follow(state: &mut State, version: Option<u32>) {
        state.last_mover_first = version.is_some_and(|version| version < 4);
    }

    fn phase(state: &State) -> Phase<Action> {
        Phase::turn(state.turns, &Self::to_act(state))
    }

    fn to_act(state: &State) -> Vec<Decision> {
        let key = match state.phase {
            Stage::Actions if state.actions_left == State::ACTIONS_PER_TURN => "start",
            Stage::Actions if state.changed().is_empty() => "same",
            Stage::Actions | Stage::Over => "action",
            Stage::Fight => "fight",
            Stage::Sword => "sword",
            Stage::Shield => "shield",
        };
        state.asked().map(|seat| Decision { seat, key, answered: false }).into_iter().collect()
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
        let finals = |seat| {
            let held = Finals::default().with("territories", state.held_by(seat) as i64);
            held.marked("pinned", pinned.contains(&seat)).marked("resigned", state.has_resigned(seat))
        };
        let winner = Some(ending.winner());
        let mut outcome = Outcome::of(&Self::INFO, state.players(), winner, ending.reason(), finals);
        outcome.standings.sort_by_key(|standing| {
            (standing.verdict != Verdict::Won, std::cmp::Reverse(state.held_by(standing.seat)))
        });
        Some(outcome)
    }

    fn step(seen: &OpenObservation<State>, action: &Action, n: usize, _names: &Names) -> Option<Step> {
        action.step(&seen.state, n)
    }

    fn observe(state: &State, viewer: Viewer) -> OpenObservation<State> {
        OpenObservation { state: state.clone(), viewer }
    }

    fn prompt(decision: &Decision) -> Prompt {
        Prompt::public(match decision.key {
            "fight" => "several stacks fight: choose which fights next.",
            "sword" => "do you want to exchange one of your pieces in the stack for a sword?",
            "shield" => "do you want to exchange one of your pieces in the stack for a shield?",
            "start" => "it is your turn: place or move a piece.",
            "same" => "go on: all stacks are as they were when your turn began, so it cannot end yet.",
            _ => "go on, or end your turn.",
        })
    }

    fn confirms(action: &Action) -> bool {
        // Only moves need confirmation, because they take more than one step.
        matches!(action, Action::Move { .. })
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

    fn rolled(_state: &State, event: &Event) -> Vec<Rolled> {
        let Event::Rolled(rolls) = event else { return Vec::new() };
        rolls.iter().map(|roll| Rolled { seat: roll.seat, points: roll.total(), dice: roll.dice() }).collect()
    }

    fn imagine(seen: &OpenObservation<State>, _rng: &mut fastrand::Rng) -> Option<State> {
        // Everyone sees everything but what is still to be drawn.
        Some(seen.state.clone())
    }

    fn next(state: &State) -> Option<Seat> {
        state.asked()
    }

    fn seat_count(state: &State) -> usize {
        state.players()
    }

    fn rate(state: &State, seat: Seat) -> f32 {
        state.rate(seat)
    }
}

impl Observation for OpenObservation<State> {
    fn facts(&self, _names: &Names) -> Vec<Fact> {
        let state = &self.state;
        let supply = self.viewer.seat().and_then(|seat| Some((seat, state.supply(seat)?)));
        let Some((seat, supply)) = supply else { return Vec::new() };
        let held = format!("{} ({} to win)", state.held_by(seat), state.goal());
        vec![
            Fact::new("Home", state.home(seat).map_or(String::new(), |home| home.to_string())),
            Fact::new("Pieces to place", event::stock(supply)),
            Fact::new("Territories held", held),
            Fact::new("Pinned", if state.pinned().contains(&seat) { "yes" } else { "no" }),
        ]
    }

    fn scene(&self, frame: &Frame<'_>) -> Scene {
        picture::scene(&self.state, frame)
    }

    fn resolved(&self) -> Resolved {
        let resolved = |last: &state::LastTurn| Resolved { number: last.turn, count: last.lost.len() };
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

impl Action {
    /// Returns step `n`, from 0, of choosing the action.
    fn step(self, state: &State, n: usize) -> Option<Step> {
        Some(match (self, n) {
            (Self::Place(size), 0) => {
                Step::new("Place", format!("+{}", size.pips()), format!("Place {} ({size})", size.word()))
            }
            (Self::Move { from, .. }, 0) => {
                let size =
                    state.stack(from).top().map(|piece| format!(" ({})", piece.size())).unwrap_or_default();
                Step::new("Move", from.to_string(), format!("Move {from}{size}"))
            }
            (Self::Move { to, .. }, 1) => Step::named("To", to),
            (Self::End, 0) => {
                // Ending the turn gives up the actions that are left, so the button says how many.
                let left = counted(state.actions_left, "action");
                Step::new("End", "z", format!("End the turn ({left} unused)"))
            }
            (Self::Fight(place), 0) => Step::new("Fight", place.to_string(), format!("Fight on {place}")),
            (Self::Sword(height), 0) => exchange(state, "Sword", height)?,
            (Self::Shield(height), 0) => exchange(state, "Shield", height)?,
            (Self::No, 0) => {
                Step::new("No", "z", if state.phase == Stage::Sword { "No sword" } else { "No shield" })
            }
            _ => return None,
        })
    }
}

/// Returns the step that chooses the piece to exchange, counted from the bottom up: `Medium, 3rd from the bottom`.
fn exchange(state: &State, what: &'static str, height: u8) -> Option<Step> {
    let at = state.fight?.at;
    let piece = state.stack(at).at_height(height)?;
    let size = match piece.size() {
        Size::Small => "Small",
        Size::Medium => "Medium",
        Size::Large => "Large",
    };
    // R8: the territory belongs to the piece directly on its white pyramid.
    let warning = if height == 1 { format!(" (gives up {at})") } else { String::new() };
    Some(Step::new(what, format!("{height:02}"), format!("{size}, {}{warning}", event::height(height))))
}
