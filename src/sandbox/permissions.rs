//! Permission bits, and the overwrites of channels.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::id::{Id, number_or_text};

/// A set of Discord permissions. In JSON it is a decimal string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Permissions(pub u64);

macro_rules! bits {
    ($($name:ident = $bit:literal),* $(,)?) => {
        $(#[doc = concat!("Discord's `", stringify!($name), "`.")]
        pub const $name: Self = Self(1 << $bit);)*
    };
}

macro_rules! all {
    ($($name:ident),* $(,)?) => {
        Self(0 $(| Self::$name.0)*)
    };
}

impl Permissions {
    bits! {
        CREATE_INSTANT_INVITE = 0, KICK_MEMBERS = 1, BAN_MEMBERS = 2, ADMINISTRATOR = 3, MANAGE_CHANNELS = 4,
        MANAGE_GUILD = 5, ADD_REACTIONS = 6, VIEW_CHANNEL = 10, SEND_MESSAGES = 11, MANAGE_MESSAGES = 13,
        EMBED_LINKS = 14, ATTACH_FILES = 15, READ_MESSAGE_HISTORY = 16, MENTION_EVERYONE = 17,
        USE_EXTERNAL_EMOJIS = 18, CHANGE_NICKNAME = 26, MANAGE_NICKNAMES = 27, MANAGE_ROLES = 28,
        MANAGE_WEBHOOKS = 29, USE_APPLICATION_COMMANDS = 31, MANAGE_EVENTS = 33, MANAGE_THREADS = 34, CREATE_PUBLIC_THREADS = 35,
        CREATE_PRIVATE_THREADS = 36, SEND_MESSAGES_IN_THREADS = 38, CREATE_EVENTS = 44, SEND_POLLS = 49, PIN_MESSAGES = 51,
    }

    /// No permissions.
    pub const NONE: Self = Self(0);

    /// All bits that Discord has assigned a meaning.
    pub const ALL: Self = Self((1 << 53) - 1);

    /// The permissions of @everyone in a new guild.
    pub const DEFAULT: Self = all! {
        VIEW_CHANNEL, SEND_MESSAGES, EMBED_LINKS, ATTACH_FILES, READ_MESSAGE_HISTORY, ADD_REACTIONS, USE_EXTERNAL_EMOJIS,
        USE_APPLICATION_COMMANDS, SEND_MESSAGES_IN_THREADS, CREATE_PUBLIC_THREADS, CREATE_PRIVATE_THREADS, CHANGE_NICKNAME,
        CREATE_INSTANT_INVITE,
    };

    /// The permissions in a DM, where there are no roles.
    pub(crate) const IN_DM: Self = all! {
        VIEW_CHANNEL, SEND_MESSAGES, EMBED_LINKS, ATTACH_FILES, READ_MESSAGE_HISTORY, MENTION_EVERYONE, ADD_REACTIONS,
        USE_APPLICATION_COMMANDS, USE_EXTERNAL_EMOJIS,
    };

    /// Returns whether all bits of `other` are set.
    pub fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for Permissions {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Permissions {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for Permissions {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Not for Permissions {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl Serialize for Permissions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Permissions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        number_or_text(deserializer).map(Self)
    }
}

/// Permissions that a role or a member is allowed or denied in one channel.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Overwrite {
    pub(crate) target: Id,
    pub(crate) is_member: bool,
    pub(crate) allow: Permissions,
    pub(crate) deny: Permissions,
}
