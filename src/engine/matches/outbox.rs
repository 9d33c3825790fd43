//! What waits to be sent, and what was sent.

use super::log::Seq;
use super::notice::Notice;
use super::service::Matches;
use crate::store::{Lease, Mark, OutboxRow, Receipt, SentMessage, StoreError, Target};
use trigon_clock::Millis;

/// A message that waits to be sent.
#[derive(Debug, Clone)]
pub struct Pending {
    /// The number. Messages to the same target are sent in this order.
    pub id: i64,
    /// The match; `None` for an answer that is about none.
    pub match_id: Option<i64>,
    /// The target.
    pub target: Target,
    /// What to tell, or `None` if what is stored cannot be read.
    pub notice: Option<Notice>,
    /// The entry of the log after which the match is shown.
    pub seq: Seq,
    /// A random nonce, the same for every attempt, with which Discord accepts the message only once.
    pub nonce: String,
    /// The number of attempts that have ended.
    pub attempts: i64,
    /// The time at which it was added.
    pub enqueued_at: Millis,
    /// The time of the first attempt; `None` as long as the message cannot have arrived.
    pub first_attempt_at: Option<Millis>,
    /// The version of the match when the message was taken.
    pub version: i64,
    /// The channel of direct messages with the target, if it is one that was opened before.
    pub direct_channel: Option<i64>,
    /// For how long this process may send it.
    pub lease: Lease,
}

/// A message that Discord has accepted.
#[derive(Debug, Clone)]
pub struct Posted {
    /// What it tells, or `None` if what is stored cannot be read.
    pub notice: Option<Notice>,
    /// The target.
    pub target: Target,
    /// Discord's number for it; 0 if it is unknown, because another program has sent it.
    pub message_id: i64,
}

/// What became of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settlement {
    /// Sent, as Discord's message of this number.
    Sent(i64),
    /// No longer needed.
    Obsolete,
    /// Given up, with the reason for hosts.
    Dead(String),
    /// To be tried again at a time, with the reason for hosts.
    Retry(Millis, String),
}

impl Pending {
    fn read((row, lease): (OutboxRow, Lease)) -> Self {
        Self {
            id: row.id,
            match_id: row.match_id,
            target: row.message.target,
            notice: serde_json::from_str(&row.message.notice).ok(),
            seq: row.message.seq,
            nonce: row.nonce,
            attempts: row.attempts,
            enqueued_at: row.enqueued_at,
            first_attempt_at: row.first_attempt_at,
            version: row.match_version,
            direct_channel: row.direct_channel,
            lease,
        }
    }
}

impl Posted {
    fn read(sent: &SentMessage) -> Self {
        let notice = serde_json::from_str(&sent.notice).ok();
        Self { notice, target: sent.target, message_id: sent.message_id }
    }
}

impl Matches {
    /// Takes at most `limit` messages that can be sent now, oldest first: the first pending one of each target, if it is due.
    /// No other process takes them until they are settled, or their leases end.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn take_pending(&self, limit: u32) -> Result<Vec<Pending>, StoreError> {
        let rows = self.store().take(self.clock().now(), limit).await?;
        Ok(rows.into_iter().map(Pending::read).collect())
    }

    /// Takes at most `limit` answers that somebody waits for, as [`take_pending`](Self::take_pending) does.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn take_urgent(&self, limit: u32) -> Result<Vec<Pending>, StoreError> {
        let rows = self.store().take_urgent(self.clock().now(), limit).await?;
        Ok(rows.into_iter().map(Pending::read).collect())
    }

    /// Returns the earliest time at which a message can be sent, which may be in the past.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn next_delivery(&self) -> Result<Option<Millis>, StoreError> {
        self.store().next_delivery().await
    }

    /// Records that a message is about to be sent, and renews its lease.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if another process has taken it meanwhile, or it is no longer pending; otherwise if storage
    /// fails.
    pub async fn begin_attempt(&self, row: &mut Pending) -> Result<(), StoreError> {
        self.store().begin_attempt(row.id, self.clock().now(), &mut row.lease).await
    }

    /// Returns whether a message still waits to be sent.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn is_pending(&self, id: i64) -> Result<bool, StoreError> {
        self.store().is_pending(id).await
    }

    /// Stores what became of a message. Returns whether its target is kept because there is more to send to it; then it has
    /// to be [released](Self::release).
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if another process has taken it meanwhile, or it is no longer pending; otherwise if storage
    /// fails.
    pub async fn settle(&self, row: &Pending, settlement: &Settlement) -> Result<bool, StoreError> {
        let mark = match settlement {
            Settlement::Sent(message_id) => Mark::Sent(*message_id),
            Settlement::Obsolete => Mark::Obsolete,
            Settlement::Dead(reason) => Mark::Dead(reason),
            Settlement::Retry(at, reason) => Mark::Retry(*at, reason),
        };
        self.store().settle(row.id, self.clock().now(), &row.lease, mark).await
    }

    /// Stores that messages to different targets were sent, each as Discord's message of the given number, as
    /// [`settle`](Self::settle) does for one. Returns in the same order whether each target is kept, or `None` where there
    /// is a conflict.
    ///
    /// # Errors
    /// If storage fails; then nothing is stored.
    pub async fn settle_sent(&self, sent: &[(&Pending, i64)]) -> Result<Vec<Option<bool>>, StoreError> {
        let receipts: Vec<_> = sent
            .iter()
            .map(|&(row, message_id)| Receipt { id: row.id, message_id, lease: &row.lease })
            .collect();
        self.store().settle_sent(self.clock().now(), &receipts).await
    }

    /// Gives back the target of a message that was sent.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn release(&self, row: &Pending) -> Result<(), StoreError> {
        self.store().release(&row.lease).await
    }

    /// Returns the last `limit` messages about a match that were sent, newest first.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn posted(&self, id: i64, limit: u32) -> Result<Vec<Posted>, StoreError> {
        Ok(self.store().sent_messages(id, limit).await?.iter().map(Posted::read).collect())
    }

    /// Returns the first message in a channel about a match whose notice is wanted.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn first_posted(
        &self,
        id: i64,
        wanted: impl Fn(&Notice) -> bool,
    ) -> Result<Option<Posted>, StoreError> {
        let posted = self.posted(id, u32::MAX).await?.into_iter().rev();
        let mut in_channel = posted.filter(|posted| matches!(posted.target, Target::Channel(_)));
        Ok(in_channel.find(|posted| posted.notice.as_ref().is_some_and(&wanted)))
    }
}
