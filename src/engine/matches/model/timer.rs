//! [`Timer`]: something the clock has to do for a match at a time. The scheduler gives the match a command for it when it is due.

use std::fmt;
use std::str::FromStr;

use crate::store::DueRow;
use trigon_clock::Millis;

/// Something the clock has to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timer {
    /// The time at which it is due.
    pub at: Millis,
    /// What to do.
    pub kind: TimerKind,
}

/// What a timer is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimerKind {
    /// To end whatever is being waited for.
    Deadline,
    /// To remind the players who have not answered, this many minutes before the deadline.
    Reminder(u32),
    /// To remind the players who have chosen how long before the deadline.
    Chosen,
    /// To end a phase before its deadline, or to say that it will end, because everyone is ready.
    Early,
    /// To end an offer of a seat that has not been answered.
    Offer,
    /// To end the time of a substitute.
    Return,
    /// To start a stopped clock again.
    Unpause,
    /// To close the roster before the round of the beacon is published, or to look for that round.
    Beacon,
    /// To start a match at the time that its host has chosen.
    Start,
    /// To let computed seats think.
    Think,
}

impl TimerKind {
    /// Returns what a stored timer is for, or `None` if it cannot be read.
    pub(crate) fn of(row: &DueRow) -> Option<Self> {
        row.kind.parse().ok()
    }

    /// Returns whether something is decided at the time by what people have sent before it.
    pub(crate) fn decides(self) -> bool {
        matches!(self, Self::Deadline | Self::Early | Self::Offer | Self::Return)
    }
}

impl fmt::Display for TimerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Deadline => f.write_str("deadline"),
            Self::Reminder(minutes) => write!(f, "reminder-{minutes}"),
            Self::Chosen => f.write_str("chosen"),
            Self::Early => f.write_str("early"),
            Self::Offer => f.write_str("offer"),
            Self::Return => f.write_str("return"),
            Self::Unpause => f.write_str("unpause"),
            Self::Beacon => f.write_str("beacon"),
            Self::Start => f.write_str("start"),
            Self::Think => f.write_str("think"),
        }
    }
}

impl FromStr for TimerKind {
    type Err = ();

    /// Parses what [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<Self, ()> {
        if let Some(minutes) = text.strip_prefix("reminder-") {
            return minutes.parse().map(Self::Reminder).map_err(|_| ());
        }
        match text {
            "deadline" => Ok(Self::Deadline),
            "chosen" => Ok(Self::Chosen),
            "early" => Ok(Self::Early),
            "offer" => Ok(Self::Offer),
            "return" => Ok(Self::Return),
            "unpause" => Ok(Self::Unpause),
            "beacon" => Ok(Self::Beacon),
            "start" => Ok(Self::Start),
            "think" => Ok(Self::Think),
            _ => Err(()),
        }
    }
}

/// How far Discord's timestamps of messages and stored times may differ, in milliseconds.
pub const TIMESTAMP_TOLERANCE: Millis = 1_500;
