//! [`Season`]: its hosts, its counters, its cast, its episodes and the entries of its book.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::ids::{ChannelId, GuildId, MatchId, RequestId, SeasonId, UserId};
use trigon_clock::Millis;

/// The largest amount, up or down: the largest number that every reader of JSON keeps exactly.
pub const MOST: i64 = 9_007_199_254_740_991;

/// The largest number of members of a cast.
pub const MOST_MEMBERS: usize = 500;

/// The largest number of counters.
pub const MOST_COUNTERS: usize = 12;

/// The one-based number of an entry of the book.
pub type EntryNumber = i64;

/// The one-based number of a member of the cast, which is never given again.
pub type MemberNumber = u32;

/// The one-based number of an episode.
pub type EpisodeNumber = u32;

/// A season: matches and other episodes, played by one cast, with a book of what everyone has.
///
/// Its JSON has everything except what has columns of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Season {
    /// The number of the season.
    #[serde(skip)]
    pub id: SeasonId,
    /// The number of changes.
    #[serde(skip)]
    pub(crate) version: i64,
    /// The server.
    #[serde(skip)]
    pub guild_id: GuildId,
    /// The title.
    #[serde(skip)]
    pub title: String,
    /// When it was created.
    #[serde(skip)]
    pub(crate) created_at: Millis,
    /// When it ended, if it has.
    #[serde(skip)]
    pub ended_at: Option<Millis>,
    /// The person who created it.
    pub host_id: UserId,
    /// The people who host it along with its creator.
    #[serde(default)]
    pub co_hosts: Vec<UserId>,
    /// The channel for the news of the season, if it has one.
    #[serde(default)]
    pub channel_id: Option<ChannelId>,
    /// What a match changes in the priority of the season.
    #[serde(default)]
    pub write_back: WriteBack,
    /// The counters.
    pub counters: Vec<Counter>,
    /// The cast, by number.
    #[serde(default)]
    pub cast: Vec<Member>,
    /// The episodes, by number.
    #[serde(default)]
    pub episodes: Vec<Episode>,
    /// The gifts that wait for an answer.
    #[serde(default)]
    pub gifts: Vec<Gift>,
    /// The number of gifts that were ever offered.
    #[serde(default)]
    pub(crate) offered: u32,
    /// The number of changes that people and matches have made.
    #[serde(default)]
    pub(crate) changes: u64,
    /// The entries, in order. They are only ever added.
    #[serde(skip)]
    pub entries: Vec<Entry>,
}

/// What a match changes in a counter that is taken along as a ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WriteBack {
    /// Nothing.
    #[default]
    Never,
    /// It becomes the place at the end of the match.
    Ranks,
    /// It changes by as many places as the match has moved the player.
    Changes,
}

/// Who sees a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SeenBy {
    /// Everyone.
    Everyone,
    /// The hosts, and each member their own.
    Owner,
    /// The hosts.
    Hosts,
}

/// Something of which every member has an amount.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    /// The key: lower-case letters, digits and `-`.
    pub key: String,
    /// The display name.
    pub label: String,
    /// A sign for it, such as an emoji.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sign: Option<String>,
    /// What every member begins with.
    #[serde(default)]
    pub start: i64,
    /// Who sees it.
    pub seen_by: SeenBy,
    /// The least that a member can have, if there is a limit.
    #[serde(default)]
    pub floor: Option<i64>,
    /// Whether members can give it to each other.
    #[serde(default)]
    pub can_be_given: bool,
    /// Whether it is at stake in a death match.
    #[serde(default)]
    pub is_at_stake: bool,
}

impl Counter {
    /// Returns the counters that a new season has: garnets, and priority as a free number.
    pub fn usual() -> Vec<Self> {
        let counter = |key: &str, label: &str, is_owned| Self {
            key: key.to_owned(),
            label: label.to_owned(),
            sign: None,
            start: 0,
            seen_by: SeenBy::Everyone,
            floor: None,
            can_be_given: is_owned,
            is_at_stake: is_owned,
        };
        vec![counter("garnets", "Garnets", true), counter("priority", "Priority", false)]
    }
}

/// Whether a member of the cast still plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MemberStatus {
    /// The member plays.
    #[default]
    In,
    /// The member was eliminated.
    Out,
    /// The member has left.
    Left,
    /// The member plays if somebody else cannot.
    Alternate,
}

/// Somebody who had a place in the cast earlier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Earlier {
    /// The person, if known.
    pub user: Option<UserId>,
    /// The name.
    pub name: String,
    /// When somebody else took over.
    pub until: Millis,
}

/// A place in the cast, with the person who has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// The number.
    pub number: MemberNumber,
    /// The person, if known.
    pub user: Option<UserId>,
    /// The name.
    pub name: String,
    /// Whether the member still plays.
    #[serde(default)]
    pub status: MemberStatus,
    /// The episode in which the member was eliminated.
    #[serde(default)]
    pub out_in: Option<EpisodeNumber>,
    /// What hosts have said of it, apart from marks: whether the member plays, and since when they do not.
    #[serde(default)]
    pub(crate) said: (MemberStatus, Option<EpisodeNumber>),
    /// Who had the place earlier.
    #[serde(default)]
    pub earlier: Vec<Earlier>,
}

/// The kind of an episode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EpisodeKind {
    /// A main match, played by the whole cast.
    Main,
    /// A death match, whose loser is out.
    Death,
    /// Anything else.
    Other,
}

/// How far an episode is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EpisodeState {
    /// It has not begun.
    Planned,
    /// It is played, or its results have not been closed.
    Running,
    /// Its results are final and public.
    Closed,
}

/// What becomes of what the loser of a death match has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stakes {
    /// The loser keeps it.
    #[default]
    Keep,
    /// The winner gets it.
    Winner,
    /// It vanishes.
    Vanish,
}

/// What a match of the season took along for a member.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taken {
    /// The member.
    pub member: MemberNumber,
    /// The values of the game's fields.
    pub fields: BTreeMap<String, i64>,
}

/// The match of an episode.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EpisodeMatch {
    /// The number of the match.
    pub id: MatchId,
    /// The SHA-256 of its record, in hexadecimal, once it is over.
    #[serde(default)]
    pub record: Option<String>,
    /// What it took along.
    #[serde(default)]
    pub taken: Vec<Taken>,
    /// The number of the last entry before it took anything along.
    pub after: EntryNumber,
    /// The number of changes of the season before.
    #[serde(default)]
    pub(crate) change: u64,
    /// When it took that along.
    pub since: Millis,
    /// Whether members may give each other something while it is played.
    #[serde(default)]
    pub gifts: bool,
    /// Whether its results are in the book.
    #[serde(default)]
    pub booked: bool,
}

/// An episode of a season.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Episode {
    /// The number.
    pub number: EpisodeNumber,
    /// The title.
    pub title: String,
    /// The kind.
    pub kind: EpisodeKind,
    /// How far it is.
    pub state: EpisodeState,
    /// What becomes of what the loser has, in a death match.
    #[serde(default)]
    pub stakes: Stakes,
    /// Its match, if it is played here.
    #[serde(default, rename = "match")]
    pub game: Option<EpisodeMatch>,
    /// The number of changes of the season before it was closed, once it is.
    #[serde(default)]
    pub(crate) closed_by: Option<u64>,
    /// The keys of the results from elsewhere that were booked.
    #[serde(default)]
    pub(crate) results: Vec<String>,
    /// The places of the members at the end, from 1. Several can share one.
    #[serde(default)]
    pub ranks: BTreeMap<MemberNumber, u32>,
}

impl Episode {
    /// Returns the match, while it is played and nothing of it is in the book.
    pub fn running(&self) -> Option<&EpisodeMatch> {
        self.game.as_ref().filter(|game| self.state == EpisodeState::Running && !game.booked)
    }

    /// Returns whether the results are final and public.
    pub fn is_closed(&self) -> bool {
        self.state == EpisodeState::Closed
    }
}

/// A gift that waits for an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gift {
    /// The one-based number.
    pub number: u32,
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

/// What an entry changes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
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

/// The mark of a member who was eliminated.
pub(crate) const OUT: &str = "out";

impl What {
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

/// Where an entry comes from. What comes from one source is booked once.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The kind.
    pub kind: SourceKind,
    /// What tells it from others of its kind, such as the number of the match.
    pub key: String,
}

/// An entry of the book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The number.
    pub number: EntryNumber,
    /// When it was made.
    pub at: Millis,
    /// The member whom it concerns.
    pub member: MemberNumber,
    /// What it changes.
    pub what: What,
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

impl Season {
    /// Returns a season without counters and without a cast.
    pub(crate) fn new(guild_id: GuildId, host_id: UserId, title: String, created_at: Millis) -> Self {
        Self {
            id: SeasonId(0),
            version: 0,
            guild_id,
            title,
            created_at,
            ended_at: None,
            host_id,
            co_hosts: Vec::new(),
            channel_id: None,
            write_back: WriteBack::Never,
            counters: Vec::new(),
            cast: Vec::new(),
            episodes: Vec::new(),
            gifts: Vec::new(),
            offered: 0,
            changes: 0,
            entries: Vec::new(),
        }
    }

    /// Returns the hosts, the creator first.
    pub fn hosts(&self) -> impl Iterator<Item = UserId> {
        let others = self.co_hosts.iter().copied().filter(|host| *host != self.host_id);
        std::iter::once(self.host_id).chain(others)
    }

    /// Returns a member.
    pub fn member(&self, number: MemberNumber) -> Option<&Member> {
        self.cast.iter().find(|member| member.number == number)
    }

    /// Returns the place of a person in the cast.
    pub fn member_of(&self, user: UserId) -> Option<&Member> {
        self.cast.iter().find(|member| member.user == Some(user))
    }

    /// Returns the member with this name, as people would call it the same.
    pub fn named(&self, name: &str) -> Option<&Member> {
        let key = trigon_rules::text::key(name);
        self.cast.iter().find(|member| trigon_rules::text::key(&member.name) == key)
    }

    /// Returns the counter with this key.
    pub fn counter(&self, key: &str) -> Option<&Counter> {
        self.counters.iter().find(|counter| counter.key == key)
    }

    /// Returns an episode.
    pub fn episode(&self, number: EpisodeNumber) -> Option<&Episode> {
        self.episodes.iter().find(|episode| episode.number == number)
    }

    /// Returns the episode of a match.
    pub fn episode_of(&self, match_id: MatchId) -> Option<&Episode> {
        let is_its = |game: &EpisodeMatch| game.id == match_id;
        self.episodes.iter().find(|episode| episode.game.as_ref().is_some_and(is_its))
    }

    /// Returns the episodes whose matches are played at present, in order.
    pub fn running(&self) -> impl Iterator<Item = (&Episode, &EpisodeMatch)> {
        self.episodes.iter().filter_map(|episode| Some((episode, episode.running()?)))
    }

    /// Returns whether a member plays in a match of the season that is not over.
    pub fn is_playing(&self, member: MemberNumber) -> bool {
        self.running().any(|(_, game)| game.taken.iter().any(|taken| taken.member == member))
    }

    /// Returns the number of the last entry, or 0.
    pub fn last(&self) -> EntryNumber {
        self.entries.last().map_or(0, |entry| entry.number)
    }

    /// Returns an entry.
    pub fn entry(&self, number: EntryNumber) -> Option<&Entry> {
        self.entries.binary_search_by_key(&number, |entry| entry.number).ok().map(|i| &self.entries[i])
    }

    /// Returns the entry that takes another one back, if one does.
    pub fn reversal_of(&self, number: EntryNumber) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.reverses == Some(number))
    }
}
