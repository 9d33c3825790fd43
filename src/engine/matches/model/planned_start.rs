//! [`PlannedStart`]: a time at which a match starts by itself.

use serde::{Deserialize, Serialize};

use super::calendar::{Calendar, CalendarError, moment_on};
use trigon_clock::Millis;

/// A time at which a match starts by itself, if there are enough players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedStart {
    /// The time.
    pub at: Millis,
    /// The same as a day of the week and a time of day in the host’s time zone.
    pub day: Calendar,
    /// Whether a sign-up for a week later opens then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub weekly: bool,
}

impl PlannedStart {
    /// Reads a time to come, such as `fri 18:00 Europe/Berlin`.
    ///
    /// # Errors
    /// Fails if the text is none, in a sentence, or if the time has passed.
    pub fn read(text: &str, now: Millis) -> Result<Self, CalendarError> {
        let (at, day) = moment_on(text, now)?;
        Ok(Self { at, day, weekly: false })
    }

    /// Returns the same time of day and day of the week after `now`, and after this time.
    #[must_use]
    pub fn a_week_later(self, now: Millis) -> Self {
        Self { at: self.day.next(self.at.max(now) + 1), ..self }
    }
}
