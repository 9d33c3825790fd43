//! Saving a sandbox, with what the embedding program adds, as one document, and restoring it.

use std::{sync::Arc, time::Duration};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::state::{Hub, SavedState};

/// The format named in a document.
const DOCUMENT_FORMAT: &str = "trigon-sandbox/1";

/// The number of attempts to find a moment in which nothing happens, and the wait between them.
const MAX_ATTEMPTS: u32 = 200;
const RETRY_DELAY: Duration = Duration::from_millis(25);

/// An error while saving or restoring a sandbox. Each is displayed as a sentence that says what went wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SavingError {
    /// The document is not a saved sandbox, or is incomplete.
    #[error("This is not a saved sandbox: {0}.")]
    Document(String),
    /// The sandbox follows a clock that cannot be set.
    #[error("The clock of this sandbox cannot be set to another time.")]
    Clock,
    /// The bot was busy all the time.
    #[error("The bot is too busy to save what it does; try again in a moment.")]
    Busy,
    /// The embedding program could not do its part.
    #[error("{0}")]
    Extension(String),
}

#[derive(Serialize)]
struct NewDocument {
    format: &'static str,
    sandbox: SavedState,
    extension: Value,
}

/// A document of any version, as it is read.
#[derive(Deserialize)]
struct SavedDocument {
    format: String,
    sandbox: SavedState,
    #[serde(default)]
    extension: Value,
}

/// Says in one line why a document cannot be read, even if names in it contain line breaks.
fn unreadable(error: &serde_json::Error) -> SavingError {
    SavingError::Document(error.to_string().replace(char::is_control, " "))
}

/// Returns everything at one moment, as JSON.
pub(crate) async fn save(hub: &Hub) -> Result<String, SavingError> {
    for _ in 0..MAX_ATTEMPTS {
        let mut changes = hub.changes();
        changes.mark_unchanged();
        let extension = match hub.extension() {
            Some(extension) => extension.save().await.map_err(SavingError::Extension)?,
            None => Value::Null,
        };
        let sandbox = hub.read(super::state::State::save);
        // Otherwise one part might know of something that the other does not.
        if changes.has_changed().is_ok_and(|changed| !changed) {
            let document = NewDocument { format: DOCUMENT_FORMAT, sandbox, extension };
            return serde_json::to_string(&document).map_err(|error| unreadable(&error));
        }
        tokio::time::sleep(RETRY_DELAY).await;
    }
    Err(SavingError::Busy)
}

/// Restores what was saved.
pub(crate) async fn open(hub: &Arc<Hub>, document: &[u8]) -> Result<(), SavingError> {
    let read: SavedDocument = serde_json::from_slice(document).map_err(|error| unreadable(&error))?;
    if read.format != DOCUMENT_FORMAT {
        return Err(SavingError::Document(format!(
            "its format is {:?}, not {DOCUMENT_FORMAT:?}",
            read.format
        )));
    }
    read.sandbox.check().map_err(SavingError::Document)?;
    if !hub.config.clock.reset(hub.config.clock.now()) {
        return Err(SavingError::Clock);
    }
    let (there, saved) = (hub.clone(), read.sandbox);
    let go_back: Box<dyn FnOnce() + Send> = Box::new(move || {
        there.config.clock.reset(saved.at);
        there.write(|s| s.open(saved));
    });
    match hub.extension() {
        Some(extension) => extension.open(read.extension, go_back).await.map_err(SavingError::Extension),
        None => {
            go_back();
            Ok(())
        }
    }
}
