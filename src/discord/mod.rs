//! The Discord face: what people type and press, and what the bot says.
//!
//! | file | noun |
//! |---|---|
//! | `bot.rs` | [`Bot`], [`Running`]: connecting and stopping |
//! | `events.rs` | what comes in besides commands; errors |
//! | `commands/` | the slash commands |
//! | `presses.rs` | buttons, selects and forms |
//! | `direct.rs` | direct messages in plain text |
//! | `ask.rs` | what a player asks of a match, whichever way |
//! | `deed.rs` | `Deed`: what players do around a game of turns |
//! | `which.rs` | which match is meant |
//! | `person.rs` | who asks |
//! | `answer.rs`, `failure.rs` | what is told, and why something is not done |
//! | `texts_commands.rs`, `texts_host.rs`, `texts_play.rs` | all sentences of commands |
//! | `texts_denied.rs` | why a command changes nothing |
//! | `rules_text.rs`, `roster_lines.rs` | rules as Discord shows them; a roster as it is pasted |
//! | `play/` | [`Panel`](play::Panel): what a player is asked, and what pressing or typing an answer does |
//! | `turns/` | games of turns: the match message and what happens around it |
//! | `ids.rs` | [`CustomId`]: what components carry |
//! | `escape.rs` | text from people, made harmless |
//! | `texts.rs` | everything the bot says by itself |
//! | `picture.rs` | pictures as attachments |
//! | `announce.rs` | a notice put into words |
//! | `proof.rs` | what the end shows so that anyone can check it |
//! | `delivery.rs`, `delivery/` | messages from the outbox to Discord, each once and in order |
//! | `wire.rs` | the few requests that delivery makes |
//! | `check.rs` | [`check`]: whether Discord gives all that is needed |
//! | `token.rs` | [`Token`]: the bot's token, never shown |

mod announce;
mod answer;
mod ask;
mod bot;
pub mod check;
mod commands;
mod deed;
pub mod delivery;
mod direct;
pub mod escape;
mod events;
mod failure;
mod ids;
mod person;
pub mod picture;
pub mod play;
mod presses;
mod proof;
mod roster_lines;
mod rules_text;
mod texts;
mod texts_commands;
mod texts_denied;
mod texts_host;
mod texts_play;
mod token;
mod turns;
mod which;
mod wire;

pub use bot::{Api, Bot, BotConfig, BotError, Commands, Running};
pub use failure::Failure;
pub use ids::{CustomId, Prefix, Press, UnknownId};
pub use token::{NoToken, Token};

/// What a command is called with.
type Context<'a> = poise::Context<'a, Bot, Failure>;
