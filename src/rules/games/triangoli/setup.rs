//! [`Setup`]: there is nothing to choose.

use serde::{Deserialize, Serialize};

/// The empty setup, `{}`. Seat 1 goes first; seats are drawn before the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {}
