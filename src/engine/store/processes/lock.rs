//! [`DatabaseLock`]: only one bot runs on a database, in one process or with its shards divided among several.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;

use sqlx::any::{AnyConnectOptions, install_default_drivers};
use sqlx::{AnyConnection, Connection, Row};

use crate::store::connect::address::Location;
use crate::store::connect::explain::sentence;
use crate::store::connect::file::FileLock;
use crate::store::connect::postgres::{CONNECT_TIMEOUT, connect};
use crate::store::connect::sqlite::{absolute, make_folder};
use crate::store::{Address, Shards, Store, StoreError};

/// A lock that keeps other bots from running on the same database until it is dropped, or its process ends for any
/// reason.
#[derive(Debug)]
pub struct DatabaseLock(HeldLock);

#[derive(Debug)]
enum HeldLock {
    File(FileLock),
    Server(Box<ServerLock>),
}

impl Store {
    /// Takes the lock that keeps other bots from running on the database at `url`. `owner`, such as `trigon run
    /// (process 7)`, is shown to the operators of other bots.
    ///
    /// # Errors
    /// [`StoreError::Open`] with a sentence for the operator if another bot holds it, or if the address is not
    /// understood; [`StoreError::Away`] if the server cannot be used at present.
    pub async fn lock(url: &str, owner: &str) -> Result<DatabaseLock, StoreError> {
        Self::lock_at(&Address::parse(url)?, owner).await
    }

    /// Takes the lock that keeps other processes from running the same shards of a bot on the database at `url`, as
    /// [`lock`](Self::lock) does for a whole bot.
    ///
    /// # Errors
    /// [`StoreError::Open`] with a sentence for the operator if another process holds one of these shards, a whole bot
    /// is running on the database, other processes divide the bot differently, the database is a file, or the address
    /// is not understood; [`StoreError::Away`] if the server cannot be used at present.
    pub async fn lock_shards(url: &str, owner: &str, shards: Shards) -> Result<DatabaseLock, StoreError> {
        let address = Address::parse(url)?;
        match address.place() {
            Location::Sqlite(_) => Err(StoreError::Open(
                "a bot whose shards are divided among several processes needs a database on a PostgreSQL server: leave out \
                 `shards`, or set `database` to postgres://USER:PASSWORD@HOST/NAME"
                    .to_owned(),
            )),
            Location::Postgres(options) => on_server(&address, options, owner, Some(shards)).await,
        }
    }

    /// Takes the lock of the database at an address.
    pub(in crate::store) async fn lock_at(
        address: &Address,
        owner: &str,
    ) -> Result<DatabaseLock, StoreError> {
        match address.place() {
            Location::Sqlite(path) => {
                let path = absolute(path)?;
                make_folder(&path)?;
                Ok(DatabaseLock(HeldLock::File(FileLock::acquire(&path, owner)?)))
            }
            Location::Postgres(options) => on_server(address, options, owner, None).await,
        }
    }
}

/// Takes the lock of a whole bot on a server, or that of some shards.
async fn on_server(
    address: &Address,
    options: &AnyConnectOptions,
    owner: &str,
    shards: Option<Shards>,
) -> Result<DatabaseLock, StoreError> {
    install_default_drivers();
    let mut lock = ServerLock {
        address: address.clone(),
        options: options.clone(),
        owner: owner.to_owned(),
        shards,
        connection: None,
    };
    let refusal = lock.take().await;
    match refusal.map_err(|error| StoreError::of_opening(sentence(address, &error), &error))? {
        None => Ok(DatabaseLock(HeldLock::Server(Box::new(lock)))),
        Some(refusal) => Err(refusal),
    }
}

impl DatabaseLock {
    /// Returns the log of changes beside a file that a killed bot must have left behind, if it is gone: what it stored last may
    /// be missing from the database.
    pub fn lost_log(&self) -> Option<&Path> {
        match &self.0 {
            HeldLock::File(lock) => lock.lost_log(),
            HeldLock::Server(_) => None,
        }
    }

    /// Checks that the lock is still held. On a server, it is lost with its connection, and taken again here.
    ///
    /// # Errors
    /// [`StoreError::Open`] with a sentence that names the other bot, if one has taken it in the meantime.
    pub async fn check(&mut self) -> Result<(), StoreError> {
        match &mut self.0 {
            HeldLock::File(_) => Ok(()),
            HeldLock::Server(lock) => lock.check().await,
        }
    }
}

/// The first half of the number of a lock; the other half identifies the schema. Processes that each run some of the
/// shards share this lock, and then nobody can hold it exclusively.
const BOT_LOCK: i32 = 0x5452_4742;

/// The lock of a shard: add the shard's number.
const FIRST_SHARD_LOCK: i32 = 0x5453_0000;

/// The lock that all parts of a bot share: add the number of shards.
const FIRST_TOTAL_LOCK: i32 = 0x5454_0000;

/// More than any number of shards.
const MAX_SHARD_NUMBER: i32 = 0xffff;

/// A lock on the server, held by its own connection: it ends with the connection or the process.
struct ServerLock {
    address: Address,
    options: AnyConnectOptions,
    owner: String,
    shards: Option<Shards>,
    /// `None` before the lock was taken, and after the connection was lost.
    connection: Option<AnyConnection>,
}

impl fmt::Debug for ServerLock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerLock").field("address", &self.address).finish_non_exhaustive()
    }
}

/// Why a lock cannot be taken: somebody else holds one in this range of numbers.
struct LockConflict {
    range: RangeInclusive<i32>,
    kind: ConflictKind,
}

enum ConflictKind {
    /// A whole bot runs on the database.
    Whole,
    /// Another process runs this shard.
    Shard(i32),
    /// Another process divides the bot into another number of shards.
    Total,
}

impl ServerLock {
    /// Takes the lock of the schema, or of some shards in it, on a new connection. Returns an error that names the present holder if
    /// somebody else has it.
    async fn take(&mut self) -> Result<Option<StoreError>, sqlx::Error> {
        let mut connection = connect(&self.options).await?;
        // The name by which others can see who holds the lock.
        let name = "SELECT set_config('application_name', $1, false)";
        sqlx::query(name).bind(&self.owner).execute(&mut connection).await?;
        let conflict = match self.shards {
            None => take_whole(&mut connection).await?,
            Some(shards) => take_shards(&mut connection, shards).await?,
        };
        let Some(conflict) = conflict else {
            self.connection = Some(connection);
            return Ok(None);
        };
        let holder = other_holder(&mut connection, conflict.range).await?.unwrap_or_default();
        Ok(Some(match conflict.kind {
            ConflictKind::Whole => StoreError::in_use(&holder, &self.address),
            ConflictKind::Shard(shard) => StoreError::shard_in_use(&holder, &self.address, shard),
            ConflictKind::Total => StoreError::other_total(&holder, &self.address),
        }))
    }

    /// Takes the lock again if its connection was lost.
    async fn check(&mut self) -> Result<(), StoreError> {
        if let Some(connection) = &mut self.connection {
            match tokio::time::timeout(CONNECT_TIMEOUT, connection.ping()).await {
                Ok(Ok(())) => return Ok(()),
                _ => self.connection = None,
            }
        }
        match self.take().await {
            Ok(None) => {
                tracing::warn!("the lock on the database was lost with its connection; it is held again");
                Ok(())
            }
            Ok(Some(refusal)) => Err(refusal),
            // As long as the server cannot be reached, nobody else can reach it either.
            Err(_) => Ok(()),
        }
    }
}

/// Takes an advisory lock of the schema that nobody else may hold, and returns whether that worked.
async fn try_lock(connection: &mut AnyConnection, number: i32) -> Result<bool, sqlx::Error> {
    let sql = "SELECT pg_try_advisory_lock($1, hashtext(current_schema()))";
    sqlx::query_scalar(sql).bind(number).fetch_one(connection).await
}

/// Takes an advisory lock of the schema that others may share, and returns whether that worked.
async fn try_lock_shared(connection: &mut AnyConnection, number: i32) -> Result<bool, sqlx::Error> {
    let sql = "SELECT pg_try_advisory_lock_shared($1, hashtext(current_schema()))";
    sqlx::query_scalar(sql).bind(number).fetch_one(connection).await
}

/// Takes the lock of a whole bot. Returns why it cannot be taken, if so.
async fn take_whole(connection: &mut AnyConnection) -> Result<Option<LockConflict>, sqlx::Error> {
    let is_mine = try_lock(connection, BOT_LOCK).await?;
    Ok((!is_mine).then_some(LockConflict { range: BOT_LOCK..=BOT_LOCK, kind: ConflictKind::Whole }))
}

/// Takes the locks of some shards, each of which only one process may have. Returns why they cannot be taken, if so.
async fn take_shards(
    connection: &mut AnyConnection,
    shards: Shards,
) -> Result<Option<LockConflict>, sqlx::Error> {
    if !try_lock_shared(connection, BOT_LOCK).await? {
        return Ok(Some(LockConflict { range: BOT_LOCK..=BOT_LOCK, kind: ConflictKind::Whole }));
    }
    let number = |n: u32| i32::try_from(n).unwrap_or(MAX_SHARD_NUMBER);
    let total = FIRST_TOTAL_LOCK + number(shards.total());
    try_lock_shared(connection, total).await?;
    // First take its own lock, then look for those of others: of two processes at the same moment, at least one notices
    // the other.
    for range in [FIRST_TOTAL_LOCK..=total - 1, total + 1..=FIRST_TOTAL_LOCK + MAX_SHARD_NUMBER] {
        if other_holder(connection, range.clone()).await?.is_some() {
            return Ok(Some(LockConflict { range, kind: ConflictKind::Total }));
        }
    }
    for shard in shards.range().map(number) {
        let lock = FIRST_SHARD_LOCK + shard;
        if !try_lock(connection, lock).await? {
            return Ok(Some(LockConflict { range: lock..=lock, kind: ConflictKind::Shard(shard) }));
        }
    }
    Ok(None)
}

/// Returns the name of another holder of a lock of the schema in a range of numbers.
async fn other_holder(
    connection: &mut AnyConnection,
    numbers: RangeInclusive<i32>,
) -> Result<Option<String>, sqlx::Error> {
    let sql = "SELECT a.application_name
               FROM pg_locks AS l JOIN pg_stat_activity AS a ON a.pid = l.pid
               WHERE l.locktype = 'advisory' AND l.granted AND l.pid <> pg_backend_pid()
                     AND CAST(l.classid AS BIGINT) BETWEEN $1 AND $2
                     AND CAST(l.objid AS BIGINT) = CAST(hashtext(current_schema()) AS BIGINT) & 4294967295
                     AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
               LIMIT 1";
    let query = sqlx::query(sql).bind(i64::from(*numbers.start())).bind(i64::from(*numbers.end()));
    query.fetch_optional(connection).await?.map(|row| row.try_get(0)).transpose()
}
