//! Connecting to Discord: commands, events, and disconnecting.
//!
//! | file | what |
//! |---|---|
//! | `api.rs` | [`Api`]: where to find Discord, and clients for it; [`Token`]: the bot's token, never shown |
//! | `account.rs` | [`Account`]: what setting the bot up asks of Discord |
//! | `connect.rs` | [`BotConfig`]: connecting |
//! | `client.rs` | serenity’s client, with poise’s framework |
//! | `running.rs` | [`Running`], [`Connection`]: whether the bot is connected, and disconnecting |
//! | `tasks.rs` | what runs beside the connection |
//! | `error.rs` | [`BotError`]: why the bot is not connected |
//! | `commands.rs` | the commands as they are registered |
//! | `register/` | registering them when they differ from what Discord has |
//! | `events.rs` | other events |
//! | `command_errors.rs` | errors of commands and event handlers |
//! | `threads.rs` | keeping threads open while a match is played in them |
//! | `components.rs` | buttons, selects and forms |
//! | `opening.rs` | opening direct messages for people who have just joined |
//! | `direct/` | direct messages in plain text |
//! | `edits.rs` | direct messages that people edit |
//! | `referred.rs` | which match a reply is about |
//! | `members.rs` | comparing roles of members and scheduled events with what they should be, in passing |
//! | `chat.rs` | what people write as they would to a person |
//! | `lounges.rs` | noting who can read what onlookers were told, whenever that can change |
//! | `missed/` | fetching direct messages that were sent while the bot was not connected |
//! | `probe.rs` | whether everything that people have sent has arrived |
//! | `last_call.rs` | the last call before a deadline, for direct messages that were missed |
//! | `catch_up.rs` | catching up after a gap |
//! | `supervisor.rs` | looking after everything without which the bot is deaf, mute or late |
//! | `others.rs` | coordination with the other processes of the bot |
//! | `check.rs` | [`check`](check::check): whether Discord provides everything that is needed |

mod account;
mod api;
mod catch_up;
mod chat;
pub mod check;
mod client;
mod command_errors;
mod commands;
mod components;
mod connect;
mod direct;
mod edits;
mod error;
mod events;
mod last_call;
mod lounges;
mod members;
mod missed;
mod opening;
mod others;
mod probe;
mod referred;
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
