//! What every feature is made of: answers, components and their identifiers, harmless text, pictures, and finding the
//! match that is meant.
//!
//! | file | what |
//! |---|---|
//! | `context.rs` | [`Bot`], [`Context`]: the state that handlers work with; the values of options |
//! | `announcement.rs` | [`Announcement`]: a message that the bot sends without being asked |
//! | `answer.rs` | [`Answer`], [`PressAnswer`]: what a person reads |
//! | `response/` | [`Responder`]: sending answers in time, or in another way if Discord does not accept them; how many are worked on at a time |
//! | `arrivals.rs` | whether everything that people have sent has arrived |
//! | `latest_requests.rs` | which requests have been seen before |
//! | `inbox.rs` | [`Inbox`]: direct messages that have not been processed yet |
//! | `work.rs` | what is being done for people, so that it can be finished when the bot stops |
//! | `failure.rs` | [`Failure`]: why something was not done, and what the person reads instead |
//! | `custom_id/` | [`CustomId`], [`ComponentAction`]: what components carry; buttons for a match |
//! | `lookup/` | finding the match that is meant |
//! | `moment.rs` | times to come, as people write them |
//! | `person.rs` | who asks |
//! | `previews.rs` | [`Previews`]: what people were shown and have not confirmed |
//! | `shared.rs` | messages that show a match to everyone, each with a single writer |
//! | `readers/` | who can read a channel, and why |
//! | `limits.rs` | Discord's limits, each stated once |
//! | `typed.rs` | [`Typed`], [`Prose`]: text from people, normalised where it comes in |
//! | `escape.rs` | text from people, made harmless where it is shown |
//! | `words.rs` | the small parts of messages: titles, times, mentions |
//! | `picture/` | pictures as attachments |

pub(super) mod announcement;
mod answer;
mod arrivals;
mod context;
mod custom_id;
pub mod escape;
mod failure;
mod inbox;
mod latest_requests;
pub(super) mod limits;
pub(super) mod lookup;
pub(super) mod moment;
pub(super) mod person;
pub mod picture;
mod previews;
pub(super) mod readers;
mod refusals;
mod response;
mod shared;
pub(super) mod snowflakes;
mod typed;
pub(super) mod words;
mod work;

pub(super) use announcement::Announcement;
pub(super) use answer::{Answer, PressAnswer, field, value};
pub(super) use arrivals::{Arrivals, Fetched};
pub use context::Bot;
pub(super) use context::{Context, declared, filled_in};
pub(super) use custom_id::{BoardId, button};
pub use custom_id::{ComponentAction, CustomId, HostAsk, Prefix, SeatRequest, UnknownId};
pub use failure::Failure;
pub(super) use failure::{code, describe, guild_only, kept, not_read, outdated, refusal_class, wrong};
pub(super) use inbox::Inbox;
pub(super) use previews::Preview;
pub(super) use response::{DEFER_AFTER, Responder, is_transient, open_form, send, send_later, with_retries};
pub(super) use shared::{FilesUpdate, MessageUpdate, PressResponse, Pressed, SharedMessages, nobody};
pub(super) use typed::{Prose, Typed, without_option};
pub(super) use work::Work;
