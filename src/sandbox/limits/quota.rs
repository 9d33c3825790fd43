//! [`RateLimits`]: which limits there are; [`Quota`], and the [`Window`] in which it is used up.

use std::{sync::Arc, time::Duration};

use trigon_clock::{Clock, RunningClock};

/// A number of events that are allowed in a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    /// The number of events.
    pub count: u32,
    /// The period.
    pub per: Duration,
}

impl Quota {
    /// Returns a quota of `count` events in each period.
    pub const fn new(count: u32, per: Duration) -> Self {
        Self { count, per }
    }

    fn per_millis(self) -> i64 {
        self.per.as_millis() as i64
    }
}

/// The current period of a quota. It begins with the first event after the previous period.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Window {
    start: i64,
    used: u32,
}

impl Window {
    /// Uses up one event, or returns the number of milliseconds to wait if none is left.
    pub(crate) fn take(&mut self, quota: Quota, now: i64) -> Result<(), i64> {
        if self.is_over(quota, now) {
            *self = Self { start: now, used: 0 };
        }
        if self.used >= quota.count {
            return Err(self.ends_in(quota, now));
        }
        self.used += 1;
        Ok(())
    }

    /// Returns the number of events that are left.
    pub(crate) fn remaining(&self, quota: Quota, now: i64) -> u32 {
        if self.is_over(quota, now) { quota.count } else { quota.count.saturating_sub(self.used) }
    }

    /// Returns the number of milliseconds until the period ends, or a whole period if none has begun.
    pub(crate) fn ends_in(&self, quota: Quota, now: i64) -> i64 {
        if self.is_over(quota, now) { quota.per_millis() } else { self.start + quota.per_millis() - now }
    }

    /// Returns whether the period is over. A clock that was set back ends it too.
    pub(crate) fn is_over(&self, quota: Quota, now: i64) -> bool {
        self.used == 0 || now >= self.start + quota.per_millis() || now < self.start
    }
}

/// The rate limits of a sandbox. A quota that is `None` is unlimited.
#[derive(Clone)]
pub struct RateLimits {
    /// The clock by which quotas are renewed. It should run as fast as the clients' own.
    pub clock: Arc<dyn Clock>,
    /// Whether each route has a bucket. Discord publishes no numbers; these are close to those that bots have seen.
    pub routes: bool,
    /// All requests of a bot. Callbacks and webhooks of interactions do not count.
    pub global: Option<Quota>,
    /// Responses with status 401, 403 or 429. One too many bans the address.
    pub invalid: Option<Quota>,
    /// The length of such a ban, which Discord does not publish.
    pub ban: Duration,
    /// Payloads sent over a gateway connection.
    pub gateway_sends: Option<Quota>,
    /// IDENTIFY. One too many ends all sessions and resets the token.
    pub identifies: Option<Quota>,
    /// The number of shards that may identify within five seconds.
    pub max_concurrency: Option<u32>,
    /// New application commands in a guild, or globally.
    pub command_creates: Option<Quota>,
    /// Direct messages opened with people to whom neither side has written before. Discord publishes no number.
    pub dm_openings: Option<Quota>,
    /// Edits, in a channel, of messages that are more than an hour old. Discord publishes no number.
    pub old_edits: Option<Quota>,
}

impl RateLimits {
    /// Returns Discord's limits.
    pub fn discord() -> Self {
        let day = Duration::from_hours(24);
        Self {
            clock: Arc::new(RunningClock::default()),
            routes: true,
            global: Some(Quota::new(50, Duration::from_secs(1))),
            invalid: Some(Quota::new(10_000, Duration::from_mins(10))),
            ban: Duration::from_hours(1),
            gateway_sends: Some(Quota::new(120, Duration::from_mins(1))),
            identifies: Some(Quota::new(1_000, day)),
            max_concurrency: Some(1),
            command_creates: Some(Quota::new(200, day)),
            dm_openings: Some(Quota::new(20, Duration::from_mins(10))),
            old_edits: Some(Quota::new(30, Duration::from_hours(1))),
        }
    }

    /// Returns no limits at all.
    pub fn off() -> Self {
        Self {
            clock: Arc::new(RunningClock::default()),
            routes: false,
            global: None,
            invalid: None,
            ban: Duration::ZERO,
            gateway_sends: None,
            identifies: None,
            max_concurrency: None,
            command_creates: None,
            dm_openings: None,
            old_edits: None,
        }
    }
}

impl std::fmt::Debug for RateLimits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RateLimits").field("routes", &self.routes).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO_A_SECOND: Quota = Quota::new(2, Duration::from_secs(1));

    #[test]
    fn a_window_begins_with_its_first_event_and_is_renewed_whole() {
        let mut window = Window::default();
        assert_eq!(window.ends_in(TWO_A_SECOND, 5_000), 1_000);
        assert_eq!(window.take(TWO_A_SECOND, 5_000), Ok(()));
        assert_eq!((window.remaining(TWO_A_SECOND, 5_900), window.ends_in(TWO_A_SECOND, 5_900)), (1, 100));
        assert_eq!(window.take(TWO_A_SECOND, 5_900), Ok(()));
        assert_eq!(window.take(TWO_A_SECOND, 5_999), Err(1));
        assert_eq!(window.take(TWO_A_SECOND, 6_000), Ok(()), "waiting for the end is enough");
        assert_eq!((window.remaining(TWO_A_SECOND, 6_000), window.ends_in(TWO_A_SECOND, 6_000)), (1, 1_000));
    }

    #[test]
    fn a_clock_that_was_set_back_does_not_lock_anyone_out() {
        let mut window = Window::default();
        for _ in 0..2 {
            window.take(TWO_A_SECOND, 5_000_000).unwrap();
        }
        assert_eq!(window.take(TWO_A_SECOND, 1_000), Ok(()));
    }
}
