//! Exponential backoff: waits that double with each failure, and randomness to spread them.

use std::hash::{BuildHasher as _, RandomState};

use trigon_engine::matches::Millis;

/// More doublings than any longest wait allows, and few enough not to overflow.
const MAX_DOUBLINGS: i64 = 30;

/// Returns the wait after a number of failures in a row: `first` after none, twice as long with each, and at most `longest`.
pub(crate) fn exponential(first: Millis, failures: i64, longest: Millis) -> Millis {
    first.saturating_mul(1 << failures.clamp(0, MAX_DOUBLINGS)).min(longest)
}

/// Returns a random number from 0 up to, but not including, 1.
pub(crate) fn random_fraction() -> f64 {
    // The keys of each state are random, and a fraction of this type has 53 bits.
    let random = RandomState::new().hash_one(0_u8);
    (random >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_the_longest_and_never_overflow() {
        let waits: Vec<Millis> = (0..6).map(|failures| exponential(1_000, failures, 10_000)).collect();
        assert_eq!(waits, [1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
        assert_eq!(exponential(1_000, -1, 10_000), 1_000);
        assert_eq!(exponential(3_600_000, i64::MAX, i64::MAX), 3_600_000 << MAX_DOUBLINGS);
    }

    #[test]
    fn random_fractions_are_below_1_and_differ() {
        let numbers: Vec<f64> = (0..100).map(|_| random_fraction()).collect();
        assert!(numbers.iter().all(|number| (0.0..1.0).contains(number)));
        assert!(numbers.windows(2).any(|pair| (pair[0] - pair[1]).abs() > 0.1));
    }
}
