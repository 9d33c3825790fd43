//! Hosting: the clock of a match, its status, and what only hosts may do.
//!
//! | file | commands |
//! |---|---|
//! | `commands.rs` | `/host` with `cohost`, `correct`, `quiet`, `cancel`, `publish` and `role` |
//! | `clock_commands.rs` | `/host extend`, `pause`, `resume`, `resolve`, `undo` and `remind` |
//! | `buttons.rs` | the buttons below `/host status` |
//! | `confirm.rs` | confirming what ends something for good |
//! | `spectators.rs`, `roles.rs` | `/host spectators`: what those who do not play get to see, and the roles of those who do |
//! | `relocate.rs` | `/relocate`: moving a match to another channel |
//! | `seats.rs` | `/host replace`, `/substitute` and `/leave`: seats that change hands |
//! | `status.rs` | `/host status`, `/host simulate` and `/host export` |
//! | `texts/` | the sentences |

pub(super) mod buttons;
mod clock_commands;
mod commands;
pub(super) mod confirm;
mod relocate;
mod roles;
pub(super) mod seats;
mod spectators;
mod status;
mod texts;

pub(super) use commands::host;
pub(super) use relocate::relocate;
