//! Sealing stored values again, with the newest key.

use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Connection, Row};

use super::copy::Progress;
use super::direct::DirectDatabase;
use crate::store::connect::sqlite;
use crate::store::{Address, Keys, Store, StoreError};

/// The number of rows read at a time.
const BATCH_ROWS: i64 = 500;

/// A column whose values are sealed, and the columns that identify a row.
struct SealedColumn {
    table: &'static str,
    column: &'static str,
    /// A row is identified by two numbers. If one is enough, it is given twice.
    row: (&'static str, &'static str),
}

const fn of_id(table: &'static str, column: &'static str) -> SealedColumn {
    SealedColumn { table, column, row: ("id", "id") }
}

const fn of_entry(table: &'static str, column: &'static str, owner: &'static str) -> SealedColumn {
    SealedColumn { table, column, row: (owner, "seq") }
}

/// All sealed columns.
const SEALED_COLUMNS: [SealedColumn; 9] = [
    of_id("matches", "seed"),
    of_id("matches", "setup"),
    of_id("matches", "start_hash"),
    of_entry("match_log", "action", "match_id"),
    of_entry("match_log", "draws", "match_id"),
    of_entry("match_log", "state_hash", "match_id"),
    of_id("outbox", "notice"),
    of_id("seasons", "plan"),
    of_entry("season_entries", "content", "season_id"),
];

/// The two numbers that identify a row.
type RowNumbers = (i64, i64);

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
    let mut database = DirectDatabase::existing(address.clone()).await?;
    let _lock = Store::lock_at(&address, owner).await?;
    Store::open_sealed(url, keys.clone()).await?.close().await;
    database.begin_writing().await?;
    let changed = reseal_all(&mut database, keys, progress).await?;
    let sql = "DELETE FROM sealing_keys WHERE id <> $1";
    let newest = keys.newest().unwrap_or_default().to_owned();
    let done = sqlx::query(sql).bind(newest).execute(&mut database.connection).await;
    done.map_err(|error| database.refused(&error))?;
    database.run("COMMIT").await?;
    scrub(&mut database).await?;
    let closed = database.connection.close().await;
    closed.map_err(StoreError::from).map(|()| changed)
}

/// Seals all values that are not sealed with the newest key, and returns how many there were.
async fn reseal_all(
    database: &mut DirectDatabase,
    keys: &Keys,
    progress: Progress<'_>,
) -> Result<u64, StoreError> {
    let mut total = 0;
    for column in &SEALED_COLUMNS {
        total += column.count(database).await?;
    }
    let (mut read, mut changed) = (0, 0);
    progress(read, total);
    for column in &SEALED_COLUMNS {
        let mut after = (i64::MIN, i64::MIN);
        loop {
            let values = column.read(database, after).await?;
            let Some((last, _)) = values.last() else { break };
            after = *last;
            for (row, stored) in values {
                read += 1;
                if !keys.is_current(&stored) {
                    changed += 1;
                    column.seal(database, keys, row, stored).await?;
                }
            }
            progress(read, total);
        }
    }
    Ok(changed)
}

impl SealedColumn {
    /// Returns the number of values.
    async fn count(&self, database: &mut DirectDatabase) -> Result<u64, StoreError> {
        let sql = format!("SELECT COUNT({}) FROM {}", self.column, self.table);
        let count = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut database.connection).await;
        let count: i64 = count.map_err(|error| database.refused(&error))?;
        Ok(count as u64)
    }

    /// Reads the values after a row, in order.
    async fn read(
        &self,
        database: &mut DirectDatabase,
        after: RowNumbers,
    ) -> Result<Vec<(RowNumbers, String)>, StoreError> {
        let Self { table, column, row: (first, second) } = self;
        let sql = format!(
            "SELECT {first}, {second}, {column} FROM {table}
             WHERE {column} IS NOT NULL AND ({first} > $1 OR ({first} = $1 AND {second} > $2))
             ORDER BY {first}, {second} LIMIT $3"
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(after.0).bind(after.1).bind(BATCH_ROWS);
        let rows = query.fetch_all(&mut database.connection).await;
        let read = |row: AnyRow| Ok(((row.try_get(0)?, row.try_get(1)?), row.try_get(2)?));
        let rows = rows.and_then(|rows| rows.into_iter().map(read).collect::<Result<_, sqlx::Error>>());
        rows.map_err(|error| database.refused(&error))
    }

    /// Seals a value with the newest key.
    async fn seal(
        &self,
        database: &mut DirectDatabase,
        keys: &Keys,
        row: RowNumbers,
        stored: String,
    ) -> Result<(), StoreError> {
        let Self { table, column, row: (first, second) } = self;
        let name = if first == second { row.0.to_string() } else { format!("{}/{}", row.0, row.1) };
        let place = format!("{table}.{column}");
        let value = keys.open(&place, &name, stored)?;
        let value = keys.seal(&place, &name, &value)?;
        let sql = format!("UPDATE {table} SET {column} = $1 WHERE {first} = $2 AND {second} = $3");
        let query = sqlx::query(AssertSqlSafe(sql)).bind(value).bind(row.0).bind(row.1);
        let done = query.execute(&mut database.connection).await;
        done.map(drop).map_err(|error| database.refused(&error))
    }
}

/// Removes traces of earlier values from the files of the database.
async fn scrub(database: &mut DirectDatabase) -> Result<(), StoreError> {
    if database.is_file() {
        let done = sqlite::compact(&mut database.connection).await;
        if done.map_err(|error| database.refused(&error))? {
            return Ok(());
        }
        return Err(StoreError::Open(format!(
            "everything in {} is sealed, but another program is reading it, so traces of what was there before are left: \
             run this again later",
            database.address
        )));
    }
    let mut tables: Vec<&str> = SEALED_COLUMNS.iter().map(|column| column.table).collect();
    tables.dedup();
    for table in tables {
        database.run(AssertSqlSafe(format!("VACUUM FULL {table}"))).await?;
    }
    Ok(())
}
