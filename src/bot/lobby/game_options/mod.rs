//! Command options declared by games: those of a match in `/host create` and `/play new`, and those of a player in
//! `/host seat` and `/host correct`.
//!
//! Several games may declare options with the same key. A command then has a single option that covers the bounds and
//! choices of each; the chosen game checks the value.
//!
//! | file | what |
//! |---|---|
//! | `command.rs` | [`GameCommand`]: the games and options of a command, and what somebody has filled in; time limits |
//! | `registration.rs` | the options as they are registered with Discord, and suggestions for their values |

mod command;
mod registration;

pub(crate) use command::GameCommand;
pub(super) use command::{has_filled_in_limits, with_limits};
pub(crate) use registration::{add_options, text_parameters};
