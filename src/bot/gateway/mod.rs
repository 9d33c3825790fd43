//! Connecting to Discord: commands, events, and disconnecting.
//!
//! | file | what |
//! |---|---|
//! | `api.rs` | [`Api`]: where to find Discord, and clients for it; [`Token`]: the bot's token, never shown |
//! | `connect.rs` | [`BotConfig`], [`Running`]: connecting and disconnecting |
//! | `commands.rs` | the commands as they are registered |
//! | `register.rs` | registering them when they differ from what Discord has |
//! | `events.rs` | other events; keeping threads open while a match is played in them; errors |
//! | `components.rs` | buttons, selects and forms |
//! | `opening.rs` | opening direct messages for people who have just joined |
//! | `direct.rs` | direct messages in plain text |
//! | `lounges.rs` | noting who can read what onlookers were told, whenever that can change |
//! | `missed.rs` | direct messages that were sent while the bot was not connected |
//! | `others.rs` | coordination with the other processes of the bot |
//! | `check.rs` | [`check`](check::check): whether Discord provides everything that is needed |

mod api;
pub mod check;
mod commands;
mod components;
mod connect;
mod direct;
mod events;
mod lounges;
mod missed;
mod opening;
mod others;
mod register;

pub use api::{Api, NoToken, Token};
pub use connect::{BotConfig, BotError, Connection, Running};
pub use register::Commands;
