//! What goes wrong: a sentence for the one who asked, or a fault that is nobody's business but the operator's.

use crate::games::Refusal;
use crate::store::StoreError;

/// Why something was not done, in one sentence for the one who asked. Nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Denied(String);

impl Denied {
    /// From a sentence that says what was wrong and what would be right.
    pub fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }
}

impl From<Refusal> for Denied {
    fn from(refusal: Refusal) -> Self {
        Self(refusal.sentence)
    }
}

/// Something that should not happen. Its text goes to the log and holds nothing secret.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The storage failed.
    #[error("storage: {0}")]
    Store(#[from] StoreError),
    /// What is stored makes no match.
    #[error("match {id}: the stored {what} cannot be read")]
    Stored {
        /// Which match.
        id: i64,
        /// Which part.
        what: &'static str,
    },
    /// Others were faster each time.
    #[error("match {0}: too many changes at once")]
    Busy(i64),
    /// A picture could not be drawn.
    #[error("match {id}: no picture: {reason}")]
    Drawing {
        /// Which match.
        id: i64,
        /// Why.
        reason: String,
    },
    /// The machine gives no randomness.
    #[error("no randomness: {0}")]
    Random(getrandom::Error),
}

/// Either.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// For the one who asked.
    #[error(transparent)]
    Denied(#[from] Denied),
    /// For the operator.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl From<StoreError> for MatchError {
    fn from(error: StoreError) -> Self {
        Self::Fault(error.into())
    }
}
