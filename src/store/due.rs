//! The table `due`: what the clock has to do.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, FromRow, Row};

use super::{DueRow, Store, StoreError, lists, targets};

impl<'r> FromRow<'r, AnyRow> for DueRow {
    fn from_row(row: &'r AnyRow) -> Result<Self, sqlx::Error> {
        Ok(DueRow { match_id: row.try_get("match_id")?, kind: row.try_get("kind")?, at: row.try_get("at")? })
    }
}

/// A query for everything that the clock has to do for a match.
macro_rules! timers {
    ($words:ident, $which:expr) => {
        $crate::store::lists::list!($words, "kind, at", "at, kind", "due WHERE match_id = ", $which)
    };
}
pub(super) use timers;

/// Reads a list of what the clock has to do.
pub(super) fn read(json: Option<&str>, match_id: i64) -> Result<Vec<DueRow>, StoreError> {
    let row = |(kind, at)| DueRow { match_id, kind, at };
    Ok(lists::read(json)?.into_iter().map(row).collect())
}

impl Store {
    /// Returns what is due at `now`, in order of time, match and kind.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn due_before(&self, now: i64) -> Result<Vec<DueRow>, StoreError> {
        let sql = "SELECT match_id, kind, at FROM due WHERE at <= $1 ORDER BY at, match_id, kind";
        Ok(sqlx::query_as(sql).bind(now).fetch_all(&self.readers).await?)
    }

    /// Returns everything that the clock has to do for a match, in order.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn due_of(&self, match_id: i64) -> Result<Vec<DueRow>, StoreError> {
        let sql = "SELECT match_id, kind, at FROM due WHERE match_id = $1 ORDER BY at, kind";
        Ok(sqlx::query_as(sql).bind(match_id).fetch_all(&self.readers).await?)
    }

    /// Returns the earliest time at which something is due in any match.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn next_due(&self) -> Result<Option<i64>, StoreError> {
        Ok(sqlx::query_scalar("SELECT MIN(at) FROM due").fetch_one(&self.readers).await?)
    }

    /// Returns the earliest time after `now` at which something is due in any match.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn next_due_after(&self, now: i64) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT MIN(at) FROM due WHERE at > $1";
        Ok(sqlx::query_scalar(sql).bind(now).fetch_one(&self.readers).await?)
    }
}

pub(super) async fn replace(
    connection: &mut AnyConnection,
    match_id: i64,
    due: &[DueRow],
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM due WHERE match_id = $1").bind(match_id).execute(&mut *connection).await?;
    for row in due {
        sqlx::query("INSERT INTO due (match_id, kind, at) VALUES ($1, $2, $3)")
            .bind(match_id)
            .bind(&row.kind)
            .bind(row.at)
            .execute(&mut *connection)
            .await?;
    }
    targets::set_clock(connection, match_id, due.iter().map(|row| row.at).min()).await?;
    Ok(())
}
