//! [`Queues`]: the changes of one match wait for each other, so that none of them is decided in vain.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::{Mutex as Turn, OwnedMutexGuard};

/// A queue for each match that is being changed. Clones share them.
///
/// They only save work. Other programs do not wait in them, and a change that comes second is still detected when it is
/// stored.
#[derive(Clone, Default)]
pub(super) struct Queues(Arc<Mutex<HashMap<i64, Weak<Turn<()>>>>>);

impl Queues {
    /// Waits until all earlier changes of a match are stored. The next one waits until the guard is dropped.
    pub(super) async fn wait(&self, id: i64) -> OwnedMutexGuard<()> {
        self.queue(id).lock_owned().await
    }

    fn queue(&self, id: i64) -> Arc<Turn<()>> {
        // Each change is a single insertion or removal, so a panic leaves nothing half done.
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(queue) = all.get(&id).and_then(Weak::upgrade) {
            return queue;
        }
        all.retain(|_, queue| queue.strong_count() > 0);
        let queue = Arc::default();
        all.insert(id, Arc::downgrade(&queue));
        queue
    }
}
