//! What is stored, one struct a table. Times are milliseconds since 1970, identifiers of Discord are numbers.

/// The lifecycle of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// The roster is being filled.
    Signup,
    /// The roster is fixed and public; round 1 has not begun.
    Pregame,
    /// Being played.
    Running,
    /// Over by the rules.
    Over,
    /// Ended by the host.
    Cancelled,
}

/// A row of `matches`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchRow {
    /// The number that people see; given by the store.
    pub id: i64,
    /// Counts changes: a change that was decided on another version is refused.
    pub version: i64,
    /// The game's name, such as `triforce-building`.
    pub game: String,
    /// The version of the game's rules that every stored entry follows.
    pub rules_version: i64,
    /// The version of the rules under which the match was stopped because it does not follow from it.
    pub stopped_by_rules: Option<i64>,
    /// The guild.
    pub guild_id: i64,
    /// The channel in which everything public is posted.
    pub channel_id: i64,
    /// Who created the match.
    pub host_id: i64,
    /// What the match is called.
    pub title: String,
    /// The lifecycle.
    pub status: Status,
    /// The terms of the match as JSON.
    pub terms: String,
    /// The seed in hexadecimal: secret until the match is over.
    pub seed: String,
    /// The game's setup as JSON, fixed when the roster is.
    pub setup: Option<String>,
    /// A short hash of the state before the first entry, fixed with the setup.
    pub start_hash: Option<String>,
    /// When the match was created.
    pub created_at: i64,
    /// When it was over or cancelled.
    pub ended_at: Option<i64>,
    /// The match in which this one is played again.
    pub rematch_id: Option<i64>,
}

/// A row of `seats`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatRow {
    /// The number, from 1.
    pub seat: i64,
    /// Who sits there.
    pub user_id: i64,
    /// What the player is called in this match.
    pub name: String,
    /// The values of the game's roster fields as JSON.
    pub fields: String,
    /// The place in the order of joining, from 1.
    pub joined: i64,
    /// Whether the last direct message that everybody knows of could not be delivered.
    pub dm_closed: bool,
}

/// What an entry of a log is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// An action of the game.
    Game,
    /// Something that is done to a match rather than in its game.
    Control,
}

/// A row of `match_log`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogRow {
    /// The number of the entry, from 1.
    pub seq: i64,
    /// When it was made.
    pub at: i64,
    /// Who made it: a seat number, `clock` or `host`.
    pub actor: String,
    /// The host who made it, if one did.
    pub user_id: Option<i64>,
    /// Whether it is an action of the game or a control event.
    pub kind: EntryKind,
    /// The action in canonical notation, or the control event as JSON.
    pub action: String,
    /// What was drawn for it, as a JSON list.
    pub draws: String,
    /// A short hash of the state after it; `None` where the entry is none of the game's.
    pub state_hash: Option<String>,
}

/// A row of `due`: something the clock has to do for a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueRow {
    /// For which match.
    pub match_id: i64,
    /// What: unique within the match, such as `deadline` or `reminder-60`.
    pub kind: String,
    /// When.
    pub at: i64,
}

/// Where a message goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// Into a channel.
    Channel(i64),
    /// To a person directly.
    User(i64),
}

/// A message to be sent, before it has a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMessage {
    /// Where to.
    pub target: Target,
    /// What to say, as JSON that only the face understands.
    pub notice: String,
    /// Up to which entry of the log the match is to be shown.
    pub seq: i64,
}

/// A row of `outbox`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutboxRow {
    /// The number: messages to one target are sent in this order.
    pub id: i64,
    /// For which match.
    pub match_id: i64,
    /// The message.
    pub message: NewMessage,
    /// What makes Discord take the message only once: random, and the same for every attempt.
    pub nonce: String,
    /// How many attempts have ended, in whatever way.
    pub attempts: i64,
    /// When it was added.
    pub enqueued_at: i64,
    /// When the next attempt may be made.
    pub not_before: i64,
    /// When it was about to be sent for the first time; `None` as long as it cannot have arrived.
    pub first_attempt_at: Option<i64>,
    /// Why the last try failed, without anything secret.
    pub last_error: Option<String>,
}

/// A message that Discord has taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentMessage {
    /// What it tells, as JSON.
    pub notice: String,
    /// Where it went.
    pub target: Target,
    /// Discord's number for it; 0 where that is not known.
    pub message_id: i64,
}

/// Everything that is stored of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// The match.
    pub row: MatchRow,
    /// Its seats in order.
    pub seats: Vec<SeatRow>,
    /// Its log in order.
    pub log: Vec<LogRow>,
    /// Everything that the clock has to do for it, in order.
    pub due: Vec<DueRow>,
}

/// A change to one match: all of it is stored or nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The row as it is to be; its `version` is the one on which the change was decided.
    pub row: MatchRow,
    /// The seats as they are to be; `None` leaves them.
    pub seats: Option<Vec<SeatRow>>,
    /// Entries to append.
    pub entries: Vec<LogRow>,
    /// All that the clock has to do for the match from now on; `None` leaves what there is.
    pub due: Option<Vec<DueRow>>,
    /// Messages to send.
    pub messages: Vec<NewMessage>,
}

/// A row of `guild_settings`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GuildSettings {
    /// The guild.
    pub guild_id: i64,
    /// The role whose members are hosts.
    pub host_role_id: Option<i64>,
}
