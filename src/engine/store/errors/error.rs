//! [`StoreError`], which never contains stored data.

use std::fmt;
use std::path::PathBuf;

use super::fault::{DatabaseFault, is_lost_race, is_passing};
use crate::figures::figures;

/// An error of the store.
///
/// Neither the messages nor their details contain stored values such as seeds, notices or entries.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another change came first. Nothing was stored: load the match and decide again.
    #[error("somebody else changed this at the same time")]
    Conflict,
    /// The server undid a transaction because of another one. The store tries again, and in the end reports a
    /// [`Conflict`](Self::Conflict).
    #[error("somebody else changed this at the same time")]
    Undone,
    /// The database cannot be used. The sentence tells the operator why.
    #[error("{0}")]
    Open(String),
    /// The database server cannot be used at present, which may be temporary. The sentence tells the operator why.
    #[error("{0}")]
    Away(String),
    /// The database file was removed or replaced while it was open. What has been stored since then is in the old one.
    #[error("the database {} was removed or replaced while the bot was running: stop it, put the right file in place, and start it again", .0.display())]
    Gone(PathBuf),
    /// The database failed. Nothing was stored, unless the connection to a server was lost before it confirmed a change
    /// without entries.
    #[error("the database failed: {0}")]
    Database(DatabaseFault),
    /// The operating system has no random numbers. Nothing was stored.
    #[error("no randomness: {0}")]
    Random(getrandom::Error),
}

impl StoreError {
    /// Returns the error for a shard that another process holds.
    pub(in crate::store) fn shard_in_use(owner: &str, database: impl fmt::Display, shard: i32) -> StoreError {
        let owner = named(owner);
        StoreError::Open(format!(
            "{owner} already has shard {shard} of the bot on the database {database}: stop it first, or give this process \
             other shards"
        ))
    }

    /// Returns the error for a process that divides the bot into a different number of shards.
    pub(in crate::store) fn other_total(owner: &str, database: impl fmt::Display) -> StoreError {
        let owner = named(owner);
        StoreError::Open(format!(
            "{owner} on the database {database} divides the bot into another number of shards: all processes need the same \
             number after the slash"
        ))
    }

    /// Returns the error for the lock on a database that another program holds.
    pub(in crate::store) fn in_use(owner: &str, database: impl fmt::Display) -> StoreError {
        let owner = named(owner);
        StoreError::Open(format!(
            "{owner} already runs on the database {database}: stop it first, or choose another database"
        ))
    }

    /// Converts an error that occurred while opening a database, with a sentence about it.
    pub(in crate::store) fn of_opening(sentence: String, error: &sqlx::Error) -> StoreError {
        if is_passing(error) { StoreError::Away(sentence) } else { StoreError::Open(sentence) }
    }

    /// Refuses a text that PostgreSQL cannot store, so that both kinds of database behave alike.
    pub(in crate::store) fn check_text(text: &str) -> Result<(), StoreError> {
        if text.contains('\0') { Err(StoreError::Database(DatabaseFault::unstorable())) } else { Ok(()) }
    }

    /// Converts an error from storing a numbered row. If the number is taken, another change came first.
    pub(in crate::store) fn of_numbered_row(error: sqlx::Error) -> StoreError {
        let taken = error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation);
        if taken { StoreError::Conflict } else { error.into() }
    }

    /// Returns whether the program has closed the store.
    pub fn is_closed(&self) -> bool {
        matches!(self, Self::Database(fault) if fault.is_closed())
    }

    /// Returns why the database cannot store anything, in words that anyone may read, if that is so: because of a full
    /// disk, say, but not of a mistake in one statement.
    pub fn trouble(&self) -> Option<&'static str> {
        match self {
            Self::Gone(_) => Some("the database was removed or replaced"),
            Self::Database(fault) => fault.trouble(),
            _ => None,
        }
    }
}

/// Returns the name of a program, or a substitute if it is unknown.
fn named(owner: &str) -> &str {
    if owner.trim().is_empty() { "another program" } else { owner.trim() }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        if is_lost_race(&error) {
            return StoreError::Undone;
        }
        let fault = DatabaseFault::of(&error);
        figures().store_errors.count(fault.reason());
        StoreError::Database(fault)
    }
}
