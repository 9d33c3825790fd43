//! The table `match_log`. Entries are only appended; no function changes or deletes them.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, FromRow, Row};

use super::fault::unknown_word;
use super::{EntryKind, Keys, LogRow, Store, StoreError};

impl<'r> FromRow<'r, AnyRow> for LogRow {
    fn from_row(row: &'r AnyRow) -> Result<Self, sqlx::Error> {
        Ok(LogRow {
            seq: row.try_get("seq")?,
            at: row.try_get("at")?,
            actor: row.try_get("actor")?,
            user_id: row.try_get("user_id")?,
            kind: match row.try_get("kind")? {
                "game" => EntryKind::Game,
                "control" => EntryKind::Control,
                _ => return Err(unknown_word("kind")),
            },
            action: row.try_get("action")?,
            draws: row.try_get("draws")?,
            state_hash: row.try_get("state_hash")?,
            request: row.try_get("request")?,
        })
    }
}

/// The names of the sealed columns, as they are part of what is sealed.
const ACTION: &str = "match_log.action";
const DRAWS: &str = "match_log.draws";
const STATE_HASH: &str = "match_log.state_hash";

/// Returns the name of a row, as it is part of what is sealed.
fn row_name(match_id: i64, seq: i64) -> String {
    format!("{match_id}/{seq}")
}

/// Opens what is sealed.
fn opened(rows: Vec<LogRow>, keys: &Keys, match_id: i64) -> Result<Vec<LogRow>, StoreError> {
    let open = |row: LogRow| {
        let name = row_name(match_id, row.seq);
        Ok(LogRow {
            action: keys.open(ACTION, &name, row.action)?,
            draws: keys.open(DRAWS, &name, row.draws)?,
            state_hash: keys.open_some(STATE_HASH, &name, row.state_hash)?,
            ..row
        })
    };
    rows.into_iter().map(open).collect()
}

impl Store {
    /// Returns the entries of a match after entry `seq`, in order.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn log_after(&self, match_id: i64, seq: i64) -> Result<Vec<LogRow>, StoreError> {
        let sql = "SELECT seq, at, actor, user_id, kind, action, draws, state_hash, request FROM match_log
                   WHERE match_id = $1 AND seq > $2 ORDER BY seq";
        let rows = sqlx::query_as(sql).bind(match_id).bind(seq).fetch_all(&self.readers).await?;
        opened(rows, &self.keys, match_id)
    }
}

pub(super) async fn all(
    connection: &mut AnyConnection,
    keys: &Keys,
    match_id: i64,
) -> Result<Vec<LogRow>, StoreError> {
    let sql = "SELECT seq, at, actor, user_id, kind, action, draws, state_hash, request FROM match_log
               WHERE match_id = $1 ORDER BY seq";
    opened(sqlx::query_as(sql).bind(match_id).fetch_all(connection).await?, keys, match_id)
}

/// Adds entries. If a number is taken, or a request has had its effect, there is a conflict.
pub(super) async fn append(
    connection: &mut AnyConnection,
    keys: &Keys,
    match_id: i64,
    entries: &[LogRow],
) -> Result<(), StoreError> {
    for entry in entries {
        let name = row_name(match_id, entry.seq);
        sqlx::query(
            "INSERT INTO match_log (match_id, seq, at, actor, user_id, kind, action, draws, state_hash,
                                    request)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        )
        .bind(match_id)
        .bind(entry.seq)
        .bind(entry.at)
        .bind(&entry.actor)
        .bind(entry.user_id)
        .bind(match entry.kind {
            EntryKind::Game => "game",
            EntryKind::Control => "control",
        })
        .bind(keys.seal(ACTION, &name, &entry.action)?)
        .bind(keys.seal(DRAWS, &name, &entry.draws)?)
        .bind(keys.seal_some(STATE_HASH, &name, entry.state_hash.as_deref())?)
        .bind(entry.request)
        .execute(&mut *connection)
        .await
        .map_err(StoreError::of_numbered_row)?;
    }
    Ok(())
}
