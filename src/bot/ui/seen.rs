//! [`Seen`]: the latest requests, so that one which Discord delivers twice is answered once.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// The number of requests that are remembered. Discord repeats events only after a connection was resumed, and then only
/// the last ones.
const REMEMBERED: usize = 1_024;

/// The latest interactions and direct messages. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct Seen(Arc<Mutex<VecDeque<u64>>>);

impl Seen {
    /// Remembers a request, and returns whether it has not been seen before.
    pub(crate) fn is_new(&self, id: u64) -> bool {
        // A panic in between leaves one request too many, which does no harm.
        let mut latest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if latest.contains(&id) {
            return false;
        }
        if latest.len() == REMEMBERED {
            latest.pop_front();
        }
        latest.push_back(id);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_new_once_and_the_oldest_are_forgotten() {
        let seen = Seen::default();
        assert!(seen.is_new(1) && !seen.is_new(1) && !seen.clone().is_new(1));
        for id in 2..=REMEMBERED as u64 {
            assert!(seen.is_new(id));
        }
        assert!(!seen.is_new(1));
        assert!(seen.is_new(0) && seen.is_new(1), "there was no room for it any longer");
    }
}
