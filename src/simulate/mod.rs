//! Whole matches played by computed seats: for demonstrations, load and statistics.
//!
//! Outside the rules: what is here only ever submits actions as players do.
//!
//! | file | noun |
//! |---|---|
//! | `planner.rs` | [`Planner`]: seats that work together well enough that lines and triforces happen |
//! | `driver.rs` | [`Driver`]: who chooses the actions: the planner or chance |
//! | `seats.rs` | [`choose`]: seats of the games of turns |
//! | `run.rs` | [`simulate`], [`Options`], [`Tally`]: matches from start to end |

mod driver;
mod planner;
mod run;
mod seats;

pub use driver::Driver;
pub use planner::Planner;
pub use run::{Finished, Options, SimulateError, Tally, match_seed, play, roster, simulate};
pub use seats::choose;
