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
//! | `moderation.rs` | what moderators and Discord itself restrict |
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
mod moderation;
mod permitted;
mod posting;
mod saved;
mod tables;
mod user;

pub use self::channel::ChannelKind;
pub(crate) use self::{
    attachment::{Attachment, Upload},
    calendar::{EXTERNAL, EventStatus, GUILD_ONLY, ScheduledEvent},
    channel::{Channel, Thread},
    guild::{Guild, GuildRestrictions, Member, Role},
    hub::{Feeds, Hub, wait_on},
    interact::NewInteraction,
    interaction::{InitialResponse, Interaction, InteractionKind, RegisteredCommand, ResponseState},
    json::MemberScope,
    message::{
        EPHEMERAL, HAS_THREAD, LOADING, Message, MessageOrigin, REPLY, SILENT, THREAD_CREATED, THREAD_STARTER,
    },
    permitted::{ResponseChange, channel_permissions, guild_permissions},
    posting::NewMessage,
    saved::SavedState,
    tables::{Nonce, State},
    user::User,
};
