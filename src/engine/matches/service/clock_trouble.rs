//! Matches whose clocks are stuck: what hosts and operators learn of them. When they are tried again is in `stuck.rs`.

use super::matches::Matches;
use super::stuck::StuckClock;
use crate::ids::MatchId;
use crate::matches::decide::change::Addressed;
use crate::matches::model::error::{InternalError, MatchError};
use crate::matches::model::notice::Notice;
use crate::store::{About, StoreError, Target};
use trigon_clock::Millis;

/// The number of consecutive failures after which the host is told. Shorter trouble is not worth a message.
const FAILURES_UNTIL_REPORT: u32 = 3;

/// The delay after which something that another process should have done counts as left undone.
const OVERDUE_AFTER: Millis = 60_000;

impl Matches {
    /// Returns why the clock of a match is stuck, if it is.
    pub fn stuck(&self, id: MatchId) -> Option<StuckClock> {
        self.stuck_matches().get(id)
    }

    /// Returns why the clock of a match is stuck, if it is, here or in another process.
    pub async fn clock_trouble(&self, id: MatchId) -> Result<Option<StuckClock>, StoreError> {
        let stuck_here = self.stuck(id);
        if stuck_here.is_some() || self.store().process().is_alone() {
            return Ok(stuck_here);
        }
        // Another process says only in its log that it cannot do what is due, but that something is overdue shows in the store.
        let now = self.clock().now();
        let first_due = self.store().due_of(id).await?.into_iter().next();
        Ok(first_due.filter(|row| row.at + OVERDUE_AFTER < now).map(|row| StuckClock {
            planned: row.at,
            attempts: 1,
            next_attempt: now,
            reason: "another process of the bot could not do it, and its log says why".to_owned(),
        }))
    }

    /// Returns the number of matches whose clocks are stuck.
    pub fn stuck_count(&self) -> usize {
        self.stuck_matches().count()
    }

    /// Records that something that was due at `planned` could not be done, and tells the host if that keeps happening.
    pub(super) async fn note_stuck(&self, id: MatchId, planned: Millis, error: &MatchError) {
        let reason = match error {
            // The sentence is meant for a player, and may contain something that only that player may know.
            MatchError::Denied(_) => "the rules do not allow what the clock has to do".to_owned(),
            MatchError::Internal(fault) => fault.to_string(),
        };
        let stuck = self.stuck_matches().failed(id, planned, reason, self.clock().now());
        tracing::error!(
            id = id.0,
            attempts = stuck.attempts,
            reason = stuck.reason,
            "a deadline could not be processed"
        );
        if stuck.attempts >= FAILURES_UNTIL_REPORT
            && let Err(error) = self.tell_host(id, planned).await
        {
            // The next failure will try again.
            tracing::error!(id = id.0, %error, "a host cannot be told that the clock is stuck");
        }
    }

    /// Tells the host in the channel that the clock is stuck, once for each missed time.
    async fn tell_host(&self, id: MatchId, planned: Millis) -> Result<(), InternalError> {
        // Do not load the match itself: it may be unreadable.
        let Some(summary) = self.summary(id).await? else { return Ok(()) };
        let to = Target::Channel(summary.channel_id);
        let told = Addressed { to, notice: Notice::ClockStuck { planned }, seq: 0 };
        self.tell_once(About::Match(id), &told).await
    }
}
