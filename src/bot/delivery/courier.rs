//! [`Courier`]: what delivery works with, and what waits in it. Its methods are in the files about what they do.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicI64};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::broadcast::error::RecvError;

use super::client::Client;
use super::membership::Memberships;
use super::outage::Outage;
use super::receipts::Receipts;
use super::writer::Writer;
use trigon_engine::ids::{ChannelId, MatchId, MessageId, OutboxId, UserId};
use trigon_engine::matches::{
    Match, Matches, Millis, Notice, Queues, Reminded, Seq, StoredAnswer, Target, VisibleChange, WorkGuard,
};

/// How long to wait after storage has failed.
pub(super) const STORAGE_RETRY: Duration = Duration::from_secs(5);

/// What delivery works with. None of it matters after a restart.
pub(super) struct Courier {
    pub(super) matches: Matches,
    pub(super) client: Client,
    /// The end of a global rate limit.
    pub(super) quiet_until: AtomicI64,
    /// Makes messages to one target wait until everything is done for the previous one.
    pub(super) turns: Queues<Target>,
    /// Whether more messages were due than there was room for.
    pub(super) is_rush: AtomicBool,
    pub(super) receipts: Receipts,
    pub(super) memberships: Memberships,
    /// Stored answers that are yet to be shown in the messages that ask for them.
    pub(super) answers_to_show: Mutex<VecDeque<StoredAnswer>>,
    /// Questions whose messages are yet to be brought up to date, by match.
    pub(super) outdated_questions: Mutex<BTreeMap<MatchId, Vec<OutdatedQuestion>>>,
    /// Notices when Discord works again.
    pub(super) outage: Outage,
    /// Edits what channels show.
    pub(super) writer: Arc<Writer>,
    /// The channels that take no messages, each with the last message for it that players have been told of directly.
    pub(super) lost_channels: Mutex<BTreeMap<ChannelId, OutboxId>>,
    /// The messages that Discord refuses for reasons that the bot does not know, and since when.
    pub(super) unexplained: Mutex<BTreeMap<OutboxId, Millis>>,
}

/// What must be known about a message when it has been sent or refused.
pub(super) struct Attempt {
    pub(super) notice: Notice,
    /// The match; `None` if it may be unreadable.
    pub(super) game: Option<Arc<Match>>,
    /// When the attempt began.
    pub(super) begun: Millis,
    /// Whom the message reminds of which matches.
    pub(super) reminds: Vec<Reminded>,
}

impl Attempt {
    /// Returns an attempt to send a message that is not about a match which can be read.
    pub(super) fn without_match(notice: Notice, begun: Millis) -> Self {
        Self { notice, game: None, begun, reminds: Vec::new() }
    }
}

/// A question whose message no longer shows what it should.
pub(super) struct OutdatedQuestion {
    /// The entry that closed it or moved its deadline.
    pub(super) seq: Seq,
    /// The player who was asked.
    pub(super) user: UserId,
    /// The message that told the player about that entry, if there is one; the question is in an earlier message.
    pub(super) entry_message: Option<MessageId>,
    pub(super) update: QuestionUpdate,
    /// Held until the update is done, so that a shutdown waits for it.
    pub(super) _in_hand: WorkGuard,
}

/// How the message with a question is brought up to date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum QuestionUpdate {
    /// It is edited to show what became of the question.
    Close,
    /// It is edited to show what became of the question, unless it already shows that: the bot may have stopped before or
    /// after the update.
    CloseUnlessClosed,
    /// It is edited to show the present deadline, unless it already does.
    Deadline,
}

impl Courier {
    pub(super) fn new(matches: Matches, client: Client, writer: Arc<Writer>) -> Self {
        Self {
            matches,
            client,
            quiet_until: AtomicI64::new(0),
            turns: Queues::default(),
            is_rush: AtomicBool::new(false),
            receipts: Receipts::new(STORAGE_RETRY),
            memberships: Memberships::default(),
            answers_to_show: Mutex::default(),
            outdated_questions: Mutex::default(),
            outage: Outage::default(),
            writer,
            lost_channels: Mutex::default(),
            unexplained: Mutex::default(),
        }
    }

    /// Releases what an earlier run took and left behind.
    pub(super) async fn release_all(&self) {
        while let Err(error) = self.matches.store().release_targets().await {
            tracing::error!(%error, "the outbox cannot be written; trying again");
            tokio::time::sleep(STORAGE_RETRY).await;
        }
    }

    /// Schedules a look at what channels show of a match that has changed, or of all matches if too many changes came at once.
    pub(super) async fn note_changed_match(&self, changed: Result<VisibleChange, RecvError>) {
        match changed {
            Ok(changed) => self.writer.schedule(changed.match_id, changed.in_hand),
            Err(RecvError::Lagged(_)) => {
                if let Err(error) = self.writer.schedule_changed().await {
                    tracing::warn!(%error, "it cannot be read which messages may be out of date");
                }
            }
            // The sender lives as long as the matches.
            Err(RecvError::Closed) => {}
        }
    }

    /// Has what waits for these targets tried at once.
    pub(super) async fn hasten(&self, targets: &[Target]) {
        if let Err(error) = self.matches.hasten(targets).await {
            // All of it is tried at its own time.
            tracing::warn!(%error, "what waits for Discord cannot be hastened");
        }
    }
}
