//! [`Store`]: the connections to a database, shared by everything that works on it.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use sqlx::any::AnyArguments;
use sqlx::{Any, AnyPool};
use tokio::sync::OnceCell;

use super::file::DatabaseFile;
use crate::store::{Address, Keys, Process};

/// A statement with its values.
pub(in crate::store) type Statement<'q> = sqlx::query::Query<'q, Any, AnyArguments>;

/// The kind of database, and what is specific to it.
#[derive(Debug, Clone)]
pub(super) enum DatabaseKind {
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
    pub(super) kind: DatabaseKind,
    /// The process that works with the store.
    pub(in crate::store) process: Arc<Process>,
    /// Until when a process of the same name was alive before this one, once it has been read.
    pub(in crate::store) alive_before: Arc<OnceCell<Option<i64>>>,
    /// Why nothing could be stored at the last attempt, if so.
    pub(super) trouble: SharedTrouble,
    /// The copy of the file that was made before its tables were brought up to date, if they were.
    pub(super) copy: Option<Arc<Path>>,
}

/// Why nothing could be stored at the last attempt, if so.
pub(super) type SharedTrouble = Arc<Mutex<Option<&'static str>>>;

/// Returns why nothing can be stored at present, if so.
pub(super) fn present_trouble(trouble: &SharedTrouble) -> Option<&'static str> {
    *trouble.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Store {
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
        present_trouble(&self.trouble)
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
}
