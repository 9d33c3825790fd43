//! [`Setup`]: the number of players.

use serde::{Deserialize, Serialize};

use crate::games::SetupError;

/// The setup of a match, as it appears in records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The number of players, 3 to 6.
    pub players: u8,
}

impl Setup {
    /// The possible numbers of players.
    pub const PLAYERS: &'static [u8] = &[3, 4, 5, 6];

    /// Checks whether the setup can be played.
    ///
    /// # Errors
    /// Returns a line that says what is wrong and what would be right.
    pub(super) fn check(&self) -> Result<(), SetupError> {
        if Self::PLAYERS.contains(&self.players) {
            Ok(())
        } else {
            Err(SetupError::new(format!("players: {} cannot play Triforce, it takes 3 to 6", self.players)))
        }
    }
}
