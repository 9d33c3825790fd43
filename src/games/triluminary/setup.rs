//! What a match begins with: there is nothing to choose.

use serde::{Deserialize, Serialize};

/// The empty setup `{}`: seat 1 begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {}
