//! Meeting deadlines: everything that is due, in order, and patience with a match whose timers fail.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::clock::Millis;
use super::command::{Command, Message};
use super::error::{Denied, Fault, MatchError};
use super::notice::Notice;
use super::rights::Actor;
use super::rows;
use super::service::Matches;
use super::timer::Timer;
use crate::store::{DueRow, StoreError, Target};

/// The wait after the first failure; it doubles with each.
const FIRST_WAIT: Millis = 1_000;

/// The longest wait between two attempts.
const LONGEST_WAIT: Millis = 300_000;

/// After how many failures in a row the host is told: what passes by itself is not worth a message.
const TELL_AFTER: u32 = 3;

/// A match whose clock is stuck: something that is due cannot be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stuck {
    /// When it should have been done.
    pub planned: Millis,
    /// How many attempts have failed.
    pub attempts: u32,
    /// When the next attempt is made.
    pub next_attempt: Millis,
    /// Why the last one failed, without anything secret: hosts read it.
    pub reason: String,
}

/// The matches whose clocks are stuck, by number. It is only in memory: after a restart everything is tried at once.
#[derive(Debug, Clone, Default)]
pub(super) struct StuckMatches(Arc<Mutex<BTreeMap<i64, Stuck>>>);

impl StuckMatches {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<i64, Stuck>> {
        // Each change is a single insertion or removal, so a panic leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets the matches of which nothing is due any more, and returns those that are left alone until later.
    fn resting(&self, due: &[DueRow], now: Millis) -> BTreeSet<i64> {
        let mut stuck = self.lock();
        stuck.retain(|id, _| due.iter().any(|row| row.match_id == *id));
        stuck.iter().filter(|(_, stuck)| stuck.next_attempt > now).map(|(id, _)| *id).collect()
    }

    fn next_attempt(&self) -> Option<Millis> {
        self.lock().values().map(|stuck| stuck.next_attempt).min()
    }

    /// Counts a failure.
    fn failed(&self, id: i64, planned: Millis, reason: String, now: Millis) -> Stuck {
        let mut stuck = self.lock();
        let attempts = stuck.get(&id).map_or(0, |stuck| stuck.attempts).saturating_add(1);
        let entry = Stuck { planned, attempts, next_attempt: now + wait(attempts), reason };
        stuck.insert(id, entry.clone());
        entry
    }

    fn worked(&self, id: i64) {
        self.lock().remove(&id);
    }
}

/// How long to wait after this many failures.
fn wait(attempts: u32) -> Millis {
    let doubled = FIRST_WAIT << attempts.saturating_sub(1).min(16);
    doubled.min(LONGEST_WAIT)
}

impl Matches {
    /// Does what a timer is for, unless somebody has done it in the meantime.
    pub(super) async fn meet(&self, id: i64, timer: Timer) -> Result<(), MatchError> {
        match Box::pin(self.give(id, &Actor::Clock, &Command::Ring(timer))).await {
            Ok(_) | Err(MatchError::Denied(Denied::AlreadyDone)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Does what a stored timer is for.
    async fn meet_row(&self, row: &DueRow) -> Result<(), MatchError> {
        let unreadable = |()| Fault::Stored { id: row.match_id, what: "timers" };
        let timer = Timer { at: row.at, kind: row.kind.parse().map_err(unreadable)? };
        self.meet(row.match_id, timer).await
    }

    /// Does everything that is due, in order, and returns when to look again.
    ///
    /// A match that fails delays no other one: it is tried again after a while, which doubles up to some minutes, and
    /// its host is told.
    ///
    /// # Errors
    /// When what is due cannot be read.
    pub async fn meet_all(&self) -> Result<Option<Millis>, StoreError> {
        loop {
            let now = self.clock().now();
            let due = self.store().due_before(now).await?;
            let resting = self.stuck_matches().resting(&due, now);
            let ready: Vec<&DueRow> = due.iter().filter(|row| !resting.contains(&row.match_id)).collect();
            if ready.is_empty() {
                let next = self.store().next_due_after(now).await?;
                return Ok(next.into_iter().chain(self.stuck_matches().next_attempt()).min());
            }
            let mut results: BTreeMap<i64, Result<(), (Millis, MatchError)>> = BTreeMap::new();
            for row in ready {
                let done = self.meet_row(row).await.map_err(|error| (row.at, error));
                let result = results.entry(row.match_id).or_insert(Ok(()));
                // Of several failures the first counts.
                if result.is_ok() {
                    *result = done;
                }
            }
            for (id, result) in results {
                match result {
                    Ok(()) => self.stuck_matches().worked(id),
                    Err((planned, error)) => self.is_stuck(id, planned, &error).await,
                }
            }
        }
    }

    /// Returns why the clock of a match is stuck, if it is.
    pub fn stuck(&self, id: i64) -> Option<Stuck> {
        self.stuck_matches().lock().get(&id).cloned()
    }

    /// Records that something could not be done that was due at a time, and tells the host if it goes on.
    async fn is_stuck(&self, id: i64, planned: Millis, error: &MatchError) {
        let reason = match error {
            // The sentence is meant for a player, and could hold what only that player may know.
            MatchError::Denied(_) => "the rules do not allow what the clock has to do".to_owned(),
            MatchError::Fault(fault) => fault.to_string(),
        };
        let stuck = self.stuck_matches().failed(id, planned, reason, self.clock().now());
        tracing::error!(id, attempts = stuck.attempts, reason = stuck.reason, "a deadline could not be met");
        if stuck.attempts >= TELL_AFTER
            && let Err(error) = self.tell_host(id, planned).await
        {
            // The next failure tells it.
            tracing::error!(id, %error, "a host cannot be told that the clock is stuck");
        }
    }

    /// Tells the host in the channel that the clock is stuck, once for each time that was missed.
    async fn tell_host(&self, id: i64, planned: Millis) -> Result<(), Fault> {
        // Not the match: it may be what cannot be read.
        let Some(summary) = self.summary(id).await? else { return Ok(()) };
        let to = Target::Channel(summary.channel_id);
        let message = rows::message(&Message { to, notice: Notice::ClockStuck { planned }, seq: 0 })?;
        if self.store().enqueue_once(id, &message, self.clock().now()).await? {
            self.wake_up().notify_waiters();
        }
        Ok(())
    }
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
