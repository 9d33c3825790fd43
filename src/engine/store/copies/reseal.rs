//! Sealing stored values again, with the newest key.

use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Connection, Row};

use super::copy::Progress;
use super::side::DirectDatabase;
use crate::store::connect::{postgres, sqlite};
use crate::store::{Address, Keys, Store, StoreError};

/// The number of rows read at a time.
const BATCH_ROWS: i64 = 500;

/// A column whose values are sealed, and the columns that identify a row.
struct Sealed {
    table: &'static str,
    column: &'static str,
    /// A row is identified by two numbers. If one is enough, it is given twice.
    row: (&'static str, &'static str),
}

const fn sealed(table: &'static str, column: &'static str, row: (&'static str, &'static str)) -> Sealed {
    Sealed { table, column, row }
}

/// All sealed columns.
const SEALED_COLUMNS: [Sealed; 9] = [
    sealed("matches", "seed", ("id", "id")),
    sealed("matches", "setup", ("id", "id")),
    sealed("matches", "start_hash", ("id", "id")),
    sealed("match_log", "action", ("match_id", "seq")),
    sealed("match_log", "draws", ("match_id", "seq")),
    sealed("match_log", "state_hash", ("match_id", "seq")),
    sealed("outbox", "notice", ("id", "id")),
    sealed("seasons", "plan", ("id", "id")),
    sealed("season_entries", "content", ("season_id", "seq")),
];

/// Seals all secrets in the database at `url` with the newest key, including those stored without one, and returns how
/// many values it sealed. Afterwards, the older keys are no longer needed, and no secret in the database can be read
/// without the newest. No bot may be running on it. `owner` is shown to the operator of any bot started in the
/// meantime.
///
/// Everything changes in one transaction: if it is interrupted, everything is sealed as before.
///
/// # Errors
/// [`StoreError::Open`] with a sentence for the operator if there is no database at `url`, if a bot is running on it,
/// or if a key is missing; [`StoreError::Database`] if something does not open.
pub async fn reseal(url: &str, keys: &Keys, owner: &str, progress: Progress<'_>) -> Result<u64, StoreError> {
    let address = Address::parse(url)?;
    // Before taking the lock, which would create a folder for a database that does not exist.
    let mut side = DirectDatabase::existing(address.clone()).await?;
    let _lock = Store::lock_at(&address, owner).await?;
    Store::open_sealed(url, keys.clone()).await?.close().await;
    side.run(if side.is_file() { sqlite::BEGIN_WRITING } else { postgres::BEGIN_WRITING }).await?;
    let mut total = 0;
    for sealed in &SEALED_COLUMNS {
        let sql = format!("SELECT COUNT({}) FROM {}", sealed.column, sealed.table);
        let count = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut side.connection).await;
        let count: i64 = count.map_err(|error| side.refused(&error))?;
        total += count as u64;
    }
    let (mut seen, mut changed) = (0, 0);
    progress(seen, total);
    for sealed in &SEALED_COLUMNS {
        let mut after = (i64::MIN, i64::MIN);
        loop {
            let rows = sealed.read(&mut side, after).await?;
            let Some(last) = rows.last() else { break };
            after = (last.0, last.1);
            for (first, second, stored) in rows {
                seen += 1;
                if !keys.is_current(&stored) {
                    changed += 1;
                    sealed.seal(&mut side, keys, (first, second), stored).await?;
                }
            }
            progress(seen, total);
        }
    }
    let sql = "DELETE FROM sealing_keys WHERE id <> $1";
    let newest = keys.newest().unwrap_or_default().to_owned();
    let done = sqlx::query(sql).bind(newest).execute(&mut side.connection).await;
    done.map_err(|error| side.refused(&error))?;
    side.run("COMMIT").await?;
    scrub(&mut side).await?;
    let closed = side.connection.close().await;
    closed.map_err(StoreError::from).map(|()| changed)
}

impl Sealed {
    /// Reads the values after a row, in order.
    async fn read(
        &self,
        side: &mut DirectDatabase,
        after: (i64, i64),
    ) -> Result<Vec<(i64, i64, String)>, StoreError> {
        let Self { table, column, row: (first, second) } = self;
        let sql = format!(
            "SELECT {first}, {second}, {column} FROM {table}
             WHERE {column} IS NOT NULL AND ({first} > $1 OR ({first} = $1 AND {second} > $2))
             ORDER BY {first}, {second} LIMIT $3"
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(after.0).bind(after.1).bind(BATCH_ROWS);
        let rows = query.fetch_all(&mut side.connection).await;
        let read = |row: AnyRow| Ok((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?));
        let rows = rows.and_then(|rows| rows.into_iter().map(read).collect::<Result<_, sqlx::Error>>());
        rows.map_err(|error| side.refused(&error))
    }

    /// Seals a value with the newest key.
    async fn seal(
        &self,
        side: &mut DirectDatabase,
        keys: &Keys,
        row: (i64, i64),
        stored: String,
    ) -> Result<(), StoreError> {
        let Self { table, column, row: (first, second) } = self;
        let name = if first == second { row.0.to_string() } else { format!("{}/{}", row.0, row.1) };
        let place = format!("{table}.{column}");
        let value = keys.open(&place, &name, stored)?;
        let value = keys.seal(&place, &name, &value)?;
        let sql = format!("UPDATE {table} SET {column} = $1 WHERE {first} = $2 AND {second} = $3");
        let query = sqlx::query(AssertSqlSafe(sql)).bind(value).bind(row.0).bind(row.1);
        let done = query.execute(&mut side.connection).await;
        done.map(drop).map_err(|error| side.refused(&error))
    }
}

/// Removes traces of earlier values from the files of the database.
async fn scrub(side: &mut DirectDatabase) -> Result<(), StoreError> {
    if side.is_file() {
        let done = sqlite::compact(&mut side.connection).await;
        if done.map_err(|error| side.refused(&error))? {
            return Ok(());
        }
        return Err(StoreError::Open(format!(
            "everything in {} is sealed, but another program is reading it, so traces of what was there before are left: \
             run this again later",
            side.address
        )));
    }
    let mut tables: Vec<&str> = SEALED_COLUMNS.iter().map(|sealed| sealed.table).collect();
    tables.dedup();
    for table in tables {
        side.run(AssertSqlSafe(format!("VACUUM FULL {table}"))).await?;
    }
    Ok(())
}
