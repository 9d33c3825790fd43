//! [`UnstatedWaits`]: how long to wait after refusals that do not say how long.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use crate::backoff::{exponential, random_fraction};
use crate::locks::locked;
use trigon_engine::matches::Millis;

/// The wait after the first refusal; it doubles with each further one.
const FIRST_WAIT: Millis = 1_000;

/// The longest wait, before it is spread at random.
const LONGEST_WAIT: Millis = 60_000;

/// The refusals in a row of each class of requests that did not say how long to wait.
#[derive(Debug, Default)]
pub(super) struct UnstatedWaits(Mutex<HashMap<String, u32>>);

impl UnstatedWaits {
    fn refusals(&self) -> MutexGuard<'_, HashMap<String, u32>> {
        locked(&self.0)
    }

    /// Records another refusal that does not say how long to wait, and returns how long that is. Waits differ at random, so
    /// that requests that were refused at the same time are not repeated at the same time.
    pub(super) fn note_refusal(&self, class: &str) -> Duration {
        let mut refusals = self.refusals();
        let before = refusals.entry(class.to_owned()).or_default();
        let wait = exponential(FIRST_WAIT, i64::from(*before), LONGEST_WAIT);
        *before = before.saturating_add(1);
        Duration::from_millis(wait.unsigned_abs()).mul_f64(0.75 + random_fraction() / 2.0)
    }

    /// Records that Discord has accepted a request, or has said how long to wait.
    pub(super) fn clear(&self, class: &str) {
        self.refusals().remove(class);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_a_minute_and_differ() {
        let waits = UnstatedWaits::default();
        for seconds in [1, 2, 4, 8, 16, 32, 60, 60] {
            let (wait, wanted) = (waits.note_refusal("POST channels"), Duration::from_secs(seconds));
            assert!(wait >= wanted.mul_f64(0.75) && wait <= wanted.mul_f64(1.25), "{wait:?}: {seconds}");
        }
        assert!(
            waits.note_refusal("GET channels") < Duration::from_secs(2),
            "routes have limits of their own"
        );
        waits.clear("POST channels");
        let first = waits.note_refusal("POST channels");
        assert!(first < Duration::from_secs(2));
        let different: Vec<Duration> = (0..20).map(|n| waits.note_refusal(&n.to_string())).collect();
        assert!(different.windows(2).any(|pair| pair[0] != pair[1]));
    }
}
