//! How many messages delivery has in hand.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A count of messages in hand. Clones share it.
#[derive(Debug, Clone, Default)]
pub(super) struct Underway(Arc<AtomicUsize>);

/// A message in hand, until it is dropped.
#[derive(Debug)]
pub struct InHand(Underway);

impl Drop for InHand {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Underway {
    /// Counts a message from now on.
    pub(super) fn take(&self) -> InHand {
        self.0.fetch_add(1, Ordering::SeqCst);
        InHand(self.clone())
    }

    /// Returns whether any message is in hand.
    pub(super) fn any(&self) -> bool {
        self.0.load(Ordering::SeqCst) > 0
    }
}
