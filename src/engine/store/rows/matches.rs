//! The rows of matches: their terms, seats, logs and timers, and what is stored of them at once.

use super::messages::NewMessage;
use crate::ids::{ChannelId, GuildId, MatchId, RequestId, UserId};

/// The lifecycle of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// The roster is being filled.
    Signup,
    /// The roster is fixed and public, but play has not begun.
    Pregame,
    /// The match is being played.
    Running,
    /// The match has ended with a result.
    Over,
    /// The host cancelled the match.
    Cancelled,
}

/// A row of `matches`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchRow {
    /// The number that people see, chosen by the store.
    pub id: MatchId,
    /// The number of changes. A change based on another version is refused.
    pub version: i64,
    /// The name of the game in records and commands.
    pub game: String,
    /// The version of the game's rules that all stored entries follow.
    pub rules_version: i64,
    /// The version of the rules that stopped the match, because its entries do not comply with it.
    pub stopped_by_rules: Option<i64>,
    /// The guild.
    pub guild_id: GuildId,
    /// The channel in which everything public is posted.
    pub channel_id: ChannelId,
    /// The person who created the match.
    pub host_id: UserId,
    /// The title.
    pub title: String,
    /// The lifecycle.
    pub status: Status,
    /// The terms of the match as JSON.
    pub terms: String,
    /// The seed in hexadecimal: secret until the match is over.
    pub seed: String,
    /// The words that players added to the draws, as JSON.
    pub words: String,
    /// The public beacon that goes into the draws, as JSON.
    pub beacon: Option<String>,
    /// Who could read what onlookers were told, as JSON.
    pub onlookers: String,
    /// The game's setup as JSON, which is fixed together with the roster.
    pub setup: Option<String>,
    /// A short hash of the state before the first entry, which is fixed together with the setup.
    pub start_hash: Option<String>,
    /// When the match was created.
    pub created_at: i64,
    /// When it ended or was cancelled.
    pub ended_at: Option<i64>,
    /// The rematch of this match.
    pub rematch_id: Option<MatchId>,
}

/// A match without its log and secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// The number.
    pub id: MatchId,
    /// The number of changes.
    pub version: i64,
    /// The name of the game.
    pub game: String,
    /// The guild in which it is played.
    pub guild_id: GuildId,
    /// The channel for everything public.
    pub channel_id: ChannelId,
    /// The person who created it.
    pub host_id: UserId,
    /// The co-hosts.
    pub co_hosts: Vec<UserId>,
    /// The title.
    pub title: String,
    /// The lifecycle.
    pub status: Status,
}

impl Summary {
    /// Returns the hosts of the match, its creator first.
    pub fn hosts(&self) -> impl Iterator<Item = UserId> {
        let others = self.co_hosts.iter().copied().filter(|host| *host != self.host_id);
        std::iter::once(self.host_id).chain(others)
    }
}

/// A row of `seats`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatRow {
    /// The one-based number.
    pub seat: i64,
    /// The person in the seat.
    pub user_id: UserId,
    /// The player's name in this match.
    pub name: String,
    /// The values of the game's roster fields as JSON.
    pub fields: String,
    /// The one-based place in the order of joining.
    pub joined: i64,
    /// Whether the last direct message that everyone knows about could not be delivered.
    pub dm_closed: bool,
    /// Whether the player has checked in, so that it is known whether direct messages reach them.
    pub checked_in: bool,
    /// Whether the player has left the match while it was being played.
    pub vacant: bool,
}

/// The kind of a log entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// An action of the game.
    Game,
    /// Something done to a match rather than in its game.
    Control,
}

/// A row of `match_log`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogRow {
    /// The one-based number of the entry.
    pub seq: i64,
    /// The time at which it was made.
    pub at: i64,
    /// The author: a seat number, `clock` or `host`.
    pub actor: String,
    /// The host who made it, if one did.
    pub user_id: Option<UserId>,
    /// Whether it is an action of the game or a control event.
    pub kind: EntryKind,
    /// The action in canonical notation, or the control event as JSON.
    pub action: String,
    /// The draws that it made, as a JSON list.
    pub draws: String,
    /// A short hash of the state after it; `None` if it does not change the game.
    pub state_hash: Option<String>,
    /// The request ID, if this is the first entry made by a request. A request takes effect on a match only once.
    pub request: Option<RequestId>,
}

/// A row of `due`: something the clock has to do for a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueRow {
    /// The match.
    pub match_id: MatchId,
    /// The kind, which is unique within the match, such as `deadline` or `reminder-60`.
    pub kind: String,
    /// The time.
    pub at: i64,
}

/// Everything stored about a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredMatch {
    /// The match.
    pub row: MatchRow,
    /// Its seats in order.
    pub seats: Vec<SeatRow>,
    /// Its log in order.
    pub log: Vec<LogRow>,
    /// Everything the clock has to do for it, in order.
    pub due: Vec<DueRow>,
}

/// A change to one match, which is stored completely or not at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchUpdate {
    /// The new row. Its `version` is the one on which the change is based.
    pub row: MatchRow,
    /// The new seats; `None` keeps the stored ones.
    pub seats: Option<Vec<SeatRow>>,
    /// Entries to append.
    pub entries: Vec<LogRow>,
    /// Everything the clock has to do for the match from now on; `None` keeps what is stored.
    pub due: Option<Vec<DueRow>>,
    /// Messages to send.
    pub messages: Vec<NewMessage>,
    /// The channel before, if the match moves to another one. What is still to be posted goes there, too.
    pub moved_from: Option<ChannelId>,
}

/// A new match that follows another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextMatch {
    /// The row. Its `id` and `version` are chosen by the store.
    pub row: MatchRow,
    /// What the clock has to do for it, whatever match the rows name.
    pub due: Vec<DueRow>,
    /// Its first messages.
    pub messages: Vec<NewMessage>,
}

/// A row of `reminded`: the last time a person was reminded of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemindedRow {
    /// The person.
    pub user_id: UserId,
    /// The match.
    pub match_id: MatchId,
    /// The question that was open.
    pub question: String,
    /// The deadline that was named.
    pub deadline: i64,
    /// The time of the reminder.
    pub at: i64,
}
