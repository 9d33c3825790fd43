//! The games: pure rules behind one interface.
//!
//! A [`Game`] describes itself ([`Info`]: its pace, its options, what its seats know about each other). It turns a
//! setup into a state, and applies each entry of the log, `(by, action)`, to that state. What a viewer may know about a
//! state is an [`Observation`], from which words and pictures are made. The same interface covers secret moves resolved
//! by a clock (Triforce Building) and turns with dice and decisions out of turn. Nothing here knows about clocks,
//! storage or Discord: time is an entry by [`By::Clock`], and chance comes from [`Draws`].
//!
//! ```
//! use trigon_rules::games::{By, Registry, Seed};
//!
//! let game = Registry::standard().get("triforce-building").ok_or("no such game")?;
//! let players: Vec<_> = (1..=13).map(|n| serde_json::json!({"name": format!("P{n}"), "priority": n, "garnets": 0})).collect();
//! let setup = serde_json::json!({"board": "hexagon:3", "rounds": 10, "players": players});
//! let (mut session, _told) = game.begin(&setup, Some(Seed::from([7; 32])), None)?;
//! session.apply(By::seat(1), "move -")?;
//! assert!(session.apply(By::seat(1), "move UUUU").is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `game.rs` | [`Game`]: the trait that each game implements |
//! | `info.rs` | [`Info`], [`Spec`], [`Values`]: the static description of a game, its options and roster fields |
//! | `phase.rs` | [`Phase`], [`Decision`], [`Prompt`], [`Step`]: what a match is waiting for |
//! | `observe.rs` | [`Viewer`], [`Observation`]: who may know what |
//! | `outcome.rs`, `finals.rs` | [`Outcome`]: how a match ended; [`Finals`]: what it leaves its seats with, as data |
//! | `story.rs`, `course.rs` | [`Story`], [`Race`]: what happened, how close it is, and how a match went, as people would tell it |
//! | `seat.rs` | [`Seat`], [`By`], [`Names`]: seats, authors of entries, and names |
//! | `phrase.rs` | lists and numbers within sentences |
//! | `refusal.rs` | [`Refusal`], [`SetupError`] |
//! | `pyramids.rs` | [`Size`], [`Stash`]: pyramids in three sizes |
//! | `steps.rs` | [`Choices`], [`Move`]: an action, chosen step by step or parsed |
//! | `draws.rs` | [`Draws`], [`Seed`]: verifiable random draws |
//! | `rolled.rs` | [`Rolled`]: what a seat rolled, and with which dice |
//! | `session.rs`, `any_session.rs` | [`Session`], [`AnySession`]: a match in progress, with and without type parameters |
//! | `computed.rs`, `simulation.rs` | [`Level`], [`Skill`], [`MatchStatistics`], [`Simulation`]: matches between computed seats |
//! | `thinking.rs` | [`Sight`], [`Thought`]: seats that decide from what they see |
//! | `forced.rs` | [`Forced`]: a win before anybody else acts |
//! | `registry.rs` | [`Registry`], [`AnyGame`]: the games of a program, without type parameters |
//! | `film.rs` | [`Film`]: which positions of a replay are shown, and for how long |
//! | `curve.rs` | [`Curve`]: how the chances of the seats changed, as a picture |
//! | `frame.rs`, `triangles.rs` | what the pictures of all games have in common |
//! | a folder | a game: `rules.rs`, `action.rs`, `event.rs`, `picture.rs` |

mod any_session;
mod computed;
mod course;
mod curve;
mod draws;
mod film;
mod finals;
mod forced;
mod frame;
mod game;
mod info;
mod observe;
mod outcome;
mod phase;
mod pyramids;
mod refusal;
mod registry;
mod rolled;
mod seat;
mod session;
mod simulation;
mod steps;
mod story;
#[cfg(test)]
mod testing;
mod thinking;
mod triangles;
#[cfg(test)]
mod weighing;

pub mod phrase;
pub mod triangoli;
pub mod trice;
pub mod triforce;
pub mod triforce_building;
pub mod triluminary;

pub use any_session::AnySession;
pub use computed::{Effort, Level, MatchStatistics, Skill, Tuning, choice_rng};
pub use curve::Curve;
pub use draws::{Draws, SIGNATURE_BYTES, Seed, SeedError, Word, WordError};
pub use film::{DEFAULT_MAX_FRAMES, Film, Position};
pub use finals::{Amount, Final, FinalKind, Finals};
pub use forced::Forced;
pub use frame::is_numbered;
pub use game::Game;
pub use info::{
    Entrant, Field, Info, Information, OptionKind, Pace, Particulars, SeatDraw, Shortcut, Spec, Switch,
    TimeLimit, Value, Values, counts, number,
};
pub use observe::{Audience, Fact, Frame, Narration, Observation, OpenObservation, Resolved, Viewer};
pub use outcome::{Aside, Outcome, Standing, Verdict};
pub use phase::{Decision, Ends, Layout, PadKey, Phase, Prompt, Step, TURN};
pub use pyramids::{Size, Stash};
pub use refusal::{Refusal, RefusalKind, SetupError};
pub use registry::{AnyGame, Begun, Registry};
pub use rolled::Rolled;
pub use seat::{By, Names, Seat};
pub use session::Session;
pub use simulation::{Simulation, SimulationError};
pub use steps::{Choices, Move, NextStep};
pub use story::{Race, StandingsGroup, Story};
pub use thinking::{AnySight, RatedAction, Sight, Thought, plan};
