//! The rows of seasons, and what is stored of them at once. Times are milliseconds since 1970.
//!
//! What tells the entries of a book apart is never NULL, because NULLs never equal each other in an index: an absent counter or
//! mark is an empty text, and an absent episode is 0.

use super::messages::NewMessage;
use crate::ids::{GuildId, MatchId, SeasonId, UserId};

/// A row of `seasons`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeasonRow {
    /// The number that people see, chosen by the store.
    pub id: SeasonId,
    /// The number of changes. A change based on another version is refused.
    pub version: i64,
    /// The guild.
    pub guild_id: GuildId,
    /// The title.
    pub title: String,
    /// When the season was created.
    pub created_at: i64,
    /// When it ended, if it has.
    pub ended_at: Option<i64>,
    /// Hosts, counters, cast, episodes and gifts, as JSON.
    pub plan: String,
}

/// A row of `season_entries`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeasonEntryRow {
    /// The number within the season, from 1.
    pub seq: i64,
    /// When the entry was made.
    pub at: i64,
    /// The number of the member in the cast.
    pub member: i64,
    /// The counter that changes, or an empty text.
    pub counter: String,
    /// The mark, or an empty text.
    pub mark: String,
    /// By how much it changes, and why: `{"delta": 2, "reason": "…"}`, sealed in the store. A mark has no `delta`.
    pub content: String,
    /// Who made it: `host`, `member` or `program`.
    pub author: String,
    /// The person, if one did.
    pub user_id: Option<UserId>,
    /// The kind of its source: `match`, `host`, `gift` or `import`.
    pub source_kind: String,
    /// What tells the source from others of its kind: the same is booked once.
    pub source_key: String,
    /// The episode, or 0.
    pub episode: i64,
    /// The entry that it takes back, if it does.
    pub reverses: Option<i64>,
}

/// A season with its entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSeason {
    /// The season.
    pub row: SeasonRow,
    /// The entries, in order.
    pub entries: Vec<SeasonEntryRow>,
}

/// A change of a season, to be stored as a whole.
#[derive(Debug, Clone)]
pub struct SeasonUpdate {
    /// The season afterwards, with the version on which the change is based.
    pub row: SeasonRow,
    /// The new entries.
    pub entries: Vec<SeasonEntryRow>,
    /// The matches that belong to the season from now on.
    pub bound: Vec<MatchId>,
    /// The matches that no longer belong to it.
    pub freed: Vec<MatchId>,
    /// The matches whose results are booked with the change.
    pub booked: Vec<MatchId>,
    /// Messages to send.
    pub messages: Vec<NewMessage>,
}

/// A season in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeasonSummary {
    /// The number.
    pub id: SeasonId,
    /// The guild.
    pub guild_id: GuildId,
    /// The title.
    pub title: String,
    /// When it ended, if it has.
    pub ended_at: Option<i64>,
}

/// A row of `season_matches`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeasonMatchRow {
    /// The match.
    pub match_id: MatchId,
    /// The season.
    pub season_id: SeasonId,
    /// When its results were booked, if they were.
    pub booked_at: Option<i64>,
}
