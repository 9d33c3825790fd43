//! [`Heartbeat`]: heartbeats, and when a connection counts as dead.

use std::time::Duration;

use tokio::time::Instant;

use crate::backoff::random_fraction;

/// How long nothing may come over a connection before it is tested with a heartbeat. Discord asks for heartbeats in
/// longer intervals only, but then the loss of a connection goes unnoticed for more than a minute, and answers of
/// players with it.
const QUIET_PERIOD: Duration = Duration::from_secs(6);

/// The same while a session is about to begin.
const QUIET_PERIOD_AT_FIRST: Duration = Duration::from_secs(2);

/// How long Discord may take to respond to a heartbeat, unless something else comes over the connection.
const ANSWER_TIMEOUT: Duration = Duration::from_millis(3_500);

/// The heartbeats of a connection.
#[derive(Debug)]
pub(super) struct Heartbeat {
    interval: Duration,
    /// When Discord wants the next heartbeat.
    next: Instant,
    /// When the last one was sent that Discord has not acknowledged, and the first of those.
    unacknowledged: Option<(Instant, Instant)>,
    /// When anything last came.
    heard: Instant,
    /// Whether a session has begun.
    in_session: bool,
}

/// What is to be done.
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
            heard: now,
            in_session: false,
        }
    }

    /// Records that something has come.
    pub(super) fn heard(&mut self, now: Instant) {
        self.heard = now;
    }

    /// Records that Discord has acknowledged a heartbeat.
    pub(super) fn acknowledged(&mut self) {
        self.unacknowledged = None;
    }

    /// Records that a session has begun.
    pub(super) fn began(&mut self) {
        self.in_session = true;
    }

    /// Records that a heartbeat was sent.
    pub(super) fn sent(&mut self, now: Instant) {
        self.next = now + self.interval;
        self.unacknowledged = Some((now, self.unacknowledged.map_or(now, |(_, first)| first)));
    }

    /// Returns what is to be done by now.
    pub(super) fn action(&self, now: Instant) -> Option<HeartbeatAction> {
        let quiet = if self.in_session { QUIET_PERIOD } else { QUIET_PERIOD_AT_FIRST };
        match self.unacknowledged {
            // A connection that is busy may acknowledge a heartbeat late, but not as late as the next one.
            Some((last, first)) => {
                let is_dead = last.max(self.heard) + ANSWER_TIMEOUT <= now
                    || first + self.interval.max(ANSWER_TIMEOUT) <= now;
                is_dead.then_some(HeartbeatAction::GiveUp)
            }
            None => (self.next <= now || self.heard + quiet <= now).then_some(HeartbeatAction::Beat),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INTERVAL: Duration = Duration::from_secs(41);

    fn begun() -> (Heartbeat, Instant) {
        let now = Instant::now();
        let mut pulse = Heartbeat::new(INTERVAL, now);
        // The first heartbeat comes at a random time, which these tests are not about.
        pulse.next = now + INTERVAL;
        pulse.began();
        (pulse, now)
    }

    #[test]
    fn a_dead_connection_is_given_up_within_ten_seconds() {
        let (mut pulse, now) = begun();
        assert_eq!(pulse.action(now + QUIET_PERIOD.mul_f64(0.9)), None);
        assert_eq!(pulse.action(now + QUIET_PERIOD), Some(HeartbeatAction::Beat));
        pulse.sent(now + QUIET_PERIOD);
        assert_eq!(pulse.action(now + QUIET_PERIOD + ANSWER_TIMEOUT.mul_f64(0.9)), None);
        assert_eq!(pulse.action(now + QUIET_PERIOD + ANSWER_TIMEOUT), Some(HeartbeatAction::GiveUp));
        assert!(QUIET_PERIOD + ANSWER_TIMEOUT < Duration::from_secs(10));
    }

    #[test]
    fn a_busy_connection_is_given_up_only_if_a_heartbeat_is_not_acknowledged_by_the_next() {
        let (mut pulse, now) = begun();
        pulse.sent(now);
        for second in 1..41 {
            pulse.heard(now + Duration::from_secs(second));
            assert_eq!(
                pulse.action(now + Duration::from_secs(second + 1)),
                (second == 40).then_some(HeartbeatAction::GiveUp)
            );
        }
        let (mut pulse, now) = begun();
        for second in 1..100 {
            let now = now + Duration::from_secs(second);
            pulse.heard(now);
            if pulse.action(now) == Some(HeartbeatAction::Beat) {
                assert_eq!(second % 41, 0, "while something comes, no more often than Discord wants");
                pulse.sent(now);
                pulse.acknowledged();
            }
        }
    }
}
