//! Which timers of a match have something to do, and when answers no longer count.

use crate::matches::model::game_match::Match;
use crate::matches::model::timer::{Timer, TimerKind};
use crate::store::Status;
use trigon_clock::Millis;

impl Match {
    /// Returns whether the log says that the clock is running.
    pub(crate) fn clock_runs(&self) -> bool {
        matches!(self.status, Status::Pregame | Status::Running) && self.paused().is_none()
    }

    /// Returns whether a timer has something to do: most need a running clock.
    pub(crate) fn awaits(&self, timer: Timer) -> bool {
        match timer.kind {
            TimerKind::Unpause => self.pause_ends().is_some(),
            TimerKind::Beacon => {
                self.status == Status::Signup && self.beacon.is_some_and(|beacon| beacon.signature.is_none())
            }
            TimerKind::Start => self.status == Status::Signup && self.terms.starts.is_some(),
            TimerKind::Think => !self.thinking().is_empty(),
            // Whoever has named a time comes back then, even while the clock is stopped.
            TimerKind::Return => self.playing().is_ok(),
            _ => self.clock_runs(),
        }
    }

    /// Returns the timer of the time from which on answers no longer count, if a clock is running.
    pub(crate) fn closing_timer(&self) -> Option<Timer> {
        let kind = if self.ends_early().is_some() { TimerKind::Early } else { TimerKind::Deadline };
        self.timers.iter().copied().find(|timer| timer.kind == kind)
    }

    /// Returns whether there is another reminder before the deadline.
    pub fn reminds_again(&self, now: Millis) -> bool {
        let is_later = |timer: &Timer| matches!(timer.kind, TimerKind::Reminder(_)) && timer.at > now;
        self.timers.iter().any(is_later)
    }
}
