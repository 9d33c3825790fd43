//! The games: pure rules behind one interface.
//!
//! A [`Game`] turns a setup into a state, and an entry of the log `(by, action)` into a new state and events.
//! The same interface serves secret moves that all make at once and a clock resolves (Triforce Building), and
//! turns with dice and decisions out of turn. Nothing here knows clocks, storage or Discord: time is an
//! entry by [`By::Clock`], chance comes from [`Draws`].
//!
//! ```
//! use trigon::games::{By, Draws, Seed, game};
//!
//! let game = game("triforce-building").ok_or("no such game")?;
//! let players: Vec<_> = (1..=13).map(|n| serde_json::json!({"name": format!("P{n}"), "priority": n, "garnets": 0})).collect();
//! let setup = serde_json::json!({"board": "hexagon:3", "rounds": 10, "players": players});
//! let (mut table, _events) = game.begin(&setup, Some(Seed::from([7; 32])))?;
//! table.apply(By::seat(1), "move -")?;
//! assert!(table.apply(By::seat(1), "move UUUU").is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | noun |
//! |---|---|
//! | `game.rs` | [`Game`]: what a game folder implements; [`Decision`], [`Outcome`], [`View`] |
//! | `seat.rs` | [`Seat`], [`By`], [`Names`] |
//! | `refusal.rs` | [`Refusal`], [`SetupError`] |
//! | `pyramids.rs` | [`Size`], [`Stash`]: pyramids in three sizes |
//! | `steps.rs` | [`Step`], [`Choices`]: an action chosen part by part |
//! | `draws.rs` | [`Draws`], [`Seed`]: verifiable chance |
//! | `table.rs` | [`AnyGame`], [`AnyTable`]: the same interface in texts and JSON, for everyone who does not care which game it is |
//! | `registry.rs` | the list of games: a sixth game is one folder and one line there |
//! | a folder | a game: `rules.rs`, `action.rs`, `picture.rs`, `words.rs` |

mod draws;
mod frame;
mod game;
mod pyramids;
mod refusal;
mod registry;
mod seat;
mod stashes;
mod steps;
mod table;

pub mod triangoli;
pub mod trice;
pub mod triforce;
pub mod triforce_building;
pub mod triluminary;

pub use draws::{Draws, Seed, SeedError};
pub use game::{Audience, Deadline, Decision, Fact, Game, Info, Outcome, Standing, Verdict, View, Viewer};
pub use pyramids::{Size, Stash};
pub use refusal::{Refusal, RefusalKind, SetupError};
pub use registry::{GAMES, game};
pub use seat::{By, Names, Seat};
pub use steps::{Choices, Next, Step};
pub use table::{AnyGame, AnyTable, Happening, Table};
