//! The Discord face: what people type and press, and what the bot says. It decides nothing of a match: it gives commands to
//! the engine, puts notices into words, and takes messages from the outbox to Discord.
//!
//! | room | what |
//! |---|---|
//! | `time/` | Discord’s time, by which deadlines are met |
//! | `directs.rs` | the channels of direct messages, opened one after the other |
//! | `limiter/` | Discord’s rate limits, kept for all requests |
//! | `ui/` | what every feature is made of: answers, components and their identifiers, escaping, Discord’s limits, which match is meant |
//! | `lobby/` | creating matches, signing up, the roster, starting; `declared.rs` makes the options that games declare into options of commands |
//! | `play/` | what a player is asked, and what typing an answer does |
//! | `info/` | boards, histories, replays, rules, help |
//! | `agree.rs` | resigning, draws, takebacks, nudging, claims |
//! | `announce/` | a notice put into words, for every game |
//! | `press.rs` | what pressing an answer does |
//! | `ask/` | what a player asks of a match, by command, by direct message or by picking the match; the commands for that |
//! | `host/` | the clock, the status, what only hosts may do |
//! | `delivery/` | messages from the outbox to Discord, each once and in order |
//! | `gateway/` | connecting, registering commands, events |

mod agree;
mod announce;
mod ask;
pub mod delivery;
mod directs;
mod gateway;
mod host;
mod info;
pub mod limiter;
mod lobby;
pub mod play;
mod press;
mod time;
mod ui;

pub use directs::Directs;
pub use gateway::{Api, BotConfig, BotError, Commands, Connection, NoToken, Running, Token, check};
pub use time::DiscordClock;
pub use ui::{Bot, ComponentAction, CustomId, Failure, Prefix, UnknownId, escape, picture};
