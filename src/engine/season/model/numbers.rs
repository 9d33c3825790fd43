//! The numbers by which a season names its members, episodes, entries and gifts.

/// The one-based number of an entry of the book.
pub type EntryNumber = i64;

/// The one-based number of a member of the cast, which is never given again.
pub type MemberNumber = u32;

/// The one-based number of an episode.
pub type EpisodeNumber = u32;

/// The one-based number of a gift, which is never given again.
pub type GiftNumber = u32;
