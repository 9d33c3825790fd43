//! The runtime for commands that talk to Discord.

use super::Error;

/// Returns a runtime on several threads.
pub(super) fn runtime() -> Result<tokio::runtime::Runtime, Error> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Error::Runtime)
}
