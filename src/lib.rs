//! Trigon: a Discord game master for games on triangles.
//!
//! Data flows one way, from the outside in; no layer reaches back up. The layers are crates, most of them re-exported
//! here:
//!
//! | name | holds | crate |
//! |---|---|---|
//! | [`cli`] | the commands of the `trigon` program | `trigon` |
//! | [`rehearsal`] | a stage, and people on it who act on what they see | `trigon-rehearsal` |
//! | [`simulate`] | whole matches between computer players, for demos and load tests | `trigon-rehearsal` |
//! | [`sandbox`] | an embedded Discord for rehearsals and tests; knows nothing of the bot | `trigon-sandbox` |
//! | [`bot`] | the Discord front end: commands, components, wording, delivery | `trigon-bot` |
//! | [`mod@matches`] | matches: seats, log, deadlines, permissions; records, replays, verification | `trigon-engine` |
//! | [`mod@season`] | seasons: casts, episodes, and a book of what everyone has | `trigon-engine` |
//! | [`mod@people`] | what is stored about a person, for them, and taking them out of it | `trigon-engine` |
//! | [`store`] | persistence with sqlx: SQLite or PostgreSQL | `trigon-engine` |
//! | [`figures`] | metrics for operators | `trigon-engine` |
//! | `trigon-clock` | clocks that the bot and the sandbox can share | `trigon-clock` |
//! | [`games`] | pure rules behind one interface, with notation, words and pictures | `trigon-rules` |
//! | [`grid`] | boards of triangles, without rules | `trigon-rules` |
//! | [`text`] | text from people, normalised | `trigon-rules` |
//! | `trigon-render` | scenes of shapes as PNG, GIF and SVG | `trigon-render` |

pub use trigon_bot as bot;
pub use trigon_engine::{figures, ids, matches, people, season, store};
pub use trigon_rehearsal::{self as rehearsal, simulate};
pub use trigon_rules::{games, grid, text};
pub use trigon_sandbox as sandbox;

pub mod cli;

// What tests share names it as its users do.
#[cfg(test)]
extern crate self as trigon;
