//! A stage, and people who play on it: for demonstrations, rehearsals, load and tests.
//!
//! They have no privileges: they see what Discord’s client shows, and do what people do. They know the bot's
//! components; the choices are declared by the games, so they can play any of them.

pub mod contest;
mod manner;
mod player;
mod process;
pub mod simulate;
mod stage;

pub use manner::Manner;
pub use player::{Aim, Diary, DiaryEntry, Player, Tap, Trouble, channel, component};
pub use process::{BotProcess, environment};
pub use stage::{Server, Stage, begin, config, connect, member, seat, settled, welcome};
