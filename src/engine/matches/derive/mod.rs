//! What follows from a match and the time, without being stored: queries for the commands and for front ends.
//!
//! | file | contents |
//! |---|---|
//! | `state.rs`, `questions.rs` | how far a match is, and what it asks of whom |
//! | `holders.rs`, `free_seats.rs`, `computed_seats.rs` | who has, had, lends and may come to have the seats; which are free for others; where computed players sit |
//! | `fairness.rs` | who knows, or has done as a host, what nobody who plays may |
//! | `history.rs`, `past.rs` | what everyone may read of the log; the match as it was at an earlier moment |
//! | `result.rs` | how a match ended |
//! | `playback.rs`, `settled.rs`, `deeds.rs` | a match played again: what it has left everyone with, and what people did in it |
//! | `proposals.rs`, `takebacks.rs` | what all players have to agree to, and what became of it; the open offer, and what a takeback takes back |
//! | `timers.rs`, `time_left.rs`, `allowance.rs` | what timers are for now, the time that is left, and the time that hosts may still add |
//! | `attendance.rs` | which players have missed phases, have time left, and are ready |
//! | `reminders.rs` | who is reminded of a deadline, and when |
//! | `daily_limits.rs` | how often a day people can do what others are mentioned for each time |

pub(crate) mod allowance;
pub(crate) mod attendance;
pub(crate) mod computed_seats;
pub(crate) mod daily_limits;
pub(crate) mod deeds;
pub(crate) mod fairness;
pub(crate) mod free_seats;
pub(crate) mod history;
pub(crate) mod holders;
pub(crate) mod past;
pub(crate) mod playback;
pub(crate) mod proposals;
pub(crate) mod questions;
pub(crate) mod reminders;
pub(crate) mod result;
pub(crate) mod settled;
pub(crate) mod state;
pub(crate) mod takebacks;
pub(crate) mod time_left;
pub(crate) mod timers;
