//! What every feature is made of: answers, components and their identifiers, harmless text, pictures, and which match is
//! meant.
//!
//! | file | noun |
//! |---|---|
//! | `context.rs` | [`Bot`], [`Context`]: what handlers work with; what is filled in for an option |
//! | `button.rs` | buttons of a match |
//! | `answer.rs` | [`Answer`], [`Shown`]: what a person reads |
//! | `reply.rs` | [`Reply`]: sending it in time, and by another way if Discord does not take it |
//! | `desk.rs` | how many answers are worked on at a time |
//! | `arrivals.rs` | whether everything that people have sent has arrived |
//! | `inbox.rs` | [`Inbox`]: direct messages that are not dealt with yet |
//! | `failure.rs`, `denied.rs` | [`Failure`]: why something was not done, and what the person reads instead |
//! | `ids.rs` | [`CustomId`], [`ComponentAction`]: what components carry |
//! | `lookup.rs` | which match is meant |
//! | `person.rs` | who asks |
//! | `seen.rs` | which requests have come before |
//! | `limits.rs` | Discord's limits, each number once |
//! | `escape.rs` | text from people, made harmless |
//! | `words.rs` | the small parts of messages: titles, times, mentions |
//! | `picture/` | pictures as attachments |

pub(super) mod announcement;
mod answer;
mod arrivals;
mod button;
mod context;
mod denied;
mod desk;
pub mod escape;
mod failure;
mod ids;
mod inbox;
pub(super) mod limits;
pub(super) mod lookup;
pub(super) mod person;
pub mod picture;
mod reply;
mod seen;
pub(super) mod words;

pub(super) use announcement::Announcement;
pub(super) use answer::{Answer, Shown, nobody, value};
pub(super) use arrivals::{Arrivals, Fetched};
pub(super) use button::button;
pub use context::Bot;
pub(super) use context::{Context, filled_in};
pub use failure::Failure;
pub(super) use failure::{code, describe, guild_only, kept, not_read, outdated, wrong};
pub use ids::{ComponentAction, CustomId, Prefix, UnknownId};
pub(super) use inbox::Inbox;
pub(super) use reply::{PATIENCE, Reply, is_passing, persistently, send, send_later};
pub(super) use seen::Seen;
