//! Trigon: a Discord game master for games on triangles.
//!
//! Data flows one way, from the outside in; nobody reaches back up:
//!
//! | room | holds |
//! |---|---|
//! | [`cli`] | the commands of the `trigon` program |
//! | [`bot`] | the Discord face: commands, components, words, delivery |
//! | [`sandbox`] | an embedded Discord for rehearsals and tests; knows nothing of the bot |
//! | [`mod@matches`] | matches: seats, log, deadlines, who may do what; records, replays, verification |
//! | [`store`] | what is stored, with sqlx: SQLite or PostgreSQL |
//! | [`figures`] | what operators watch, in figures |
//! | [`simulate`] | whole matches between computed seats, for demonstrations and load tests |
//! | [`games`] | pure rules behind one interface, with notation, words and pictures (in the crate `trigon-rules`) |
//! | [`grid`] | boards of triangles, without rules (in the same crate) |
//! | `trigon-render` | scenes of shapes as PNG, GIF and SVG (a crate of its own) |

pub use trigon_bot as bot;
pub use trigon_engine::{figures, matches, store};
pub use trigon_rehearsal::simulate;
pub use trigon_rules::{games, grid};
pub use trigon_sandbox as sandbox;

pub mod cli;
