//! Whole matches between computed seats, for demonstrations, load tests and statistics.
//!
//! Computed seats have no privileges: they submit actions as players do.
//!
//! | file | contents |
//! |---|---|
//! | `roster.rs` | [`names`], [`roster()`], [`setup`]: who plays |
//! | `seats.rs` | [`choose`], [`decisions`]: what computed seats do |
//! | `record.rs` | [`record()`], [`match_seed`]: a whole match |

mod record;
mod roster;
mod seats;

pub use record::{match_seed, record};
pub use roster::{names, roster, setup};
pub use seats::{choose, decisions};
