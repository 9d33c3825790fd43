//! Copying everything from one database into another, of either kind.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use futures_util::TryStreamExt as _;
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AssertSqlSafe, Connection, Row};

use super::direct::DirectDatabase;
use super::values::{Checksum, Column, Value, values};
use crate::store::connect::explain::sentence;
use crate::store::connect::sql;
use crate::store::errors::fault::DatabaseFault;
use crate::store::{Address, BeforeUpgrade, Store, StoreError};

/// The tables, each after those that it references. Which versions have used a database is not copied: opening the copy
/// records the one that made it.
const TABLES: [&str; 19] = [
    "matches",
    "seats",
    "match_log",
    "due",
    "seasons",
    "outbox",
    "targets",
    "processes",
    "direct_channels",
    "guild_settings",
    "person_settings",
    "registrations",
    "reminded",
    "upkeep",
    "writers",
    "season_entries",
    "season_matches",
    "templates",
    KEY_TABLE,
];

/// The table of sealing keys. A database that stores nothing else counts as empty.
const KEY_TABLE: &str = "sealing_keys";

/// The maximum number of values per statement.
const MAX_VALUES_PER_STATEMENT: usize = 1_600;

/// The approximate maximum number of bytes of text per statement.
const MAX_TEXT_PER_STATEMENT: usize = 1 << 20;

/// What was copied, which is the same on both sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Copied {
    /// The number of rows in each table.
    pub rows: BTreeMap<&'static str, u64>,
    /// A checksum over all rows, independent of their order.
    pub checksum: Checksum,
}

impl Copied {
    /// Returns the total number of rows.
    pub fn total(&self) -> u64 {
        self.rows.values().sum()
    }
}

/// A callback that receives the number of rows done and the total.
pub type Progress<'a> = &'a mut (dyn FnMut(u64, u64) + Send);

/// Copies everything in the database at `from` into the one at `to`, whose tables must be empty, and compares counts
/// and checksums. The copy is a consistent snapshot, even if a bot goes on writing.
///
/// Everything is stored in one transaction: if it is interrupted, the target stays as empty as before.
///
/// # Errors
/// [`StoreError::Open`] with a sentence for the operator if one of them cannot be opened, if there is nothing at `from`,
/// if `to` is not empty, or if something cannot be copied.
pub(in crate::store) async fn copy(
    from: &Address,
    to: &Address,
    progress: Progress<'_>,
) -> Result<Copied, StoreError> {
    let mut source = DirectDatabase::existing(from.clone()).await?;
    // Creates the file and the tables if there are none.
    Store::open_at(to, BeforeUpgrade::Nothing).await?.close().await;
    let mut target = DirectDatabase::existing(to.clone()).await?;
    let result = source.copy_to(&mut target, progress).await;
    // The last connection to a file merges the WAL back into it.
    let closed = target.connection.close().await;
    // It does not matter how reading ends.
    let _ = source.connection.close().await;
    let copied = result?;
    closed.map_err(|error| StoreError::Open(sentence(&target.address, &error)))?;
    Ok(copied)
}

impl DirectDatabase {
    /// Returns the columns of a table, sorted by name.
    async fn columns(&mut self, table: &str) -> Result<Vec<Column>, sqlx::Error> {
        let sql = if self.is_file() {
            "SELECT name, type FROM pragma_table_info($1)"
        } else {
            "SELECT CAST(column_name AS TEXT), CAST(data_type AS TEXT) FROM information_schema.columns
             WHERE table_schema = current_schema() AND table_name = $1"
        };
        let rows = sqlx::query(sql).bind(table).fetch_all(&mut self.connection).await?;
        let column = |row: AnyRow| {
            let kind: String = row.try_get(1)?;
            Ok(Column { name: row.try_get(0)?, is_number: kind.eq_ignore_ascii_case("bigint") })
        };
        let mut columns = rows.into_iter().map(column).collect::<Result<Vec<_>, sqlx::Error>>()?;
        columns.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        Ok(columns)
    }

    /// Returns the number of rows in all tables.
    async fn count(&mut self) -> Result<u64, sqlx::Error> {
        let mut total = 0;
        for table in TABLES {
            let sql = AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"));
            let count: i64 = sqlx::query_scalar(sql).fetch_one(&mut self.connection).await?;
            total += count as u64;
        }
        Ok(total)
    }

    /// Copies everything into another database in one transaction, and compares the two.
    async fn copy_to(&mut self, target: &mut Self, progress: Progress<'_>) -> Result<Copied, StoreError> {
        self.begin_reading().await?;
        target.begin_writing().await?;
        target.lock_and_check_empty().await?;
        let read = self.copy_rows(target, progress).await?;
        if target.read_all().await? != read {
            return Err(StoreError::Open(format!(
                "the copy in {} differs from {}: nothing was copied",
                target.address, self.address
            )));
        }
        if !target.is_file() {
            target.run(sql::NUMBERS_GO_ON).await?;
        }
        target.run("COMMIT").await?;
        Ok(read)
    }

    /// Keeps others from writing until the end of the transaction, and checks that nothing is stored.
    async fn lock_and_check_empty(&mut self) -> Result<(), StoreError> {
        if !self.is_file() {
            // A bot started in the meantime waits.
            let sql = format!("LOCK TABLE {} IN EXCLUSIVE MODE", TABLES.join(", "));
            self.run(AssertSqlSafe(sql)).await?;
        }
        self.run(AssertSqlSafe(format!("DELETE FROM {KEY_TABLE}"))).await?;
        if self.count().await.map_err(|error| self.refused(&error))? > 0 {
            return Err(StoreError::Open(format!(
                "the database {} is not empty: choose another one, or remove it first",
                self.address
            )));
        }
        Ok(())
    }

    /// Copies all rows into another database, and returns what was read.
    async fn copy_rows(&mut self, target: &mut Self, progress: Progress<'_>) -> Result<Copied, StoreError> {
        let total = self.count().await.map_err(|error| self.refused(&error))?;
        let mut done = 0;
        progress(done, total);
        let mut read = Copied { rows: BTreeMap::new(), checksum: Checksum::default() };
        for table in TABLES {
            let columns = self.columns(table).await.map_err(|error| self.refused(&error))?;
            let mut writer = Writer::new(table, &columns);
            let rows = self
                .each(table, &columns, async |row| {
                    read.checksum.add(table, &row);
                    writer.pending.push(row);
                    if writer.is_full() {
                        done += writer.flush(target).await?;
                        progress(done, total);
                    }
                    Ok(())
                })
                .await?;
            done += writer.flush(target).await?;
            progress(done, total);
            read.rows.insert(table, rows);
        }
        Ok(read)
    }

    /// Counts all rows and computes their checksum.
    async fn read_all(&mut self) -> Result<Copied, StoreError> {
        let mut found = Copied { rows: BTreeMap::new(), checksum: Checksum::default() };
        for table in TABLES {
            let columns = self.columns(table).await.map_err(|error| self.refused(&error))?;
            let add = async |row: Vec<Value>| {
                found.checksum.add(table, &row);
                Ok(())
            };
            let rows = self.each(table, &columns, add).await?;
            found.rows.insert(table, rows);
        }
        Ok(found)
    }

    /// Calls `work` with each row of a table, and returns how many there are. Only a few are held in memory at a time.
    async fn each(
        &mut self,
        table: &str,
        columns: &[Column],
        mut work: impl AsyncFnMut(Vec<Value>) -> Result<(), StoreError>,
    ) -> Result<u64, StoreError> {
        let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        let sql = AssertSqlSafe(format!("SELECT {} FROM {table}", names.join(", ")));
        let mut rows = sqlx::query(sql).fetch(&mut self.connection);
        let mut count = 0;
        let end = loop {
            let row = match rows.try_next().await {
                Ok(Some(row)) => row,
                Ok(None) => break ControlFlow::Continue(()),
                Err(error) => break ControlFlow::Break(error),
            };
            match values(&row, columns) {
                Ok(values) => work(values).await?,
                Err(error) => break ControlFlow::Break(error),
            }
            count += 1;
        };
        drop(rows);
        match end {
            ControlFlow::Continue(()) => Ok(count),
            ControlFlow::Break(error) => Err(self.refused(&error)),
        }
    }
}

/// A writer that stores many rows of a table with each statement.
struct Writer<'a> {
    table: &'static str,
    columns: &'a [Column],
    pending: Vec<Vec<Value>>,
}

impl<'a> Writer<'a> {
    fn new(table: &'static str, columns: &'a [Column]) -> Self {
        Self { table, columns, pending: Vec::new() }
    }

    fn is_full(&self) -> bool {
        let text = |row: &Vec<Value>| -> usize {
            let length = |value: &Value| if let Value::Text(Some(text)) = value { text.len() } else { 8 };
            row.iter().map(length).sum()
        };
        (self.pending.len() + 1) * self.columns.len() > MAX_VALUES_PER_STATEMENT
            || self.pending.iter().map(text).sum::<usize>() > MAX_TEXT_PER_STATEMENT
    }

    /// Stores the pending rows and returns their number.
    async fn flush(&mut self, target: &mut DirectDatabase) -> Result<u64, StoreError> {
        let rows = std::mem::take(&mut self.pending);
        if rows.is_empty() {
            return Ok(0);
        }
        let names: Vec<&str> = self.columns.iter().map(|column| column.name.as_str()).collect();
        let values = sql::row_placeholders(1, rows.len(), names.len());
        let sql = format!("INSERT INTO {} ({}) VALUES {values}", self.table, names.join(", "));
        let mut query: Query<'_, Any, AnyArguments> = sqlx::query(AssertSqlSafe(sql));
        let count = rows.len() as u64;
        for value in rows.into_iter().flatten() {
            query = match value {
                Value::Number(number) => query.bind(number),
                Value::Text(text) => query.bind(text),
            };
        }
        let done = query.execute(&mut target.connection).await;
        done.map_err(|error| {
            let reason = DatabaseFault::of(&error);
            StoreError::Open(format!(
                "the table {} cannot be copied to {}: {reason}; nothing was copied",
                self.table, target.address
            ))
        })?;
        Ok(count)
    }
}
