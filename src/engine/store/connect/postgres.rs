//! PostgreSQL: the settings of its connections.

use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyConnection, Connection};

/// The number of concurrent readers.
const READERS: u32 = 8;

/// The number of concurrent writers. Most of a transaction's time is spent on round trips to the server.
pub(in crate::store) const WRITERS: u32 = 12;

/// How long an idle connection of a writer counts as alive. If it is not, no transaction begins on it, and another one
/// is taken, which costs less than a check before each use.
pub(in crate::store) const TRUSTED_IDLE_TIME: Duration = Duration::from_secs(1);

/// The beginning of a write transaction. Rows are locked when they are changed.
pub(in crate::store) const BEGIN_WRITING: &str = "BEGIN";

/// How long a connection may take to become ready.
pub(in crate::store) const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// How long storing something may take. The server itself gives up sooner, if it can be reached.
pub(in crate::store) const WRITE_TIMEOUT: Duration = Duration::from_secs(40);

/// Settings for every connection: nothing waits, or keeps others waiting, forever.
const SESSION_LIMITS: &str = "SET statement_timeout = '30s'; SET lock_timeout = '10s';
     SET idle_in_transaction_session_timeout = '60s'; SET client_min_messages = error";

/// Each statement sees what was committed before it, as locking rows requires.
const WRITER_SESSION: &str = "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED";

/// All statements of a transaction see the same snapshot.
const READER_SESSION: &str =
    "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY, ISOLATION LEVEL REPEATABLE READ";

/// The first half of the number of the lock for bringing the tables up to date; the other half identifies the schema.
const MIGRATION_LOCK: i32 = 0x5452_474d;

/// Connects outside a pool.
///
/// # Errors
/// [`sqlx::Error::PoolTimedOut`] if the server does not answer in time.
pub(in crate::store) async fn connect(options: &AnyConnectOptions) -> Result<AnyConnection, sqlx::Error> {
    let connecting = async {
        let mut connection = AnyConnection::connect_with(options).await?;
        prepare(&mut connection).await?;
        Ok(connection)
    };
    tokio::time::timeout(CONNECT_TIMEOUT, connecting).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
}

/// Connects outside a pool, for statements that may take a long time.
pub(in crate::store) async fn connect_for_long(
    options: &AnyConnectOptions,
) -> Result<AnyConnection, sqlx::Error> {
    let mut connection = connect(options).await?;
    let sql = "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0";
    sqlx::raw_sql(sql).execute(&mut connection).await?;
    Ok(connection)
}

async fn prepare(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(SESSION_LIMITS).execute(connection).await.map(drop)
}

/// Returns the options of the pool for writing.
pub(in crate::store) fn writers() -> AnyPoolOptions {
    pool(WRITERS, WRITER_SESSION)
}

/// Returns the options of the pool whose connections cannot write.
pub(in crate::store) fn readers() -> AnyPoolOptions {
    pool(READERS, READER_SESSION)
}

fn pool(size: u32, session: &'static str) -> AnyPoolOptions {
    AnyPoolOptions::new()
        .max_connections(size)
        // The store checks connections that have not been used for a while.
        .test_before_acquire(false)
        // So that people soon learn that the server cannot be reached.
        .acquire_timeout(CONNECT_TIMEOUT)
        .after_connect(move |connection, _| {
            Box::pin(async move {
                prepare(connection).await?;
                sqlx::raw_sql(session).execute(connection).await?;
                Ok(())
            })
        })
}

/// Keeps other programs from bringing the tables up to date until the end of the transaction: two at once would both
/// create them.
pub(in crate::store) async fn lock_tables(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    let sql = "SELECT CAST(pg_advisory_xact_lock($1, hashtext(current_schema())) AS TEXT)";
    sqlx::query(sql).bind(MIGRATION_LOCK).execute(connection).await.map(drop)
}

/// Returns the statement that wakes up all processes but the named one once the transaction is committed.
pub(in crate::store) fn announcement(process: &str) -> String {
    format!("SELECT pg_notify('trigon', current_schema() || ' ' || '{}')", process.replace('\'', "''"))
}
