//! [`BookEntry`]: a change of the book, with the source from which it is booked once; and gifts that wait for an answer.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::numbers::{EntryNumber, EpisodeNumber, GiftNumber, MemberNumber};
use crate::ids::{RequestId, UserId};
use trigon_clock::Millis;

/// An entry of the book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookEntry {
    /// The number.
    pub number: EntryNumber,
    /// When it was made.
    pub at: Millis,
    /// The member whom it concerns.
    pub member: MemberNumber,
    /// What it changes.
    pub what: EntryEffect,
    /// Why, in a few words.
    pub reason: Option<String>,
    /// Who made it.
    pub by: Author,
    /// Where it comes from.
    pub source: Source,
    /// The episode to which it belongs, if any.
    pub episode: Option<EpisodeNumber>,
    /// The entry that it takes back, if it does.
    pub reverses: Option<EntryNumber>,
}

/// What an entry changes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum EntryEffect {
    /// A counter goes up or down.
    Delta {
        /// The key of the counter.
        counter: String,
        /// By how much.
        delta: i64,
    },
    /// The member gets a mark, such as `token`.
    Mark(String),
}

impl EntryEffect {
    /// Returns the key of the counter, if one changes.
    pub fn counter(&self) -> Option<&str> {
        match self {
            Self::Delta { counter, .. } => Some(counter),
            Self::Mark(_) => None,
        }
    }

    /// Returns the mark, if it is one.
    pub fn mark(&self) -> Option<&str> {
        match self {
            Self::Delta { .. } => None,
            Self::Mark(mark) => Some(mark),
        }
    }
}

/// The mark of a member who was eliminated.
pub(crate) const OUT: &str = "out";

/// The mark of the only winner of an episode.
pub(crate) const WINNER: &str = "winner";

/// The marks that matches give, and that people can write without saying that they are marks.
pub(crate) const KNOWN_MARKS: [&str; 5] = ["token", "candidate", "opponent", WINNER, OUT];

/// Who made an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Author {
    /// A host.
    Host(UserId),
    /// A member.
    Member(UserId),
    /// This program, from a match.
    Program,
}

impl Author {
    /// Returns the word for it in files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Host(_) => "host",
            Self::Member(_) => "member",
            Self::Program => "program",
        }
    }
}

/// Where an entry comes from. What comes from one source is booked once.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The kind.
    pub kind: SourceKind,
    /// What tells it from others of its kind, such as the number of the match.
    pub key: String,
}

/// Where an entry comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SourceKind {
    /// A match.
    Match,
    /// A host’s correction.
    Host,
    /// A gift.
    Gift,
    /// A result from elsewhere.
    Import,
}

impl SourceKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Match, Self::Host, Self::Gift, Self::Import];

    /// Returns the word for it in files and in the store.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::Host => "host",
            Self::Gift => "gift",
            Self::Import => "import",
        }
    }
}

impl fmt::Display for SourceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A gift that waits for an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gift {
    /// The number.
    pub number: GiftNumber,
    /// Who gives.
    pub from: MemberNumber,
    /// Who is to get it.
    pub to: MemberNumber,
    /// The key of the counter.
    pub counter: String,
    /// How much.
    pub amount: i64,
    /// When it was offered.
    pub at: Millis,
    /// The request with which it was offered, if known. Discord may deliver one twice.
    #[serde(default)]
    pub(crate) request: Option<RequestId>,
}
