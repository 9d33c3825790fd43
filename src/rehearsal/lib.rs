//! A stage, and people who play on it: for demonstrations, rehearsals, load and tests.
//!
//! They have no privileges: they see what Discord’s client shows, and do what people do. They know the bot's
//! components; the choices are declared by the games, so they can play any of them.

mod diary;
mod error;
mod manner;
mod player;
mod process;
pub mod simulate;
mod stage;
mod tap;
mod tap_plan;

pub use diary::{Diary, DiaryEntry};
pub use error::RehearsalError;
pub use manner::Manner;
pub use player::Player;
pub use process::{BotProcess, StandardOutput, environment};
pub use stage::{Server, Stage, begin, config, connect, member, seat, settled, welcome};
pub use tap::{Tap, channel, component};
pub use tap_plan::TapPlan;
