//! What follows from a match and the time, without being stored: queries for the commands and for front ends.
//!
//! | file | contents |
//! |---|---|
//! | `view.rs` | what front ends show |
//! | `time_left.rs`, `allowance.rs`, `absence.rs` | the time that is left, the time that hosts may still add, and who is away |
//! | `past.rs` | the match as it was, and what has been taken back since |
//! | `proposals.rs` | what became of proposals |
//! | `settled.rs` | what a match that is over has left everyone with |
//! | `deeds.rs` | what people did in a match that is over, in numbers |
//! | `reminders.rs` | who is reminded of a deadline, and when |
//! | `often.rs` | what nobody can do again and again, because others are mentioned each time |
//! | `computed_seats.rs` | where computed players sit |

pub(crate) mod absence;
pub(crate) mod allowance;
pub(crate) mod computed_seats;
pub(crate) mod deeds;
pub(crate) mod often;
pub(crate) mod past;
pub(crate) mod proposals;
pub(crate) mod reminders;
pub(crate) mod settled;
pub(crate) mod time_left;
pub(crate) mod view;
