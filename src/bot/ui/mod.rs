//! What every feature is made of: answers, components and their identifiers, harmless text, pictures, and which match is
//! meant.
//!
//! | file | noun |
//! |---|---|
//! | `context.rs` | [`Bot`], [`Context`]: what handlers work with; what is filled in for an option |
//! | `answer.rs` | [`Answer`], [`PressAnswer`]: what a person reads |
//! | `reply.rs` | [`Responder`]: sending it in time, and by another way if Discord does not take it; how many are worked on at a time |
//! | `arrivals.rs` | whether everything that people have sent has arrived; which requests have come before |
//! | `inbox.rs` | [`Inbox`]: direct messages that are not dealt with yet |
//! | `failure.rs` | [`Failure`]: why something was not done, and what the person reads instead |
//! | `ids.rs` | [`CustomId`], [`ComponentAction`]: what components carry; buttons of a match |
//! | `lookup.rs` | which match is meant |
//! | `person.rs` | who asks |
//! | `limits.rs` | Discord's limits, each number once |
//! | `escape.rs` | text from people, made harmless |
//! | `words.rs` | the small parts of messages: titles, times, mentions |
//! | `picture/` | pictures as attachments |

pub(super) mod announcement;
mod answer;
mod arrivals;
mod context;
pub mod escape;
mod failure;
mod ids;
mod inbox;
pub(super) mod limits;
pub(super) mod lookup;
pub(super) mod person;
pub mod picture;
mod reply;
pub(super) mod words;

pub(super) use announcement::Announcement;
pub(super) use answer::{Answer, PressAnswer, nobody, value};
pub(super) use arrivals::{Arrivals, Fetched, LatestRequests};
pub use context::Bot;
pub(super) use context::{Context, declared, filled_in};
pub use failure::Failure;
pub(super) use failure::{code, describe, guild_only, kept, not_read, outdated, wrong};
pub(super) use ids::button;
pub use ids::{ComponentAction, CustomId, Prefix, UnknownId};
pub(super) use inbox::Inbox;
pub(super) use reply::{PATIENCE, Responder, is_passing, persistently, send, send_later};
