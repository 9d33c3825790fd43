//! Copying everything from one database into another, of either kind.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;

use futures_util::TryStreamExt as _;
use sha2::{Digest, Sha256};
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Connection, Row, SqlSafeStr};

use crate::store::connect::address::Location;
use crate::store::connect::file::settle;
use crate::store::connect::open::{newest_version, sentence};
use crate::store::connect::upgrade::{newer_version, refuse_newer};
use crate::store::connect::{postgres, sql, sqlite};
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
    KEYS,
];

/// The table of sealing keys. A database that stores nothing else counts as empty.
const KEYS: &str = "sealing_keys";

/// The maximum number of values per statement.
const VALUES: usize = 1_600;

/// The approximate maximum number of bytes of text per statement.
const BYTES: usize = 1 << 20;

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

/// A sum over rows that does not depend on their order, because databases sort text differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Checksum(u128);

impl fmt::Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl Checksum {
    fn add(&mut self, table: &str, row: &[Value]) {
        let mut hash = Sha256::new();
        hash.update(table);
        for value in row {
            match value {
                Value::Number(None) | Value::Text(None) => hash.update([0]),
                Value::Number(Some(number)) => {
                    hash.update([1]);
                    hash.update(number.to_le_bytes());
                }
                Value::Text(Some(text)) => {
                    hash.update([2]);
                    hash.update((text.len() as u64).to_le_bytes());
                    hash.update(text);
                }
            }
        }
        let half = hash.finalize().iter().take(16).fold(0, |sum, byte| sum << 8 | u128::from(*byte));
        self.0 = self.0.wrapping_add(half);
    }
}

/// A callback that receives the number of rows done and the total.
pub type Progress<'a> = &'a mut (dyn FnMut(u64, u64) + Send);

/// A value of a column.
#[derive(Debug)]
enum Value {
    Number(Option<i64>),
    Text(Option<String>),
}

/// A column, and whether it holds numbers.
struct Column {
    name: String,
    number: bool,
}

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
    let mut source = Side::existing(from.clone()).await?;
    // Creates the file and the tables if there are none.
    Store::open_at(to, BeforeUpgrade::Nothing).await?.close().await;
    let mut target = Side::existing(to.clone()).await?;
    let result = source.copy_to(&mut target, progress).await;
    // The last connection to a file merges the WAL back into it.
    let closed = target.connection.close().await;
    // It does not matter how reading ends.
    let _ = source.connection.close().await;
    let copied = result?;
    closed.map_err(|error| StoreError::Open(sentence(&target.address, &error)))?;
    Ok(copied)
}

/// One of the two databases of a copy.
pub(in crate::store) struct Side {
    pub(in crate::store) address: Address,
    pub(in crate::store) connection: AnyConnection,
}

impl Side {
    /// Connects to an existing database that has the tables this program knows.
    pub(in crate::store) async fn existing(address: Address) -> Result<Self, StoreError> {
        sqlx::any::install_default_drivers();
        let refused = |error| StoreError::Open(sentence(&address, &error));
        let connection = match address.place() {
            Location::Sqlite(path) => {
                let path = sqlite::absolute(path)?;
                if !path.is_file() {
                    return Err(StoreError::Open(format!("there is no database {address}")));
                }
                settle(&path);
                let options = sqlite::options(&path).map_err(refused)?;
                let mut connection = AnyConnection::connect_with(&options).await.map_err(refused)?;
                sqlite::prepare(&mut connection).await.map_err(refused)?;
                connection
            }
            Location::Postgres(options) => postgres::connect_for_long(options).await.map_err(refused)?,
        };
        let mut side = Self { address, connection };
        side.check_version().await?;
        Ok(side)
    }

    pub(in crate::store) fn is_file(&self) -> bool {
        matches!(self.address.place(), Location::Sqlite(_))
    }

    pub(in crate::store) fn refused(&self, error: &sqlx::Error) -> StoreError {
        StoreError::Open(sentence(&self.address, error))
    }

    async fn check_version(&mut self) -> Result<(), StoreError> {
        refuse_newer(&mut self.connection, &self.address).await?;
        let sql = "SELECT MAX(version) FROM _sqlx_migrations";
        let version: Result<Option<i64>, _> = sqlx::query_scalar(sql).fetch_one(&mut self.connection).await;
        let problem = match version {
            Ok(Some(version)) if version == newest_version() => return Ok(()),
            Ok(Some(version)) if version > newest_version() => {
                return Err(StoreError::Open(newer_version(&self.address, None)));
            }
            Ok(Some(_)) => {
                "was written by an older version of Trigon: `trigon check` with this database brings it up to date"
            }
            Ok(None) => "holds no matches of Trigon",
            Err(error) if error.as_database_error().is_some() => {
                let fault = DatabaseFault::of(&error);
                if self.is_file() && fault.trouble().is_some() {
                    return Err(self.refused(&error));
                }
                "holds no matches of Trigon"
            }
            Err(error) => return Err(self.refused(&error)),
        };
        Err(StoreError::Open(format!("the database {} {problem}", self.address)))
    }

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
            Ok(Column { name: row.try_get(0)?, number: kind.eq_ignore_ascii_case("bigint") })
        };
        let mut columns = rows.into_iter().map(column).collect::<Result<Vec<_>, sqlx::Error>>()?;
        columns.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        Ok(columns)
    }

    async fn count(&mut self) -> Result<u64, sqlx::Error> {
        let mut total = 0;
        for table in TABLES {
            let sql = AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"));
            let count: i64 = sqlx::query_scalar(sql).fetch_one(&mut self.connection).await?;
            total += count as u64;
        }
        Ok(total)
    }

    pub(in crate::store) async fn run(&mut self, sql: impl SqlSafeStr) -> Result<(), StoreError> {
        let done = sqlx::raw_sql(sql).execute(&mut self.connection).await;
        done.map(drop).map_err(|error| self.refused(&error))
    }

    /// Begins a transaction that reads a consistent state.
    async fn begin_reading(&mut self) -> Result<(), StoreError> {
        let sql = if self.is_file() { "BEGIN" } else { "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY" };
        self.run(sql).await
    }

    async fn copy_to(&mut self, target: &mut Self, progress: Progress<'_>) -> Result<Copied, StoreError> {
        self.begin_reading().await?;
        target.run(if target.is_file() { sqlite::BEGIN_WRITING } else { postgres::BEGIN_WRITING }).await?;
        if !target.is_file() {
            // A bot started in the meantime waits.
            let sql = format!("LOCK TABLE {} IN EXCLUSIVE MODE", TABLES.join(", "));
            target.run(AssertSqlSafe(sql)).await?;
        }
        target.run(AssertSqlSafe(format!("DELETE FROM {KEYS}"))).await?;
        if target.count().await.map_err(|error| target.refused(&error))? > 0 {
            return Err(StoreError::Open(format!(
                "the database {} is not empty: choose another one, or remove it first",
                target.address
            )));
        }
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
        let written = target.read_all().await?;
        if written != read {
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

fn values(row: &AnyRow, columns: &[Column]) -> Result<Vec<Value>, sqlx::Error> {
    let value = |(index, column): (usize, &Column)| {
        Ok(if column.number { Value::Number(row.try_get(index)?) } else { Value::Text(row.try_get(index)?) })
    };
    columns.iter().enumerate().map(value).collect()
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
        (self.pending.len() + 1) * self.columns.len() > VALUES
            || self.pending.iter().map(text).sum::<usize>() > BYTES
    }

    /// Stores the pending rows and returns their number.
    async fn flush(&mut self, target: &mut Side) -> Result<u64, StoreError> {
        let rows = std::mem::take(&mut self.pending);
        if rows.is_empty() {
            return Ok(0);
        }
        let names: Vec<&str> = self.columns.iter().map(|column| column.name.as_str()).collect();
        let mut numbers = 1..;
        let mut place = || format!("${}", numbers.next().unwrap_or(1));
        let mut row = || {
            let places: Vec<String> = names.iter().map(|_| place()).collect();
            format!("({})", places.join(", "))
        };
        let places: Vec<String> = rows.iter().map(|_| row()).collect();
        let sql = format!("INSERT INTO {} ({}) VALUES {}", self.table, names.join(", "), places.join(", "));
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
