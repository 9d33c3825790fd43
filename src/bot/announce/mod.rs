//! Notices put into words: what is posted in the channel and what is written to a player, for every game.
//!
//! A match is shown as it was after the entry that the message names. A question is only asked while it is still open: a
//! message that comes late tells what happened, without buttons for a question that is closed.
//!
//! | file | what |
//! |---|---|
//! | `notices.rs` | [`announce`]: each kind of notice |
//! | `message.rs` | the match message: what happened, who is asked what, and what can be pressed; what is written to a player |
//! | `story.rs` | what happened, in sentences |
//! | `end.rs` | the end of a match, and what everyone may see then: the record, the seed, and the post that carries its hash |
//! | `posted.rs` | which messages are in the channel, and which buttons are outdated |
//! | `texts.rs` | the sentences of these |

mod end;
pub(super) mod message;
mod notices;
pub(super) mod posted;
mod story;
mod texts;

pub(super) use notices::{announce, clock_stuck};
