//! PostgreSQL: the settings of its connections, and the lock that one bot holds on the server.

use std::fmt;
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyConnection, Connection, Row};

use super::{Address, StoreError};

/// The number of concurrent readers.
pub(super) const READERS: u32 = 8;

/// A transaction that writes. Rows are locked when they are changed.
pub(super) const BEGIN_WRITING: &str = "BEGIN";

/// How long a connection may take to be ready.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long storing something may take. The server itself gives up sooner, if it can be reached.
pub(super) const LONGEST: Duration = Duration::from_secs(40);

/// Settings for every connection: nothing waits or is kept waiting for ever.
const PREPARE: &str = "SET statement_timeout = '30s'; SET lock_timeout = '10s';
     SET idle_in_transaction_session_timeout = '60s'; SET client_min_messages = error";

/// Each statement sees what is committed before it, as one that locks rows must.
const WRITER: &str = "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED";

/// A transaction of several statements sees one moment.
const READER: &str = "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY, ISOLATION LEVEL REPEATABLE READ";

/// The first half of the numbers of our locks on the server; the other half tells one schema from another.
const BOT: i32 = 0x5452_4742;
const TABLES: i32 = 0x5452_474d;

/// Connects outside a pool.
///
/// # Errors
/// [`sqlx::Error::PoolTimedOut`] if the server does not answer in time.
pub(super) async fn connect(options: &AnyConnectOptions) -> Result<AnyConnection, sqlx::Error> {
    let connecting = async {
        let mut connection = AnyConnection::connect_with(options).await?;
        prepare(&mut connection).await?;
        Ok(connection)
    };
    tokio::time::timeout(PATIENCE, connecting).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
}

/// Connects outside a pool, for statements that may take long.
///
/// # Errors
/// Those of [`connect`].
pub(super) async fn connect_for_long(options: &AnyConnectOptions) -> Result<AnyConnection, sqlx::Error> {
    let mut connection = connect(options).await?;
    let sql = "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0";
    sqlx::raw_sql(sql).execute(&mut connection).await?;
    Ok(connection)
}

async fn prepare(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(PREPARE).execute(connection).await.map(drop)
}

/// Returns the options of a pool whose connections may write or not.
pub(super) fn pool(size: u32, writes: bool) -> AnyPoolOptions {
    let kind = if writes { WRITER } else { READER };
    AnyPoolOptions::new()
        .max_connections(size)
        // A server may have been restarted since.
        .test_before_acquire(true)
        // People soon learn that the server cannot be reached.
        .acquire_timeout(PATIENCE)
        .after_connect(move |connection, _| {
            Box::pin(async move {
                prepare(connection).await?;
                sqlx::raw_sql(kind).execute(connection).await?;
                Ok(())
            })
        })
}

/// Keeps other programs from bringing the tables up to date until the end of the transaction: two at once would both
/// create them.
pub(super) async fn lock_tables(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    let sql = "SELECT CAST(pg_advisory_xact_lock($1, hashtext(current_schema())) AS TEXT)";
    sqlx::query(sql).bind(TABLES).execute(connection).await.map(drop)
}

/// A lock on the server, held by a connection of its own: it goes when the connection or the process does.
pub(super) struct ServerLock {
    address: Address,
    options: AnyConnectOptions,
    owner: String,
    /// `None` after the connection was lost.
    connection: Option<AnyConnection>,
}

impl fmt::Debug for ServerLock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerLock").field("address", &self.address).finish_non_exhaustive()
    }
}

impl ServerLock {
    /// Takes the lock of the schema. `Ok(Err(…))` names who has it.
    pub(super) async fn take(
        address: Address,
        options: AnyConnectOptions,
        owner: &str,
    ) -> Result<Result<Self, StoreError>, sqlx::Error> {
        let mut lock = Self { address, options, owner: owner.to_owned(), connection: None };
        Ok(lock.retake().await?.map(|()| lock))
    }

    async fn retake(&mut self) -> Result<Result<(), StoreError>, sqlx::Error> {
        let mut connection = connect(&self.options).await?;
        // The name by which others see who has the lock.
        let name = "SELECT set_config('application_name', $1, false)";
        sqlx::query(name).bind(&self.owner).execute(&mut connection).await?;
        let sql = "SELECT pg_try_advisory_lock($1, hashtext(current_schema()))";
        if sqlx::query_scalar(sql).bind(BOT).fetch_one(&mut connection).await? {
            self.connection = Some(connection);
            return Ok(Ok(()));
        }
        let sql = "SELECT application_name FROM pg_stat_activity WHERE pid IN (
                       SELECT pid FROM pg_locks
                       WHERE locktype = 'advisory' AND granted AND CAST(classid AS BIGINT) = $1
                             AND CAST(objid AS BIGINT) = CAST(hashtext(current_schema()) AS BIGINT) & 4294967295
                             AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))";
        let row = sqlx::query(sql).bind(i64::from(BOT)).fetch_optional(&mut connection).await?;
        let owner: Option<String> = row.map(|row| row.try_get(0)).transpose()?;
        Ok(Err(StoreError::in_use(&owner.unwrap_or_default(), &self.address)))
    }

    /// Takes the lock again if its connection was lost.
    pub(super) async fn check(&mut self) -> Result<(), StoreError> {
        if let Some(connection) = &mut self.connection {
            match tokio::time::timeout(PATIENCE, connection.ping()).await {
                Ok(Ok(())) => return Ok(()),
                _ => self.connection = None,
            }
        }
        match self.retake().await {
            Ok(Ok(())) => {
                tracing::warn!("the lock on the database was lost with its connection; it is held again");
                Ok(())
            }
            Ok(Err(taken)) => Err(taken),
            // As long as the server cannot be reached, nobody else can reach it either.
            Err(_) => Ok(()),
        }
    }
}
