//! Monte Carlo tree search for games of several players with chance, and statistics to compare players.
//!
//! A [`Position`] says who acts, what they may do and what comes of it. [`Search`] then looks for the best action with
//! UCT: every seat prefers what is best for itself (max^n), whatever happens by chance branches, and wins and losses
//! that are certain are proven. Nothing here knows a game, a clock or a thread: a search depends only on the position,
//! the settings, the seed and the number of iterations.
//!
//! | file | contents |
//! |---|---|
//! | `position.rs` | [`Position`]: what the search has to know of a game |
//! | `tree.rs` | [`Search`] |
//! | `trial.rs` | [`Tally`], [`Sprt`]: whether one player is stronger than another |

mod position;
mod tree;
mod trial;

pub use position::{Chance, MAX_SEATS, Position, Scores};
pub use tree::{Ranked, Search, Settings};
pub use trial::{Sprt, SprtVerdict, Tally};
