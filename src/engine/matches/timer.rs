//! [`Timer`]: something that the clock has to do for a match.

use std::fmt;
use std::str::FromStr;

use trigon_clock::Millis;

/// By how much Discord's time, by which a message was sent, and stored times may differ, in milliseconds.
pub const UNCERTAIN: Millis = 1_500;

/// Something that the clock has to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timer {
    /// The time at which it is due.
    pub at: Millis,
    /// What is to be done.
    pub kind: TimerKind,
}

/// What a timer is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimerKind {
    /// To end what is being waited for.
    Deadline,
    /// To remind the players who have not answered, this many minutes before the deadline.
    Reminder(u32),
}

impl fmt::Display for TimerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Deadline => f.write_str("deadline"),
            Self::Reminder(minutes) => write!(f, "reminder-{minutes}"),
        }
    }
}

impl FromStr for TimerKind {
    type Err = ();

    /// Reads only what printing makes.
    fn from_str(text: &str) -> Result<Self, ()> {
        match text.strip_prefix("reminder-") {
            Some(minutes) => minutes.parse().map(Self::Reminder).map_err(|_| ()),
            None if text == "deadline" => Ok(Self::Deadline),
            None => Err(()),
        }
    }
}
