//! [`Season`]: its hosts, its counters, its cast, its episodes and the entries of its book.
//!
//! | file | contents |
//! |---|---|
//! | `counter.rs` | [`Counter`]: something of which every member has an amount |
//! | `member.rs` | [`Member`]: a place in the cast |
//! | `episode.rs` | [`Episode`]: a match, or something else that the cast plays |
//! | `book.rs` | [`BookEntry`]: a change of the book; gifts that wait for an answer |
//! | `numbers.rs` | the numbers by which these name each other |

pub(crate) mod book;
pub(crate) mod counter;
pub(crate) mod episode;
pub(crate) mod member;
pub(crate) mod numbers;

use serde::{Deserialize, Serialize};

use self::numbers::{EntryNumber, EpisodeNumber, GiftNumber, MemberNumber};
use super::model::book::{BookEntry, Gift};
use super::model::counter::{Counter, WriteBack};
use super::model::episode::{Episode, EpisodeMatch};
use super::model::member::{Member, MemberStatus};
use crate::ids::{ChannelId, GuildId, MatchId, SeasonId, UserId};
use trigon_clock::Millis;

/// The largest amount, up or down: the largest number that every reader of JSON keeps exactly.
pub const MAX_AMOUNT: i64 = 9_007_199_254_740_991;

/// The largest number of members of a cast.
pub const MAX_MEMBERS: usize = 500;

/// The largest number of counters.
pub const MAX_COUNTERS: usize = 12;

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
    /// The number of gifts that were ever offered, which is the number of the last one.
    #[serde(default)]
    pub(crate) offered: GiftNumber,
    /// The number of changes that people and matches have made.
    #[serde(default)]
    pub(crate) changes: u64,
    /// The entries, in order. They are only ever added.
    #[serde(skip)]
    pub entries: Vec<BookEntry>,
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

    /// Returns the members who still play.
    pub fn players(&self) -> impl Iterator<Item = &Member> {
        self.cast.iter().filter(|member| member.status == MemberStatus::In)
    }

    /// Returns the member with this name; what people would call the same is the same.
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
    pub fn entry(&self, number: EntryNumber) -> Option<&BookEntry> {
        self.entries.binary_search_by_key(&number, |entry| entry.number).ok().map(|i| &self.entries[i])
    }

    /// Returns the entry that takes another one back, if one does.
    pub fn reversal_of(&self, number: EntryNumber) -> Option<&BookEntry> {
        self.entries.iter().find(|entry| entry.reverses == Some(number))
    }
}
