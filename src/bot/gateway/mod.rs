//! Connecting to Discord: commands, events, and stopping again.
//!
//! | file | what |
//! |---|---|
//! | `api.rs` | [`Api`]: where Discord is, and the client for requests to it; [`Token`]: the bot's token, never shown |
//! | `connect.rs` | [`BotConfig`], [`Running`]: connecting and stopping |
//! | `commands.rs` | the commands as they are registered |
//! | `register.rs` | registering them when they differ from what Discord has |
//! | `events.rs` | other events; threads with a match in them stay open; errors |
//! | `components.rs` | buttons, selects and forms |
//! | `opening.rs` | direct messages, opened for those who have just joined |
//! | `direct.rs` | direct messages in plain text |
//! | `missed.rs` | direct messages that were sent while the bot was not connected |
//! | `check.rs` | [`check`](check::check): whether Discord provides everything that is needed |

mod api;
pub mod check;
mod commands;
mod components;
mod connect;
mod direct;
mod events;
mod missed;
mod opening;
mod others;
mod register;

pub use api::{Api, NoToken, Token};
pub use connect::{BotConfig, BotError, Connection, Running};
pub use register::Commands;
