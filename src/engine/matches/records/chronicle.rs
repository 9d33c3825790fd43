//! How a whole match went, in a few sentences.

use super::record::{Record, RecordError};
use super::replay::Replay;

impl Record {
    /// Tells in a few sentences how a match went that has ended by its rules: who led since when, what almost happened. There is
    /// nothing to tell of other matches, and of games that tell nothing.
    ///
    /// # Errors
    /// Fails if the record cannot be replayed.
    pub fn chronicle(&self) -> Result<Vec<String>, RecordError> {
        let mut replay = Replay::begin(self)?;
        let mut positions = vec![replay.session().boxed()];
        while let Some(entry) = replay.step() {
            if entry.result.is_ok() {
                positions.push(replay.session().boxed());
            }
        }
        Ok(replay.session().chronicle(&positions))
    }
}
