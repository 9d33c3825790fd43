//! [`Heartbeat`]: when a heartbeat is to be sent over a connection, and when the connection counts as dead.

use std::time::Duration;

use tokio::time::Instant;

use crate::backoff::random_fraction;

/// How long nothing may come over a connection before it is tested with a heartbeat. Discord asks for heartbeats in
/// longer intervals only, but then the loss of a connection goes unnoticed for more than a minute, and answers of
/// players with it.
const QUIET_PERIOD: Duration = Duration::from_secs(6);

/// How long nothing may come over a connection before it is tested, while a session is about to begin.
const QUIET_PERIOD_AT_FIRST: Duration = Duration::from_secs(2);

/// How long Discord may take to respond to a heartbeat, unless something else comes over the connection.
const ANSWER_TIMEOUT: Duration = Duration::from_millis(3_500);

/// The heartbeats of a connection. `line.rs` asks twice a second what is to be done.
#[derive(Debug)]
pub(super) struct Heartbeat {
    interval: Duration,
    /// When Discord wants the next heartbeat.
    next: Instant,
    /// The heartbeats that Discord has not acknowledged, if there are any.
    unacknowledged: Option<UnacknowledgedBeats>,
    /// When anything last came over the connection.
    heard_at: Instant,
    /// Whether a session has begun.
    in_session: bool,
}

/// When the first and the last of the heartbeats were sent that Discord has not acknowledged.
#[derive(Debug, Clone, Copy)]
struct UnacknowledgedBeats {
    first: Instant,
    last: Instant,
}

/// What is to be done for a connection.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum HeartbeatAction {
    /// A heartbeat is due.
    Beat,
    /// The connection is dead.
    GiveUp,
}

impl Heartbeat {
    /// Begins with the interval that Discord has named. The first heartbeat comes somewhere within it.
    pub(super) fn new(interval: Duration, now: Instant) -> Self {
        Self {
            interval,
            next: now + interval.mul_f64(random_fraction()),
            unacknowledged: None,
            heard_at: now,
            in_session: false,
        }
    }

    /// Notes that something has come over the connection.
    pub(super) fn note_heard(&mut self, now: Instant) {
        self.heard_at = now;
    }

    /// Notes that Discord has acknowledged a heartbeat.
    pub(super) fn note_acknowledged(&mut self) {
        self.unacknowledged = None;
    }

    /// Notes that a session has begun.
    pub(super) fn note_session(&mut self) {
        self.in_session = true;
    }

    /// Notes that a heartbeat was sent.
    pub(super) fn note_sent(&mut self, now: Instant) {
        self.next = now + self.interval;
        let first = self.unacknowledged.map_or(now, |beats| beats.first);
        self.unacknowledged = Some(UnacknowledgedBeats { first, last: now });
    }

    /// Returns what is to be done now, if anything.
    pub(super) fn action(&self, now: Instant) -> Option<HeartbeatAction> {
        let quiet = if self.in_session { QUIET_PERIOD } else { QUIET_PERIOD_AT_FIRST };
        match self.unacknowledged {
            // A connection that is busy may acknowledge a heartbeat late, but not as late as the next one.
            Some(UnacknowledgedBeats { first, last }) => {
                let is_dead = last.max(self.heard_at) + ANSWER_TIMEOUT <= now
                    || first + self.interval.max(ANSWER_TIMEOUT) <= now;
                is_dead.then_some(HeartbeatAction::GiveUp)
            }
            None => (self.next <= now || self.heard_at + quiet <= now).then_some(HeartbeatAction::Beat),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INTERVAL: Duration = Duration::from_secs(41);

    fn begun() -> (Heartbeat, Instant) {
        let now = Instant::now();
        let mut heartbeat = Heartbeat::new(INTERVAL, now);
        // The first heartbeat comes at a random time, which these tests are not about.
        heartbeat.next = now + INTERVAL;
        heartbeat.note_session();
        (heartbeat, now)
    }

    #[test]
    fn a_dead_connection_is_given_up_within_ten_seconds() {
        let (mut heartbeat, now) = begun();
        assert_eq!(heartbeat.action(now + QUIET_PERIOD.mul_f64(0.9)), None);
        assert_eq!(heartbeat.action(now + QUIET_PERIOD), Some(HeartbeatAction::Beat));
        heartbeat.note_sent(now + QUIET_PERIOD);
        assert_eq!(heartbeat.action(now + QUIET_PERIOD + ANSWER_TIMEOUT.mul_f64(0.9)), None);
        assert_eq!(heartbeat.action(now + QUIET_PERIOD + ANSWER_TIMEOUT), Some(HeartbeatAction::GiveUp));
        assert!(QUIET_PERIOD + ANSWER_TIMEOUT < Duration::from_secs(10));
    }

    #[test]
    fn a_busy_connection_is_given_up_only_if_a_heartbeat_is_not_acknowledged_by_the_next() {
        let (mut heartbeat, now) = begun();
        heartbeat.note_sent(now);
        for second in 1..41 {
            heartbeat.note_heard(now + Duration::from_secs(second));
            assert_eq!(
                heartbeat.action(now + Duration::from_secs(second + 1)),
                (second == 40).then_some(HeartbeatAction::GiveUp)
            );
        }
        let (mut heartbeat, now) = begun();
        for second in 1..100 {
            let now = now + Duration::from_secs(second);
            heartbeat.note_heard(now);
            if heartbeat.action(now) == Some(HeartbeatAction::Beat) {
                assert_eq!(second % 41, 0, "while something comes, no more often than Discord wants");
                heartbeat.note_sent(now);
                heartbeat.note_acknowledged();
            }
        }
    }
}
