//! What became of a message of the outbox.

use super::open::Statement;
use super::outbox::first_attempt;
use super::targets::{self, Moved};
use super::{Lease, Store, StoreError};

/// Empties answers: once they are settled, nobody needs what they say.
macro_rules! forgets_answers {
    () => {
        "notice = CASE WHEN request IS NULL THEN notice ELSE '' END"
    };
}
pub(super) use forgets_answers;

/// What became of an attempt to send a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark<'a> {
    /// It was sent as Discord's message of this number.
    Sent(i64),
    /// It was no longer needed. It is not sent, and does not count as a failure.
    Obsolete,
    /// It was given up and no longer holds back those after it. Hosts see why, so the reason must not contain secrets.
    Dead(&'a str),
    /// The next attempt must not be made before this time. Hosts see why, so the reason must not contain secrets.
    Retry(i64, &'a str),
}

impl<'a> Mark<'a> {
    fn statement(self, id: i64, at: i64) -> Statement<'a> {
        match self {
            Self::Sent(message_id) => sqlx::query(concat!(
                "UPDATE outbox SET state = 'sent', attempts = attempts + 1, done_at = $1, message_id = $2, ",
                forgets_answers!(),
                " WHERE id = $3 AND state = 'pending'"
            ))
            .bind(at)
            .bind(message_id)
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
            .bind(not_before)
            .bind(reason)
            .bind(id),
        }
    }
}

impl Store {
    /// Records at `at` what became of a message whose target this process has taken. After a message that was sent, the
    /// target is kept if there is more to send to it; otherwise it is given back. Returns whether it is kept.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if another process has taken the target since, or if the message is not pending;
    /// [`StoreError::Fault`].
    pub async fn settle(&self, id: i64, at: i64, lease: &Lease, mark: Mark<'_>) -> Result<bool, StoreError> {
        self.mark(id, at, Some(lease), mark).await
    }

    /// Records that a message was sent at `at` as Discord's message `message_id`, whoever has taken its target.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the message is not pending; [`StoreError::Fault`].
    pub async fn mark_sent(&self, id: i64, at: i64, message_id: i64) -> Result<(), StoreError> {
        self.mark(id, at, None, Mark::Sent(message_id)).await.map(drop)
    }

    /// Records that an attempt failed, whoever has taken the target of the message.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the message is not pending; [`StoreError::Fault`].
    pub async fn mark_retry(&self, id: i64, not_before: i64, reason: &str) -> Result<(), StoreError> {
        self.mark(id, not_before, None, Mark::Retry(not_before, reason)).await.map(drop)
    }

    /// Records that a message was given up at `at`, whoever has taken its target.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the message is not pending; [`StoreError::Fault`].
    pub async fn mark_dead(&self, id: i64, at: i64, reason: &str) -> Result<(), StoreError> {
        self.mark(id, at, None, Mark::Dead(reason)).await.map(drop)
    }

    /// Records that a message was no longer needed at `at`, whoever has taken its target.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the message is not pending; [`StoreError::Fault`].
    pub async fn mark_obsolete(&self, id: i64, at: i64) -> Result<(), StoreError> {
        self.mark(id, at, None, Mark::Obsolete).await.map(drop)
    }

    /// Records that a message is about to be sent for the first time, whoever has taken its target. A later attempt changes
    /// nothing.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the message is not pending; [`StoreError::Fault`].
    pub async fn mark_attempt(&self, id: i64, at: i64) -> Result<(), StoreError> {
        let marked = self.write(first_attempt(id, at)).await?;
        if marked == 1 { Ok(()) } else { Err(StoreError::Conflict) }
    }

    async fn mark(
        &self,
        id: i64,
        at: i64,
        lease: Option<&Lease>,
        mark: Mark<'_>,
    ) -> Result<bool, StoreError> {
        let keeps = lease.is_some() && matches!(mark, Mark::Sent(_));
        let work = async {
            let mut transaction = self.begin().await?;
            // A file has only one writer at a time.
            if self.is_on_a_server() {
                targets::lock(&mut transaction, id, lease).await?;
            }
            let marked = mark.statement(id, at).execute(&mut *transaction).await?;
            if marked.rows_affected() != 1 {
                return Err(StoreError::Conflict);
            }
            let moved = targets::move_heads(&mut transaction, &[id], keeps).await?;
            let is_own = |moved: &&Moved| lease.is_none_or(|lease| moved.is_of(lease));
            let moved = moved.first().filter(is_own).ok_or(StoreError::Conflict)?;
            self.end(transaction).await?;
            Ok(keeps && moved.has_more)
        };
        self.stored(work).await
    }
}
