//! Connecting to Discord: commands, events, and stopping again.
//!
//! | file | what |
//! |---|---|
//! | `connect.rs` | [`BotConfig`], [`Running`]: connecting and stopping |
//! | `commands.rs` | the commands as they are registered |
//! | `events.rs` | other events; errors |
//! | `components.rs` | buttons, selects and forms |
//! | `direct.rs` | direct messages in plain text |
//! | `missed.rs`, `probe.rs` | direct messages that were sent while the bot was not connected |
//! | `check.rs` | [`check`](check::check): whether Discord provides everything that is needed |
//! | `token.rs` | [`Token`]: the bot's token, never shown |

pub mod check;
mod commands;
mod components;
mod connect;
mod direct;
mod events;
mod missed;
mod probe;
mod token;

pub use connect::{Api, BotConfig, BotError, Commands, Running};
pub use token::{NoToken, Token};
