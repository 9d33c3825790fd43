//! [`DemoError`]: the reason why a demonstration stopped.

use crate::bot::BotError;
use crate::matches::{Denied, Fault, MatchError, RecordError};
use crate::sandbox::{PersonError, SandboxError};
use crate::store::StoreError;

/// The reason why a demonstration stopped.
#[derive(Debug, thiserror::Error)]
pub(in crate::cli) enum DemoError {
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    #[error(transparent)]
    Bot(#[from] BotError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{who}: {source}")]
    Person { who: String, source: PersonError },
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Fault(#[from] Fault),
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("{0}")]
    Missing(String),
}

impl From<MatchError> for DemoError {
    fn from(error: MatchError) -> Self {
        match error {
            MatchError::Denied(denied) => Self::Denied(denied),
            MatchError::Fault(fault) => Self::Fault(fault),
        }
    }
}
