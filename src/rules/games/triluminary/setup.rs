//! [`Setup`]: there is nothing to choose.

use serde::{Deserialize, Serialize};

/// The empty setup, `{}`. Seat 1 goes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {}
