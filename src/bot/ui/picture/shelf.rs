//! [`Shelf`]: recently drawn files, each drawn once.

use std::collections::VecDeque;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::OnceCell;

use crate::locks::locked;

/// A place for a file: what it is drawn from, and the file once it is drawn.
pub(crate) struct Slot<K, V> {
    key: K,
    file: OnceCell<V>,
}

impl<K, V> Slot<K, V> {
    /// Returns what the file is drawn from.
    pub(crate) fn key(&self) -> &K {
        &self.key
    }

    /// Returns the file if it has been drawn.
    pub(crate) fn file(&self) -> Option<&V> {
        self.file.get()
    }

    /// Returns the file, drawing it first if necessary. Callers that ask in the meantime wait for it. If drawing fails
    /// or is given up, the next caller draws.
    pub(crate) async fn drawn<E>(&self, draw: impl Future<Output = Result<V, E>>) -> Result<&V, E> {
        self.file.get_or_try_init(|| draw).await
    }
}

/// Recently drawn files, least recently used first.
///
/// Keys are compared in full and not by their hashes, so a file is never mistaken for another one.
pub(crate) struct Shelf<K, V> {
    slots: Mutex<VecDeque<Arc<Slot<K, V>>>>,
    capacity: usize,
}

impl<K: PartialEq, V> Shelf<K, V> {
    /// Returns an empty shelf with room for `capacity` files.
    pub(crate) const fn new(capacity: usize) -> Self {
        Self { slots: Mutex::new(VecDeque::new()), capacity }
    }

    /// Returns the slot of a key. If there is no room for a new one, the least recently used slot is dropped.
    pub(crate) fn slot(&self, key: K) -> Arc<Slot<K, V>> {
        let mut slots = self.lock();
        let known = slots.iter().rposition(|slot| slot.key == key).and_then(|at| slots.remove(at));
        let slot = known.unwrap_or_else(|| Arc::new(Slot { key, file: OnceCell::new() }));
        slots.push_back(slot.clone());
        if slots.len() > self.capacity {
            slots.pop_front();
        }
        slot
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Arc<Slot<K, V>>>> {
        locked(&self.slots)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_that_was_not_used_for_the_longest_time_goes() {
        let shelf: Shelf<u32, ()> = Shelf::new(3);
        let first = shelf.slot(1);
        for key in [2, 3, 1, 4] {
            shelf.slot(key);
        }
        assert!(Arc::ptr_eq(&first, &shelf.slot(1)), "it was used again");
        let kept = |shelf: &Shelf<u32, ()>| shelf.lock().iter().map(|slot| slot.key).collect::<Vec<_>>();
        assert_eq!(kept(&shelf), [3, 4, 1]);
        for key in 0..1_000 {
            shelf.slot(key);
        }
        assert_eq!(kept(&shelf), [997, 998, 999]);
    }

    #[tokio::test]
    async fn a_drawing_that_fails_or_is_given_up_is_begun_anew_by_the_next() {
        let shelf: Shelf<u32, u32> = Shelf::new(1);
        let slot = shelf.slot(1);
        assert_eq!(slot.drawn(async { Err("no ink") }).await, Err("no ink"));
        let never = slot.drawn(std::future::pending::<Result<u32, ()>>());
        let next = slot.drawn(async { Ok::<_, ()>(7) });
        tokio::select! {
            biased;
            _ = never => unreachable!(),
            () = std::future::ready(()) => {}
        }
        assert_eq!((next.await, slot.file()), (Ok(&7), Some(&7)));
        assert_eq!(slot.drawn(async { Ok::<_, ()>(8) }).await, Ok(&7), "it is drawn once");
    }
}
