//! A reader of what is stored that uses nothing of the bot: plain SQL, and a second implementation of what the rules of
//! the draws and of Triforce Building say.
//!
//! | file | contents |
//! |---|---|
//! | `rows.rs` | the tables |
//! | `draws.rs` | `docs/draws.md` |
//! | `grid.rs`, `building.rs` | `src/rules/games/triforce_building/rules.md` |

pub(crate) mod building;
pub(crate) mod draws;
mod grid;
pub(crate) mod rows;
