//! [`StuckMatches`]: matches whose timers fail, and when to retry them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::ids::MatchId;
use crate::store::DueRow;
use trigon_clock::Millis;

/// The wait after the first failure. It doubles with each further one.
const FIRST_RETRY_DELAY: Millis = 1_000;

/// The longest wait between two attempts.
const MAX_RETRY_DELAY: Millis = 300_000;

/// A match whose clock is stuck, because something that is due cannot be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StuckClock {
    /// The time at which it should have been done.
    pub planned: Millis,
    /// The number of failed attempts.
    pub attempts: u32,
    /// The time of the next attempt.
    pub next_attempt: Millis,
    /// Why the last one failed, without secrets, because hosts read it.
    pub reason: String,
}

/// The matches whose clocks are stuck, by number. Kept only in memory: after a restart, everything is retried at once.
#[derive(Debug, Clone, Default)]
pub(super) struct StuckMatches(Arc<Mutex<BTreeMap<MatchId, StuckClock>>>);

impl StuckMatches {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<MatchId, StuckClock>> {
        // Each change is a single insertion or removal, so a panic leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns why the clock of a match is stuck, if it is.
    pub(super) fn get(&self, id: MatchId) -> Option<StuckClock> {
        self.lock().get(&id).cloned()
    }

    /// Forgets the matches that no longer have anything due, and returns those whose next attempt is still to come. If
    /// it is further away than the longest wait, the clock was set back, and the match may be retried now.
    pub(super) fn resting(&self, due: &[DueRow], now: Millis) -> BTreeSet<MatchId> {
        let mut stuck = self.lock();
        stuck.retain(|id, _| due.iter().any(|row| row.match_id == *id));
        let rests =
            |stuck: &StuckClock| stuck.next_attempt > now && stuck.next_attempt - now <= MAX_RETRY_DELAY;
        stuck.iter().filter(|(_, stuck)| rests(stuck)).map(|(id, _)| *id).collect()
    }

    /// Returns the time of the earliest next attempt.
    pub(super) fn next_attempt(&self) -> Option<Millis> {
        self.lock().values().map(|stuck| stuck.next_attempt).min()
    }

    /// Counts a failure, and returns what is known about the clock from then on.
    pub(super) fn failed(&self, id: MatchId, planned: Millis, reason: String, now: Millis) -> StuckClock {
        let mut stuck = self.lock();
        let attempts = stuck.get(&id).map_or(0, |stuck| stuck.attempts).saturating_add(1);
        let entry = StuckClock { planned, attempts, next_attempt: now + wait(attempts), reason };
        stuck.insert(id, entry.clone());
        entry
    }

    /// Returns the number of matches whose clocks are stuck.
    pub(super) fn count(&self) -> usize {
        self.lock().len()
    }

    /// Forgets the failures of a match, because everything that was due has been done.
    pub(super) fn worked(&self, id: MatchId) {
        self.lock().remove(&id);
    }
}

/// Returns the wait after a number of failures.
fn wait(attempts: u32) -> Millis {
    let doubled = FIRST_RETRY_DELAY << attempts.saturating_sub(1).min(16);
    doubled.min(MAX_RETRY_DELAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_minutes() {
        let waits: Vec<Millis> = (1..=11).chain([u32::MAX]).map(wait).collect();
        let seconds = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300];
        assert_eq!(waits, seconds.map(|seconds| seconds * 1_000));
    }
}
