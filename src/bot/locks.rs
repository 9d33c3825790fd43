//! Locking a mutex whatever has become of the last thread that held it.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex, even if a thread has panicked while it held it.
///
/// In this crate, a mutex is held for a few assignments or one insertion or removal, so a panic in between leaves nothing
/// behind that would be worse than losing the last change. A bot that goes on is better than one that panics forever.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
