//! What becomes of a message after an attempt, and storing that: it was sent, is tried again, or is given up. `refused.rs` says what
//! follows from a refusal.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::courier::{Attempt, Courier, STORAGE_RETRY};
use super::request_error::RequestError;
use super::texts;
use crate::backoff::exponential;
use trigon_engine::figures::figures;
use trigon_engine::matches::{DeliveryOutcome, Millis, Notice, Pending, Target};
use trigon_engine::store::StoreError;

/// The wait after the first failed attempt; it doubles with each further one.
pub(super) const FIRST_WAIT: Millis = 1_000;

/// The longest wait between two attempts.
pub(super) const LONGEST_WAIT: Millis = 300_000;

/// The number of attempts after which a message is given up that the bot itself cannot handle: about a day.
const MAX_ATTEMPTS: i64 = 300;

impl Courier {
    /// Returns what becomes of a message after a failed attempt.
    pub(super) async fn outcome_of_failure(
        &self,
        pending: &Pending,
        attempt: &Attempt,
        failure: RequestError,
    ) -> DeliveryOutcome {
        figures().refusals.count(failure.class());
        match failure {
            RequestError::Limited { wait, global } => {
                let until = self.matches.clock().now() + (wait.as_millis() as Millis).min(LONGEST_WAIT);
                if global {
                    self.quiet_until.fetch_max(until, Ordering::Relaxed);
                }
                DeliveryOutcome::Retry(until, texts::discord_status(429))
            }
            RequestError::Transient(failure) => {
                self.outage.note_failure(pending.target, self.matches.clock().now());
                self.outcome_of_transient(pending, attempt, failure).await
            }
            RequestError::Refused(code) => self.outcome_of_refusal(pending, attempt, code).await,
            RequestError::TooManyOpened => {
                let next = self.client.directs.note_refusal(self.matches.clock().now());
                // Later turns are assigned when those messages ask again.
                DeliveryOutcome::Retry(next + spread(pending), texts::ONE_BY_ONE.to_owned())
            }
        }
    }

    /// Returns another attempt for a message that the bot itself cannot handle, or gives it up after about a day.
    pub(super) fn retry_or_give_up(&self, pending: &Pending, reason: String) -> DeliveryOutcome {
        if pending.attempts + 1 >= MAX_ATTEMPTS {
            return DeliveryOutcome::Dead(texts::gave_up(&reason));
        }
        DeliveryOutcome::Retry(
            self.matches.clock().now() + retry_wait(pending.attempts) + spread(pending),
            reason,
        )
    }

    /// Stores the result of an attempt, however long that takes: a message that was sent must not be forgotten. Returns whether this
    /// process keeps the target taken, because there is more to send to it.
    pub(super) async fn settle(&self, pending: &Pending, outcome: DeliveryOutcome) -> bool {
        log_outcome(pending, &outcome);
        if !matches!(outcome, DeliveryOutcome::Retry(..)) {
            // This target is no longer tried out of turn, and nothing else is hastened because of it.
            self.outage.note_answer(pending.target);
            self.unexplained().remove(&pending.id);
        }
        if let DeliveryOutcome::Dead(reason) = &outcome {
            self.tell_given_up(pending, reason).await;
        }
        loop {
            match self.matches.settle(pending, &outcome).await {
                Ok(keeps_target) => {
                    self.look_at_channel_without(pending, &outcome);
                    return keeps_target;
                }
                // Another process has taken or settled it, with the same nonce.
                Err(StoreError::Conflict) => return false,
                Err(error) => {
                    tracing::error!(message = pending.id.0, %error, "the outbox cannot be written; trying again");
                }
            }
            tokio::time::sleep(STORAGE_RETRY).await;
        }
    }

    /// Tells the hosts that a message is given up.
    async fn tell_given_up(&self, pending: &Pending, reason: &str) {
        if let Err(error) = self.matches.tell_given_up(pending, reason, texts::is_closed(reason)).await {
            // `/host status` shows it anyway.
            tracing::error!(message = pending.id.0, %error, "the hosts cannot be told of a message that is given up");
        }
        if let Some(Notice::Post(post)) = &pending.notice {
            self.tell_stuck(pending, post, reason, true).await;
        }
    }

    /// Schedules a look at what the channel of a match shows, if a message for it will not come: earlier messages may have waited for
    /// it with a change.
    fn look_at_channel_without(&self, pending: &Pending, outcome: &DeliveryOutcome) {
        let will_not_come = matches!(outcome, DeliveryOutcome::Dead(_) | DeliveryOutcome::Obsolete);
        if let (true, Target::Channel(_), Some(match_id)) = (will_not_come, pending.target, pending.match_id)
        {
            self.writer.schedule(match_id, Arc::new(self.matches.take_in_hand()));
        }
    }
}

/// Counts what became of a message in the figures, and logs it.
pub(super) fn log_outcome(pending: &Pending, outcome: &DeliveryOutcome) {
    let (id, match_id) = (pending.id, pending.match_id);
    figures().deliveries.count(match outcome {
        DeliveryOutcome::Sent(_) => "sent",
        DeliveryOutcome::Obsolete => "obsolete",
        DeliveryOutcome::Dead(_) => "given up",
        DeliveryOutcome::Retry(..) => "to be tried again",
    });
    match outcome {
        DeliveryOutcome::Sent(_) => {
            tracing::debug!(message = id.0, match_id = match_id.map(|id| id.0), "sent");
        }
        DeliveryOutcome::Obsolete => {
            tracing::debug!(message = id.0, match_id = match_id.map(|id| id.0), "no longer needed");
        }
        DeliveryOutcome::Dead(reason) => {
            tracing::warn!(message = id.0, match_id = match_id.map(|id| id.0), reason, "given up");
        }
        DeliveryOutcome::Retry(_, reason) => {
            tracing::info!(message = id.0, match_id = match_id.map(|id| id.0), reason, "not sent yet");
        }
    }
}

/// Returns an additional wait, so that messages that failed together are not all retried at the same moment.
pub(super) fn spread(pending: &Pending) -> Millis {
    pending.id.0.rem_euclid(8) * 125
}

/// Returns how long to wait after this many failed attempts.
pub(super) fn retry_wait(attempts: i64) -> Millis {
    exponential(FIRST_WAIT, attempts, LONGEST_WAIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_minutes_and_last_for_hours() {
        let waits: Vec<Millis> = (0..11).map(retry_wait).collect();
        assert_eq!(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300].map(|seconds| seconds * 1_000));
        let total: Millis = (0..MAX_ATTEMPTS).map(retry_wait).sum();
        assert!(total > 20 * 3_600_000, "{total}");
    }
}
