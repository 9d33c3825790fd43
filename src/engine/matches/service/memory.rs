//! What [`Matches`](super::matches::Matches) keeps in memory only: a [`Cache`] of matches, [`Queues`] in which changes wait for each
//! other, and a [`WorkCounter`] of what is being delivered or thought about.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use hashlink::LruCache;
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

use crate::ids::MatchId;
use crate::matches::model::game_match::Match;

/// The maximum number of cached matches. Others are folded again when needed, which takes milliseconds.
const CACHE_CAPACITY: usize = 256;

/// A cache of folded matches by number, each in the latest version loaded. Beyond [`CACHE_CAPACITY`] matches, the least recently
/// used one is evicted. Clones share it.
#[derive(Clone)]
pub(super) struct Cache(Arc<Mutex<LruCache<MatchId, Arc<Match>>>>);

impl Default for Cache {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(LruCache::new(CACHE_CAPACITY))))
    }
}

impl Cache {
    fn lock(&self) -> MutexGuard<'_, LruCache<MatchId, Arc<Match>>> {
        // Each change is a single call, so a panic elsewhere leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a match if it is cached in this version or a later one.
    pub(super) fn get(&self, id: MatchId, version: i64) -> Option<Arc<Match>> {
        self.latest(id).filter(|game| game.version >= version)
    }

    /// Returns a match as cached, which may have changed since.
    pub(super) fn latest(&self, id: MatchId) -> Option<Arc<Match>> {
        self.lock().get(&id).cloned()
    }

    /// Caches a match, unless a version at least as new is cached.
    pub(super) fn put(&self, game: Arc<Match>) {
        let mut all = self.lock();
        if all.get(&game.id).is_none_or(|known| known.version < game.version) {
            all.insert(game.id, game);
        }
    }

    /// Evicts a match.
    pub(super) fn remove(&self, id: MatchId) {
        self.lock().remove(&id);
    }
}

/// A queue for each number, such as that of a match being changed. Clones share them.
///
/// They only save work: other programs do not wait in them, and a conflicting change is still detected when it is
/// stored.
#[derive(Clone)]
pub struct Queues<K>(Arc<Mutex<HashMap<K, Weak<AsyncMutex<()>>>>>);

impl<K> Default for Queues<K> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<K: Copy + Eq + Hash> Queues<K> {
    /// Waits until all earlier callers with this number are done. Later ones wait until the guard is dropped.
    pub async fn wait(&self, id: K) -> OwnedMutexGuard<()> {
        self.queue(id).lock_owned().await
    }

    fn queue(&self, id: K) -> Arc<AsyncMutex<()>> {
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

/// A counter of the messages being delivered, and of thoughts. Clones share it.
#[derive(Debug, Clone, Default)]
pub(super) struct WorkCounter(Arc<AtomicUsize>);

/// A guard that counts something as under way until it is dropped.
#[derive(Debug)]
pub struct WorkGuard(WorkCounter);

impl Drop for WorkGuard {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl WorkCounter {
    /// Starts counting something.
    pub(super) fn take(&self) -> WorkGuard {
        self.0.fetch_add(1, Ordering::SeqCst);
        WorkGuard(self.clone())
    }

    /// Returns whether anything is under way.
    pub(super) fn any(&self) -> bool {
        self.0.load(Ordering::SeqCst) > 0
    }
}
