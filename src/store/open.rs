//! Opening and closing the database: its file, connections and tables.

use std::fs::{DirBuilder, OpenOptions};
use std::future::Future;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::any::{AnyArguments, AnyConnectOptions, AnyPoolOptions};
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::{Any, AnyConnection, AnyPool, ConnectOptions, Connection, SqlSafeStr, Transaction};

use super::StoreError;
use super::error::{primary_code, sqlite_reason};
use super::file::{DatabaseFile, DatabaseLock, beside};

/// The number of concurrent readers. With WAL, they neither wait for the writer nor block it.
const READERS: u32 = 4;

/// Settings for every connection. WAL lets readers continue during a commit, and a commit survives a power failure only
/// with FULL.
const PRAGMAS: [&str; 4] = [
    "PRAGMA busy_timeout = 5000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
];

/// How often a new connection tries again, 10 ms apart, while another one keeps it from being prepared.
const PREPARING: u32 = 500;

/// A transaction that writes takes the lock first, because one that begins by reading could fail later.
const BEGIN_WRITING: &str = "BEGIN IMMEDIATE";

/// The migrations, in order. A released migration is never edited, not even its comments, because its checksum is
/// stored.
const MIGRATIONS: [(i64, &str, &str); 1] =
    [(1, "matches", include_str!("../../migrations/0001_matches.sql"))];

/// A statement with its values.
pub(super) type Statement<'q> = sqlx::query::Query<'q, Any, AnyArguments>;

/// The database. Clones share its connections.
#[derive(Debug, Clone)]
pub struct Store {
    /// One connection, because SQLite has only one writer at a time, and waiting here is fair.
    pub(super) writer: AnyPool,
    /// Connections that cannot write.
    pub(super) readers: AnyPool,
    file: DatabaseFile,
    /// What keeps anything from being stored, since the last attempt.
    trouble: Arc<Mutex<Option<&'static str>>>,
}

impl Store {
    /// Opens the database at `url` (`sqlite://PATH`) and updates its tables. Creates the file and its folder if they do
    /// not exist.
    ///
    /// # Errors
    /// [`StoreError::Open`] with a sentence for the operator if the address is not understood, if the folder or the
    /// file cannot be written, if the file is not a database, or if a newer version of Trigon has written it.
    pub async fn open(url: &str) -> Result<Store, StoreError> {
        let path = absolute(&path_of(url)?)?;
        make_file(&path)?;
        let refused = |error| StoreError::Open(sentence(&path, &error));
        sqlx::any::install_default_drivers();
        let options = options(&path).map_err(refused)?;
        // Without a pool, which would keep trying if the file is not a database.
        migrate(&options).await.map_err(refused)?;
        let writer = pool(1, "PRAGMA query_only = OFF").connect_lazy_with(options.clone());
        let readers = pool(READERS, "PRAGMA query_only = ON").connect_lazy_with(options);
        let file = DatabaseFile::at(&path).map_err(|error| {
            StoreError::Open(format!("the database {} cannot be found: {error}", path.display()))
        })?;
        Ok(Store { writer, readers, file, trouble: Arc::default() })
    }

    /// Takes the lock with which one bot keeps others from running on the database at `url`. `owner` is what another bot
    /// tells its operator, such as `trigon run (process 7)`.
    ///
    /// # Errors
    /// [`StoreError::Open`] with a sentence for the operator if another bot has it, or the address is not understood.
    pub fn lock(url: &str, owner: &str) -> Result<DatabaseLock, StoreError> {
        let path = absolute(&path_of(url)?)?;
        make_folder(&path)?;
        DatabaseLock::take(&path, owner)
    }

    /// Returns whether the database at `url` was used by a bot before, and is no longer there.
    ///
    /// # Errors
    /// [`StoreError::Open`] if the address is not understood.
    pub fn is_missing(url: &str) -> Result<bool, StoreError> {
        let path = absolute(&path_of(url)?)?;
        Ok(beside(&path).exists() && !path.exists())
    }

    /// Waits for running queries, then closes the file. Later calls fail.
    pub async fn close(&self) {
        // The last connection merges the WAL into the file, and only one with write access can.
        self.readers.close().await;
        self.writer.close().await;
    }

    /// Returns what keeps anything from being stored at present, in words that anyone may read.
    pub fn trouble(&self) -> Option<&'static str> {
        *self.trouble.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a transaction that writes. If it is dropped without a commit, nothing is stored.
    pub(super) async fn begin(&self) -> Result<Transaction<'static, Any>, StoreError> {
        self.file.check()?;
        Ok(self.writer.begin_with(BEGIN_WRITING).await?)
    }

    /// Commits a transaction, to the right file.
    pub(super) async fn end(&self, transaction: Transaction<'static, Any>) -> Result<(), StoreError> {
        transaction.commit().await?;
        self.file.check()
    }

    /// Stores something in a transaction, and keeps in mind whether storing works at all.
    pub(super) async fn stored<T>(
        &self,
        work: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        let done = work.await;
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
            (None, Some(reason)) => tracing::error!(reason, "nothing can be stored"),
            (Some(reason), None) => tracing::warn!(reason, "storing works again"),
            _ => {}
        }
        done
    }

    /// Runs a single statement that writes, and returns how many rows it has changed.
    pub(super) async fn write(&self, query: Statement<'_>) -> Result<u64, StoreError> {
        let work = async {
            let mut transaction = self.begin().await?;
            let done = query.execute(&mut *transaction).await?;
            self.end(transaction).await?;
            Ok(done.rows_affected())
        };
        self.stored(work).await
    }
}

/// Runs all migrations in one transaction. If two programs start at once, the second one finds them done.
async fn migrate(options: &AnyConnectOptions) -> Result<(), sqlx::Error> {
    let migrations = MIGRATIONS.into_iter().map(|(version, name, sql)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    let migrator = Migrator::with_migrations(migrations.collect());
    let mut connection = AnyConnection::connect_with(options).await?;
    prepare(&mut connection).await?;
    let mut transaction = connection.begin_with(BEGIN_WRITING).await?;
    // Not `run`, whose future is not `Send` for a connection inside a transaction.
    let migrated = migrator.run_direct(None, &mut *transaction, false).await;
    migrated.map_err(|error| sqlx::Error::Migrate(Box::new(error)))?;
    transaction.commit().await?;
    connection.close().await
}

/// Prepares a new connection.
async fn prepare(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    for pragma in PRAGMAS {
        let mut waits = PREPARING;
        // SQLite does not wait by itself where two connections would then wait for each other, as both do that switch a
        // new file to WAL.
        while let Err(error) = sqlx::query(pragma).execute(&mut *connection).await {
            if !is_locked(&error) || waits == 0 {
                return Err(error);
            }
            waits -= 1;
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
    Ok(())
}

fn is_locked(error: &sqlx::Error) -> bool {
    error.as_database_error().and_then(primary_code).is_some_and(|code| matches!(code, 5 | 6))
}

fn pool(size: u32, pragma: &'static str) -> AnyPoolOptions {
    AnyPoolOptions::new()
        .max_connections(size)
        // A file does not disappear like a server, so connections need no checks or renewals.
        .test_before_acquire(false)
        // After some errors, such as a full disk, SQLite ends a transaction by itself. sqlx does not notice, and could
        // never begin another one on that connection.
        .before_acquire(|connection, _| Box::pin(async move { Ok(!connection.is_in_transaction()) }))
        .idle_timeout(None)
        .max_lifetime(None)
        .after_connect(move |connection, _| {
            Box::pin(async move {
                prepare(connection).await?;
                sqlx::query(pragma).execute(connection).await?;
                Ok(())
            })
        })
}

/// Returns the options of a connection. Statements are never logged, not even slow ones.
fn options(path: &Path) -> Result<AnyConnectOptions, sqlx::Error> {
    let text = path.to_str().ok_or_else(|| sqlx::Error::Configuration("its path is not Unicode".into()))?;
    // All other characters are escaped, so that no folder name can be mistaken for a part of the address.
    let escaped = text.bytes().map(|byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    });
    // Not `rwc`, which would replace a file that was removed by an empty one.
    let url = format!("sqlite:{}?mode=rw", escaped.collect::<String>());
    Ok(url.parse::<AnyConnectOptions>()?.disable_statement_logging())
}

/// Returns the path in an address. Errors never contain the address, because other kinds of addresses can contain a
/// password.
fn path_of(url: &str) -> Result<PathBuf, StoreError> {
    let refuse = |sentence: &str| Err(StoreError::Open(sentence.to_owned()));
    let Some(path) = url.strip_prefix("sqlite://") else {
        return match url.split(':').next() {
            Some("postgres" | "postgresql") => {
                refuse("PostgreSQL comes later: the address of the database must be sqlite://PATH for now")
            }
            _ => refuse("the address of the database must be sqlite://PATH, such as sqlite://data/trigon.db"),
        };
    };
    match path {
        "" => refuse("the address of the database must name a file, such as sqlite://data/trigon.db"),
        ":memory:" => refuse("a database in memory would forget the matches: name a file"),
        _ if path.contains('?') => {
            refuse("the address of the database takes no options: leave out what begins with ?")
        }
        _ => Ok(PathBuf::from(path)),
    }
}

fn absolute(path: &Path) -> Result<PathBuf, StoreError> {
    std::path::absolute(path)
        .map_err(|error| StoreError::Open(format!("the path of the database cannot be used: {error}")))
}

/// Creates the folder of a file if it does not exist.
fn make_folder(path: &Path) -> Result<(), StoreError> {
    let Some(folder) = path.parent() else { return Ok(()) };
    DirBuilder::new().recursive(true).create(folder).map_err(|error| {
        let reason = io_reason(&error);
        StoreError::Open(format!("the folder {} cannot be made: {reason}", folder.display()))
    })
}

/// Creates the folder and the file if they do not exist.
fn make_file(path: &Path) -> Result<(), StoreError> {
    make_folder(path)?;
    // Only a new file is opened here, because closing a file that this process has open elsewhere would release
    // SQLite's locks.
    let mut new = OpenOptions::new();
    new.write(true).create_new(true);
    // It contains seeds and secret moves. SQLite gives the files next to it the same permissions.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut new, 0o600);
    match new.open(path) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => {
            Err(StoreError::Open(format!("the database {} is a folder: name a file", path.display())))
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => {
            let reason = io_reason(&error);
            Err(StoreError::Open(format!("the database {} cannot be made: {reason}", path.display())))
        }
    }
}

fn io_reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied => "its folder may not be written".to_owned(),
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => {
            "a part of its path is a file, not a folder".to_owned()
        }
        io::ErrorKind::ReadOnlyFilesystem => "the disk may not be written".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        _ => error.to_string(),
    }
}

/// Returns a sentence for the operator.
fn sentence(path: &Path, error: &sqlx::Error) -> String {
    let at = path.display();
    match error {
        sqlx::Error::Migrate(error) => match &**error {
            MigrateError::VersionMissing(_) => {
                format!("the database {at} was written by a newer version of Trigon: use that one")
            }
            MigrateError::VersionMismatch(number) => {
                format!("the database {at} was made by another edition of Trigon: migration {number} differs")
            }
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => sentence(path, error),
            other => format!("the tables of the database {at} cannot be brought up to date: {other}"),
        },
        sqlx::Error::Database(error) => {
            format!("the database {at} cannot be used: {}", sqlite_reason(primary_code(&**error)))
        }
        other => format!("the database {at} cannot be used: {other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::GuildSettings;

    #[tokio::test]
    async fn a_full_disk_is_named_and_storing_goes_on_when_there_is_room_again() {
        let folder = std::env::temp_dir().join(format!("trigon-full-{}", std::process::id()));
        let store = Store::open(&format!("sqlite://{}/trigon.db", folder.display())).await.unwrap();
        let settings = |guild_id| GuildSettings { guild_id, host_role_id: Some(7) };
        store.set_guild_settings(&settings(1)).await.unwrap();
        // A database that may not grow is refused with the code of a full disk.
        sqlx::query("PRAGMA max_page_count = 1").execute(&store.writer).await.unwrap();
        let mut guilds = 2..;
        let full = loop {
            if let Err(error) = store.set_guild_settings(&settings(guilds.next().unwrap())).await {
                break error;
            }
        };
        assert!(full.to_string().contains("the disk is full"), "{full}");
        assert_eq!(store.trouble(), Some("the disk is full"));
        // There is room again, at the latest on a new connection.
        store.set_guild_settings(&settings(0)).await.unwrap();
        assert_eq!(store.trouble(), None);
        assert_eq!(store.guild_settings(0).await.unwrap().host_role_id, Some(7));
        store.close().await;
        std::fs::remove_dir_all(folder).unwrap();
    }
}
