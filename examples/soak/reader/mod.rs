//! A reader of what is stored that uses nothing of the bot: plain SQL, and a second implementation of what the rules of
//! the draws and of Triforce Building say.
//!
//! | file | contents |
//! |---|---|
//! | `rows.rs` | the tables |
//! | `draws.rs` | `docs/draws.md` |
//! | `grid.rs`, `building.rs` | `src/rules/games/triforce_building/rules.md` |
//! | `other.rs` | other games of rounds, by their own rules: what they ask is compared, not what they decide |

pub(crate) mod building;
pub(crate) mod draws;
mod grid;
pub(crate) mod other;
pub(crate) mod rows;
