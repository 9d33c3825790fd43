//! [`SeasonChange`]: what comes of a command; [`SeasonEvent`]: what is told of it; [`News`]: the same in the front end’s words.

use super::model::Season;
use super::model::book::BookEntry;
use super::model::numbers::{EntryNumber, EpisodeNumber, GiftNumber, MemberNumber};
use super::views::Standings;
use crate::store::Target;

/// What a command results in, to be stored as a whole.
#[derive(Debug, Clone)]
pub struct SeasonChange {
    /// The season afterwards.
    pub after: Season,
    /// The number of new entries, at the end of the book.
    pub entries: usize,
    /// What is to be told.
    pub events: Vec<SeasonEvent>,
}

impl SeasonChange {
    /// Returns the new entries.
    pub fn new_entries(&self) -> &[BookEntry] {
        &self.after.entries[self.after.entries.len() - self.entries..]
    }
}

/// Something to tell, before it is put into words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeasonEvent {
    /// The cast, the counters or the settings have changed.
    Changed,
    /// These entries are new, of an episode that is not closed: the hosts may read them.
    Booked {
        /// The episode, if any.
        episode: Option<EpisodeNumber>,
        /// The entries.
        entries: Vec<EntryNumber>,
        /// People who got something in a match and are not in the cast, by name. Nothing was booked for them.
        outsiders: Vec<String>,
        /// What was cut because of a limit.
        cut: Vec<Cut>,
    },
    /// An episode is closed: everyone may read what came of it.
    Closed(EpisodeNumber),
    /// Entries of closed episodes, or of none, were corrected: everyone may read them where the counter is public.
    Corrected(Vec<EntryNumber>),
    /// The match of an episode was cancelled. Nothing was booked.
    Cancelled(EpisodeNumber),
    /// A gift waits for an answer of its member.
    Offered(GiftNumber),
    /// A gift was accepted.
    Given {
        /// Who gave.
        from: MemberNumber,
        /// Who got it.
        to: MemberNumber,
        /// The entries.
        entries: Vec<EntryNumber>,
    },
    /// A gift was refused or taken back.
    Declined {
        /// Who offered it.
        from: MemberNumber,
        /// Who was to get it.
        to: MemberNumber,
        /// Whether the member who offered it took it back.
        withdrawn: bool,
    },
    /// A member is out.
    Out {
        /// The member.
        member: MemberNumber,
        /// The episode.
        episode: EpisodeNumber,
    },
    /// The season has ended.
    Ended,
}

/// A change of a counter that a limit has cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    /// The member.
    pub member: MemberNumber,
    /// The key of the counter.
    pub counter: String,
    /// The change without a limit.
    pub wanted: i64,
    /// The change that was booked.
    pub booked: i64,
}

/// A message that tells of a change of a season. It is stored with the change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct News {
    /// The channel or the person.
    pub to: Target,
    /// The text.
    pub text: String,
    /// The standings that are drawn below it, if any.
    pub picture: Option<Standings>,
}

/// Tells of a change, given the season before it.
pub type NewsWords = fn(&Season, &SeasonChange) -> Vec<News>;
