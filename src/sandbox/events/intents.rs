//! Gateway intents: the kinds of events that a client asks for.

pub(crate) const GUILDS: u64 = 1;
pub(crate) const GUILD_MEMBERS: u64 = 1 << 1;
pub(crate) const GUILD_MODERATION: u64 = 1 << 2;
pub(crate) const GUILD_PRESENCES: u64 = 1 << 8;
pub(crate) const GUILD_MESSAGES: u64 = 1 << 9;
pub(crate) const GUILD_MESSAGE_REACTIONS: u64 = 1 << 10;
pub(crate) const GUILD_MESSAGE_TYPING: u64 = 1 << 11;
pub(crate) const DIRECT_MESSAGES: u64 = 1 << 12;
pub(crate) const DIRECT_MESSAGE_REACTIONS: u64 = 1 << 13;
pub(crate) const DIRECT_MESSAGE_TYPING: u64 = 1 << 14;
pub(crate) const MESSAGE_CONTENT: u64 = 1 << 15;
pub(crate) const GUILD_SCHEDULED_EVENTS: u64 = 1 << 16;

/// The intents that have to be enabled for the application.
pub(crate) const PRIVILEGED: u64 = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT;
/// All intents; the highest bit is 25, `DIRECT_MESSAGE_POLLS`.
pub(crate) const KNOWN_INTENTS: u64 = (1 << 26) - 1;
