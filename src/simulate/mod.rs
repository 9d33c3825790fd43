//! Whole matches played by computed seats, for demonstrations, load tests and statistics.
//!
//! Computed seats have no privileges: they submit actions as players do.
//!
//! | file | contents |
//! |---|---|
//! | `planner.rs` | [`Planner`]: seats that agree on lines and triforces |
//! | `driver.rs` | [`Driver`]: how the actions of a round are chosen |
//! | `seats.rs` | [`choose`]: computed seats in games of turns |
//! | `run.rs` | [`simulate`], [`Options`], [`Tally`]: whole matches |

mod driver;
mod planner;
mod run;
mod seats;

pub use driver::Driver;
pub use planner::Planner;
pub use run::{Finished, Options, SimulateError, Tally, match_seed, play, roster, simulate};
pub use seats::choose;
