//! [`DatabaseFault`]: why the database failed, from the codes of SQLite and PostgreSQL.

use std::fmt;

use sqlx::error::{DatabaseError, ErrorKind};
use sqlx::migrate::MigrateError;
use sqlx::postgres::PgDatabaseError;

/// The reason why the database failed, in fixed words. It never contains stored data, addresses or passwords.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatabaseFault {
    reason: &'static str,
    /// The database's own code, or the column of a value that could not be read.
    detail: Option<String>,
    /// Whether nothing at all can be stored at present.
    lasting: bool,
    /// Whether the change may have been stored, with only the answer lost.
    unsure: bool,
}

impl fmt::Display for DatabaseFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason)
    }
}

impl std::error::Error for DatabaseFault {}

const READ_ONLY: &str = "it may not be written";

const UNOPENED: &str = "its file or folder may not be opened";

const FULL: &str = "the disk is full";

const FAILED: &str = "the disk failed";

const NO_ANSWER: &str = "the database does not answer";

const CLOSED: &str = "the store is closed";

const BROKE: &str = "the connection to the database broke";

const UNREADABLE: &str = "a value is not of the kind that belongs here";

const MISPLACED: &str = "a sealed value does not open: it was changed or moved from another row";

const UNSTORABLE: &str = "a text contains a character that cannot be stored";

impl DatabaseFault {
    /// Returns whether the program has closed the store.
    pub(in crate::store) fn is_closed(&self) -> bool {
        self.reason == CLOSED
    }

    /// Explains an error. The database's own message is dropped, because PostgreSQL quotes the row in it.
    pub(in crate::store) fn of(error: &sqlx::Error) -> Self {
        let (reason, lasting) = match error {
            sqlx::Error::Database(error) => of_database(&**error),
            sqlx::Error::ColumnDecode { .. }
            | sqlx::Error::Decode(_)
            | sqlx::Error::Encode(_)
            | sqlx::Error::AnyDriverError(_) => (UNREADABLE, false),
            // SQLite's own errors of this kind have codes, so this is a connection to a server.
            sqlx::Error::Io(_) => ("the server cannot be reached", true),
            sqlx::Error::Tls(_) => ("no encrypted connection to the server can be made", true),
            // In the middle of an exchange, a broken connection looks like an odd reply from the server.
            sqlx::Error::Protocol(_) | sqlx::Error::BeginFailed | sqlx::Error::WorkerCrashed => (BROKE, true),
            // A pool keeps trying to connect while a server is down.
            sqlx::Error::PoolTimedOut => (NO_ANSWER, true),
            sqlx::Error::RowNotFound => ("a row that must be there is missing", false),
            sqlx::Error::PoolClosed => (CLOSED, false),
            _ => ("it did not answer as expected", false),
        };
        let detail = match error {
            sqlx::Error::Database(error) => error.code().map(Into::into),
            sqlx::Error::ColumnDecode { index, .. } => Some(index.clone()),
            _ => None,
        };
        let unsure = matches!(error, sqlx::Error::Io(_)) || reason == BROKE;
        Self { reason, detail, lasting, unsure }
    }

    /// Returns the fault of a database that did not answer in time.
    pub(in crate::store) fn no_answer() -> Self {
        Self { reason: NO_ANSWER, detail: None, lasting: true, unsure: true }
    }

    /// Returns the fault of a text with a NUL character, which SQLite would store and PostgreSQL refuses.
    pub(in crate::store) fn unstorable() -> Self {
        Self { reason: UNSTORABLE, detail: None, lasting: false, unsure: false }
    }

    /// Returns the fault of a text that is too long to be sealed.
    pub(in crate::store) fn unsealable() -> Self {
        Self { reason: "a text is too long to be sealed", detail: None, lasting: false, unsure: false }
    }

    /// Returns the fault of a sealed value whose key is missing.
    pub(in crate::store) fn no_key(column: &str) -> Self {
        let reason = "a value is sealed with a key that is missing: add it to TRIGON_KEY";
        Self { reason, detail: Some(column.to_owned()), lasting: false, unsure: false }
    }

    /// Returns the fault of a sealed value that does not open, although its key is present.
    pub(in crate::store) fn misplaced(column: &str) -> Self {
        Self { reason: MISPLACED, detail: Some(column.to_owned()), lasting: false, unsure: false }
    }

    /// Returns whether a sealed value does not open although its key is present, and so never will.
    pub(in crate::store) fn is_misplaced(&self) -> bool {
        self.reason == MISPLACED
    }

    /// Returns whether the change may have been stored despite the failure, with only the server's answer lost.
    pub(in crate::store) fn is_unsure(&self) -> bool {
        self.unsure
    }

    /// Returns whether there is no room on the disk.
    pub(in crate::store) fn is_full(&self) -> bool {
        self.reason == FULL
    }

    /// Returns whether the disk failed, for whatever reason.
    pub(in crate::store) fn is_of_disk(&self) -> bool {
        self.reason == FAILED
    }

    /// Returns whether a file may not be opened or written.
    pub(in crate::store) fn is_closed_file(&self) -> bool {
        matches!(self.reason, READ_ONLY | UNOPENED)
    }

    /// Returns the reason, in fixed words.
    pub(in crate::store) fn reason(&self) -> &'static str {
        self.reason
    }

    /// Returns the reason if it prevents storing anything at all: a full disk, say, but not a mistake in one statement.
    pub(in crate::store) fn trouble(&self) -> Option<&'static str> {
        self.lasting.then_some(self.reason)
    }
}

/// Returns the error for a column that holds a word Trigon does not write.
pub(in crate::store) fn unknown_word(column: &str) -> sqlx::Error {
    sqlx::Error::ColumnDecode { index: column.to_owned(), source: UNREADABLE.into() }
}

/// Returns whether PostgreSQL rolled back a transaction because of a concurrent one, so that a retry may succeed.
pub(in crate::store) fn is_lost_race(error: &sqlx::Error) -> bool {
    let state = error.as_database_error().and_then(sql_state);
    matches!(state, Some("40001" | "40P01"))
}

/// Returns whether a server may become usable again without intervention: because it, or the network, is starting, say.
pub(in crate::store) fn is_passing(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut => true,
        sqlx::Error::Migrate(error) => match &**error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => is_passing(error),
            _ => false,
        },
        sqlx::Error::Database(error) => sql_state(&**error).is_some_and(|state| {
            let is_busy = matches!(state, "40001" | "40P01" | "53200" | "53300" | "55P03" | "57014");
            is_busy || matches!(state, "57P01" | "57P02" | "57P03") || state.starts_with("08")
        }),
        _ => false,
    }
}

/// Returns whether an established connection to a server was lost.
pub(in crate::store) fn is_lost(error: &sqlx::Error) -> bool {
    use std::io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, UnexpectedEof};
    match error {
        sqlx::Error::Io(error) => {
            matches!(error.kind(), BrokenPipe | ConnectionAborted | ConnectionReset | UnexpectedEof)
        }
        sqlx::Error::Database(error) => matches!(sql_state(&**error), Some("57P01" | "57P02")),
        _ => false,
    }
}

/// Returns whether another connection holds a lock on a SQLite file.
pub(in crate::store) fn is_locked(error: &sqlx::Error) -> bool {
    error.as_database_error().and_then(primary_code).is_some_and(|code| matches!(code, 5 | 6))
}

fn of_database(error: &dyn DatabaseError) -> (&'static str, bool) {
    match error.kind() {
        ErrorKind::UniqueViolation => ("something that must be unique was given twice", false),
        ErrorKind::ForeignKeyViolation => ("something refers to what is not there", false),
        ErrorKind::NotNullViolation | ErrorKind::CheckViolation => ("a value is not allowed", false),
        _ => {
            let known = match sql_state(error) {
                Some(state) => of_state(state),
                None => result_code(error).and_then(of_sqlite).map(|reason| (reason, true)),
            };
            known.unwrap_or(("it refused a statement", false))
        }
    }
}

/// Returns PostgreSQL's five-character code, and nothing for SQLite's codes, which are numbers and could look the same.
fn sql_state(error: &dyn DatabaseError) -> Option<&str> {
    error.try_downcast_ref::<PgDatabaseError>().map(PgDatabaseError::code)
}

/// Returns SQLite's extended result code, the lowest eight bits of which are the primary one.
fn result_code(error: &dyn DatabaseError) -> Option<i32> {
    if sql_state(error).is_some() {
        return None;
    }
    error.code()?.parse().ok()
}

/// Returns SQLite's primary result code.
fn primary_code(error: &dyn DatabaseError) -> Option<i32> {
    result_code(error).map(|code| code & 0xff)
}

/// Explains SQLite's result codes (<https://www.sqlite.org/rescode.html>). None of these goes away with another statement.
fn of_sqlite(code: i32) -> Option<&'static str> {
    // The shared-memory file beside the database cannot grow.
    if code == SHARED_MEMORY_SIZE {
        return Some(FULL);
    }
    Some(match code & 0xff {
        5 | 6 => "another program has locked it",
        8 => READ_ONLY,
        10 => FAILED,
        11 => "its file is damaged",
        13 => FULL,
        14 => UNOPENED,
        26 => "its file is not a database",
        _ => return None,
    })
}

/// SQLite's `SQLITE_IOERR_SHMSIZE`.
const SHARED_MEMORY_SIZE: i32 = 0x130a;

/// Explains PostgreSQL's states (<https://www.postgresql.org/docs/current/errcodes-appendix.html>), and says whether
/// the state prevents storing anything at all.
fn of_state(state: &str) -> Option<(&'static str, bool)> {
    let lasting = match state {
        "25006" => "it may not be written: the server is a copy, or set to read only",
        "28000" => "the server does not let this user in from here",
        "28P01" => "the server refuses the user or the password",
        "3D000" => "there is no such database on the server",
        "42501" => "the user lacks a right to its tables",
        "53100" => FULL,
        "53200" => "the server is out of memory",
        "53300" => "the server has no connection free",
        "57P01" | "57P02" | "57P03" => "the server is stopping or starting",
        "57P04" => "the database was dropped",
        "58030" => FAILED,
        "XX001" | "XX002" => "its files are damaged",
        "3F000" | "42P01" => "its tables are gone",
        _ if state.starts_with("08") => "the server cannot be reached",
        _ => {
            return Some(match state {
                "22021" => (UNSTORABLE, false),
                "55P03" | "57014" | "25P03" | "57P05" => ("it was busy for too long", false),
                _ => return None,
            });
        }
    };
    Some((lasting, true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_told_from_one_that_failed() {
        for (code, reason) in [(13, FULL), (4_874, FULL), (10, FAILED), (778, FAILED)] {
            assert_eq!(of_sqlite(code), Some(reason), "{code}");
        }
    }

    #[test]
    fn a_server_that_does_not_answer_keeps_everything_from_being_stored() {
        let refused = std::io::Error::from(std::io::ErrorKind::ConnectionRefused);
        for (error, trouble) in [
            (sqlx::Error::PoolTimedOut, Some("the database does not answer")),
            (sqlx::Error::Io(refused), Some("the server cannot be reached")),
            (sqlx::Error::Protocol("unexpected message".to_owned()), Some(BROKE)),
            (sqlx::Error::BeginFailed, Some(BROKE)),
            (sqlx::Error::RowNotFound, None),
            (unknown_word("status"), None),
        ] {
            assert_eq!(DatabaseFault::of(&error).trouble(), trouble);
        }
    }
}
