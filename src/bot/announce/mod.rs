//! Puts notices into words: channel posts and messages to players, for every game.
//!
//! A match is shown as it was after the entry that the message refers to. A question is only asked while it is still
//! open: a late message tells what happened, without buttons for a closed question.
//!
//! | file | what |
//! |---|---|
//! | `notices.rs` | [`announce`]: each kind of notice |
//! | `notice_context.rs` | the match to which a notice refers, then and now |
//! | `frame.rs` | what is around a line: the heading, or the number and name of the match |
//! | `reminders.rs` | reminders before a deadline |
//! | `posts.rs` | posts with buttons, which are kept up to date |
//! | `message.rs` | the match message: what happened, who is asked what, the buttons |
//! | `personal.rs` | the messages to individual players |
//! | `story.rs` | what happened, in sentences |
//! | `end.rs` | the end of a match and what becomes public then: the record, the seed, and the post with its hash |
//! | `share.rs` | a match in a few lines for people elsewhere |
//! | `face.rs` | what a message in the channel is to show by now |
//! | `face_key.rs` | the same in short, to be stored and compared |
//! | `posted.rs` | the newest message in the channel |
//! | `texts/` | the sentences |

mod end;
pub(super) mod face;
pub(super) mod face_key;
mod frame;
pub(super) mod message;
mod notice_context;
pub(crate) mod notices;
pub(super) mod personal;
pub(super) mod posted;
mod posts;
mod reminders;
mod share;
pub(crate) mod story;
mod texts;

pub(super) use end::fair_play;
pub(super) use notices::{announce, clock_stuck};
pub(super) use share::shared;
