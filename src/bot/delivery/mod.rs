//! Delivery: sends messages from the outbox to Discord, each once, and in order for each target.
//!
//! Delivery keeps no state that matters: the store decides, so it can be stopped and restarted at any point.
//!
//! - **Order.** For each target, only the first pending message is sent; one that waits for another attempt holds back
//!   those after it. Targets do not wait for each other.
//! - **Once.** Each row has a nonce, and for some minutes Discord accepts only one message with it. If an attempt made
//!   longer ago than that may have succeeded, the channel is searched first (`delivery/earlier.rs`). The fact that a
//!   message was sent is stored before anything else is done; in a rush, several are stored together
//!   (`delivery/receipts.rs`).
//! - **By one process.** Messages are leased for a limited time. A process that was stopped for longer finds that its
//!   lease has expired, and neither sends nor stores anything.
//! - **Nothing lost.** A row stays pending until Discord has answered; it is given up only if Discord refuses it for
//!   good, or after hours of attempts.
//!
//! What a message that was sent has to show later is up to the writer (`delivery/writer/`).
//!
//! | file | what |
//! |---|---|
//! | `run.rs` | [`run()`]: the loop, which starts to send what can be sent, a limited number of messages at a time |
//! | `client.rs`, `request_error.rs` | `Client`: the requests that delivery and upkeep make, and why they fail |
//! | `courier.rs` | `Courier`: what delivery works with, and what waits in it |
//! | `deliver.rs` | one attempt to deliver a message: its words, sending it, and what follows |
//! | `drafts.rs` | what a player has drawn and not submitted, which a message may name |
//! | `earlier.rs` | whether an earlier attempt succeeded although its response was lost |
//! | `settle.rs`, `receipts.rs`, `texts.rs` | what becomes of a message after the attempt, with the reasons |
//! | `refused.rs`, `membership.rs` | refusals: by players, by channels, or because the bot is not in the server |
//! | `lost.rs` | channels that take no messages, whose players are told what they miss |
//! | `reduced.rs` | sending a refused message with less in it |
//! | `outage.rs` | noticing soon when Discord works again |
//! | `spectators.rs` | posts for onlookers, which no player may be able to read |
//! | `questions.rs`, `deadlines.rs` | keeping the direct messages that asked players up to date |
//! | `writer/` | `Writer`: edits what channels show of a match |

pub(crate) mod client;
mod courier;
mod deadlines;
mod deliver;
mod drafts;
mod earlier;
mod lost;
mod membership;
mod outage;
mod questions;
mod receipts;
mod reduced;
mod refused;
mod request_error;
mod run;
mod settle;
mod spectators;
mod texts;
mod writer;

pub(crate) use self::request_error::{RequestError, TransientFailure};
pub use self::run::run;
pub(crate) use self::run::{authorization_header, run_with};
pub(crate) use self::writer::{Shared, Writer};
