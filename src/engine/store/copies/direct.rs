//! [`DirectDatabase`]: a database on which a single connection works: either of the two of a copy, or one that is sealed again.

use sqlx::{AnyConnection, Connection, SqlSafeStr};

use crate::store::connect::address::Location;
use crate::store::connect::explain::sentence;
use crate::store::connect::file::take_over_log;
use crate::store::connect::migrations::newest_version;
use crate::store::connect::upgrade::{newer_version, refuse_newer};
use crate::store::connect::{postgres, sqlite};
use crate::store::errors::fault::DatabaseFault;
use crate::store::{Address, StoreError};

/// A database on a connection of its own, without the pools and checks of a [`Store`](crate::store::Store).
pub(in crate::store) struct DirectDatabase {
    pub(in crate::store) address: Address,
    pub(in crate::store) connection: AnyConnection,
}

impl DirectDatabase {
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
                take_over_log(&path);
                let options = sqlite::options(&path).map_err(refused)?;
                let mut connection = AnyConnection::connect_with(&options).await.map_err(refused)?;
                sqlite::prepare(&mut connection).await.map_err(refused)?;
                connection
            }
            Location::Postgres(options) => postgres::connect_for_long(options).await.map_err(refused)?,
        };
        let mut database = Self { address, connection };
        database.check_version().await?;
        Ok(database)
    }

    /// Returns whether it is a file rather than on a server.
    pub(in crate::store) fn is_file(&self) -> bool {
        matches!(self.address.place(), Location::Sqlite(_))
    }

    /// Returns a sentence about an error for the operator.
    pub(in crate::store) fn refused(&self, error: &sqlx::Error) -> StoreError {
        StoreError::Open(sentence(&self.address, error))
    }

    /// Runs a statement.
    pub(in crate::store) async fn run(&mut self, sql: impl SqlSafeStr) -> Result<(), StoreError> {
        let done = sqlx::raw_sql(sql).execute(&mut self.connection).await;
        done.map(drop).map_err(|error| self.refused(&error))
    }

    /// Begins a transaction that reads a consistent state.
    pub(super) async fn begin_reading(&mut self) -> Result<(), StoreError> {
        let sql = if self.is_file() { "BEGIN" } else { "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY" };
        self.run(sql).await
    }

    /// Begins a transaction that writes.
    pub(super) async fn begin_writing(&mut self) -> Result<(), StoreError> {
        self.run(if self.is_file() { sqlite::BEGIN_WRITING } else { postgres::BEGIN_WRITING }).await
    }

    /// Checks that the tables are those of this program.
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
            // Without tables of Trigon, the database refuses the statement. A file may also be damaged or locked.
            Err(error) if error.as_database_error().is_some() => {
                if self.is_file() && DatabaseFault::of(&error).trouble().is_some() {
                    return Err(self.refused(&error));
                }
                "holds no matches of Trigon"
            }
            Err(error) => return Err(self.refused(&error)),
        };
        Err(StoreError::Open(format!("the database {} {problem}", self.address)))
    }
}
