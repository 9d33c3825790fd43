//! The table `outbox`: messages to send, in order for each target.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, FromRow, Row};

use super::fault::unknown_word;
use super::{Keys, NewMessage, OutboxRow, SentMessage, Store, StoreError, Target};

/// The longest wait for another attempt, in milliseconds. A message that would have to wait longer may be sent at once:
/// the clock has been set back since its last attempt.
pub const LONGEST_WAIT: i64 = 301_000;

/// A query for rows of the outbox.
macro_rules! select {
    ($($rest:tt)*) => {
        concat!(
            "SELECT id, match_id, target_kind, target_id, kind, notice, seq, nonce, attempts, enqueued_at, not_before,
             first_attempt_at, last_error FROM outbox ",
            $($rest)*
        )
    };
}

/// The first pending message of each target. Only these may be sent, so that the order is kept while a message waits
/// for another attempt.
macro_rules! is_head {
    () => {
        "id IN (SELECT MIN(id) FROM outbox WHERE state = 'pending' GROUP BY target_kind, target_id)"
    };
}

/// Returns the columns in which a target is stored.
const fn columns(target: Target) -> (&'static str, i64) {
    match target {
        Target::Channel(id) => ("channel", id),
        Target::User(id) => ("user", id),
    }
}

fn target(row: &AnyRow) -> Result<Target, sqlx::Error> {
    let id = row.try_get("target_id")?;
    match row.try_get("target_kind")? {
        "channel" => Ok(Target::Channel(id)),
        "user" => Ok(Target::User(id)),
        _ => Err(unknown_word("target_kind")),
    }
}

impl<'r> FromRow<'r, AnyRow> for OutboxRow {
    fn from_row(row: &'r AnyRow) -> Result<Self, sqlx::Error> {
        let message = NewMessage {
            target: target(row)?,
            kind: row.try_get("kind")?,
            notice: row.try_get("notice")?,
            seq: row.try_get("seq")?,
        };
        Ok(OutboxRow {
            id: row.try_get("id")?,
            match_id: row.try_get("match_id")?,
            message,
            nonce: row.try_get("nonce")?,
            attempts: row.try_get("attempts")?,
            enqueued_at: row.try_get("enqueued_at")?,
            not_before: row.try_get("not_before")?,
            first_attempt_at: row.try_get("first_attempt_at")?,
            last_error: row.try_get("last_error")?,
        })
    }
}

/// The name of the sealed column, as it is part of what is sealed.
const NOTICE: &str = "outbox.notice";

/// Opens a notice. If it does not open, it is left empty, which no face understands: the message is given up, and does not
/// hold up all others.
fn opened_notice(keys: &Keys, id: i64, notice: &mut String) -> Result<(), StoreError> {
    *notice = match keys.open(NOTICE, id, std::mem::take(notice)) {
        Err(StoreError::Fault(fault)) if fault.is_misplaced() => {
            tracing::error!(message = id, %fault, "a message cannot be read");
            String::new()
        }
        opened => opened?,
    };
    Ok(())
}

impl Store {
    /// Opens what is sealed in rows.
    fn opened_rows(&self, mut rows: Vec<OutboxRow>) -> Result<Vec<OutboxRow>, StoreError> {
        for row in &mut rows {
            opened_notice(&self.keys, row.id, &mut row.message.notice)?;
        }
        Ok(rows)
    }

    /// Adds messages without a change to the match. They may be sent from `now` on.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if another program took the numbers at the same time (never with SQLite);
    /// [`StoreError::Fault`], also if there is no such match.
    pub async fn enqueue(&self, match_id: i64, messages: &[NewMessage], now: i64) -> Result<(), StoreError> {
        let work = async {
            let mut transaction = self.begin().await?;
            append(&mut transaction, &self.keys, match_id, messages, now).await?;
            self.end(transaction).await
        };
        self.stored(work).await
    }

    /// Adds a message, unless the match already has one with the same notice, in any status. Returns whether it was
    /// added.
    ///
    /// # Errors
    /// Those of [`enqueue`](Self::enqueue).
    pub async fn enqueue_once(
        &self,
        match_id: i64,
        message: &NewMessage,
        now: i64,
    ) -> Result<bool, StoreError> {
        let work = async {
            let mut transaction = self.begin().await?;
            // The same notice, sealed twice, looks different.
            let sql = "SELECT id, notice FROM outbox WHERE match_id = $1 AND kind = $2";
            let query = sqlx::query_as(sql).bind(match_id).bind(&message.kind);
            let alike: Vec<(i64, String)> = query.fetch_all(&mut *transaction).await?;
            for (id, mut notice) in alike {
                opened_notice(&self.keys, id, &mut notice)?;
                if notice == message.notice {
                    return Ok(false);
                }
            }
            append(&mut transaction, &self.keys, match_id, std::slice::from_ref(message), now).await?;
            self.end(transaction).await?;
            Ok(true)
        };
        self.stored(work).await
    }

    /// Returns at most `limit` messages that may be sent at `now`, oldest first: the first pending one of each target,
    /// if it is due. A message that waits for another attempt holds back those after it, for at most [`LONGEST_WAIT`].
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn deliverable(&self, now: i64, limit: u32) -> Result<Vec<OutboxRow>, StoreError> {
        let sql =
            select!("WHERE ", is_head!(), " AND (not_before <= $1 OR not_before > $2) ORDER BY id LIMIT $3");
        let query = sqlx::query_as(sql).bind(now).bind(now.saturating_add(LONGEST_WAIT));
        self.opened_rows(query.bind(i64::from(limit)).fetch_all(&self.readers).await?)
    }

    /// Returns the earliest time at which a message may be sent, which may be in the past.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn next_delivery(&self) -> Result<Option<i64>, StoreError> {
        let sql = concat!("SELECT MIN(not_before) FROM outbox WHERE ", is_head!());
        Ok(sqlx::query_scalar(sql).fetch_one(&self.readers).await?)
    }

    /// Records that a message is about to be sent for the first time. From then on it may have arrived, whatever
    /// happens next. A later attempt changes nothing.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the message is not pending; [`StoreError::Fault`].
    pub async fn mark_attempt(&self, id: i64, at: i64) -> Result<(), StoreError> {
        let query = sqlx::query(
            "UPDATE outbox SET first_attempt_at = COALESCE(first_attempt_at, $1)
             WHERE id = $2 AND state = 'pending'",
        );
        marked(self.write(query.bind(at).bind(id)).await?)
    }

    /// Records that a message was sent at `at` as Discord's message `message_id`.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the message is not pending; [`StoreError::Fault`].
    pub async fn mark_sent(&self, id: i64, at: i64, message_id: i64) -> Result<(), StoreError> {
        let query = sqlx::query(
            "UPDATE outbox SET state = 'sent', attempts = attempts + 1, done_at = $1, message_id = $2
             WHERE id = $3 AND state = 'pending'",
        );
        marked(self.write(query.bind(at).bind(message_id).bind(id)).await?)
    }

    /// Records that an attempt failed, and that the next one must not be made before `not_before`. `error` must not
    /// contain secrets, because hosts see it.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the message is not pending; [`StoreError::Fault`].
    pub async fn mark_retry(&self, id: i64, not_before: i64, error: &str) -> Result<(), StoreError> {
        let query = sqlx::query(
            "UPDATE outbox SET attempts = attempts + 1, not_before = $1, last_error = $2
             WHERE id = $3 AND state = 'pending'",
        );
        marked(self.write(query.bind(not_before).bind(error).bind(id)).await?)
    }

    /// Records that a message was given up at `at`. It no longer holds back those after it. `error` must not contain
    /// secrets, because hosts see it.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the message is not pending; [`StoreError::Fault`].
    pub async fn mark_dead(&self, id: i64, at: i64, error: &str) -> Result<(), StoreError> {
        let query = sqlx::query(
            "UPDATE outbox SET state = 'dead', attempts = attempts + 1, done_at = $1, last_error = $2
             WHERE id = $3 AND state = 'pending'",
        );
        marked(self.write(query.bind(at).bind(error).bind(id)).await?)
    }

    /// Records that a message was no longer needed at `at`. It is not sent, and it does not count as a failure.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the message is not pending; [`StoreError::Fault`].
    pub async fn mark_obsolete(&self, id: i64, at: i64) -> Result<(), StoreError> {
        let query = sqlx::query(
            "UPDATE outbox SET state = 'obsolete', done_at = $1 WHERE id = $2 AND state = 'pending'",
        );
        marked(self.write(query.bind(at).bind(id)).await?)
    }

    /// Returns the messages of a match that were given up, oldest first.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn dead(&self, match_id: i64) -> Result<Vec<OutboxRow>, StoreError> {
        let sql = select!("WHERE match_id = $1 AND state = 'dead' ORDER BY id");
        self.opened_rows(sqlx::query_as(sql).bind(match_id).fetch_all(&self.readers).await?)
    }

    /// Returns the number of messages of a match that are still to be sent.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn pending_count(&self, match_id: i64) -> Result<i64, StoreError> {
        let sql = "SELECT COUNT(*) FROM outbox WHERE match_id = $1 AND state = 'pending'";
        Ok(sqlx::query_scalar(sql).bind(match_id).fetch_one(&self.readers).await?)
    }

    /// Returns how many messages of a match to its channel are still to be sent after the first attempt has failed, and
    /// why it failed. `None` if no attempt has failed.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn unposted(&self, match_id: i64) -> Result<Option<(i64, String)>, StoreError> {
        let sql = "SELECT COUNT(*), MAX(last_error) FROM outbox
                   WHERE match_id = $1 AND state = 'pending' AND target_kind = 'channel'";
        let row: (i64, Option<String>) = sqlx::query_as(sql).bind(match_id).fetch_one(&self.readers).await?;
        Ok(row.1.map(|reason| (row.0, reason)))
    }

    /// Returns whether a message is still to be sent.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn is_pending(&self, id: i64) -> Result<bool, StoreError> {
        let sql = "SELECT COUNT(*) FROM outbox WHERE id = $1 AND state = 'pending'";
        let count: i64 = sqlx::query_scalar(sql).bind(id).fetch_one(&self.readers).await?;
        Ok(count > 0)
    }

    /// Returns the last `limit` messages of a match that were sent, newest first.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn sent_messages(&self, match_id: i64, limit: u32) -> Result<Vec<SentMessage>, StoreError> {
        let sql = "SELECT id, target_kind, target_id, notice, message_id FROM outbox
                   WHERE match_id = $1 AND state = 'sent' ORDER BY id DESC LIMIT $2";
        let query = sqlx::query(sql).bind(match_id).bind(i64::from(limit));
        let rows = query.fetch_all(&self.readers).await?;
        let read = |row: AnyRow| {
            let mut message = SentMessage::from_row(&row)?;
            opened_notice(&self.keys, row.try_get("id")?, &mut message.notice)?;
            Ok(message)
        };
        rows.into_iter().map(read).collect()
    }
}

impl<'r> FromRow<'r, AnyRow> for SentMessage {
    fn from_row(row: &'r AnyRow) -> Result<Self, sqlx::Error> {
        let message_id = row.try_get("message_id")?;
        Ok(Self { notice: row.try_get("notice")?, target: target(row)?, message_id })
    }
}

/// Returns a conflict if no row was changed, because somebody else has already marked the message.
fn marked(rows: u64) -> Result<(), StoreError> {
    if rows == 1 { Ok(()) } else { Err(StoreError::Conflict) }
}

/// Returns a new nonce of 96 random bits. It is stored, so that every attempt to send the message uses the same one. It
/// is random, so that it does not reveal how many messages others were sent.
fn nonce() -> Result<String, StoreError> {
    let mut bytes = [0; 12];
    getrandom::fill(&mut bytes).map_err(StoreError::Random)?;
    Ok(hex::encode(bytes))
}

/// Adds messages with the next free numbers.
pub(super) async fn append(
    connection: &mut AnyConnection,
    keys: &Keys,
    match_id: i64,
    messages: &[NewMessage],
    now: i64,
) -> Result<(), StoreError> {
    if messages.is_empty() {
        return Ok(());
    }
    let sql = "SELECT COALESCE(MAX(id), 0) FROM outbox";
    let last: i64 = sqlx::query_scalar(sql).fetch_one(&mut *connection).await?;
    for (n, message) in (1..).zip(messages) {
        let (id, (target_kind, target)) = (last.saturating_add(n), columns(message.target));
        sqlx::query(
            "INSERT INTO outbox (id, match_id, target_kind, target_id, kind, notice, seq, nonce, state, attempts,
                                 enqueued_at, not_before)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'pending', 0, $9, $9)",
        )
        .bind(id)
        .bind(match_id)
        .bind(target_kind)
        .bind(target)
        .bind(&message.kind)
        .bind(keys.seal(NOTICE, id, &message.notice)?)
        .bind(message.seq)
        .bind(nonce()?)
        .bind(now)
        .execute(&mut *connection)
        .await
        .map_err(StoreError::of_numbered_row)?;
    }
    Ok(())
}
