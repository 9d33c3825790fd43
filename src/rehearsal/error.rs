//! [`RehearsalError`]: the reason why something could not be played.

use trigon_bot::{BotError, Failure};
use trigon_engine::matches::{MatchError, RecordError};
use trigon_engine::store::StoreError;
use trigon_sandbox::{PersonError, SandboxError};

/// The reason why something could not be played.
#[derive(Debug, thiserror::Error)]
pub enum RehearsalError {
    /// The embedded Discord could not be started.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    /// The bot could not be started.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A match cannot go on.
    #[error(transparent)]
    Match(Failure),
    /// A record cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Discord’s client did not let a player do something, or the bot did not answer.
    #[error("{who}: {source}")]
    Person {
        /// The player’s name.
        who: String,
        /// The reason.
        source: PersonError,
    },
    /// Something that a player was looking for is not there.
    #[error("{0}")]
    Missing(String),
}

impl From<MatchError> for RehearsalError {
    /// Keeps the sentence that a person would read.
    fn from(error: MatchError) -> Self {
        Self::Match(error.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trigon_engine::ids::MatchId;
    use trigon_engine::matches::Denied;

    #[test]
    fn why_a_match_cannot_go_on_is_a_sentence() {
        let error = RehearsalError::from(MatchError::from(Denied::NoMatch(MatchId(3))));
        assert_eq!(error.to_string(), "There is no match 3.");
    }
}
