//! [`JumpLog`]: how much time has really passed, although the time of the embedded Discord jumps.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use trigon::sandbox::{Clock, RunningClock};

/// A time of the embedded Discord, in Unix milliseconds.
pub(crate) type SandboxTime = i64;

/// The same without the jumps: the difference between two of them is the time that people experienced.
pub(crate) type ElapsedTime = i64;

/// The jumps of the clock so far, each from one time to another.
#[derive(Default)]
pub(crate) struct JumpLog(Mutex<Vec<(SandboxTime, SandboxTime)>>);

impl JumpLog {
    /// Moves the clock ahead.
    pub(crate) fn advance(&self, clock: &RunningClock, by: Duration) {
        let mut jumps = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let from = clock.now();
        clock.advance(by);
        jumps.push((from, from + by.as_millis() as i64));
    }

    /// Returns how much time had passed, without jumps, by a given time. All times within a jump passed at once.
    pub(crate) fn passed(&self, at: SandboxTime) -> ElapsedTime {
        let jumps = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let skipped: i64 = jumps.iter().map(|(from, to)| (at.min(*to) - from).max(0)).sum();
        at - skipped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_time_passes_while_the_clock_jumps() {
        let (jumps, clock) = (JumpLog::default(), RunningClock::default());
        let before = clock.now();
        jumps.advance(&clock, Duration::from_mins(1));
        let after = clock.now();
        assert_eq!(jumps.passed(before), before);
        assert!((0..10_000).contains(&(jumps.passed(after) - before)));
        assert_eq!(jumps.passed(before + 30_000), jumps.passed(before + 40_000), "both were skipped");
    }
}
