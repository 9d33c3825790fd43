//! How a host moves or stops the clock of a match, and what that rests on.

use serde::{Deserialize, Serialize};

use trigon_clock::Millis;

/// A deadline that a host moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredClockChange")]
pub struct DeadlineMove {
    /// By how much.
    pub by: Millis,
    /// What that rests on; `None` in an entry from before this was noted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub basis: Option<ClockBasis>,
    /// The new deadline; `None` in an entry from before this was noted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Millis>,
}

/// A clock that stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredClockChange")]
pub struct ClockStop {
    /// The time left.
    pub left: Millis,
    /// What that rests on; `None` in an entry from before this was noted, or if no host stopped it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub basis: Option<ClockBasis>,
}

/// What a host’s change of the clock rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClockBasis {
    /// All players have agreed.
    Agreed,
    /// The bot was away.
    Away,
    /// The host did it alone, within the limits.
    Alone {
        /// The question with which the phase began.
        phase: u32,
        /// The deadline before.
        deadline: Millis,
    },
}

/// A change of the clock as stored: with its basis, or, in entries from before that was noted, a time alone.
#[derive(Deserialize)]
#[serde(untagged)]
enum StoredClockChange {
    Time(Millis),
    Based {
        #[serde(alias = "by", alias = "left")]
        time: Millis,
        #[serde(default)]
        basis: Option<ClockBasis>,
        #[serde(default)]
        to: Option<Millis>,
    },
}

impl StoredClockChange {
    fn parts(self) -> (Millis, Option<ClockBasis>, Option<Millis>) {
        match self {
            Self::Time(time) => (time, None, None),
            Self::Based { time, basis, to } => (time, basis, to),
        }
    }
}

impl From<StoredClockChange> for DeadlineMove {
    fn from(stored: StoredClockChange) -> Self {
        let (by, basis, to) = stored.parts();
        Self { by, basis, to }
    }
}

impl From<StoredClockChange> for ClockStop {
    fn from(stored: StoredClockChange) -> Self {
        let (left, basis, _) = stored.parts();
        Self { left, basis }
    }
}
