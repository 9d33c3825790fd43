//! [`Cache`]: folded matches, so that nothing folds a whole log on each keystroke of a completion.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashlink::LruCache;

use super::game_match::Match;

/// The most matches that are kept. The others are folded again when they are needed, in milliseconds.
const KEPT: usize = 256;

/// Folded matches by number, each in the latest version that was loaded. Beyond [`KEPT`] matches, the least recently used is
/// forgotten. Clones share it.
#[derive(Clone)]
pub(super) struct Cache(Arc<Mutex<LruCache<i64, Arc<Match>>>>);

impl Default for Cache {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(LruCache::new(KEPT))))
    }
}

impl Cache {
    fn lock(&self) -> MutexGuard<'_, LruCache<i64, Arc<Match>>> {
        // Each change is a single call, so a panic elsewhere leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a match, if it is here in this version or a later one.
    pub(super) fn get(&self, id: i64, version: i64) -> Option<Arc<Match>> {
        self.latest(id).filter(|game| game.version >= version)
    }

    /// Returns a match as it is known here, which may have changed since.
    pub(super) fn latest(&self, id: i64) -> Option<Arc<Match>> {
        self.lock().get(&id).cloned()
    }

    /// Keeps a match.
    pub(super) fn put(&self, game: Arc<Match>) {
        let mut all = self.lock();
        if all.get(&game.id).is_none_or(|known| known.version < game.version) {
            all.insert(game.id, game);
        }
    }

    /// Forgets a match.
    pub(super) fn remove(&self, id: i64) {
        self.lock().remove(&id);
    }
}
