//! The table `outbox`: messages to send, in order for each target.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, FromRow, Row};

use super::fault::unknown_word;
use super::numbers::{self, Numbered};
use super::{NewMessage, OutboxRow, SentMessage, Store, StoreError, Target, targets};

/// The longest wait for another attempt, in milliseconds. A message that would have to wait longer may be sent at once:
/// the clock has been set back since its last attempt.
pub const LONGEST_WAIT: i64 = 301_000;

/// How many messages are stored with one statement.
const AT_ONCE: usize = 500;

/// A query for rows of the outbox.
macro_rules! select {
    ($($rest:tt)*) => {
        concat!(
            "SELECT id, match_id, target_kind, target_id, notice, seq, nonce, attempts, enqueued_at, not_before,
             first_attempt_at, last_error FROM outbox ",
            $($rest)*
        )
    };
}

/// Returns the columns in which a target is stored.
pub(super) const fn columns(target: Target) -> (&'static str, i64) {
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
        let message =
            NewMessage { target: target(row)?, notice: row.try_get("notice")?, seq: row.try_get("seq")? };
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

impl Store {
    /// Adds messages without a change to the match. They may be sent from `now` on.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if another program took the numbers at the same time (never with SQLite);
    /// [`StoreError::Fault`], also if there is no such match.
    pub async fn enqueue(&self, match_id: i64, messages: &[NewMessage], now: i64) -> Result<(), StoreError> {
        let work = async {
            let mut transaction = self.begin().await?;
            append(&mut transaction, match_id, messages, now).await?;
            self.announce(&mut transaction).await?;
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
            let sql = "SELECT COUNT(*) FROM outbox WHERE match_id = $1 AND notice = $2";
            let query = sqlx::query_scalar(sql).bind(match_id).bind(&message.notice);
            let known: i64 = query.fetch_one(&mut *transaction).await?;
            if known > 0 {
                return Ok(false);
            }
            append(&mut transaction, match_id, std::slice::from_ref(message), now).await?;
            self.announce(&mut transaction).await?;
            self.end(transaction).await?;
            Ok(true)
        };
        self.stored(work).await
    }

    /// Returns at most `limit` messages that may be sent at `now`, oldest first: the first pending one of each target, if it
    /// is due. If there are more, these were due first. A message that waits for another attempt holds back those after it,
    /// for at most [`LONGEST_WAIT`]. Nothing is [taken](Store::take).
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn deliverable(&self, now: i64, limit: u32) -> Result<Vec<OutboxRow>, StoreError> {
        let sql = select!(
            "WHERE id IN (
                 SELECT head_id FROM (
                     SELECT head_id FROM targets WHERE head_id IS NOT NULL AND kind <> 'clock' AND due_at <= $1
                     ORDER BY due_at, head_id LIMIT $3) AS due
                 UNION ALL
                 SELECT head_id FROM (
                     SELECT head_id FROM targets WHERE head_id IS NOT NULL AND kind <> 'clock' AND due_at > $2
                     ORDER BY due_at, head_id LIMIT $3) AS far)
             ORDER BY id LIMIT $3"
        );
        let query = sqlx::query_as(sql).bind(now).bind(now.saturating_add(LONGEST_WAIT));
        Ok(query.bind(i64::from(limit)).fetch_all(&self.readers).await?)
    }

    /// Returns the earliest time at which a message may be sent, which may be in the past.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn next_delivery(&self) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT MIN(due_at) FROM targets WHERE head_id IS NOT NULL AND kind <> 'clock'";
        Ok(sqlx::query_scalar(sql).fetch_one(&self.readers).await?)
    }

    /// Returns the messages of a match that were given up, oldest first.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn dead(&self, match_id: i64) -> Result<Vec<OutboxRow>, StoreError> {
        let sql = select!("WHERE match_id = $1 AND state = 'dead' ORDER BY id");
        Ok(sqlx::query_as(sql).bind(match_id).fetch_all(&self.readers).await?)
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

    /// Returns the last message of a match that was sent with a notice that begins like this: its target and Discord's
    /// ID.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn sent_message(
        &self,
        match_id: i64,
        notice_prefix: &str,
    ) -> Result<Option<(Target, i64)>, StoreError> {
        let sql = "SELECT target_kind, target_id, message_id FROM outbox
                   WHERE match_id = $1 AND state = 'sent' AND SUBSTR(notice, 1, LENGTH($2)) = $2
                   ORDER BY id DESC LIMIT 1";
        let row = sqlx::query(sql).bind(match_id).bind(notice_prefix).fetch_optional(&self.readers).await?;
        row.map(|row| Ok((target(&row)?, row.try_get("message_id")?))).transpose()
    }

    /// Returns the last `limit` messages of a match that were sent, newest first.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn sent_messages(&self, match_id: i64, limit: u32) -> Result<Vec<SentMessage>, StoreError> {
        let sql = "SELECT target_kind, target_id, notice, message_id FROM outbox
                   WHERE match_id = $1 AND state = 'sent' ORDER BY id DESC LIMIT $2";
        Ok(sqlx::query_as(sql).bind(match_id).bind(i64::from(limit)).fetch_all(&self.readers).await?)
    }
}

impl<'r> FromRow<'r, AnyRow> for SentMessage {
    fn from_row(row: &'r AnyRow) -> Result<Self, sqlx::Error> {
        let message_id = row.try_get("message_id")?;
        Ok(Self { notice: row.try_get("notice")?, target: target(row)?, message_id })
    }
}

/// Returns one message.
pub(super) async fn one(connection: &mut AnyConnection, id: i64) -> Result<OutboxRow, sqlx::Error> {
    sqlx::query_as(select!("WHERE id = $1")).bind(id).fetch_one(connection).await
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
    match_id: i64,
    messages: &[NewMessage],
    now: i64,
) -> Result<(), StoreError> {
    if messages.is_empty() {
        return Ok(());
    }
    let targets = targets::lock_for(connection, messages).await?;
    let ids = numbers::next(connection, Numbered::Messages, messages.len()).await?;
    for (messages, ids) in messages.chunks(AT_ONCE).zip(ids.chunks(AT_ONCE)) {
        let mut numbers = 1..;
        let mut place = |()| format!("${}", numbers.next().unwrap_or(1));
        let mut row = |_| {
            let [id, on, kind, target, notice, seq, nonce, at] = [(); 8].map(&mut place);
            format!("({id}, {on}, {kind}, {target}, {notice}, {seq}, {nonce}, 'pending', 0, {at}, {at})")
        };
        let rows: Vec<String> = messages.iter().map(&mut row).collect();
        let sql = format!(
            "INSERT INTO outbox (id, match_id, target_kind, target_id, notice, seq, nonce, state, attempts,
                                 enqueued_at, not_before)
             VALUES {}",
            rows.join(", ")
        );
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for (message, id) in messages.iter().zip(ids) {
            let (kind, target) = columns(message.target);
            query = query.bind(*id).bind(match_id).bind(kind).bind(target).bind(&message.notice);
            query = query.bind(message.seq).bind(nonce()?).bind(now);
        }
        query.execute(&mut *connection).await.map_err(StoreError::of_numbered_row)?;
    }
    targets::set_heads(connection, &targets, now).await?;
    Ok(())
}
