//! [`SeasonCommand`]: what people and matches ask of a season; [`SeasonChange`]: what comes of it.

use super::file::SeasonFile;
use super::model::Season;
use super::model::book::BookEntry;
use super::model::counter::{Counter, WriteBack};
use super::model::episode::{CarryOver, EpisodeKind, Stakes};
use super::model::member::MemberStatus;
use super::model::numbers::{EntryNumber, EpisodeNumber, MemberNumber};
use super::role::SeasonPower;
use crate::ids::{ChannelId, MatchId, UserId};
use crate::matches::Settled;

/// Somebody who comes into the cast.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Newcomer {
    /// The person, if known.
    pub user: Option<UserId>,
    /// The name.
    pub name: String,
    /// Whether they are an alternate.
    pub is_alternate: bool,
}

/// What somebody got in an episode that was played elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ResultLine {
    /// The member.
    pub member: MemberNumber,
    /// The changes of counters, by key.
    pub deltas: Vec<(String, i64)>,
    /// The marks.
    pub marks: Vec<String>,
    /// The place, from 1.
    pub rank: Option<u32>,
    /// Why, in a few words.
    pub reason: Option<String>,
}

/// What people and matches ask of a season.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeasonCommand {
    /// Takes people into the cast: all of them, or none.
    Cast(Vec<Newcomer>),
    /// Gives a member another name.
    Rename {
        /// The member.
        member: MemberNumber,
        /// The name.
        name: String,
    },
    /// Says whether a member still plays.
    Status {
        /// The member.
        member: MemberNumber,
        /// Whether they play.
        status: MemberStatus,
    },
    /// Gives a place in the cast to another person, or says which person a member is.
    TakeOver {
        /// The member.
        member: MemberNumber,
        /// The person.
        user: UserId,
        /// The person's name.
        name: String,
    },
    /// Adds a counter.
    Counter(Counter),
    /// Changes the title.
    Title(String),
    /// Chooses the channel for the news, or none.
    Channel(Option<ChannelId>),
    /// Says what matches change in the priority of the season.
    WriteBack(WriteBack),
    /// Names a co-host, or no longer.
    CoHost {
        /// The person.
        user: UserId,
        /// Whether they host.
        hosts: bool,
    },
    /// Adds an episode that has not begun.
    Plan {
        /// The title.
        title: String,
        /// The kind.
        kind: EpisodeKind,
        /// What becomes of what the loser has, in a death match.
        stakes: Stakes,
    },
    /// Books the results of an episode that was played elsewhere.
    Result {
        /// The episode, if it was planned. Otherwise, there will be a new one.
        episode: Option<EpisodeNumber>,
        /// The title of a new one.
        title: String,
        /// The kind of a new one.
        kind: EpisodeKind,
        /// What everyone got.
        lines: Vec<ResultLine>,
        /// Whether the episode is closed with it.
        close: bool,
    },
    /// Makes the results of an episode final and public.
    Close(EpisodeNumber),
    /// Offers another member something of one's own.
    Give {
        /// The member.
        to: MemberNumber,
        /// The counter.
        counter: String,
        /// How much.
        amount: i64,
    },
    /// Accepts or refuses a gift. If the member who offered it refuses it, they take it back.
    AnswerGift {
        /// The gift.
        gift: u32,
        /// Whether it is accepted.
        accept: bool,
    },
    /// Changes what a member has, with a reason that others read.
    Correct {
        /// The member.
        member: MemberNumber,
        /// The counter.
        counter: String,
        /// By how much.
        delta: i64,
        /// Why.
        reason: String,
        /// The episode that it concerns, if any.
        episode: Option<EpisodeNumber>,
    },
    /// Gives a member a mark.
    Mark {
        /// The member.
        member: MemberNumber,
        /// The mark.
        mark: String,
        /// Why.
        reason: Option<String>,
        /// The episode that it concerns, if any.
        episode: Option<EpisodeNumber>,
    },
    /// Takes an entry back.
    Reverse {
        /// The entry.
        entry: EntryNumber,
        /// Why.
        reason: String,
    },
    /// Ends the season.
    End,
    /// Fills an empty season from a file.
    Import(Box<SeasonFile>),
    /// Ties a match to an episode, with what it takes along. Until its play begins, that can be done again. Hosts ask for it
    /// with [`Seasons::bind`](super::Seasons::bind), which looks at the match.
    Bind {
        /// The episode.
        episode: EpisodeNumber,
        /// The match.
        match_id: MatchId,
        /// What it takes along.
        taken: Vec<CarryOver>,
        /// Whether members may give each other something while it is played.
        gifts: bool,
    },
    /// Books what a match that is over has left everyone with.
    Book {
        /// What it has left everyone with.
        settled: Box<Settled>,
        /// The SHA-256 of its record, in hexadecimal.
        record: Option<String>,
    },
    /// Frees the episode of a match that was cancelled.
    Unbind(MatchId),
}

impl SeasonCommand {
    /// Returns the power that the command requires.
    pub fn power(&self) -> SeasonPower {
        match self {
            Self::Give { .. } | Self::AnswerGift { .. } => SeasonPower::Give,
            Self::Bind { .. } | Self::Book { .. } | Self::Unbind(_) => SeasonPower::Book,
            _ => SeasonPower::Keep,
        }
    }
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
    /// What a closed episode, or no episode, says was corrected: everyone may read it where the counter is public.
    Corrected(Vec<EntryNumber>),
    /// The match of an episode was cancelled. Nothing was booked.
    Cancelled(EpisodeNumber),
    /// A gift waits for an answer of its member.
    Offered(u32),
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

/// What a command results in.
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
