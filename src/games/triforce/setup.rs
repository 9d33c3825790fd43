//! What a match begins with: the number of players.

use serde::{Deserialize, Serialize};

use crate::games::SetupError;

/// The options of a match, as records write them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// How many play: 3 to 6.
    pub players: u8,
}

impl Setup {
    /// How many can play.
    pub const PLAYERS: &'static [u8] = &[3, 4, 5, 6];

    /// Whether it can be played.
    ///
    /// # Errors
    /// A line that says what cannot be played and what could.
    pub(super) fn check(&self) -> Result<(), SetupError> {
        if Self::PLAYERS.contains(&self.players) {
            Ok(())
        } else {
            Err(SetupError::new(format!("players: {} cannot play Triforce, it takes 3 to 6", self.players)))
        }
    }
}
