//! [`SeasonCommand`]: what people and matches ask of a season.

use super::file::SeasonFile;
use super::model::counter::{Counter, WriteBack};
use super::model::episode::{CarryOver, EpisodeKind, Stakes};
use super::model::member::MemberStatus;
use super::model::numbers::{EntryNumber, EpisodeNumber, GiftNumber, MemberNumber};
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

/// The episode to which results belong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResultTarget {
    /// One that was planned.
    Planned(EpisodeNumber),
    /// A new one.
    New {
        /// The title.
        title: String,
        /// The kind.
        kind: EpisodeKind,
    },
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
        /// The episode.
        target: ResultTarget,
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
        gift: GiftNumber,
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
