//! What follows from a match and the time, without being stored: queries for the commands and for front ends.
//!
//! | file | contents |
//! |---|---|
//! | `state.rs`, `questions.rs` | how far a match is, and what it asks of whom |
//! | `holders.rs`, `computed_seats.rs` | who has, had, lends and may come to have the seats; where computed players sit |
//! | `fairness.rs` | whether hosts and onlookers know what nobody who plays may know |
//! | `history.rs`, `past.rs` | what everyone may read of the log; the match as it was |
//! | `result.rs`, `settled.rs`, `deeds.rs` | how a match ended, what it has left everyone with, and what people did in it |
//! | `proposals.rs`, `takebacks.rs` | what all players have to agree to, and what became of it; what a takeback takes back |
//! | `time_left.rs`, `allowance.rs` | the time that is left, and the time that hosts may still add |
//! | `attendance.rs` | which players have missed phases, have time left, and are ready |
//! | `reminders.rs` | who is reminded of a deadline, and when |
//! | `daily_limits.rs` | what nobody can do again and again, because others are mentioned each time |

pub(crate) mod allowance;
pub(crate) mod attendance;
pub(crate) mod computed_seats;
pub(crate) mod daily_limits;
pub(crate) mod deeds;
pub(crate) mod fairness;
pub(crate) mod history;
pub(crate) mod holders;
pub(crate) mod past;
pub(crate) mod proposals;
pub(crate) mod questions;
pub(crate) mod reminders;
pub(crate) mod result;
pub(crate) mod settled;
pub(crate) mod state;
pub(crate) mod takebacks;
pub(crate) mod time_left;
