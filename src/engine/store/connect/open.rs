//! Opening and closing the database: its connections and tables.

use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::any::{AnyArguments, AnyConnectOptions, AnyPoolOptions, install_default_drivers};
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::{Any, AnyConnection, AnyPool, AssertSqlSafe, Connection, Execute, SqlSafeStr, Transaction};
use tokio::sync::OnceCell;

use super::address::Location;
use super::file::{DatabaseFile, beside, has_room, settle, unwritable};
use super::postgres;
use super::sql::is_server;
use super::sqlite::{self, MAKE_ROOM, absolute, make_file};
use super::upgrade::{BeforeUpgrade, back_up_older, newer_version, record, refuse_newer};
use crate::store::errors::fault::{DatabaseFault, is_lost};
use crate::store::{Address, Keys, Process, StoreError};

/// The migrations, in order. A released migration is never edited, not even its comments, because its checksum is
/// stored.
const MIGRATIONS: [(i64, &str, &str); 16] = [
    (1, "matches", include_str!("../../../../migrations/0001_matches.sql")),
    (2, "replies", include_str!("../../../../migrations/0002_replies.sql")),
    (3, "people", include_str!("../../../../migrations/0003_people.sql")),
    (4, "settings", include_str!("../../../../migrations/0004_settings.sql")),
    (5, "onlookers", include_str!("../../../../migrations/0005_onlookers.sql")),
    (6, "reminded", include_str!("../../../../migrations/0006_reminded.sql")),
    (7, "beacon", include_str!("../../../../migrations/0007_beacon.sql")),
    (8, "upkeep", include_str!("../../../../migrations/0008_upkeep.sql")),
    (9, "gaps", include_str!("../../../../migrations/0009_gaps.sql")),
    (10, "shown", include_str!("../../../../migrations/0010_shown.sql")),
    (11, "messages", include_str!("../../../../migrations/0011_messages.sql")),
    (12, "found", include_str!("../../../../migrations/0012_found.sql")),
    (13, "programs", include_str!("../../../../migrations/0013_programs.sql")),
    (14, "seasons", include_str!("../../../../migrations/0014_seasons.sql")),
    (15, "posts", include_str!("../../../../migrations/0015_posts.sql")),
    (16, "templates", include_str!("../../../../migrations/0016_templates.sql")),
];

/// What is added to a migration on a server only.
const ON_A_SERVER: [(i64, &str); 2] = [
    (1, include_str!("../../../../migrations/0001_sequences.sql")),
    (14, include_str!("../../../../migrations/0014_sequences.sql")),
];

/// Returns the number of the last migration.
pub(in crate::store) fn newest_version() -> i64 {
    MIGRATIONS.iter().map(|(version, ..)| *version).max().unwrap_or(0)
}

/// A statement with its values.
pub(in crate::store) type Statement<'q> = sqlx::query::Query<'q, Any, AnyArguments>;

/// The kind of database, and what is specific to it.
#[derive(Debug, Clone)]
enum DatabaseKind {
    File(DatabaseFile),
    Server(Address),
}

/// The database. Clones share its connections.
#[derive(Debug, Clone)]
pub struct Store {
    /// A single connection for a file: SQLite has only one writer at a time, and waiting here is fair.
    pub(in crate::store) writer: AnyPool,
    /// Connections that cannot write.
    pub(in crate::store) readers: AnyPool,
    /// The keys with which secrets are sealed.
    pub(in crate::store) keys: Keys,
    kind: DatabaseKind,
    /// The process that works with the store.
    pub(in crate::store) process: Arc<Process>,
    /// Until when a process of the same name was alive before this one, once it has been read.
    pub(in crate::store) before: Arc<OnceCell<Option<i64>>>,
    /// Why nothing could be stored at the last attempt, if so.
    trouble: Trouble,
    /// The copy of the file that was made before its tables were brought up to date, if they were.
    copy: Option<Arc<Path>>,
}

/// Why nothing could be stored at the last attempt, if so.
type Trouble = Arc<Mutex<Option<&'static str>>>;

fn present(trouble: &Trouble) -> Option<&'static str> {
    *trouble.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Store {
    /// Opens the database at `url` (`sqlite://PATH` or `postgres://USER:PASSWORD@HOST/NAME`) and updates its tables.
    /// Creates a file and its folder if they do not exist, but no database on a server.
    ///
    /// # Errors
    /// [`StoreError::Open`] with a sentence for the operator if the address is not understood, if the folder or the
    /// file cannot be written, if the file is not a database, if the server refuses, or if a newer version of Trigon has
    /// written it; [`StoreError::Away`] if the server cannot be used at present.
    pub async fn open(url: &str) -> Result<Store, StoreError> {
        Self::open_sealed(url, Keys::none()).await
    }

    /// Opens the database at `url` as [`open`](Self::open) does, and seals secrets with the newest of the keys.
    ///
    /// # Errors
    /// Those of [`open`](Self::open); [`StoreError::Open`] also if something is sealed with a key that is not among them.
    pub async fn open_sealed(url: &str, keys: Keys) -> Result<Store, StoreError> {
        Self::open_with(url, keys, BeforeUpgrade::default()).await
    }

    /// Opens the database at `url` as [`open_sealed`](Self::open_sealed) does. If its tables have to be brought up to date, a
    /// file is copied first, unless told otherwise; [`copy`](Self::copy) returns where.
    ///
    /// # Errors
    /// Those of [`open_sealed`](Self::open_sealed); [`StoreError::Open`] also if the copy cannot be written.
    pub async fn open_with(url: &str, keys: Keys, before: BeforeUpgrade) -> Result<Store, StoreError> {
        let address = Address::parse(url)?;
        let store = Self { keys, ..Self::open_at(&address, before).await? };
        let checked = store.check_keys(&address).await;
        if checked.is_err() {
            store.close().await;
        }
        checked.map(|()| store)
    }

    /// Checks that everything sealed can be opened, and records the newest key.
    async fn check_keys(&self, address: &Address) -> Result<(), StoreError> {
        let sql = "SELECT id FROM sealing_keys ORDER BY id";
        let used: Vec<String> = sqlx::query_scalar(sql).fetch_all(&self.readers).await?;
        if let Some(missing) = used.iter().find(|used| self.keys.ids().all(|id| id != used.as_str())) {
            return Err(StoreError::Open(missing_key(address, missing, &self.keys)));
        }
        match self.keys.newest() {
            Some(newest) if used.iter().all(|used| used != newest) => {
                let sql = "INSERT INTO sealing_keys (id) VALUES ($1) ON CONFLICT (id) DO NOTHING";
                self.write(sqlx::query(sql).bind(newest.to_owned())).await.map(drop)
            }
            _ => Ok(()),
        }
    }

    /// Opens the database at an address, without keys and without checking whether anything is sealed.
    pub(in crate::store) async fn open_at(
        address: &Address,
        before: BeforeUpgrade,
    ) -> Result<Store, StoreError> {
        let refused = |error| StoreError::of_opening(sentence(address, &error), &error);
        install_default_drivers();
        let mut copy = None;
        let (options, writer, readers, kind) = match address.place() {
            Location::Sqlite(path) => {
                let path = absolute(path)?;
                make_file(&path)?;
                settle(&path);
                let options = sqlite::options(&path).map_err(refused)?;
                // Without a pool, which would keep trying if the file is not a database.
                let mut connection = AnyConnection::connect_with(&options).await.map_err(refused)?;
                // Before anything is changed in a file of another program.
                let tables = sqlite::tables(&mut connection).await.map_err(refused)?;
                sqlite::check_own(&tables, &path)?;
                sqlite::prepare(&mut connection).await.map_err(refused)?;
                refuse_newer(&mut connection, address).await?;
                if before == BeforeUpgrade::BackUp {
                    copy = back_up_older(&mut connection, &path, newest_version()).await?;
                }
                migrate(connection, false).await.map_err(refused)?;
                let file = DatabaseFile::at(&path).map_err(|error| {
                    StoreError::Open(format!("the database {} cannot be found: {error}", path.display()))
                })?;
                let pools = (sqlite::pool(1, true), sqlite::pool(sqlite::READERS, false));
                (options, pools.0, pools.1, DatabaseKind::File(file))
            }
            Location::Postgres(options) => {
                let options = options.clone();
                let mut connection = postgres::connect(&options).await.map_err(refused)?;
                refuse_newer(&mut connection, address).await?;
                migrate(connection, true).await.map_err(refused)?;
                let pools =
                    (postgres::pool(postgres::WRITERS, true), postgres::pool(postgres::READERS, false));
                (options, pools.0, pools.1, DatabaseKind::Server(address.clone()))
            }
        };
        let trouble = Trouble::default();
        // A connection to a file that could not be written stays like that.
        let renewed = matches!(kind, DatabaseKind::File(_)).then(|| trouble.clone());
        let writer = connected(writer, &options, postgres::FRESH, renewed.clone());
        let readers = connected(readers, &options, Duration::ZERO, renewed);
        let process = Arc::new(Process::alone());
        let copy = copy.map(PathBuf::into_boxed_path).map(Arc::from);
        Ok(Store {
            writer,
            readers,
            keys: Keys::none(),
            kind,
            process,
            before: Arc::default(),
            trouble,
            copy,
        })
    }

    /// Returns whether the database at `url` was used by a bot before, and no longer exists. A database on a server is
    /// never missing: opening it would fail.
    pub fn is_missing(url: &str) -> Result<bool, StoreError> {
        match Address::parse(url)?.place() {
            Location::Sqlite(path) => {
                let path = absolute(path)?;
                Ok(beside(&path).exists() && !path.exists())
            }
            Location::Postgres(_) => Ok(false),
        }
    }

    /// Returns whether several processes can work on the database at `url` at the same time.
    pub fn is_shared(url: &str) -> bool {
        Address::parse(url).is_ok_and(|address| matches!(address.place(), Location::Postgres(_)))
    }

    /// Waits for running queries, then closes the database. Later calls fail.
    pub async fn close(&self) {
        // The last connection merges the WAL into the file, which requires write access.
        self.readers.close().await;
        self.writer.close().await;
    }

    /// Returns the copy of the file that was made before its tables were brought up to date, if they were.
    pub fn copy(&self) -> Option<&Path> {
        self.copy.as_deref()
    }

    /// Returns the ID of the key that seals secrets, if any.
    pub fn sealing_key(&self) -> Option<&str> {
        self.keys.newest()
    }

    /// Returns why nothing can be stored at present, if so, in words that anyone may read.
    pub fn trouble(&self) -> Option<&'static str> {
        present(&self.trouble)
    }

    /// Returns whether the database is on a server.
    pub(in crate::store) fn is_on_a_server(&self) -> bool {
        self.server().is_some()
    }

    /// Returns the address of the server, if the database is on one.
    pub(in crate::store) fn server(&self) -> Option<&Address> {
        match &self.kind {
            DatabaseKind::File(_) => None,
            DatabaseKind::Server(address) => Some(address),
        }
    }

    /// Begins a write transaction. If it is dropped without a commit, nothing is stored.
    pub(in crate::store) async fn begin(&self) -> Result<Transaction<'static, Any>, StoreError> {
        match &self.kind {
            DatabaseKind::File(file) => {
                file.check()?;
                Ok(self.writer.begin_with(sqlite::BEGIN_WRITING).await?)
            }
            DatabaseKind::Server(_) => self.begin_on_server(postgres::BEGIN_WRITING).await,
        }
    }

    /// Begins a transaction on the server. If a connection was lost since its last use, nothing has begun yet, and
    /// another one is taken.
    async fn begin_on_server(&self, begin: &str) -> Result<Transaction<'static, Any>, StoreError> {
        for _ in 0..postgres::WRITERS {
            match self.writer.begin_with(AssertSqlSafe(begin.to_owned())).await {
                Err(error) if is_lost(&error) => {}
                begun => return Ok(begun?),
            }
        }
        Ok(self.writer.begin_with(AssertSqlSafe(begin.to_owned())).await?)
    }

    /// Begins a write transaction, as [`begin`](Self::begin) does, that wakes up the other processes once it is
    /// committed, because there is something new to send or to wait for.
    pub(in crate::store) async fn begin_announced(&self) -> Result<Transaction<'static, Any>, StoreError> {
        if !self.is_on_a_server() || self.process.is_alone() {
            return self.begin().await;
        }
        // Both in one round trip to the server.
        let begin = format!("{}; {}", postgres::BEGIN_WRITING, postgres::announcement(self.process.name()));
        self.begin_on_server(&begin).await
    }

    /// Commits a transaction, and checks that it went to the right file.
    pub(in crate::store) async fn end(
        &self,
        transaction: Transaction<'static, Any>,
    ) -> Result<(), StoreError> {
        transaction.commit().await?;
        match &self.kind {
            DatabaseKind::File(file) => file.check(),
            DatabaseKind::Server(_) => Ok(()),
        }
    }

    /// Runs work that stores something, and remembers whether storing works at all. If the server undoes it because of another
    /// transaction, it is done again.
    pub(in crate::store) async fn stored<T, W: Future<Output = Result<T, StoreError>>>(
        &self,
        work: impl Fn() -> W,
    ) -> Result<T, StoreError> {
        let work = again_if_undone(&work);
        let done = match &self.kind {
            DatabaseKind::File(_) => work.await,
            // A network that drops everything would keep people waiting for a quarter of an hour.
            DatabaseKind::Server(_) => tokio::time::timeout(postgres::LONGEST, work)
                .await
                .unwrap_or(Err(StoreError::Database(DatabaseFault::no_answer()))),
        };
        let trouble = match &done {
            Ok(_) => None,
            Err(error) => match error.trouble() {
                Some(trouble) => Some(trouble),
                None => return done,
            },
        };
        let before =
            std::mem::replace(&mut *self.trouble.lock().unwrap_or_else(PoisonError::into_inner), trouble);
        match (before, trouble) {
            (None, Some(reason)) => match &self.kind {
                DatabaseKind::File(file) if let Some(file) = file.unwritable() => {
                    tracing::error!(reason, file = %file.display(), "nothing can be stored");
                }
                _ => tracing::error!(reason, "nothing can be stored"),
            },
            (Some(reason), None) => tracing::warn!(reason, "storing works again"),
            _ => {}
        }
        done
    }

    /// Runs a single write statement, and returns the number of rows it has changed.
    pub(in crate::store) async fn write(&self, mut query: Statement<'_>) -> Result<u64, StoreError> {
        let values = query.take_arguments().map_err(sqlx::Error::Encode)?.unwrap_or_default();
        let sql = query.sql();
        let work = || async {
            let mut again = AnyArguments::default();
            again.values.0.clone_from(&values.values.0);
            let query = sqlx::query_with(sql.clone(), again);
            if self.is_on_a_server() {
                // A single statement is its own transaction, in one round trip instead of three.
                return Ok(query.execute(&self.writer).await?.rows_affected());
            }
            let mut transaction = self.begin().await?;
            let done = query.execute(&mut *transaction).await?;
            self.end(transaction).await?;
            Ok(done.rows_affected())
        };
        self.stored(work).await
    }
}

/// The number of times that work is tried which the server undoes because of other transactions.
const TRIES: u32 = 6;

/// Does some work, and does it again if the server has undone it because of another transaction.
async fn again_if_undone<T, W: Future<Output = Result<T, StoreError>>>(
    work: &impl Fn() -> W,
) -> Result<T, StoreError> {
    for attempt in 1..=TRIES {
        match work().await {
            Err(StoreError::Undone) if attempt < TRIES => {
                tracing::debug!(
                    attempt,
                    "the server undid a transaction because of another one; trying again"
                );
                tokio::time::sleep(Duration::from_millis(5) * attempt * attempt).await;
            }
            Err(StoreError::Undone) => break,
            done => return done,
        }
    }
    Err(StoreError::Conflict)
}

/// Creates a pool that connects when needed. Connections to a server that were used within `fresh` count as alive. While there
/// is `trouble`, every connection is a new one.
fn connected(
    pool: AnyPoolOptions,
    options: &AnyConnectOptions,
    fresh: Duration,
    trouble: Option<Trouble>,
) -> AnyPool {
    // After some errors, such as a full disk, SQLite ends a transaction on its own. sqlx does not notice, and could
    // never begin another one on that connection.
    pool.before_acquire(move |connection, known| {
        let is_in_trouble = trouble.as_ref().is_some_and(|trouble| present(trouble).is_some());
        Box::pin(async move {
            if connection.is_in_transaction() || is_in_trouble {
                return Ok(false);
            }
            // A server may have been restarted since.
            let is_fresh = known.idle_for < fresh || !is_server(connection);
            Ok(is_fresh || connection.ping().await.is_ok())
        })
    })
    .connect_lazy_with(options.clone())
}

/// Runs all migrations in one transaction. If two programs start at once, the second one finds them done.
async fn migrate(mut connection: AnyConnection, server: bool) -> Result<(), sqlx::Error> {
    let migrations = MIGRATIONS.into_iter().map(|(version, name, sql)| {
        let more = ON_A_SERVER.iter().filter(|(number, _)| server && *number == version);
        let sql = more.fold(sql.to_owned(), |sql, (_, more)| sql + more);
        let sql = AssertSqlSafe(sql).into_sql_str();
        Migration::new(version, name.into(), MigrationType::Simple, sql, false)
    });
    let mut migrator = Migrator::with_migrations(migrations.collect());
    let begin = if server { postgres::BEGIN_WRITING } else { sqlite::BEGIN_WRITING };
    let mut transaction = connection.begin_with(begin).await?;
    if server {
        // Held until the end of the transaction, unlike the migrator's own lock.
        migrator.set_locking(false);
        postgres::lock_tables(&mut transaction).await?;
    }
    // Not `run`, whose future is not `Send` for a connection inside a transaction.
    let migrated = migrator.run_direct(None, &mut *transaction, false).await;
    migrated.map_err(|error| sqlx::Error::Migrate(Box::new(error)))?;
    record(&mut transaction, newest_version()).await?;
    if !server {
        // SQLite opens a file that may not be written, too, and says so only now.
        sqlx::query("UPDATE _sqlx_migrations SET success = success").execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    connection.close().await
}

/// Returns a sentence for the operator of a database with something sealed by a missing key.
fn missing_key(at: &Address, missing: &str, keys: &Keys) -> String {
    let given: Vec<&str> = keys.ids().collect();
    if given.is_empty() {
        return format!(
            "the database {at} is sealed: set TRIGON_KEY or key_file to its key, which has the ID {missing}"
        );
    }
    format!(
        "the database {at} holds values that are sealed with the key {missing}, but TRIGON_KEY or key_file holds only {}: add \
         the missing key after them",
        given.join(", ")
    )
}

/// Returns a sentence about an error for the operator.
pub(in crate::store) fn sentence(at: &Address, error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Migrate(error) => match &**error {
            MigrateError::VersionMissing(_) => newer_version(at, None),
            MigrateError::VersionMismatch(number) => {
                format!("the database {at} was made by another edition of Trigon: migration {number} differs")
            }
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => sentence(at, error),
            other => format!("the tables of the database {at} cannot be brought up to date: {other}"),
        },
        sqlx::Error::Io(error) => {
            format!("the database {at} cannot be used: the server cannot be reached: {error}")
        }
        // The fault is in the value of an option, or in a file that it names.
        sqlx::Error::Configuration(_) if matches!(at.place(), Location::Postgres(_)) => {
            format!("the database {at} cannot be used: an option of its address is not understood")
        }
        sqlx::Error::Configuration(error) => format!("the database {at} cannot be used: {error}"),
        other => {
            let fault = DatabaseFault::of(other);
            let file = match at.place() {
                Location::Sqlite(path) if fault.is_closed_file() => unwritable(path),
                _ => None,
            };
            match file {
                Some(file) => format!(
                    "the file {} may not be written by this user: give it to the user who runs the bot",
                    file.display()
                ),
                None => format!("the database {at} cannot be used: {}", reason(at, &fault)),
            }
        }
    }
}

/// Returns why a database failed and, for a full disk, what to do.
fn reason(at: &Address, fault: &DatabaseFault) -> &'static str {
    match at.place() {
        // Not every code reveals that there is no room.
        Location::Sqlite(path) if fault.is_full() || (fault.is_of_disk() && !has_room(path)) => MAKE_ROOM,
        _ => fault.reason(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{GuildId, RoleId};
    use crate::store::GuildSettings;

    #[tokio::test]
    async fn once_a_file_may_be_written_again_storing_goes_on_by_itself() {
        let folder = std::env::temp_dir().join(format!("trigon-readonly-{}", std::process::id()));
        let store = Store::open(&format!("sqlite://{}/trigon.db", folder.display())).await.unwrap();
        let settings = GuildSettings { guild_id: GuildId(1), host_role_id: Some(RoleId(7)) };
        // A connection that may not write is refused with the code of a file that may not be written.
        sqlx::query("PRAGMA query_only = ON").execute(&store.writer).await.unwrap();
        let refused = store.set_guild_settings(&settings).await.unwrap_err();
        assert_eq!((refused.trouble(), store.trouble()), (Some("it may not be written"), refused.trouble()));
        store.set_guild_settings(&settings).await.unwrap();
        assert_eq!(store.trouble(), None);
        store.close().await;
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[tokio::test]
    async fn a_full_disk_is_named_and_storing_goes_on_when_there_is_room_again() {
        let folder = std::env::temp_dir().join(format!("trigon-full-{}", std::process::id()));
        let store = Store::open(&format!("sqlite://{}/trigon.db", folder.display())).await.unwrap();
        let settings = |guild_id| GuildSettings { guild_id, host_role_id: Some(RoleId(7)) };
        store.set_guild_settings(&settings(GuildId(1))).await.unwrap();
        // A database that may not grow fails with the code of a full disk.
        sqlx::query("PRAGMA max_page_count = 1").execute(&store.writer).await.unwrap();
        let mut guilds = 2..;
        let full = loop {
            if let Err(error) = store.set_guild_settings(&settings(GuildId(guilds.next().unwrap()))).await {
                break error;
            }
        };
        assert!(full.to_string().contains("the disk is full"), "{full}");
        assert_eq!(store.trouble(), Some("the disk is full"));
        // There is room again, at the latest on a new connection.
        store.set_guild_settings(&settings(GuildId(0))).await.unwrap();
        assert_eq!(store.trouble(), None);
        assert_eq!(store.guild_settings(GuildId(0)).await.unwrap().host_role_id, Some(RoleId(7)));
        store.close().await;
        std::fs::remove_dir_all(folder).unwrap();
    }
}
