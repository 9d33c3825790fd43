//! Parts of control events that change the clock: how a host moves or stops it, what that rests on, and what an undo takes back.

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

/// Some of the time of a phase. It is stored as a pair of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(u32, Millis)", into = "(u32, Millis)")]
pub struct PhaseTime {
    /// The question with which the phase began.
    pub phase: u32,
    /// How much of its time.
    pub time: Millis,
}

impl From<(u32, Millis)> for PhaseTime {
    fn from((phase, time): (u32, Millis)) -> Self {
        Self { phase, time }
    }
}

impl From<PhaseTime> for (u32, Millis) {
    fn from(PhaseTime { phase, time }: PhaseTime) -> Self {
        (phase, time)
    }
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

impl From<StoredClockChange> for DeadlineMove {
    fn from(stored: StoredClockChange) -> Self {
        match stored {
            StoredClockChange::Time(by) => Self { by, basis: None, to: None },
            StoredClockChange::Based { time, basis, to } => Self { by: time, basis, to },
        }
    }
}

impl From<StoredClockChange> for ClockStop {
    fn from(stored: StoredClockChange) -> Self {
        match stored {
            StoredClockChange::Time(left) => Self { left, basis: None },
            StoredClockChange::Based { time, basis, .. } => Self { left: time, basis },
        }
    }
}
