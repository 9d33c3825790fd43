//! The rows, one struct for each table. Times are milliseconds since 1970, and Discord's IDs are numbers.

use crate::ids::{ChannelId, GuildId, MatchId, MessageId, OutboxId, RequestId, RoleId, SeasonId, UserId};
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

/// The target of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// A channel.
    Channel(ChannelId),
    /// A person, by direct message.
    User(UserId),
}

/// What a message is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// A match.
    Match(MatchId),
    /// A season.
    Season(SeasonId),
    /// Neither.
    Nothing,
}

impl About {
    /// Returns the match, if it is about one.
    pub(in crate::store) const fn match_id(self) -> Option<MatchId> {
        match self {
            Self::Match(id) => Some(id),
            Self::Season(_) | Self::Nothing => None,
        }
    }

    /// Returns the season, if it is about one.
    pub(in crate::store) const fn season_id(self) -> Option<SeasonId> {
        match self {
            Self::Season(id) => Some(id),
            Self::Match(_) | Self::Nothing => None,
        }
    }
}

/// A message to send, before it has a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMessage {
    /// The target.
    pub target: Target,
    /// The kind of notice: a word for finding equal ones.
    pub kind: String,
    /// The notice as JSON, which the store does not interpret.
    pub notice: String,
    /// The last log entry that the message may show.
    pub seq: i64,
    /// What it answers, if anything. Answers are sent before other messages.
    pub answers: Option<Answers>,
}

/// A direct message or an interaction that a message answers. Nothing is answered twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answers {
    /// Its Discord ID.
    pub request: RequestId,
    /// The direct-message channel in which it was written, if it is a direct message.
    pub channel: Option<ChannelId>,
}

/// A row of `outbox`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutboxRow {
    /// The number. Messages to the same target are sent in this order.
    pub id: OutboxId,
    /// The match; `None` for a message about none.
    pub match_id: Option<MatchId>,
    /// The season; `None` for a message about none.
    pub season_id: Option<SeasonId>,
    /// The target.
    pub target: Target,
    /// The kind of notice.
    pub kind: String,
    /// The notice as JSON, which the store does not interpret.
    pub notice: String,
    /// The last log entry that the message may show.
    pub seq: i64,
    /// A random nonce, the same for every attempt, so that Discord accepts the message only once.
    pub nonce: String,
    /// The number of attempts that have ended.
    pub attempts: i64,
    /// The time at which it was added.
    pub enqueued_at: i64,
    /// The earliest time of the next attempt.
    pub not_before: i64,
    /// The time of the first attempt; `None` as long as the message cannot have arrived.
    pub first_attempt_at: Option<i64>,
    /// Why the last attempt failed, without secrets.
    pub last_error: Option<String>,
    /// The version of the match when this was read, or 0 without one.
    pub version: i64,
    /// The direct-message channel, if the target is a person whose channel is known.
    pub direct_channel: Option<ChannelId>,
    /// The settings as JSON, if the target is a person who has chosen any.
    pub settings: Option<String>,
}

/// A message that was sent to a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentNotice {
    /// The match that it is about, if it is known to be about one.
    pub match_id: Option<MatchId>,
    /// The last log entry that it shows.
    pub seq: i64,
    /// The kind of its notice.
    pub kind: String,
    /// The notice as JSON, which the store does not interpret. Empty for an answer.
    pub notice: String,
}

/// A message that was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentMessage {
    /// The target.
    pub target: Target,
    /// Discord's ID of the message, or 0 if it is unknown.
    pub message_id: MessageId,
    /// The last log entry that it shows.
    pub seq: i64,
    /// The notice as JSON, which the store does not interpret.
    pub notice: String,
}

impl OutboxRow {
    /// Returns whether its channel is known.
    pub(in crate::store) fn has_channel(&self) -> bool {
        matches!(self.target, Target::Channel(_)) || self.direct_channel.is_some()
    }
}

/// Everything stored about a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
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
pub struct Change {
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

/// A message in a channel that shows a match, sent or about to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownRow {
    /// The row of the outbox.
    pub id: OutboxId,
    /// The kind of its notice.
    pub kind: String,
    /// The channel.
    pub channel_id: ChannelId,
    /// The entry after which it shows the match.
    pub seq: i64,
    /// Discord's ID for it; `None` as long as it has not been sent.
    pub message_id: Option<MessageId>,
    /// What Discord was last given, empty if that is not known; `None` once it never changes again.
    pub shown: Option<String>,
    /// The notice, unless it never changes again.
    pub notice: Option<String>,
}

/// A row of `upkeep` that this process has taken: what the server of a match shows besides messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpkeepRow {
    /// The match.
    pub match_id: MatchId,
    /// How many looks in a row have left something undone; below 0 if somebody wants it looked at.
    pub attempts: i64,
    /// What the server shows by now, as JSON, which the store does not interpret.
    pub state: String,
    /// How often it was taken.
    pub(in crate::store) fence: i64,
}

impl UpkeepRow {
    /// The number of attempts of a row that somebody wants looked at.
    pub(in crate::store) const HURRIED: i64 = -1;

    /// The number of attempts of a row for which something may have been mended.
    pub(in crate::store) const MENDED: i64 = -2;

    /// The number of attempts of a row that somebody wants looked at, and asks for an event.
    pub(in crate::store) const EVENT_WANTED: i64 = -3;

    /// Returns whether somebody wants it looked at, whatever has failed before.
    pub fn is_hurried(&self) -> bool {
        matches!(self.attempts, Self::HURRIED | Self::EVENT_WANTED)
    }

    /// Returns whether somebody asks for an event.
    pub fn wants_event(&self) -> bool {
        self.attempts == Self::EVENT_WANTED
    }

    /// Returns whether whatever was in the way may have been mended.
    pub fn is_mended(&self) -> bool {
        self.attempts == Self::MENDED
    }
}

/// A row of `guild_settings`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GuildSettings {
    /// The guild.
    pub guild_id: GuildId,
    /// The role whose members are hosts.
    pub host_role_id: Option<RoleId>,
}

/// A row of `templates`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateRow {
    /// The guild.
    pub guild_id: GuildId,
    /// The name without capital letters, by which it is found.
    pub folded: String,
    /// The name.
    pub name: String,
    /// The name of the game.
    pub game: String,
    /// The terms, as JSON.
    pub terms: String,
    /// Who saved it, unless they asked to be forgotten.
    pub saved_by: Option<UserId>,
    /// When it was saved.
    pub saved_at: i64,
}

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
    /// When it ended.
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
    /// By how much, and why, as JSON.
    pub content: String,
    /// Who made it: `host`, `member` or `program`.
    pub author: String,
    /// The person, if one did.
    pub user_id: Option<UserId>,
    /// The kind of its source: `match`, `host`, `gift` or `import`.
    pub source_kind: String,
    /// What tells the source from others of its kind.
    pub source_key: String,
    /// The episode, or 0.
    pub episode: i64,
    /// The entry that it takes back.
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
pub struct SeasonChange {
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
    /// When it ended.
    pub ended_at: Option<i64>,
}

/// A row of `season_matches`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeasonMatchRow {
    /// The match.
    pub match_id: MatchId,
    /// The season.
    pub season_id: SeasonId,
    /// When its results were booked.
    pub booked_at: Option<i64>,
}
