//! What a match begins with: nothing to choose.

use serde::{Deserialize, Serialize};

/// The options of a match, as records write them: `{}`. Seat 1 begins; who sits there is drawn before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {}
