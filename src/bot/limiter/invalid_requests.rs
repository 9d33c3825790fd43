//! [`InvalidRequests`]: how many invalid requests were made: those that Discord refuses with 401, 403 or 429. It bans the
//! address of a bot that makes too many.

use std::collections::VecDeque;
use std::num::NonZeroU32;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use tokio::time::Instant;

use crate::locks::locked;

/// The period in which Discord counts.
const COUNTED_PERIOD: Duration = Duration::from_mins(10);

/// The number of invalid requests in that period after which no more requests are made. Discord allows 10,000; the others
/// may be on their way, or may be made by other programs at this address.
const MAX_INVALID: u32 = 9_000;

/// The length of a step: invalid requests within one are forgotten together.
const STEP_LENGTH: Duration = Duration::from_secs(1);

/// The invalid requests of the last minutes.
#[derive(Debug)]
pub(super) struct InvalidRequests {
    max: u32,
    counted: Mutex<Counted>,
}

#[derive(Debug)]
struct Counted {
    /// The beginning of each step, with the number of invalid requests in it.
    steps: VecDeque<(Instant, u32)>,
    total: u32,
    /// What the limit is divided by, because other processes share it.
    divisor: NonZeroU32,
    /// Whether the operator has been told that there are too many.
    is_reported: bool,
}

impl Default for Counted {
    fn default() -> Self {
        Self { steps: VecDeque::new(), total: 0, divisor: NonZeroU32::MIN, is_reported: false }
    }
}

impl Default for InvalidRequests {
    fn default() -> Self {
        Self::with_max(MAX_INVALID)
    }
}

impl InvalidRequests {
    /// Begins without any. No more requests are made after `max` invalid ones.
    pub(super) fn with_max(max: u32) -> Self {
        Self { max, counted: Mutex::default() }
    }

    fn counted(&self) -> MutexGuard<'_, Counted> {
        locked(&self.counted)
    }

    /// Counts a response if its request was invalid, given its status and whether the limit was that of a resource, which
    /// others share.
    pub(super) fn count(&self, status: u16, is_shared: bool) {
        if matches!(status, 401 | 403) || status == 429 && !is_shared {
            self.counted().add(Instant::now());
        }
    }

    /// Returns how long no request may be made, if there were too many invalid ones. The first time, the operator is told.
    pub(super) fn check_pause(&self) -> Option<Duration> {
        let mut counted = self.counted();
        let now = Instant::now();
        counted.forget(now);
        if counted.total < self.max / counted.divisor {
            counted.is_reported = false;
            return None;
        }
        // When the oldest step is forgotten, a few can be made.
        let (first, _) = *counted.steps.front()?;
        let pause = (first + COUNTED_PERIOD + STEP_LENGTH).saturating_duration_since(now);
        if !std::mem::replace(&mut counted.is_reported, true) {
            tracing::error!(
                ?pause,
                "Discord has refused so many requests that no more are made for some time"
            );
        }
        Some(pause)
    }

    /// Divides the number that is allowed, because other processes share it.
    pub(super) fn divide(&self, divisor: NonZeroU32) {
        self.counted().divisor = divisor;
    }
}

impl Counted {
    fn add(&mut self, now: Instant) {
        self.forget(now);
        self.total += 1;
        match self.steps.back_mut().filter(|(begin, _)| *begin + STEP_LENGTH > now) {
            Some((_, count)) => *count += 1,
            None => self.steps.push_back((now, 1)),
        }
    }

    fn forget(&mut self, now: Instant) {
        while let Some((begin, count)) = self.steps.front().copied()
            && begin + STEP_LENGTH + COUNTED_PERIOD <= now
        {
            self.steps.pop_front();
            self.total -= count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_discord_counts_is_counted_and_after_ten_minutes_it_is_forgotten() {
        let invalid = InvalidRequests::with_max(3);
        for (status, is_shared) in
            [(200, false), (204, false), (400, false), (404, false), (429, true), (500, false)]
        {
            for _ in 0..3 {
                invalid.count(status, is_shared);
            }
        }
        assert_eq!(invalid.check_pause(), None);
        for status in [401, 403, 429] {
            assert_eq!(invalid.check_pause(), None, "{status}");
            invalid.count(status, false);
        }
        assert!(invalid.check_pause().is_some_and(
            |pause| pause + STEP_LENGTH > COUNTED_PERIOD && pause <= COUNTED_PERIOD + STEP_LENGTH
        ));
        invalid.counted().forget(Instant::now() + COUNTED_PERIOD + STEP_LENGTH);
        assert_eq!(invalid.check_pause(), None);
    }

    #[test]
    fn no_ten_minutes_have_more_invalid_requests_than_are_allowed() {
        let (mut counted, begin) = (Counted::default(), Instant::now());
        let mut made = Vec::new();
        // One every 20 milliseconds for an hour, if it may be made.
        for n in 0..180_000_u32 {
            let now = begin + Duration::from_millis(20) * n;
            counted.forget(now);
            if counted.total < MAX_INVALID {
                counted.add(now);
                made.push(now);
            }
        }
        for (n, first) in made.iter().enumerate().step_by(97) {
            let within = made[n..].iter().take_while(|made| **made - *first < COUNTED_PERIOD).count();
            assert!(within <= MAX_INVALID as usize, "{within}");
        }
        assert!(made.len() > 5 * MAX_INVALID as usize, "and no fewer than necessary: {}", made.len());
    }

    #[test]
    fn several_processes_share_the_limit() {
        let invalid = InvalidRequests::with_max(10);
        invalid.divide(NonZeroU32::new(2).unwrap());
        (0..5).for_each(|_| invalid.count(403, false));
        assert!(invalid.check_pause().is_some());
    }
}
