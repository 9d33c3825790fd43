//! [`SavedRehearsal`]: the parts of the bot and of the simulated players that are saved with a rehearsal.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tokio::sync::oneshot;

use super::player::Diligence;
use crate::sandbox::Id;

/// The part of a saved rehearsal that the embedded Discord does not know.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SavedRehearsal {
    /// A backup of the bot's database, which is empty if there was none.
    #[serde(serialize_with = "as_base64", deserialize_with = "from_base64")]
    pub(super) database: Vec<u8>,
    pub(super) players: Vec<SavedPlayer>,
}

/// A simulated player.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct SavedPlayer {
    pub(super) user: Id,
    pub(super) diligence: Diligence,
}

/// An order to restore what was saved.
pub(super) struct Reopening {
    pub(super) saved: SavedRehearsal,
    /// Restores the embedded Discord.
    pub(super) go_back: Box<dyn FnOnce() + Send>,
    /// Receives the result, with a sentence that says why if nothing has changed.
    pub(super) done: oneshot::Sender<Result<(), String>>,
}

/// Returns the address of the database in a folder.
pub(super) fn database(folder: &Path) -> String {
    format!("sqlite://{}/trigon.db", folder.display())
}

fn as_base64<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&STANDARD.encode(bytes))
}

fn from_base64<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    STANDARD.decode(String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
}
