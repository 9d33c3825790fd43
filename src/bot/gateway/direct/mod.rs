//! Direct messages in plain text: `me`, `help` and so on, or an action in the match that is waiting for the sender.
//!
//! An answer is stored together with the change that it reports, and sent by delivery. A message that cannot be stored
//! is neither refused nor forgotten: it is tried again until it can be, and counts from the time at which it was sent.
//!
//! | file | what |
//! |---|---|
//! | `receive.rs` | [`receive`]: each message once, those of one person in order |
//! | `correspondent.rs` | processing the messages of one person until their answers are stored |
//! | `respond.rs` | what a message is answered |
//! | `parse.rs` | what a message asks for |

mod correspondent;
mod parse;
mod receive;
mod respond;

pub(super) use self::receive::{is_answer, is_text, receive, refuse_late};
