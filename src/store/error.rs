//! [`StoreError`], which never contains what was stored.

use std::path::PathBuf;

/// An error of the store.
///
/// Neither the messages nor the sources contain stored values such as seeds, notices or entries.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else was faster. Nothing was stored: load the match and decide again.
    #[error("somebody else changed this at the same time")]
    Conflict,
    /// The database cannot be used. The sentence tells the operator why.
    #[error("{0}")]
    Open(String),
    /// The file of the database was removed or replaced while it was open. What was stored since then is in the old one.
    #[error("the database {} was removed or replaced while the bot was running: stop it, put the right file in place, and start it again", .0.display())]
    Gone(PathBuf),
    /// The database failed. Nothing was stored.
    #[error("the database failed: {}", reason(.0))]
    Fault(#[source] sqlx::Error),
    /// The operating system has no random numbers. Nothing was stored.
    #[error("no randomness: {0}")]
    Random(getrandom::Error),
}

impl StoreError {
    /// Converts an error of a row with a number from the store or the log. If the number is taken, somebody else was
    /// faster.
    pub(super) fn of_numbered_row(error: sqlx::Error) -> StoreError {
        let taken = error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation);
        if taken { StoreError::Conflict } else { error.into() }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        // Conversion errors can contain the value. The column is enough to find it.
        StoreError::Fault(match error {
            sqlx::Error::ColumnDecode { index, .. } => {
                sqlx::Error::ColumnDecode { index, source: UNREADABLE.into() }
            }
            sqlx::Error::Decode(_) => sqlx::Error::Decode(UNREADABLE.into()),
            sqlx::Error::Encode(_) => sqlx::Error::Encode(UNREADABLE.into()),
            sqlx::Error::AnyDriverError(_) => sqlx::Error::AnyDriverError(UNREADABLE.into()),
            other => other,
        })
    }
}

const UNREADABLE: &str = "a value is not of the kind that belongs here";

/// Returns an error for a column with a word that Trigon does not write.
pub(super) fn unknown_word(column: &str) -> sqlx::Error {
    sqlx::Error::ColumnDecode { index: column.to_owned(), source: UNREADABLE.into() }
}

impl StoreError {
    /// Returns what keeps the database from storing anything, in words that anyone may read, if that is the reason: a
    /// full disk, say, and not a mistake in one statement.
    pub fn trouble(&self) -> Option<&'static str> {
        match self {
            Self::Gone(_) => Some("the database was removed or replaced"),
            Self::Fault(sqlx::Error::Database(error)) => {
                let code =
                    primary_code(&**error).filter(|code| matches!(code, 5 | 6 | 8 | 10 | 11 | 13 | 14 | 26));
                code.map(|code| sqlite_reason(Some(code)))
            }
            _ => None,
        }
    }
}

/// Returns the kind of fault in fixed words. The database's own message stays in the source.
fn reason(error: &sqlx::Error) -> &'static str {
    use sqlx::error::ErrorKind::{
        CheckViolation, ForeignKeyViolation, NotNullViolation, Other, UniqueViolation,
    };
    match error {
        sqlx::Error::Database(error) => match error.kind() {
            UniqueViolation => "something that must be unique was given twice",
            ForeignKeyViolation => "something refers to what is not there",
            NotNullViolation | CheckViolation => "a value is not allowed",
            Other => sqlite_reason(primary_code(&**error)),
            _ => "it refused a statement",
        },
        sqlx::Error::ColumnDecode { .. }
        | sqlx::Error::Decode(_)
        | sqlx::Error::Encode(_)
        | sqlx::Error::AnyDriverError(_) => UNREADABLE,
        sqlx::Error::PoolTimedOut => "it was busy for too long",
        sqlx::Error::PoolClosed => "the store is closed",
        _ => "it did not answer as expected",
    }
}

/// Returns SQLite's primary result code: the lowest eight bits of the extended one.
pub(super) fn primary_code(error: &dyn sqlx::error::DatabaseError) -> Option<i32> {
    error.code()?.parse::<i32>().ok().map(|code| code & 0xff)
}

/// Describes SQLite's primary result codes (<https://www.sqlite.org/rescode.html>).
pub(super) fn sqlite_reason(code: Option<i32>) -> &'static str {
    match code {
        Some(5 | 6) => "another program has locked it",
        Some(8) => "it may not be written",
        Some(10) => "the disk failed",
        Some(11) => "its file is damaged",
        Some(13) => "the disk is full",
        Some(14) => "its file or folder may not be opened",
        Some(26) => "its file is not a database",
        _ => "it refused a statement",
    }
}
