//! What commands that open a database or talk to Discord need: a runtime, and a name for the lock of the database.

use super::Error;

/// What it means that there is no key.
pub(super) const UNSEALED: &str = "none, so moves and seeds are stored as they are; `trigon keys new` prints one for TRIGON_KEY or key_file";

/// Returns a runtime on several threads.
pub(super) fn runtime() -> Result<tokio::runtime::Runtime, Error> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Error::Runtime)
}

/// Returns the name of this program that the lock of a database tells the operator of another one.
pub(super) fn owner(command: &str) -> String {
    format!("trigon {command} (process {})", std::process::id())
}
