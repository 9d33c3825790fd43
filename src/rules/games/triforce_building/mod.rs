//! Triforce Building: thirteen players walk in secret on a grid of triangles. They form lines to become powered, and
//! triforces to leave the board with a token.
//!
//! `R1` to `R20` in comments and test names refer to the rulings in `rulings.md`.
//!
//! | file | contents |
//! |---|---|
//! | `setup.rs` | [`Setup`]: roster and options, and what a host chooses |
//! | `state.rs` | [`State`]: the position of a match, and its canonical form |
//! | `action.rs` | [`Action`], [`Path`]: the notation |
//! | `rules.rs` | who may do what |
//! | `resolve.rs` | the resolution of a round, and the vote for the elimination candidate |
//! | `observation.rs` | [`Seen`]: what a viewer may know |
//! | `reshuffle.rs` | states that a viewer cannot tell apart |
//! | `ending.rs` | how a match ends for its seats, and what it leaves them with |
//! | `story/` | what happened in a round, as people would tell it |
//! | `event.rs`, `sentence.rs` | events, who may learn of them, and their sentences |
//! | `prompt.rs`, `typed.rs` | how a player is asked and chooses; what players type instead |
//! | `picture.rs`, `board_painter.rs`, `roster.rs` | the board and the players as a scene |
//! | `alt.rs` | the picture in words, the board in plain text, and lines to share |
//! | `planner.rs` | lines and triforces within reach of players whose cells are known |
//! | `decide.rs` | how a computed seat decides by what it sees |
//! | `statistics.rs` | statistics of many matches |
//! | `rules.md` | the rules as players read them |
//! | `rulings.md` | what the rules leave open, and how it is decided |
//! | `cases/`, `cases.rs` | rulebook cases as text: before, entries, after |
//!
#![doc = include_str!("rulings.md")]

mod action;
mod alt;
mod board_painter;
mod decide;
mod ending;
mod event;
mod observation;
mod picture;
mod planner;
mod prompt;
mod reshuffle;
mod resolve;
mod roster;
mod rules;
mod sentence;
mod setup;
mod state;
mod statistics;
mod story;
mod typed;

#[cfg(test)]
mod cases;
#[cfg(test)]
mod tests;

use trigon_render::Scene;

pub use action::{Action, Path};
use event::Event;
pub use observation::Seen;
pub use setup::{Entrant, Reveal, Setup};
pub use state::{Player, Stage, State};

use super::{
    By, Decision, Draws, Effort, Ends, Fact, Finals, Frame, Game, Info, Information, Names, Narration,
    Observation, Outcome, Pace, Particulars, Phase, Prompt, Refusal, Resolved, Seat, SeatDraw, SetupError,
    Shortcut, StandingsGroup, Step, Story, Switch, TimeLimit, Tuning, Value, Values, Viewer, number,
};
use crate::games::phrase::counted;
use crate::grid::ShapeError;

/// The game, for the registry and for [`Session`](super::Session).
#[derive(Debug, Clone, Copy)]
pub struct TriforceBuilding;

impl Game for TriforceBuilding {
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Observation = Seen;

    const INFO: Info = Info {
        name: "triforce-building",
        title: "Triforce Building",
        summary: "You walk in secret. A line gives power, a triforce safety. The one left behind loses.",
        players: Setup::PLAYERS,
        usual_players: 13,
        version: 2,
        oldest: 1,
        rules: include_str!("rules.md"),
        pace: Pace::Rounds,
        information: Information::Hidden,
        can_resign: false,
        options: setup::OPTIONS,
        fields: setup::FIELDS,
        finals: ending::FINALS,
        note: ending::note,
        times: &[
            TimeLimit { key: "round", label: "a round", default: Some(24) },
            TimeLimit { key: "vote", label: "the vote", default: Some(24) },
        ],
    };

    const PARTICULARS: Particulars = Particulars {
        drawn: &[SeatDraw { name: "placement", key: "cell" }, SeatDraw { name: "letters", key: "letter" }],
        given: &["placement"],
        shortcuts: &[
            Shortcut {
                name: "garnet",
                help: "Spend a garnet this round, or take that back",
                action: Some("garnet"),
                switch: Some(Switch {
                    name: "take_back",
                    help: "True: do not spend it after all",
                    action: "ungarnet",
                }),
            },
            Shortcut { name: "vote", help: "Vote for the elimination candidate", action: None, switch: None },
        ],
        example: Some("`LUR` from △ or `LDR` from ▽ for a path"),
        help: Some(
            "`/garnet` spends a garnet this round, and `/vote` shows the candidates when there is a vote",
        ),
        legend: &[
            "A letter in the first picture: the cell on which the player with that letter begins",
            "Blue cell with a ring: one player or more",
            "Yellow cell with a star: a powered player, perhaps with others",
            "White frame: a triforce",
            "Dark yellow cell with the outline of a star: here somebody left the board with a triforce",
            "Pink frame in your own picture: your cell, if the match tells you",
        ],
    };

    // The iterations are states that a seat imagines.
    const TUNING: Tuning = Tuning { levels: Effort::of_levels([1, 4, 8, 16, 32, 64]), ..Tuning::USUAL };

    fn setup(options: &Values, roster: &[super::Entrant<'_>]) -> Result<Setup, SetupError> {
        let board = options.text("board").unwrap_or_default();
        let entrant = |entrant: &super::Entrant<'_>| {
            Ok(Entrant {
                name: entrant.name.to_owned(),
                priority: number(entrant.fields, "priority")?,
                garnets: number(entrant.fields, "garnets")?,
            })
        };
        Ok(Setup {
            board: board.parse().map_err(|error: ShapeError| SetupError::new(error.to_string()))?,
            rounds: number(options, "rounds")?,
            players: roster.iter().map(entrant).collect::<Result<_, SetupError>>()?,
            placement: None,
            reveal: match options.text("reveal") {
                Some("own") => Reveal::Own,
                _ => Reveal::None,
            },
        })
    }

    fn seats(setup: &Setup) -> usize {
        setup.players.len()
    }

    fn names(setup: &Setup) -> Names {
        Names::new(setup.players.iter().map(|player| player.name.clone()).collect())
    }

    fn needs_seed(_setup: &Setup) -> bool {
        true // The letters are always drawn.
    }

    fn begin(setup: &Setup, draws: &mut Draws) -> Result<(State, Vec<Event>), SetupError> {
        let state = State::begin(setup, draws)?;
        let mut events = vec![
            Event::Began { players: state.players.len(), rounds: state.rounds },
            Event::RoundBegan {
                round: 1,
                fall: 0,
                on_board: state.seated().map(|(seat, _)| seat).collect(),
                out: Vec::new(),
            },
        ];
        for (seat, player) in state.seated() {
            let is_up = player.cell.is_some_and(|cell| state.board().is_up(cell));
            events.push(Event::Lettered { seat, letter: player.letter, is_up });
            events.push(Event::Priority { seat, round: 1, priority: player.priority });
        }
        Ok((state, events))
    }

    fn phase(state: &State) -> Phase<Action> {
        match state.phase {
            Stage::Round => Phase::round_of(state.round, state.rounds, Action::Resolve),
            Stage::Vote => Phase {
                id: "vote".to_owned(),
                title: "the vote".to_owned(),
                ends: Ends::Clock("vote", Action::Resolve),
            },
            Stage::Over => Phase::end(),
        }
    }

    fn to_act(state: &State) -> Vec<Decision> {
        state.to_act()
    }

    fn legal(state: &State, seat: Seat) -> Vec<Action> {
        state.legal(seat)
    }

    fn blind(state: &State, seat: Seat) -> Vec<Action> {
        state.blind(seat)
    }

    fn apply(state: &mut State, by: By, action: &Action, _draws: &mut Draws) -> Result<Vec<Event>, Refusal> {
        state.apply(by, *action)
    }

    fn neutral(state: &State, seat: Seat) -> Option<Action> {
        let is_asked = state.phase == Stage::Round && state.player(seat).is_some();
        is_asked.then_some(Action::Move(Path::STAY))
    }

    fn answer(state: &State, seat: Seat) -> Option<Action> {
        let player = state.player(seat)?;
        match state.phase {
            Stage::Round => player.path.map(Action::Move),
            Stage::Vote => player.vote.map(Action::Vote),
            Stage::Over => None,
        }
    }

    fn held(state: &State, seat: Seat) -> Finals {
        state.player(seat).map(ending::held).unwrap_or_default()
    }

    fn spent(state: &State, seat: Seat) -> Finals {
        Finals::default().with_some("garnets", state.player(seat).map(|player| player.garnets_spent))
    }

    fn outcome(state: &State) -> Option<Outcome> {
        ending::outcome(&Self::INFO, state)
    }

    fn observe(state: &State, viewer: Viewer) -> Seen {
        Seen::new(state, viewer)
    }

    fn reshuffle(state: &State, viewer: Viewer, rng: &mut fastrand::Rng) -> State {
        reshuffle::reshuffle(state, viewer, rng)
    }

    fn prompt(decision: &Decision) -> Prompt {
        prompt::prompt(decision)
    }

    fn step(_seen: &Seen, action: &Action, n: usize, names: &Names) -> Option<Step> {
        prompt::step(*action, n, names)
    }

    fn confirms(action: &Action) -> bool {
        matches!(action, Action::Move(_))
    }

    fn follow(state: &mut State, version: Option<u32>) {
        // Records that say nothing of it may be of version 1, which only allowed more.
        state.host_names = version.is_none_or(|version| version < 2);
    }

    fn typed(text: &str) -> Option<Result<Action, Refusal>> {
        typed::typed(text)
    }

    fn unsure(text: &str) -> Option<Action> {
        typed::unsure(text)
    }

    fn describe(action: &Action, names: &Names) -> String {
        prompt::describe(*action, names)
    }

    fn hint(state: &State, seat: Seat, draft: &[String]) -> Option<String> {
        prompt::hint(state, seat, draft)
    }

    fn narrate(event: &Event, names: &Names) -> Narration {
        Narration { audience: event.audience(), text: event.sentence(names) }
    }

    fn story(before: &Seen, after: &Seen, names: &Names) -> Option<Story> {
        story::story(before, after, names)
    }

    fn chronicle(positions: &[Seen], names: &Names) -> Vec<String> {
        story::chronicle(positions, names)
    }

    fn decide(
        seen: &Seen,
        seat: Seat,
        legal: &[Action],
        tries: u32,
        rng: &mut fastrand::Rng,
    ) -> Option<Vec<Action>> {
        decide::decide(seen, seat, legal, tries, rng)
    }

    fn at_random(state: &State, rng: &mut fastrand::Rng) -> Vec<(Seat, Action)> {
        decide::at_random(state, rng)
    }

    fn practice() -> Values {
        // Without garnets, nobody could spend any.
        let mut values = Values::default();
        values.set("garnets", Value::Number(2));
        values
    }

    fn statistics() -> Option<Box<dyn super::MatchStatistics<State>>> {
        Some(Box::new(statistics::Statistics::default()))
    }
}

impl Observation for Seen {
    fn facts(&self, names: &Names) -> Vec<Fact> {
        self.own_facts(names)
    }

    fn scene(&self, frame: &Frame<'_>) -> Scene {
        picture::scene(self, frame)
    }

    fn resolved(&self) -> Resolved {
        let Some(round) = self.resolved_round() else { return Resolved::default() };
        // The walks of all players count as one thing, and each triforce as another.
        Resolved { number: round.into(), count: 1 + self.made_last }
    }

    fn groups(&self) -> Vec<StandingsGroup> {
        ending::groups(self)
    }

    fn share(&self, _names: &Names) -> Vec<String> {
        alt::share(self)
    }

    fn diagram(&self, _names: &Names) -> String {
        alt::diagram(self)
    }

    fn data(&self) -> Option<String> {
        Some(self.json())
    }

    fn progress(&self) -> Option<String> {
        Some(format!(
            "{} so far, {} on the board",
            counted(self.triforces.len() as i64, "triforce"),
            self.left
        ))
    }
}
