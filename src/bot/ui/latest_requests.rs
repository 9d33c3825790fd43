//! [`LatestRequests`]: which requests have been seen before.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use crate::locks::locked;

/// The number of requests that are remembered. Discord repeats events only after a connection is resumed, and then only
/// the latest ones.
const MAX_REMEMBERED: usize = 1_024;

/// The latest interactions and direct messages. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct LatestRequests(Arc<Mutex<VecDeque<u64>>>);

impl LatestRequests {
    /// Remembers a request, and returns whether it has not been seen before.
    pub(crate) fn insert(&self, id: u64) -> bool {
        let mut latest = locked(&self.0);
        if latest.contains(&id) {
            return false;
        }
        if latest.len() == MAX_REMEMBERED {
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
        let latest = LatestRequests::default();
        assert!(latest.insert(1) && !latest.insert(1) && !latest.clone().insert(1));
        for id in 2..=MAX_REMEMBERED as u64 {
            assert!(latest.insert(id));
        }
        assert!(!latest.insert(1));
        assert!(latest.insert(0) && latest.insert(1), "there was no room for it any longer");
    }
}
