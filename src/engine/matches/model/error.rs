//! [`MatchError`]: a refusal for the person who asked, or a fault for the operator.

use super::denied::Denied;
use crate::ids::MatchId;
use crate::store::StoreError;
use trigon_rules::games::Refusal;

/// A refusal or a fault.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// For the person who asked.
    #[error(transparent)]
    Denied(#[from] Denied),
    /// For the operator.
    #[error(transparent)]
    Internal(#[from] InternalError),
}

impl MatchError {
    /// Returns whether the program has closed the store, so that nothing more is to be done.
    pub(crate) fn is_closed(&self) -> bool {
        matches!(self, Self::Internal(InternalError::Store(error)) if error.is_closed())
    }
}

/// An error that should not happen. Its text goes to the operator's log and contains no secrets.
#[derive(Debug, thiserror::Error)]
pub enum InternalError {
    /// The storage failed.
    #[error("storage: {0}")]
    Store(#[from] StoreError),
    /// The stored data is not a valid match.
    #[error("match {id}: the stored {what} cannot be read")]
    Stored {
        /// The match.
        id: MatchId,
        /// The part at fault.
        what: &'static str,
    },
    /// A value could not be written as JSON.
    #[error("the {what} cannot be written as JSON")]
    Unwritable {
        /// The part at fault.
        what: &'static str,
        /// The reason.
        source: serde_json::Error,
    },
    /// Other changes came first on every attempt.
    #[error("match {0}: too many changes at once")]
    Busy(MatchId),
    /// A picture could not be drawn.
    #[error("match {id}: no picture: {reason}")]
    Drawing {
        /// The match.
        id: MatchId,
        /// The reason.
        reason: String,
    },
    /// The machine has no randomness.
    #[error("no randomness: {0}")]
    Random(getrandom::Error),
}

impl InternalError {
    /// Returns why nothing can be stored, in words that anyone may read, if that is the fault.
    pub fn trouble(&self) -> Option<&'static str> {
        match self {
            Self::Store(error) => error.trouble(),
            _ => None,
        }
    }
}

impl From<StoreError> for MatchError {
    fn from(error: StoreError) -> Self {
        Self::Internal(error.into())
    }
}

impl From<Refusal> for MatchError {
    fn from(refusal: Refusal) -> Self {
        Self::Denied(refusal.into())
    }
}

/// Writes a value as JSON to store or send.
///
/// # Errors
/// [`InternalError::Unwritable`], because writing nothing instead would lose data.
pub(crate) fn json<T: serde::Serialize + ?Sized>(
    what: &'static str,
    value: &T,
) -> Result<String, InternalError> {
    serde_json::to_string(value).map_err(|source| InternalError::Unwritable { what, source })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn a_log_reads_the_name_of_a_reason_and_nothing_of_what_it_holds() {
        assert_eq!(Denied::NoGame("my secret".to_owned()).to_string(), "NoGame");
        assert_eq!(Denied::DeadlinePassed.to_string(), "DeadlinePassed");
        let hours = Denied::Hours { label: "a vote", hours: 900, least: 1 };
        assert_eq!(hours.to_string(), "Hours");
    }

    #[test]
    fn what_cannot_be_written_is_a_fault_and_not_an_empty_text() {
        // JSON keys cannot be lists.
        let value = BTreeMap::from([(vec![7], 7)]);
        let fault = json("options", &value).unwrap_err();
        assert!(matches!(fault, InternalError::Unwritable { what: "options", .. }));
        assert_eq!(fault.to_string(), "the options cannot be written as JSON");
        assert_eq!(json("options", &[7]).unwrap(), "[7]");
    }
}
