//! The table `match_log`. Entries are only appended; no function changes or deletes them.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, FromRow, Row};

use super::{LogRow, Store, StoreError};

impl<'r> FromRow<'r, AnyRow> for LogRow {
    fn from_row(row: &'r AnyRow) -> Result<Self, sqlx::Error> {
        Ok(LogRow {
            seq: row.try_get("seq")?,
            at: row.try_get("at")?,
            actor: row.try_get("actor")?,
            action: row.try_get("action")?,
            draws: row.try_get("draws")?,
            state_hash: row.try_get("state_hash")?,
        })
    }
}

impl Store {
    /// Returns the entries of a match after entry `seq`, in order.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn log_after(&self, match_id: i64, seq: i64) -> Result<Vec<LogRow>, StoreError> {
        let sql = "SELECT seq, at, actor, action, draws, state_hash FROM match_log
                   WHERE match_id = $1 AND seq > $2 ORDER BY seq";
        Ok(sqlx::query_as(sql).bind(match_id).bind(seq).fetch_all(&self.readers).await?)
    }
}

pub(super) async fn all(connection: &mut AnyConnection, match_id: i64) -> Result<Vec<LogRow>, sqlx::Error> {
    let sql = "SELECT seq, at, actor, action, draws, state_hash FROM match_log
               WHERE match_id = $1 ORDER BY seq";
    sqlx::query_as(sql).bind(match_id).fetch_all(connection).await
}

/// Adds entries. If a number is taken, there is a conflict.
pub(super) async fn append(
    connection: &mut AnyConnection,
    match_id: i64,
    entries: &[LogRow],
) -> Result<(), StoreError> {
    for entry in entries {
        sqlx::query(
            "INSERT INTO match_log (match_id, seq, at, actor, action, draws, state_hash)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(match_id)
        .bind(entry.seq)
        .bind(entry.at)
        .bind(&entry.actor)
        .bind(&entry.action)
        .bind(&entry.draws)
        .bind(&entry.state_hash)
        .execute(&mut *connection)
        .await
        .map_err(StoreError::of_numbered_row)?;
    }
    Ok(())
}
