//! SQLite: its file, and the settings of its connections.

use std::fs::{DirBuilder, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyConnection, ConnectOptions};

use crate::store::StoreError;
use crate::store::errors::fault::is_locked;

/// The number of concurrent writers: SQLite has only one at a time.
const WRITERS: u32 = 1;

/// The number of concurrent readers. With WAL, they neither wait for the writer nor block it.
const READERS: u32 = 4;

/// The beginning of a write transaction. It takes the lock first, because a transaction that begins by reading could
/// fail later.
pub(in crate::store) const BEGIN_WRITING: &str = "BEGIN IMMEDIATE";

/// Settings for every connection. WAL lets readers continue during a commit, and a commit survives a power failure only
/// with FULL.
const PRAGMAS: [&str; 4] = [
    "PRAGMA busy_timeout = 5000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
];

/// How often preparing a new connection is retried, 10 ms apart, while another one prevents it.
const MAX_PREPARE_ATTEMPTS: u32 = 500;

/// Prepares a new connection.
pub(in crate::store) async fn prepare(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    for pragma in PRAGMAS {
        let mut waits = MAX_PREPARE_ATTEMPTS;
        // SQLite itself does not wait where two connections could deadlock, as when both switch a new file to WAL.
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

/// Writes the file of a database anew, so that nothing that was deleted is left in its free space. Returns whether everything is in
/// it: while somebody reads, the log of changes stays.
pub(in crate::store) async fn compact(connection: &mut AnyConnection) -> Result<bool, sqlx::Error> {
    sqlx::query("VACUUM").execute(&mut *connection).await?;
    checkpoint(connection).await
}

/// Writes the log of changes, which has older pages, into the file, and returns whether nothing is left in it: while somebody reads,
/// that comes later.
pub(in crate::store) async fn checkpoint(connection: &mut AnyConnection) -> Result<bool, sqlx::Error> {
    let busy: i64 = sqlx::query_scalar("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(connection).await?;
    Ok(busy == 0)
}

/// Returns the options of the pool for writing.
pub(in crate::store) fn writers() -> AnyPoolOptions {
    pool(WRITERS, "PRAGMA query_only = OFF")
}

/// Returns the options of the pool whose connections cannot write.
pub(in crate::store) fn readers() -> AnyPoolOptions {
    pool(READERS, "PRAGMA query_only = ON")
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
pub(in crate::store) fn options(path: &Path) -> Result<AnyConnectOptions, sqlx::Error> {
    let text = path.to_str().ok_or_else(|| sqlx::Error::Configuration("its path is not Unicode".into()))?;
    // All other characters are escaped, so that no folder name can be mistaken for a part of the address.
    let escaped = text.bytes().map(|byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    });
    // Not `rwc`, which would replace a removed file with an empty one.
    let url = format!("sqlite:{}?mode=rw", escaped.collect::<String>());
    Ok(url.parse::<AnyConnectOptions>()?.disable_statement_logging())
}

/// Returns the absolute path.
pub(in crate::store) fn absolute(path: &Path) -> Result<PathBuf, StoreError> {
    std::path::absolute(path)
        .map_err(|error| StoreError::Open(format!("the path of the database cannot be used: {error}")))
}

/// Creates the folder of a file if it does not exist.
pub(in crate::store) fn make_folder(path: &Path) -> Result<(), StoreError> {
    let Some(folder) = path.parent() else { return Ok(()) };
    DirBuilder::new().recursive(true).create(folder).map_err(|error| {
        let reason = io_reason(&error);
        StoreError::Open(format!("the folder {} cannot be made: {reason}", folder.display()))
    })
}

/// Creates the folder and the file if they do not exist.
pub(in crate::store) fn make_file(path: &Path) -> Result<(), StoreError> {
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

/// Returns the names of the tables in a database.
pub(in crate::store) async fn tables(connection: &mut AnyConnection) -> Result<Vec<String>, sqlx::Error> {
    let sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_' ORDER BY name";
    sqlx::query_scalar(sql).fetch_all(connection).await
}

/// Checks that a database with these tables is empty or was made by Trigon.
///
/// # Errors
/// [`StoreError::Open`] with a sentence that names some tables of the other program.
pub(in crate::store) fn check_own(tables: &[String], path: &Path) -> Result<(), StoreError> {
    let has = |name: &str| tables.iter().any(|table| table == name);
    if tables.is_empty() || has("_sqlx_migrations") && has("matches") {
        return Ok(());
    }
    let more = if tables.len() > MAX_TABLES_NAMED { ", …" } else { "" };
    let shown: Vec<&str> = tables.iter().take(MAX_TABLES_NAMED).map(String::as_str).collect();
    Err(StoreError::Open(format!(
        "the database {} belongs to another program, with the tables {}{more}: name another file",
        path.display(),
        shown.join(", ")
    )))
}

/// The most tables of another program that are named.
const MAX_TABLES_NAMED: usize = 3;

/// What to do about a full disk.
pub(in crate::store) const MAKE_ROOM: &str = "the disk is full: make room on it, then start again";

/// Returns why a file or folder cannot be used, in words.
pub(in crate::store) fn io_reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied => "its folder may not be written".to_owned(),
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => {
            "a part of its path is a file, not a folder".to_owned()
        }
        io::ErrorKind::ReadOnlyFilesystem => "the disk may not be written".to_owned(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => MAKE_ROOM.to_owned(),
        _ => error.to_string(),
    }
}
