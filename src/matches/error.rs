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
    /// Something could not be written.
    #[error("the {what} cannot be written as JSON")]
    Unwritable {
        /// What.
        what: &'static str,
        /// Why.
        source: serde_json::Error,
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

/// Writes a value as JSON, to be stored or sent.
///
/// # Errors
/// [`Fault::Unwritable`], where writing nothing instead would lose what there was.
pub(super) fn json<T: serde::Serialize + ?Sized>(what: &'static str, value: &T) -> Result<String, Fault> {
    serde_json::to_string(value).map_err(|source| Fault::Unwritable { what, source })
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn what_cannot_be_written_is_a_fault_and_not_an_empty_text() {
        // JSON has no keys that are lists.
        let value = BTreeMap::from([(vec![7], 7)]);
        let fault = json("options", &value).unwrap_err();
        assert!(matches!(fault, Fault::Unwritable { what: "options", .. }));
        assert_eq!(fault.to_string(), "the options cannot be written as JSON");
        assert_eq!(json("options", &[7]).unwrap(), "[7]");
    }
}
