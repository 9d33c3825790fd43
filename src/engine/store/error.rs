//! [`StoreError`], which never contains what was stored.

use std::fmt;
use std::path::PathBuf;

use super::fault::{DatabaseFault, is_lost_race, is_passing};
use crate::figures::figures;

/// An error of the store.
///
/// Neither the messages nor their details contain stored values such as seeds, notices or entries.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else was faster. Nothing was stored: load the match and decide again.
    #[error("somebody else changed this at the same time")]
    Conflict,
    /// The database cannot be used. The sentence tells the operator why.
    #[error("{0}")]
    Open(String),
    /// The server of the database cannot be used at present, which may pass. The sentence tells the operator why.
    #[error("{0}")]
    Away(String),
    /// The file of the database was removed or replaced while it was open. What was stored since then is in the old one.
    #[error("the database {} was removed or replaced while the bot was running: stop it, put the right file in place, and start it again", .0.display())]
    Gone(PathBuf),
    /// The database failed. Nothing was stored, unless the connection to a server was lost with the answer to a change
    /// without entries.
    #[error("the database failed: {0}")]
    Database(DatabaseFault),
    /// The operating system has no random numbers. Nothing was stored.
    #[error("no randomness: {0}")]
    Random(getrandom::Error),
}

impl StoreError {
    /// Returns the error of a shard that another process has.
    pub(super) fn shard_in_use(owner: &str, database: impl fmt::Display, shard: i32) -> StoreError {
        let owner = named(owner);
        StoreError::Open(format!(
            "{owner} already has shard {shard} of the bot on the database {database}: stop it first, or give this process \
             other shards"
        ))
    }

    /// Returns the error of a process that divides the bot into another number of shards.
    pub(super) fn other_total(owner: &str, database: impl fmt::Display) -> StoreError {
        let owner = named(owner);
        StoreError::Open(format!(
            "{owner} on the database {database} divides the bot into another number of shards: all processes need the same \
             number after the slash"
        ))
    }

    /// Returns the error of a lock on a database that another program has.
    pub(super) fn in_use(owner: &str, database: impl fmt::Display) -> StoreError {
        let owner = named(owner);
        StoreError::Open(format!(
            "{owner} already runs on the database {database}: stop it first, or choose another database"
        ))
    }

    /// Converts an error that occurred while a database was opened, with a sentence about it.
    pub(super) fn of_opening(sentence: String, error: &sqlx::Error) -> StoreError {
        if is_passing(error) { StoreError::Away(sentence) } else { StoreError::Open(sentence) }
    }

    /// Returns an error for a text that PostgreSQL could not store, so that no database does.
    pub(super) fn check_text(text: &str) -> Result<(), StoreError> {
        if text.contains('\0') { Err(StoreError::Database(DatabaseFault::unstorable())) } else { Ok(()) }
    }

    /// Converts an error of a row with a number from the store or the log. If the number is taken, somebody else was
    /// faster.
    pub(super) fn of_numbered_row(error: sqlx::Error) -> StoreError {
        let taken = error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation);
        if taken { StoreError::Conflict } else { error.into() }
    }

    /// Returns what keeps the database from storing anything, in words that anyone may read, if that is the reason: a
    /// full disk, say, and not a mistake in one statement.
    pub fn trouble(&self) -> Option<&'static str> {
        match self {
            Self::Gone(_) => Some("the database was removed or replaced"),
            Self::Database(fault) => fault.trouble(),
            _ => None,
        }
    }
}

/// Returns the name of a program, if it is known.
fn named(owner: &str) -> &str {
    if owner.trim().is_empty() { "another program" } else { owner.trim() }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        if is_lost_race(&error) {
            return StoreError::Conflict;
        }
        let fault = DatabaseFault::of(&error);
        figures().store_errors.count(fault.reason());
        StoreError::Database(fault)
    }
}
