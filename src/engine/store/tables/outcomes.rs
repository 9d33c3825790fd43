//! Outcomes of messages in the outbox. Recording many as sent in one transaction costs little more than recording one.

use sqlx::{AnyConnection, AssertSqlSafe};

use super::outbox::mark_first_attempt;
use super::targets::{self, AdvancedTarget, AfterSettling, advance_heads};
use crate::ids::{MessageId, OutboxId};
use crate::store::connect::sql::row_placeholders;
use crate::store::connect::store::Statement;
use crate::store::{Lease, Store, StoreError};

/// Empties answers and whatever else is in words already: once they are settled, nobody needs their contents.
macro_rules! forgets_answers {
    () => {
        "notice = CASE WHEN request IS NULL AND kind <> 'post' THEN notice ELSE '' END"
    };
}

/// Notes that a sent message may have to show something else later.
macro_rules! may_change {
    () => {
        concat!(
            "shown = CASE WHEN target_kind = 'channel' AND kind IN (",
            crate::store::tables::shown::kinds!(),
            ") THEN '' END"
        )
    };
}

/// The outcome of a message, or of an attempt to send it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeliveryOutcome {
    /// It was sent as the Discord message with this ID.
    Sent(MessageId),
    /// It is no longer needed. It is not sent, and does not count as a failure.
    Obsolete,
    /// It was given up and no longer holds back later ones. Hosts see why, so the reason must not contain secrets.
    Dead(String),
    /// The next attempt must not be made before this time. Hosts see why, so the reason must not contain secrets.
    Retry(i64, String),
}

impl DeliveryOutcome {
    fn statement(&self, id: OutboxId, at: i64) -> Statement<'_> {
        match self {
            Self::Sent(message_id) => sqlx::query(concat!(
                "UPDATE outbox SET state = 'sent', attempts = attempts + 1, done_at = $1, message_id = $2, ",
                may_change!(),
                ", ",
                forgets_answers!(),
                " WHERE id = $3 AND state = 'pending'"
            ))
            .bind(at)
            .bind(*message_id)
            .bind(id),
            Self::Obsolete => sqlx::query(concat!(
                "UPDATE outbox SET state = 'obsolete', done_at = $1, ",
                forgets_answers!(),
                " WHERE id = $2 AND state = 'pending'"
            ))
            .bind(at)
            .bind(id),
            Self::Dead(reason) => sqlx::query(concat!(
                "UPDATE outbox SET state = 'dead', attempts = attempts + 1, done_at = $1, last_error = $2, ",
                forgets_answers!(),
                " WHERE id = $3 AND state = 'pending'"
            ))
            .bind(at)
            .bind(reason)
            .bind(id),
            Self::Retry(not_before, reason) => sqlx::query(
                "UPDATE outbox SET attempts = attempts + 1, not_before = $1, last_error = $2
                 WHERE id = $3 AND state = 'pending'",
            )
            .bind(*not_before)
            .bind(reason)
            .bind(id),
        }
    }
}

/// A sent message, for [`Store::settle_sent`].
#[derive(Debug, Clone, Copy)]
pub struct SentReceipt<'a> {
    /// The row of the outbox.
    pub id: OutboxId,
    /// Discord's ID of the message.
    pub message_id: MessageId,
    /// The lease under which it was sent.
    pub lease: &'a Lease,
}

impl Store {
    /// Records at `at` the outcome of a message whose target this process has taken. After a sent message, the target
    /// is kept if there is more to send to it; otherwise, it is released. Returns whether it is kept.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if another process has taken the target since, or if the message is not pending.
    pub async fn settle(
        &self,
        id: OutboxId,
        at: i64,
        lease: &Lease,
        outcome: &DeliveryOutcome,
    ) -> Result<bool, StoreError> {
        self.settle_with(id, at, Some(lease), outcome).await
    }

    /// Records at `at` the outcome of a message, whichever process has taken its target.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the message is not pending.
    pub async fn mark(&self, id: OutboxId, at: i64, outcome: &DeliveryOutcome) -> Result<(), StoreError> {
        self.settle_with(id, at, None, outcome).await.map(drop)
    }

    /// Records at `at` that messages to different targets were sent, as [`settle`](Self::settle) does for each of them.
    /// Returns, in the same order, whether each target is kept, or `None` on a conflict: another process has taken the
    /// target since, or the message is not pending.
    ///
    /// # Errors
    /// [`StoreError::Database`]; nothing is recorded then.
    pub async fn settle_sent(
        &self,
        at: i64,
        receipts: &[SentReceipt<'_>],
    ) -> Result<Vec<Option<bool>>, StoreError> {
        if receipts.is_empty() {
            return Ok(Vec::new());
        }
        let work = || async {
            let mut transaction = self.begin().await?;
            let held = still_held(&mut transaction, receipts, self.is_on_a_server()).await?;
            let own: Vec<_> = receipts.iter().filter(|receipt| held.contains(&receipt.id)).copied().collect();
            let marked = mark_sent(&mut transaction, at, &own).await?;
            let advanced = advance_heads(&mut transaction, &marked, AfterSettling::Keep).await?;
            self.end(transaction).await?;
            let kept = |receipt: &SentReceipt<'_>| {
                advanced.iter().find(|target| target.is_of(receipt.lease)).map(|target| target.has_more)
            };
            Ok(receipts.iter().map(kept).collect())
        };
        self.run_write(work).await
    }

    /// Records that a message is about to be sent for the first time, whichever process has taken its target. Later
    /// attempts change nothing.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the message is not pending.
    pub async fn mark_attempt(&self, id: OutboxId, at: i64) -> Result<(), StoreError> {
        let marked = self.write(mark_first_attempt(id, at)).await?;
        if marked == 1 { Ok(()) } else { Err(StoreError::Conflict) }
    }

    async fn settle_with(
        &self,
        id: OutboxId,
        at: i64,
        lease: Option<&Lease>,
        outcome: &DeliveryOutcome,
    ) -> Result<bool, StoreError> {
        let is_kept = lease.is_some() && matches!(outcome, DeliveryOutcome::Sent(_));
        let after = if is_kept { AfterSettling::Keep } else { AfterSettling::Release };
        let work = || async {
            let mut transaction = self.begin().await?;
            // A file has only one writer at a time.
            if self.is_on_a_server() {
                targets::lock_of_message(&mut transaction, id, lease).await?;
            }
            let marked = outcome.statement(id, at).execute(&mut *transaction).await?;
            if marked.rows_affected() != 1 {
                return Err(StoreError::Conflict);
            }
            let advanced = advance_heads(&mut transaction, &[id], after).await?;
            let is_own = |target: &&AdvancedTarget| lease.is_none_or(|lease| target.is_of(lease));
            let target = advanced.first().filter(is_own).ok_or(StoreError::Conflict)?;
            self.end(transaction).await?;
            Ok(is_kept && target.has_more)
        };
        self.run_write(work).await
    }
}

/// Returns the IDs of those messages whose targets nobody has taken since. On a server, these targets are locked, in
/// the order in which everyone locks them.
async fn still_held(
    connection: &mut AnyConnection,
    receipts: &[SentReceipt<'_>],
    is_on_a_server: bool,
) -> Result<Vec<OutboxId>, sqlx::Error> {
    let sql = format!(
        "WITH mine (k, i, f, o) AS (VALUES {})
         SELECT o FROM targets JOIN mine ON kind = k AND id = i AND fence = f ORDER BY kind, id{}",
        row_placeholders(1, receipts.len(), 4),
        if is_on_a_server { " FOR UPDATE OF targets" } else { "" }
    );
    let query = sqlx::query_scalar(AssertSqlSafe(sql));
    let bind = |query: sqlx::query::QueryScalar<'static, _, OutboxId, _>, receipt: &SentReceipt<'_>| {
        let (kind, id) = receipt.lease.target();
        query.bind(kind).bind(id).bind(receipt.lease.fence()).bind(receipt.id)
    };
    receipts.iter().fold(query, bind).fetch_all(connection).await
}

/// Marks the pending ones of these messages as sent, and returns their IDs.
async fn mark_sent(
    connection: &mut AnyConnection,
    at: i64,
    receipts: &[SentReceipt<'_>],
) -> Result<Vec<OutboxId>, sqlx::Error> {
    if receipts.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!(
        "WITH sent (i, m) AS (VALUES {})
         UPDATE outbox SET state = 'sent', attempts = attempts + 1, done_at = $1, message_id = m, {}, {}
         FROM sent WHERE id = i AND state = 'pending' RETURNING id",
        row_placeholders(2, receipts.len(), 2),
        may_change!(),
        forgets_answers!()
    );
    let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(at);
    let bind = |query: sqlx::query::QueryScalar<'static, _, OutboxId, _>, receipt: &SentReceipt<'_>| {
        query.bind(receipt.id).bind(receipt.message_id)
    };
    receipts.iter().fold(query, bind).fetch_all(connection).await
}
