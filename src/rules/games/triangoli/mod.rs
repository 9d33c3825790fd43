//! Triangoli: two pawns walk the lines of a hexagon, fill triangles and exchange cylinders to win sectors.
//!
//! `R1` to `R6` in comments and test names refer to the rulings in `rulings.md`.
//!
//! | file | contents |
//! |---|---|
//! | `hexagon.rs` | the board, its lines and sectors |
//! | `state.rs` | [`Setup`]; [`State`]: the position of a match, its canonical form, the score |
//! | `action.rs` | [`Action`]: the notation |
//! | `rules.rs` | who may do what, passes, the end |
//! | `event.rs` | events and their sentences |
//! | `race.rs` | how far everyone has come |
//! | `story.rs` | what a turn brought about, as people would tell it |
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
mod race;
mod rules;
mod state;
mod story;
#[cfg(test)]
mod tests;

use trigon_render::Scene;

pub use action::Action;
use event::Event;
use hexagon::hexagon;
pub use state::{Setup, Stage, State};

use super::phase::TURN;
use super::phrase::counted;
use super::{
    By, Decision, Draws, Effort, Entrant, Fact, Final, FinalKind, Finals, Frame, Game, Info, Information,
    Names, Narration, Observation, OpenObservation, Outcome, Pace, Particulars, Phase, Prompt, Race, Refusal,
    Seat, SetupError, Step, Story, Tuning, Values, Viewer,
};

/// The game, for the registry and for [`Session`](super::Session).
#[derive(Debug, Clone, Copy)]
pub struct Triangoli;

impl Game for Triangoli {
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Observation = OpenObservation<State>;

    const INFO: Info = Info {
        name: "triangoli",
        title: "Triangoli",
        summary: "Two pawns walk the lines of a hexagon, fill triangles and exchange cylinders to win sectors.",
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
            Final { key: "cylinders", label: "Cylinders", kind: FinalKind::Number },
            Final { key: "sectors", label: "Sectors", kind: FinalKind::Number },
        ],
        note: |finals| {
            let number = |key| finals.number(key).unwrap_or_default();
            let (cylinders, sectors) = (number("cylinders"), number("sectors"));
            format!("{} in {}", counted(cylinders, "cylinder"), counted(sectors, "sector"))
        },
        times: &[TURN],
    };

    const PARTICULARS: Particulars = Particulars {
        legend: &[
            "Ring in a player’s colour on a vertex, with a pink line: that player’s pawn and the way it came",
            "Disc (seat 1) or ring with a dot (seat 2): a cylinder; pale with a stroke: it does not count",
            "Pink frame: just filled; white frame: exchanged",
            "Tint of a colour: that player has more in the sector; the numbers beside it count both",
        ],
        ..Particulars::NONE
    };

    const TUNING: Tuning =
        Tuning { levels: Effort::of_levels([20, 40, 90, 200, 450, 1_000]), ..Tuning::USUAL };

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

    fn phase(state: &State) -> Phase<Action> {
        Phase::turn(state.turns, &Self::to_act(state))
    }

    fn to_act(state: &State) -> Vec<Decision> {
        let key = if state.phase == Stage::Start { "start" } else { "turn" };
        state.asked().map(|seat| Decision { seat, key, answered: false }).into_iter().collect()
    }

    fn legal(state: &State, seat: Seat) -> Vec<Action> {
        state.legal(seat)
    }

    fn apply(state: &mut State, by: By, action: &Action, _draws: &mut Draws) -> Result<Vec<Event>, Refusal> {
        state.apply(by, *action)
    }

    fn outcome(state: &State) -> Option<Outcome> {
        let score = (state.phase == Stage::Over).then(|| state.score())?;
        let finals = |seat: Seat| {
            let i = seat.index(2).unwrap_or_default();
            Finals::default().with("cylinders", score.cylinders[i]).with("sectors", score.sectors[i])
        };
        // The standings say who won, and by how much.
        let full = state.is_full();
        let reason = if full { "Every triangle is occupied." } else { "Neither player can move." };
        Some(Outcome::of(&Self::INFO, 2, score.winner(), reason.to_owned(), finals))
    }

    fn step(_seen: &OpenObservation<State>, action: &Action, n: usize, _names: &Names) -> Option<Step> {
        let (board, corners) = (&hexagon().board, &hexagon().corners);
        Some(match (action, n) {
            (Action::Start(at), 0) => Step::named("Start on", corners.name(*at)),
            (Action::Turn(turn), 0) => Step::named("Go to", corners.name(turn.to)),
            (Action::Turn(turn), 1) => Step::named("Fill", board.name(turn.fill)),
            (Action::Turn(turn), 2) => turn.exchange.step(),
            _ => return None,
        })
    }

    fn observe(state: &State, viewer: Viewer) -> OpenObservation<State> {
        OpenObservation { state: state.clone(), viewer }
    }

    fn prompt(decision: &Decision) -> Prompt {
        Prompt::public(match decision.key {
            "start" => "choose a starting intersection for your pawn.",
            _ => "it is your turn: move your pawn.",
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
        2
    }

    fn rate(state: &State, seat: Seat) -> f32 {
        let (score, i) = (state.score(), seat.index(2).unwrap_or_default());
        // Sectors decide only if the cylinders are even.
        f32::from(score.cylinders[i]) + 0.1 * f32::from(score.sectors[i])
    }
}

impl Observation for OpenObservation<State> {
    fn facts(&self, _names: &Names) -> Vec<Fact> {
        let Some(i) = self.viewer.seat().and_then(|seat| seat.index(2)) else { return Vec::new() };
        let (state, score) = (&self.state, self.state.score());
        let label = if state.phase == Stage::Over { "Score" } else { "Score if it ended now" };
        let pawn = state.pawns[i].map(|pawn| Fact::new("Pawn", hexagon().corners.name(pawn).to_string()));
        let value =
            format!("{} in {}", counted(score.cylinders[i], "cylinder"), counted(score.sectors[i], "sector"));
        let others = [Fact::new("Reserve", counted(state.reserve[i], "cylinder")), Fact::new(label, value)];
        pawn.into_iter().chain(others).collect()
    }

    fn scene(&self, frame: &Frame<'_>) -> Scene {
        picture::scene(&self.state, frame)
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
