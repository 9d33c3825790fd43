//! Errors of databases in sentences for operators.

use sqlx::migrate::MigrateError;

use super::address::Location;
use super::file::{has_room, unwritable};
use super::sqlite::MAKE_ROOM;
use super::upgrade::newer_version;
use crate::store::errors::fault::DatabaseFault;
use crate::store::{Address, Keys};

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
        other => sentence_about_fault(at, &DatabaseFault::of(other)),
    }
}

fn sentence_about_fault(at: &Address, fault: &DatabaseFault) -> String {
    if let Location::Sqlite(path) = at.place()
        && fault.is_closed_file()
        && let Some(file) = unwritable(path)
    {
        return format!(
            "the file {} may not be written by this user: give it to the user who runs the bot",
            file.display()
        );
    }
    format!("the database {at} cannot be used: {}", reason(at, fault))
}

/// Returns why a database failed and, for a full disk, what to do.
fn reason(at: &Address, fault: &DatabaseFault) -> &'static str {
    match at.place() {
        // Not every code reveals that there is no room.
        Location::Sqlite(path) if fault.is_full() || (fault.is_of_disk() && !has_room(path)) => MAKE_ROOM,
        _ => fault.reason(),
    }
}

/// Returns a sentence for the operator of a database with something sealed by a missing key.
pub(super) fn missing_key(at: &Address, missing: &str, keys: &Keys) -> String {
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
