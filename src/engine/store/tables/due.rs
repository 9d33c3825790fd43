//! The table `due`: what the clock has to do.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, FromRow, Row};

use super::outbox::is_refused;
use super::targets;
use crate::ids::MatchId;
use crate::store::connect::sql::{self, is_server};
use crate::store::connect::store::Statement;
use crate::store::{DueRow, Store, StoreError};

impl<'r> FromRow<'r, AnyRow> for DueRow {
    fn from_row(row: &'r AnyRow) -> Result<Self, sqlx::Error> {
        Ok(DueRow { match_id: row.try_get("match_id")?, kind: row.try_get("kind")?, at: row.try_get("at")? })
    }
}

/// A query for everything the clock has to do for a match.
macro_rules! timers {
    ($words:ident, $which:expr) => {
        $crate::store::connect::sql::list!($words, "kind, at", "at, kind", "due WHERE match_id = ", $which)
    };
}
pub(in crate::store) use timers;

/// Parses a list of what the clock has to do.
pub(in crate::store) fn read(json: Option<&str>, match_id: MatchId) -> Result<Vec<DueRow>, StoreError> {
    let row = |(kind, at)| DueRow { match_id, kind, at };
    Ok(sql::read_list(json)?.into_iter().map(row).collect())
}

impl Store {
    /// Returns what is due at `now`, in order of time, match and kind.
    pub async fn due_before(&self, now: i64) -> Result<Vec<DueRow>, StoreError> {
        let sql = "SELECT match_id, kind, at FROM due WHERE at <= $1 ORDER BY at, match_id, kind";
        Ok(sqlx::query_as(sql).bind(now).fetch_all(&self.readers).await?)
    }

    /// Like [`due_before`](Self::due_before); also returns the matches among these in which Discord has refused to bring somebody a
    /// question so far.
    pub async fn due_with_trouble(&self, now: i64) -> Result<(Vec<DueRow>, Vec<MatchId>), StoreError> {
        let sql = concat!(
            "SELECT match_id, kind, at, (
                 SELECT COUNT(*) FROM outbox
                 WHERE outbox.match_id = due.match_id AND outbox.kind = 'personal' AND ",
            is_refused!(),
            ") AS unreached FROM due WHERE at <= $1 ORDER BY at, match_id, kind"
        );
        let rows = sqlx::query(sql).bind(now).fetch_all(&self.readers).await?;
        let (mut due, mut unreached) = (Vec::new(), Vec::new());
        for row in &rows {
            let due_row = DueRow::from_row(row)?;
            if row.try_get::<i64, _>("unreached")? > 0 {
                unreached.push(due_row.match_id);
            }
            due.push(due_row);
        }
        Ok((due, unreached))
    }

    /// Returns everything that the clock has to do for a match, in order.
    pub async fn due_of(&self, match_id: MatchId) -> Result<Vec<DueRow>, StoreError> {
        let sql = "SELECT match_id, kind, at FROM due WHERE match_id = $1 ORDER BY at, kind";
        Ok(sqlx::query_as(sql).bind(match_id).fetch_all(&self.readers).await?)
    }

    /// Returns the earliest time at which something is due in any match.
    pub async fn next_due(&self) -> Result<Option<i64>, StoreError> {
        Ok(sqlx::query_scalar("SELECT MIN(at) FROM due").fetch_one(&self.readers).await?)
    }

    /// Returns the earliest time after `now` at which something is due in any match.
    pub async fn next_due_after(&self, now: i64) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT MIN(at) FROM due WHERE at > $1";
        Ok(sqlx::query_scalar(sql).bind(now).fetch_one(&self.readers).await?)
    }
}

/// Replaces everything the clock has to do for a match.
pub(in crate::store) async fn replace(
    connection: &mut AnyConnection,
    match_id: MatchId,
    due: &[DueRow],
) -> Result<(), StoreError> {
    let first = due.iter().map(|row| row.at).min();
    if is_server(connection) {
        replace_at_once(connection, match_id, due, first).await?;
        return Ok(());
    }
    sqlx::query("DELETE FROM due WHERE match_id = $1").bind(match_id).execute(&mut *connection).await?;
    if !due.is_empty() {
        let sql =
            format!("INSERT INTO due (match_id, kind, at) VALUES {}", sql::row_placeholders(1, due.len(), 3));
        let query = sqlx::query(AssertSqlSafe(sql));
        let bind = |query: Statement<'static>, row: &DueRow| {
            query.bind(match_id).bind(row.kind.clone()).bind(row.at)
        };
        due.iter().fold(query, bind).execute(&mut *connection).await?;
    }
    targets::set_clock(match_id, first, "").execute(connection).await?;
    Ok(())
}

/// Replaces everything the clock has to do for a match, and sets its clock, in one round trip to a server. A row that stays is updated,
/// because a statement can change each row only once.
async fn replace_at_once(
    connection: &mut AnyConnection,
    match_id: MatchId,
    due: &[DueRow],
    first: Option<i64>,
) -> Result<(), sqlx::Error> {
    let (mut kept, mut moved) = (String::new(), String::new());
    if !due.is_empty() {
        // The clock of the match has the first three placeholders.
        let row = |n: usize| format!("($1, ${}, ${})", 4 + 2 * n, 5 + 2 * n);
        let kinds: Vec<String> = (0..due.len()).map(|n| format!("${}", 4 + 2 * n)).collect();
        let rows: Vec<String> = (0..due.len()).map(row).collect();
        kept = format!(" AND kind NOT IN ({})", kinds.join(", "));
        moved = format!(
            ", moved AS (INSERT INTO due (match_id, kind, at) VALUES {}
                         ON CONFLICT (match_id, kind) DO UPDATE SET at = excluded.at)",
            rows.join(", ")
        );
    }
    let before = format!("WITH gone AS (DELETE FROM due WHERE match_id = $1{kept}){moved} ");
    let query = targets::set_clock(match_id, first, &before);
    let bind = |query: Statement<'static>, row: &DueRow| query.bind(row.kind.clone()).bind(row.at);
    due.iter().fold(query, bind).execute(connection).await.map(drop)
}
