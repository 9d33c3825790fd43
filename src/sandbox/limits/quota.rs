//! [`Quota`] and [`Window`].

use std::time::Duration;

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
    /// Uses up one event.
    ///
    /// # Errors
    /// The number of milliseconds to wait, if none is left.
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
    pub(crate) fn left(&self, quota: Quota, now: i64) -> u32 {
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

#[cfg(test)]
mod tests {
    use super::*;

    const TWO_A_SECOND: Quota = Quota::new(2, Duration::from_secs(1));

    #[test]
    fn a_window_begins_with_its_first_event_and_is_renewed_whole() {
        let mut window = Window::default();
        assert_eq!(window.ends_in(TWO_A_SECOND, 5_000), 1_000);
        assert_eq!(window.take(TWO_A_SECOND, 5_000), Ok(()));
        assert_eq!((window.left(TWO_A_SECOND, 5_900), window.ends_in(TWO_A_SECOND, 5_900)), (1, 100));
        assert_eq!(window.take(TWO_A_SECOND, 5_900), Ok(()));
        assert_eq!(window.take(TWO_A_SECOND, 5_999), Err(1));
        assert_eq!(window.take(TWO_A_SECOND, 6_000), Ok(()), "waiting for the end is enough");
        assert_eq!((window.left(TWO_A_SECOND, 6_000), window.ends_in(TWO_A_SECOND, 6_000)), (1, 1_000));
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
