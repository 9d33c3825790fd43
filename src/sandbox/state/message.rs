//! Stored messages.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::InteractionKind;
use crate::id::Id;

/// The flag of a message that only one person sees.
pub(crate) const EPHEMERAL: u64 = 1 << 6;
/// The flag of a "thinking…" message, for a deferred response that has not arrived yet.
pub(crate) const LOADING: u64 = 1 << 7;
/// The flag of a message that makes no sound.
pub(crate) const SILENT: u64 = 1 << 12;
/// The flag of a message from which a thread was started.
pub(crate) const HAS_THREAD: u64 = 1 << 5;

/// The type of a message that announces a new thread.
pub(crate) const THREAD_CREATED: i64 = 18;
/// The type of a reply.
pub(crate) const REPLY: i64 = 19;
/// The type of the first message of a thread that was started from a message.
pub(crate) const THREAD_STARTER: i64 = 21;

/// A message.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Message {
    pub(crate) id: Id,
    pub(crate) channel: Id,
    pub(crate) guild: Option<Id>,
    pub(crate) author: Id,
    pub(crate) kind: i64,
    pub(crate) content: String,
    pub(crate) embeds: Vec<Value>,
    pub(crate) components: Vec<Value>,
    pub(crate) attachments: Vec<Id>,
    pub(crate) edited: Option<i64>,
    pub(crate) flags: u64,
    pub(crate) tts: bool,
    pub(crate) reply_to: Option<Id>,
    pub(crate) mentions: Mentions,
    /// The users who were notified. Edits do not notify anyone.
    pub(crate) pinged: BTreeSet<Id>,
    pub(crate) pinned: Option<i64>,
    pub(crate) reactions: Vec<(String, BTreeSet<Id>)>,
    pub(crate) nonce: Option<Value>,
    pub(crate) thread: Option<Id>,
    /// The only reader of an ephemeral message.
    pub(crate) only_for: Option<Id>,
    pub(crate) origin: Option<MessageOrigin>,
}

/// The mentions of a message that `allowed_mentions` permits.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Mentions {
    pub(crate) everyone: bool,
    pub(crate) users: Vec<Id>,
    pub(crate) roles: Vec<Id>,
}

/// The interaction to which a message responds.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct MessageOrigin {
    pub(crate) interaction: Id,
    pub(crate) kind: InteractionKind,
    pub(crate) user: Id,
    /// The full name of the command, if it was one.
    pub(crate) name: Option<String>,
    /// The message whose component was used.
    pub(crate) source: Option<Id>,
    /// The interaction that opened the submitted modal.
    pub(crate) opener: Option<Box<MessageOrigin>>,
    /// The message of the first response, if this one is a follow-up.
    pub(crate) original: Option<Id>,
}

impl Message {
    /// Returns the guild for events. Discord sends events of ephemeral messages as if they were in a DM
    /// (discord-api-docs issue 4557).
    pub(crate) fn event_guild(&self) -> Option<Id> {
        self.guild.filter(|_| self.only_for.is_none())
    }

    /// Returns whether an application may read the message without the message content intent.
    pub(crate) fn is_open_to(&self, bot: Id) -> bool {
        self.guild.is_none() || self.author == bot || self.mentions.users.contains(&bot)
    }
}
