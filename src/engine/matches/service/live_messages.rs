//! [`LiveMessage`]: a message in a channel that shows a match, and may have to show something else later.
//!
//! What it is to show follows from the match. What Discord was last given is stored beside it, so that a difference is found
//! whatever happened in between: another change, a lost request, or the end of the program.

use std::sync::Arc;

use super::memory::WorkGuard;
use crate::ids::{ChannelId, MatchId, MessageId, OutboxId};
use crate::matches::decide::change::Change;
use crate::matches::model::control::{Control, Seq};
use crate::matches::model::game_match::Match;
use crate::matches::model::log::{EntryContent, LogEntry};
use crate::matches::model::notice::Notice;
use crate::store::{LiveMessageRow, NoticeKind};
use trigon_rules::games::By;

/// A message that shows a match and may have to show something else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiveMessage {
    /// The number of its row in the outbox.
    pub row: OutboxId,
    /// What it said when it was sent.
    pub notice: Notice,
    /// The channel.
    pub channel: ChannelId,
    /// Discord's ID.
    pub message: MessageId,
    /// The entry after which it was to show the match.
    pub seq: Seq,
    /// What Discord was last given, in words of the front end; empty if that is not known.
    pub given: String,
    /// The message that goes on where this one ends, if there is one.
    pub next: Option<NextMessage>,
    /// Whether it is the last one that announces or corrects the roster.
    pub is_last_roster: bool,
}

/// The message that shows a match after another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NextMessage {
    /// The entry after which it shows the match.
    pub seq: Seq,
    /// Whether it shows the same moment again.
    pub is_board: bool,
    /// Whether it has been sent.
    pub is_sent: bool,
}

/// The messages of a match that may have to show something else, oldest first.
#[derive(Debug, Clone, Default)]
pub struct LiveMessages {
    /// The messages.
    pub all: Vec<LiveMessage>,
    /// Whether a message that makes others outdated is about to be sent.
    pub is_next_pending: bool,
}

impl LiveMessages {
    /// Reads the messages of a match in channels, oldest first.
    pub(super) fn read(rows: &[LiveMessageRow]) -> Self {
        let last_roster = rows.iter().filter(|row| is_about_roster(row)).map(|row| row.id).max();
        let read = |row| LiveMessage::read(row, next_message(rows, row), last_roster == Some(row.id));
        let outdates_others =
            |row: &LiveMessageRow| row.kind.is_match_message() || row.kind == NoticeKind::Pregame;
        Self {
            all: rows.iter().filter_map(read).collect(),
            is_next_pending: rows.iter().any(|row| row.message_id.is_none() && outdates_others(row)),
        }
    }
}

impl LiveMessage {
    /// Reads a message; `None` if it was not sent yet, never changes again, or cannot be read.
    fn read(row: &LiveMessageRow, next: Option<NextMessage>, is_last_roster: bool) -> Option<Self> {
        Some(Self {
            row: row.id,
            notice: Notice::read(row.notice.as_deref()?)?,
            channel: row.channel_id,
            message: row.message_id.filter(|id| *id > MessageId(0))?,
            seq: row.seq,
            given: row.shown.clone()?,
            next,
            is_last_roster,
        })
    }
}

/// Returns whether a message announces or corrects the roster.
fn is_about_roster(row: &LiveMessageRow) -> bool {
    matches!(row.kind, NoticeKind::Pregame | NoticeKind::Roster)
}

/// Returns the message that shows the match after one of them, if there is one.
fn next_message(rows: &[LiveMessageRow], row: &LiveMessageRow) -> Option<NextMessage> {
    let next = rows.iter().find(|later| later.id > row.id && later.kind.is_match_message())?;
    let (is_board, is_sent) = (next.kind == NoticeKind::Board, next.message_id.is_some());
    Some(NextMessage { seq: next.seq, is_board, is_sent })
}

/// A change after which messages that everyone sees may have to show something else.
#[derive(Debug, Clone)]
pub struct VisibleChange {
    /// The match.
    pub match_id: MatchId,
    /// Counts as being delivered until the messages have been looked at.
    pub in_hand: Arc<WorkGuard>,
}

/// Returns whether messages that everyone sees may have to show something else after a change. What a player sends in secret is
/// not even looked at.
pub(super) fn may_show(before: &Match, change: &Change) -> bool {
    let after = &change.after;
    let new = &after.log[before.log.len()..];
    before.session.is_none()
        || before.question != after.question
        || before.status != after.status
        || !before.shows_clock_of(after)
        // A change without entries, such as of timers, may still show.
        || new.is_empty()
        || !new.iter().all(is_secret)
}

/// Returns whether an entry is something that a player or a host does in secret.
fn is_secret(entry: &LogEntry) -> bool {
    match &entry.what {
        EntryContent::Game(_) => matches!(entry.by, By::Seat(_)),
        EntryContent::Control(event) => matches!(
            event,
            Control::Ready { .. } | Control::Ahead { .. } | Control::Missed { .. } | Control::Look
        ),
    }
}
