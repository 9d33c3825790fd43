//! The rows of messages: to be sent, and sent.

use super::notice_kind::NoticeKind;
use crate::ids::{ChannelId, MatchId, MessageId, OutboxId, RequestId, SeasonId, UserId};

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
    /// The kind of notice, by which equal ones are found.
    pub kind: NoticeKind,
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
    pub kind: NoticeKind,
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

impl OutboxRow {
    /// Returns whether its channel is known.
    pub(in crate::store) fn has_channel(&self) -> bool {
        matches!(self.target, Target::Channel(_)) || self.direct_channel.is_some()
    }
}

/// Whether a message can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DeliveryState {
    /// Discord has had it since this time.
    At(i64),
    /// Discord has not taken it yet.
    Waiting,
    /// Discord never took it.
    GivenUp,
}

/// A message that asks somebody to take a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatRequestRow {
    /// The notice as JSON, which the store does not interpret.
    pub notice: String,
    /// The last log entry that it may show.
    pub seq: i64,
    /// Whether it can be read.
    pub state: DeliveryState,
}

/// A message that was sent to a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentNotice {
    /// The match that it is about, if it is known to be about one.
    pub match_id: Option<MatchId>,
    /// The last log entry that it shows.
    pub seq: i64,
    /// The kind of its notice.
    pub kind: NoticeKind,
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

/// A message in a channel that shows a match, sent or about to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiveMessageRow {
    /// The row of the outbox.
    pub id: OutboxId,
    /// The kind of its notice.
    pub kind: NoticeKind,
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
