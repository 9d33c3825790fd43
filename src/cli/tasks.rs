//! What several commands need to start the bot or to open its database: a runtime, seeds, the name of the program for the lock on
//! the database, and a line about the key.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::runtime::{Builder, Runtime};

use super::Error;
use crate::matches::Seeds;

/// Returns a runtime on as many threads as there are cores.
pub(super) fn runtime() -> Result<Runtime, Error> {
    Builder::new_multi_thread().enable_all().build().map_err(Error::Runtime)
}

/// Returns a runtime for the bot alone. Discord allows 50 requests a second, and one thread is more than enough for
/// that: several would mostly wake each other up. Pictures are drawn, and SQLite works, on threads of their own.
pub(super) fn single_worker() -> Result<Runtime, Error> {
    Builder::new_multi_thread().worker_threads(1).enable_all().build().map_err(Error::Runtime)
}

/// Returns a source of seeds that follow from a text, each match with its own: for demonstrations, and for rehearsals with
/// `--seed`.
pub(super) fn repeatable_seeds(text: &str) -> Seeds {
    let (text, seeds_made) = (text.to_owned(), AtomicU64::new(0));
    Arc::new(move || Ok(crate::simulate::match_seed(&text, seeds_made.fetch_add(1, Ordering::Relaxed) + 1)))
}

/// Returns the name of this program, which the lock on a database shows to the operator of another one.
pub(super) fn owner(command: &str) -> String {
    format!("trigon {command} (process {})", std::process::id())
}

/// Returns a line for the operator about the key with which secrets are sealed, given its ID if there is one.
pub(super) fn about_key(id: Option<&str>) -> String {
    match id {
        Some(id) => format!("key: secrets are sealed with the key {id} before they are stored"),
        None => "key: none, so moves and seeds are stored as they are; `trigon keys new` prints one for TRIGON_KEY or \
                 key_file"
            .to_owned(),
    }
}
