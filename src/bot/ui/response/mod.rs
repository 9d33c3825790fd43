//! Responding to interactions: in time, or in another way if Discord does not accept the first response.
//!
//! By then, the outcome has been stored, so a failure to respond must never read like a failure to act. A request whose
//! failure may be temporary is repeated, which is safe, because Discord accepts only one first response. If the
//! interaction has expired, the answer is sent as a direct message.
//!
//! | file | what |
//! |---|---|
//! | `retry.rs` | [`with_retries`]: repeating a request whose failure may be temporary |
//! | `first.rs` | [`FirstResponse`](first::FirstResponse): the only way to make the first response, also to a press on a message for everyone |
//! | `responder.rs` | [`Responder`]: respond, defer, acknowledge, edit, follow up; with less, or as a direct message, if Discord does not accept that |
//! | `command.rs` | [`send`]: the answer of a command |

mod command;
mod first;
mod responder;
mod retry;

pub(crate) use self::command::{open_form, send, send_later};
pub(crate) use self::responder::{DEFER_AFTER, Responder};
pub(crate) use self::retry::{is_transient, with_retries};
