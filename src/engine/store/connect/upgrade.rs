//! Before the tables are brought up to date: which versions of Trigon have used a database, and a copy of its file.

use std::path::{Path, PathBuf};

use sqlx::AnyConnection;

use super::file::{give_name, with_ending};
use super::sqlite::{io_reason, make_file};
use crate::store::{Address, DatabaseFault, StoreError};

/// The version of this program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What happens to a database file before a newer version of Trigon changes its tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BeforeUpgrade {
    /// It is copied.
    #[default]
    BackUp,
    /// It is changed without a copy.
    Nothing,
}

/// Checks that no newer version of Trigon has used the database. Versions that differ only in the last number store the same.
///
/// # Errors
/// [`StoreError::Open`] with a sentence for the operator that names the newer version.
pub(in crate::store) async fn refuse_newer(
    connection: &mut AnyConnection,
    at: &Address,
) -> Result<(), StoreError> {
    // Until its first migration, a database has no such table. Whatever else is wrong with it shows when it is opened.
    let used = sqlx::query_scalar("SELECT version FROM programs").fetch_all(connection).await;
    let used: Vec<String> = used.unwrap_or_default();
    match used.into_iter().filter(|used| is_newer(used, VERSION)).max_by_key(|used| series(used)) {
        Some(newer) => Err(StoreError::Open(newer_version(at, Some(&newer)))),
        None => Ok(()),
    }
}

/// Returns a sentence about a database that a newer version of Trigon has written.
pub(in crate::store) fn newer_version(at: &Address, version: Option<&str>) -> String {
    let by = version.map_or("a newer version of Trigon".to_owned(), |version| format!("Trigon {version}"));
    format!(
        "the database {at} was written by {by}, and this is Trigon {VERSION}: use that version or a newer one"
    )
}

/// Records that this version of Trigon uses the database.
pub(in crate::store) async fn record(
    connection: &mut AnyConnection,
    migration: i64,
) -> Result<(), sqlx::Error> {
    let sql = "INSERT INTO programs (version, migration) VALUES ($1, $2) ON CONFLICT (version)
               DO UPDATE SET migration = excluded.migration WHERE programs.migration <> excluded.migration";
    sqlx::query(sql).bind(VERSION).bind(migration).execute(connection).await.map(drop)
}

/// Copies the file of a database whose tables are older than this program, and returns the path of the copy. The earlier
/// version can use the copy as its database. Returns `None` if there is nothing to bring up to date.
///
/// # Errors
/// [`StoreError::Open`] with a sentence for the operator if the copy cannot be written.
pub(in crate::store) async fn back_up_older(
    connection: &mut AnyConnection,
    path: &Path,
    newest: i64,
) -> Result<Option<PathBuf>, StoreError> {
    let sql = "SELECT MAX(version) FROM _sqlx_migrations";
    let version: Option<i64> = sqlx::query_scalar(sql).fetch_one(&mut *connection).await.ok().flatten();
    if version.is_none_or(|version| version >= newest) {
        return Ok(None);
    }
    let refused = |reason: String| {
        StoreError::Open(format!(
            "the database {} has to be brought up to date, but cannot be copied before: {reason} (--no-backup does without)",
            path.display()
        ))
    };
    let copy = free_name(path);
    let part = with_ending(&copy, &format!(".{}.part", std::process::id()));
    // With the permissions of a database, not those that SQLite would choose.
    make_file(&part).map_err(|error| refused(error.to_string()))?;
    let copied = match part.to_str() {
        Some(name) => {
            let done = sqlx::query("VACUUM INTO $1").bind(name.to_owned()).execute(connection).await;
            done.map_err(|error| DatabaseFault::of(&error).reason().to_owned())
        }
        None => Err("its path is not Unicode".to_owned()),
    };
    let copied = copied.and_then(|_| give_name(&part, &copy).map_err(|error| io_reason(&error)));
    if let Err(reason) = copied {
        // The original error matters more than a failed cleanup.
        let _ = std::fs::remove_file(&part);
        return Err(refused(reason));
    }
    Ok(Some(copy))
}

/// Returns a path beside a database that no file has yet.
fn free_name(path: &Path) -> PathBuf {
    let first = with_ending(path, &format!(".before-{VERSION}"));
    let others = (2..).map(|number: u32| with_ending(&first, &format!("-{number}")));
    std::iter::once(first.clone()).chain(others).find(|path| !path.exists()).unwrap_or(first)
}

/// Returns whether a version may have stored what another one cannot read.
fn is_newer(version: &str, than: &str) -> bool {
    match (series(version), series(than)) {
        (Some(version), Some(than)) => version > than,
        // What a later Trigon calls itself cannot be known.
        (version, _) => version.is_none(),
    }
}

/// Returns the first two numbers of a version.
fn series(version: &str) -> Option<(u64, u64)> {
    let (major, rest) = version.split_once('.')?;
    let (minor, _) = rest.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_newer_if_its_first_two_numbers_are() {
        for newer in ["0.2.0", "0.10.0", "1.0.0", "0.2.0-rc.1", "tomorrow"] {
            assert!(is_newer(newer, "0.1.9"), "{newer}");
        }
        for not in ["0.1.0", "0.1.10", "0.0.99", "0.1.9"] {
            assert!(!is_newer(not, "0.1.9"), "{not}");
        }
    }

    #[test]
    fn this_version_has_two_numbers_to_compare() {
        assert!(series(VERSION).is_some() && !is_newer(VERSION, VERSION));
    }
}
