//! A reader of the stored data that uses none of the bot's code: plain SQL, and a second implementation of the draws
//! and of the rules of Triforce Building.
//!
//! | file | contents |
//! |---|---|
//! | `rows.rs` | the tables |
//! | `draws.rs` | `docs/draws.md` |
//! | `grid.rs`, `building.rs` | `src/rules/games/triforce_building/rules.md` |
//! | `toy_game.rs` | other games of rounds, by their own rules: their questions are compared, not their decisions |

pub(crate) mod building;
pub(crate) mod draws;
mod grid;
pub(crate) mod rows;
pub(crate) mod toy_game;
