//! Connecting to Discord: commands, events, and disconnecting.
//!
//! | file | what |
//! |---|---|
//! | `api.rs` | [`Api`]: where to find Discord, and clients for it; [`Token`]: the bot's token, never shown |
//! | `account.rs` | [`Account`]: what setting the bot up asks of Discord |
//! | `check.rs` | [`check`](check::check): whether Discord provides everything that is needed |
//! | `connect.rs` | [`BotConfig`]: connecting |
//! | `commands.rs` | the commands as they are registered |
//! | `register/` | registering them when they differ from what Discord has |
//! | `client.rs` | serenity’s client, with poise’s framework |
//! | `running.rs` | [`Running`], [`Connection`]: whether the bot is connected, and disconnecting |
//! | `error.rs` | [`BotError`]: why the bot is not connected |
//!
//! What runs beside the connection:
//!
//! | file | what |
//! |---|---|
//! | `tasks.rs` | the tasks |
//! | `supervisor.rs` | looking after everything without which the bot is deaf, mute or late |
//! | `other_processes.rs` | coordination with the other processes of the bot |
//!
//! What people and servers do:
//!
//! | file | what |
//! |---|---|
//! | `events.rs` | all events other than commands |
//! | `components.rs` | buttons, selects and forms |
//! | `direct/` | direct messages in plain text |
//! | `edits.rs` | direct messages that people edit |
//! | `reference.rs` | the match that a direct message replies to |
//! | `chat.rs` | what people write as they would to a person |
//! | `opening.rs` | opening direct messages for people who have just joined |
//! | `threads.rs` | keeping threads open while a match is played in them |
//! | `lounges.rs` | storing who can read what onlookers are told, whenever that may change |
//! | `drift.rs` | comparing roles of members and scheduled events with what they should be |
//!
//! Direct messages that Discord did not deliver, because the bot was not connected:
//!
//! | file | what |
//! |---|---|
//! | `missed/` | fetching them |
//! | `catch_up.rs` | fetching them when a session begins, or when one of their authors writes |
//! | `last_call.rs` | finding out before a deadline whether everything that people have sent has arrived, and fetching it if not |

mod account;
mod api;
mod catch_up;
mod chat;
pub mod check;
mod client;
mod commands;
mod components;
mod connect;
mod direct;
mod drift;
mod edits;
mod error;
mod events;
mod last_call;
mod lounges;
mod missed;
mod opening;
mod other_processes;
mod reference;
mod register;
mod running;
mod supervisor;
mod tasks;
mod threads;

pub use account::Account;
pub use api::{Api, NoToken, Token};
pub use connect::BotConfig;
pub use error::BotError;
pub use register::Commands;
pub use running::{Connection, Running};
