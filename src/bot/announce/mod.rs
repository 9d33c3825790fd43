//! Notices put into words: what is posted in the channel and what is written to a player, for every game.
//!
//! A match is shown as it was after the entry that the message names. A question is only asked while it is still open: a
//! message that comes late tells what happened, without buttons for a question that is closed.
//!
//! | file | what |
//! |---|---|
//! | `notices.rs` | [`announce`]: each kind of notice |
//! | `message.rs` | the match message: what happened, who is asked what, and what can be pressed |
//! | `story.rs` | what happened, in sentences |
//! | `end.rs` | the end of a match, and what everyone may see then |
//! | `personal.rs` | what is written to a player |
//! | `posted.rs` | which messages are in the channel, and which buttons are outdated |
//! | `proof.rs` | the record, the seed, and the post that carries its hash |
//! | `texts.rs` | the sentences of these |

mod end;
pub(super) mod message;
mod notices;
mod personal;
pub(super) mod posted;
mod proof;
mod story;
mod texts;

pub(super) use notices::{announce, clock_stuck};
