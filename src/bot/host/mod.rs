//! Hosting: the clock of a match, its status, and what only hosts may do.
//!
//! | file | commands |
//! |---|---|
//! | `commands.rs` | `/host` with `replace`, `cohost`, `correct`, `quiet`, `cancel`, `publish` and `role` |
//! | `clock_commands.rs` | `/host extend`, `pause`, `resume`, `resolve`, `undo` and `remind` |
//! | `confirm.rs` | giving a command, confirming it first, or proposing it to the players |
//! | `spectators.rs`, `roles.rs` | `/host spectators`: what those who do not play get to see, and the roles of those who do |
//! | `relocate.rs` | `/relocate`: moving a match to another channel |
//! | `status.rs` | `/host status` with its buttons, `/host simulate` and `/host export` |
//! | `texts/` | the sentences |

mod clock_commands;
mod commands;
pub(super) mod confirm;
mod relocate;
mod roles;
mod spectators;
pub(super) mod status;
mod texts;

pub(super) use commands::host;
pub(super) use relocate::relocate;
