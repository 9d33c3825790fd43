//! The Discord face: what people type and press, and what the bot says. A folder for each feature.
//!
//! | folder | what |
//! |---|---|
//! | `gateway/` | connecting, registering commands, events |
//! | `ui/` | answers, components, escaping, Discord's limits |
//! | `ask.rs` | what a player asks of a match, whichever way |
//! | `lobby/` | creating matches, signing up, the roster, starting |
//! | `play/` | what a player is asked, and what pressing or typing an answer does |
//! | `agree/` | resigning, draws, takebacks, nudging, claims, rematches |
//! | `host/` | the clock, the status, what only hosts may do |
//! | `info/` | boards, histories, replays, rules, help |
//! | `announce/` | a notice put into words |
//! | `directs.rs` | the channels of direct messages, opened one after the other |
//! | `limiter/` | Discord's rate limits, kept for all requests |
//! | `time/` | Discord's time, by which deadlines are met |
//! | `delivery/` | messages from the outbox to Discord, each once and in order |
//!
//! A feature's commands, components and sentences are in its folder.

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
