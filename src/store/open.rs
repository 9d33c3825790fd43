//! Opening and closing the database: its file, connections and tables.

use std::fs::{DirBuilder, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::{Any, AnyConnection, AnyPool, ConnectOptions, Connection, SqlSafeStr, Transaction};

use super::StoreError;
use super::error::{primary_code, sqlite_reason};

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

/// A transaction that writes takes the lock first, because one that begins by reading could fail later.
const BEGIN_WRITING: &str = "BEGIN IMMEDIATE";

/// The migrations, in order. A released migration is never edited, not even its comments, because its checksum is
/// stored.
const MIGRATIONS: [(i64, &str, &str); 1] =
    [(1, "matches", include_str!("../../migrations/0001_matches.sql"))];

/// The database. Clones share its connections.
#[derive(Debug, Clone)]
pub struct Store {
    /// One connection, because SQLite has only one writer at a time, and waiting here is fair.
    pub(super) writer: AnyPool,
    /// Connections that cannot write.
    pub(super) readers: AnyPool,
}

impl Store {
    /// Opens the database at `url` (`sqlite://PATH`) and updates its tables. Creates the file and its folder if they do
    /// not exist.
    ///
    /// # Errors
    /// [`StoreError::Open`] with a sentence for the operator if the address is not understood, if the folder or the
    /// file cannot be written, if the file is not a database, or if a newer version of Trigon has written it.
    pub async fn open(url: &str) -> Result<Store, StoreError> {
        let path = made(&path_of(url)?)?;
        let refused = |error| StoreError::Open(sentence(&path, &error));
        sqlx::any::install_default_drivers();
        let options = options(&path).map_err(refused)?;
        // Without a pool, which would keep trying if the file is not a database.
        migrate(&options).await.map_err(refused)?;
        let writer = pool(1, "PRAGMA query_only = OFF").connect_lazy_with(options.clone());
        let readers = pool(READERS, "PRAGMA query_only = ON").connect_lazy_with(options);
        Ok(Store { writer, readers })
    }

    /// Waits for running queries, then closes the file. Later calls fail.
    pub async fn close(&self) {
        // The last connection merges the WAL into the file, and only one with write access can.
        self.readers.close().await;
        self.writer.close().await;
    }

    /// Begins a transaction that writes. If it is dropped without a commit, nothing is stored.
    pub(super) async fn begin(&self) -> Result<Transaction<'static, Any>, sqlx::Error> {
        self.writer.begin_with(BEGIN_WRITING).await
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
        sqlx::query(pragma).execute(&mut *connection).await?;
    }
    Ok(())
}

fn pool(size: u32, pragma: &'static str) -> AnyPoolOptions {
    AnyPoolOptions::new()
        .max_connections(size)
        // A file does not disappear like a server, so connections need no checks or renewals.
        .test_before_acquire(false)
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

/// Creates the folder and the file if they do not exist, and returns the file's full path.
fn made(path: &Path) -> Result<PathBuf, StoreError> {
    let path = std::path::absolute(path)
        .map_err(|error| StoreError::Open(format!("the path of the database cannot be used: {error}")))?;
    if let Some(folder) = path.parent() {
        DirBuilder::new().recursive(true).create(folder).map_err(|error| {
            let reason = io_reason(&error);
            StoreError::Open(format!("the folder {} cannot be made: {reason}", folder.display()))
        })?;
    }
    // Only a new file is opened here, because closing a file that this process has open elsewhere would release
    // SQLite's locks.
    let mut new = OpenOptions::new();
    new.write(true).create_new(true);
    // It contains seeds and secret moves. SQLite gives the files next to it the same permissions.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut new, 0o600);
    match new.open(&path) {
        Ok(_) => Ok(path),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => {
            Err(StoreError::Open(format!("the database {} is a folder: name a file", path.display())))
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(path),
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
