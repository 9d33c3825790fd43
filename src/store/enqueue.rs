//! Adding messages to the outbox.

use sqlx::{AnyConnection, AssertSqlSafe};

use super::numbers::{self, Numbered};
use super::outbox::columns;
use super::{NewMessage, Store, StoreError, targets};

/// How many messages are stored with one statement.
const AT_ONCE: usize = 500;

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
