//! The Discord front end: what people type and press, and what the bot says. It decides nothing about a match: it
//! passes commands to the engine, puts notices into words, and delivers messages from the outbox to Discord.
//!
//! In the order in which they build on each other: a room uses only those in earlier rows.
//!
//! | room | what |
//! |---|---|
//! | `locks.rs`, `backoff.rs` | locking a mutex; waits that double with each failure |
//! | `time/` | Discord's time, by which deadlines are judged |
//! | `codes/` | what Discord's error codes mean, for all requests |
//! | `directs.rs` | the channels of direct messages, opened one at a time |
//! | `limiter/` | Discord's rate limits, applied to all requests |
//! | `link/` | the connection to Discord's gateway, kept up whatever happens to it |
//! | `ui/` | what every feature is made of: answers, components and their identifiers, escaping, Discord's limits, finding the match that is meant |
//! | `lobby/` | creating matches, signing up, the roster, starting; `game_options/` turns the options that games declare into command options |
//! | `play/` | what a player is asked, and typed answers |
//! | `info/` | boards, histories, replays, rules, help, numbers, what is stored about somebody |
//! | `agree.rs` | resigning, draws, takebacks, nudges, claims |
//! | `announce/` | notices put into words, for every game |
//! | `press.rs` | presses that answer a question |
//! | `ask/` | what a player asks of a match, by command, by direct message or by picking the match; the commands for that |
//! | `host/` | the clock, the status, and what only hosts may do |
//! | `season/` | seasons: the cast, results of episodes, the book, gifts and the standings |
//! | `delivery/` | messages from the outbox to Discord, each once and in order, and edits of what channels show |
//! | `upkeep/` | the roles and scheduled events of a match |
//! | `gateway/` | connecting, registering commands, events, and the supervisor of all that has to go on |

mod agree;
mod announce;
mod ask;
mod backoff;
mod codes;
// Public for the program, the rehearsal and the tests.
pub mod delivery;
mod directs;
mod gateway;
mod host;
mod info;
pub mod limiter;
mod link;
mod lobby;
mod locks;
pub mod play;
mod press;
mod season;
mod time;
mod ui;
mod upkeep;

pub use directs::Directs;
pub use gateway::{Account, Api, BotConfig, BotError, Commands, Connection, NoToken, Running, Token, check};
pub use time::DiscordClock;
pub use ui::{
    Bot, ComponentAction, CustomId, Failure, HostAsk, Prefix, SeatRequest, UnknownId, escape, picture,
};
