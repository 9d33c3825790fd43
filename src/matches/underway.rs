//! How many messages delivery has in hand.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::service::Matches;

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

impl Matches {
    /// Takes a message in hand: it counts from before it is stored as sent until nothing is left to do for it, such
    /// as taking old buttons off.
    pub fn take_in_hand(&self) -> InHand {
        self.underway().0.fetch_add(1, Ordering::SeqCst);
        InHand(self.underway().clone())
    }

    /// Returns whether this program has messages in hand. Nothing is left to deliver if none is pending in the store,
    /// and then none is in hand.
    pub fn is_delivering(&self) -> bool {
        self.underway().0.load(Ordering::SeqCst) > 0
    }
}
