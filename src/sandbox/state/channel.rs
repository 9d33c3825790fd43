//! Channels of guilds, threads, and direct messages.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    id::{Id, timestamp},
    permissions::{Overwrite, Permissions},
};

/// The kind of a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChannelKind {
    /// An ordinary text channel.
    Text = 0,
    /// Direct messages with one person.
    Dm = 1,
    /// An announcement channel.
    Announcement = 5,
    /// A voice channel, in which people can also write.
    Voice = 2,
    /// A category.
    Category = 4,
    /// A stage, in which people can also write.
    Stage = 13,
    /// A forum, which contains threads only.
    Forum = 15,
    /// A forum of pictures.
    Media = 16,
    /// A thread in an announcement channel.
    AnnouncementThread = 10,
    /// A thread for everyone who can see its parent.
    PublicThread = 11,
    /// A thread for people who have been added to it.
    PrivateThread = 12,
}

impl ChannelKind {
    /// The kinds of channels that can be created in a guild.
    pub(crate) const OF_GUILDS: [Self; 7] =
        [Self::Text, Self::Voice, Self::Category, Self::Announcement, Self::Stage, Self::Forum, Self::Media];

    /// The kinds of threads.
    pub(crate) const OF_THREADS: [Self; 3] =
        [Self::AnnouncementThread, Self::PublicThread, Self::PrivateThread];

    /// Returns the number in Discord's API.
    pub(crate) fn number(self) -> i64 {
        self as i64
    }
}

/// A channel, a thread or a DM.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Channel {
    pub(crate) id: Id,
    pub(crate) kind: ChannelKind,
    pub(crate) guild: Option<Id>,
    /// The other person in a DM.
    pub(crate) recipient: Option<Id>,
    /// Whether the bot has opened this DM.
    pub(crate) opened: bool,
    pub(crate) name: String,
    pub(crate) topic: Option<String>,
    pub(crate) position: u32,
    pub(crate) slowmode: i64,
    /// When people last wrote here, and when they last started a thread here, as far as slow mode counts that.
    #[serde(default)]
    pub(crate) said: BTreeMap<Id, i64>,
    #[serde(default)]
    pub(crate) started: BTreeMap<Id, i64>,
    pub(crate) overwrites: Vec<Overwrite>,
    pub(crate) thread: Option<Thread>,
    /// The messages, oldest first. They are not saved here, because each saved message names its channel.
    #[serde(skip)]
    pub(crate) messages: BTreeSet<Id>,
    pub(crate) last_message: Option<Id>,
    pub(crate) last_pin: Option<i64>,
}

/// The additional fields of a thread.
#[expect(clippy::struct_excessive_bools, reason = "Discord's fields, independent of each other")]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Thread {
    pub(crate) parent: Id,
    pub(crate) owner: Id,
    pub(crate) private: bool,
    pub(crate) archived: bool,
    pub(crate) locked: bool,
    pub(crate) invitable: bool,
    pub(crate) auto_archive_minutes: i64,
    pub(crate) archive_changed: i64,
    pub(crate) members: BTreeSet<Id>,
    pub(crate) total_sent: u32,
}

impl Channel {
    pub(crate) fn new(id: Id, kind: ChannelKind, name: &str) -> Self {
        Self {
            id,
            kind,
            guild: None,
            recipient: None,
            opened: false,
            name: name.to_owned(),
            topic: None,
            position: 0,
            slowmode: 0,
            said: BTreeMap::new(),
            started: BTreeMap::new(),
            overwrites: Vec::new(),
            thread: None,
            messages: BTreeSet::new(),
            last_message: None,
            last_pin: None,
        }
    }

    /// Returns the permission that is needed to write here.
    pub(crate) fn writing(&self) -> Permissions {
        if self.thread.is_some() { Permissions::SEND_MESSAGES_IN_THREADS } else { Permissions::SEND_MESSAGES }
    }

    /// Returns whether this is a thread that a moderator has locked.
    pub(crate) fn is_locked(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| thread.locked)
    }

    /// Returns the permission that is needed to change or delete the channel.
    pub(crate) fn managing(&self) -> Permissions {
        if self.thread.is_some() { Permissions::MANAGE_THREADS } else { Permissions::MANAGE_CHANNELS }
    }

    /// Returns the thread member object of a user.
    pub(crate) fn thread_member_json(&self, user: Id) -> Value {
        json!({ "id": self.id, "user_id": user, "join_timestamp": timestamp(self.id.created_millis()), "flags": 1 })
    }
}

impl Thread {
    pub(super) fn to_json(&self, id: Id) -> Value {
        let mut data = json!({
            "archived": self.archived,
            "auto_archive_duration": self.auto_archive_minutes,
            "archive_timestamp": timestamp(self.archive_changed),
            "locked": self.locked,
            "create_timestamp": timestamp(id.created_millis()),
        });
        if self.private {
            data["invitable"] = json!(self.invitable);
        }
        data
    }
}
