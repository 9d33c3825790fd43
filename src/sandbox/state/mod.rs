//! The state of the sandbox, behind one lock.
//!
//! All changes go through [`Hub::write`], which updates the time first and finally wakes everyone waiting for a change.
//!
//! | file | contents |
//! |---|---|
//! | `user.rs`, `guild.rs`, `calendar.rs`, `channel.rs`, `message.rs`, `attachment.rs`, `interaction.rs` | the stored objects |
//! | `tables.rs`, `hub.rs` | [`State`]: the tables of all objects; [`Hub`]: the state with its lock |
//! | `permitted.rs` | what a member may do |
//! | `json.rs` | the objects as the API shows them, including those they refer to |
//! | `changes.rs`, `posting.rs`, `interact.rs` | what happens to guilds and channels, messages and interactions |
//! | `event.rs` | the events that tell the bot about it |
//! | `saved.rs` | saving a sandbox, and restoring it |

mod attachment;
mod calendar;
mod changes;
mod channel;
mod event;
mod guild;
mod hub;
mod interact;
mod interaction;
mod json;
mod message;
mod permitted;
mod posting;
mod rules;
mod saved;
mod tables;
mod user;

pub use self::channel::ChannelKind;
pub(crate) use self::{
    attachment::{Attachment, Upload},
    calendar::{EventStatus, ScheduledEvent},
    channel::{Channel, Thread},
    guild::{Guild, Member, Role, Rules},
    hub::{Feeds, Hub, wait_on},
    interact::Act,
    interaction::{Command, Interaction, InteractionKind, Shown, Standing},
    message::{
        EPHEMERAL, HAS_THREAD, LOADING, Message, MessageOrigin, REPLY, SILENT, THREAD_CREATED, THREAD_STARTER,
    },
    permitted::{in_channel, in_guild},
    posting::Post,
    saved::Saved,
    tables::{Nonce, State},
    user::User,
};
