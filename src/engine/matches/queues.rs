//! [`Queues`]: what concerns the same match, or comes from the same person, is done one after the other.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::{Mutex as Turn, OwnedMutexGuard};

/// A queue for each number: a match that is being changed, say. Clones share them.
///
/// They only save work. Other programs do not wait in them, and a change that comes second is still detected when it is
/// stored.
#[derive(Clone, Default)]
pub struct Queues(Arc<Mutex<HashMap<i64, Weak<Turn<()>>>>>);

impl Queues {
    /// Waits until all who came earlier with this number are done. The next one waits until the guard is dropped.
    pub async fn wait(&self, id: i64) -> OwnedMutexGuard<()> {
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
