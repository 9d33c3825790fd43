//! [`Arrivals`]: whether everything that people have sent has arrived over the connection.
//!
//! A session of the gateway that Discord does not resume begins with a gap: what was sent before it is not repeated. The gateway
//! opens the gap with the session, fetches what was missed, each person's messages once, and closes it. Within a session, a probe
//! shows that everything before it has arrived: the gateway asks Discord for something whose answer comes in the same order.

use crate::locks::locked;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use trigon_engine::ids::UserId;

use tokio::sync::{OnceCell, watch};

/// What has arrived over the connection. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct Arrivals {
    /// The number of the last probe that came back.
    probes: Arc<watch::Sender<u64>>,
    gaps: Arc<Gaps>,
    /// The people whose messages have been fetched since the last session began, once there is one.
    session: Arc<watch::Sender<Option<Arc<Fetched>>>>,
    /// The number of deadlines waiting for messages to be fetched.
    urgent_fetches: Arc<watch::Sender<usize>>,
    /// The number of collectors that have received messages in order.
    collectors: Arc<AtomicUsize>,
}

/// The gaps so far.
#[derive(Default)]
struct Gaps {
    /// The number of sessions that began after one.
    opened: AtomicUsize,
    /// The number of those for which missed messages have been fetched.
    closed: AtomicUsize,
}

/// A deadline waiting for messages to be fetched, until it is dropped.
pub(crate) struct UrgentFetch(Arc<watch::Sender<usize>>);

impl Drop for UrgentFetch {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}

/// A gap before a session, which is closed by dropping this.
pub(crate) struct Gap {
    gaps: Arc<Gaps>,
    pub(crate) fetched: Arc<Fetched>,
}

impl Drop for Gap {
    fn drop(&mut self) {
        self.gaps.closed.fetch_add(1, Ordering::SeqCst);
    }
}

/// The people whose messages have been fetched, or are being fetched.
#[derive(Default)]
pub(crate) struct Fetched {
    people: Mutex<HashMap<UserId, Arc<OnceCell<()>>>>,
}

impl Fetched {
    /// Returns whether the messages of a person have been fetched.
    pub(crate) fn has(&self, user: UserId) -> bool {
        let all = locked(&self.people);
        all.get(&user).is_some_and(|fetched| fetched.initialized())
    }

    /// Waits until the messages of a person have been fetched, by `fetch` unless another task is already doing it. Returns
    /// whether they have; only then are they not fetched again.
    pub(crate) async fn once(&self, user: UserId, fetch: impl Future<Output = bool>) -> bool {
        // The map is always complete, even if a thread has panicked.
        let fetched = locked(&self.people).entry(user).or_default().clone();
        fetched.get_or_try_init(async || fetch.await.then_some(()).ok_or(())).await.is_ok()
    }
}

impl Arrivals {
    /// Records that a session has begun in which Discord repeats nothing from before. Dropping the guard closes the
    /// gap.
    pub(crate) fn open_gap(&self) -> Gap {
        self.gaps.opened.fetch_add(1, Ordering::SeqCst);
        let fetched = Arc::new(Fetched::default());
        self.session.send_replace(Some(fetched.clone()));
        Gap { gaps: self.gaps.clone(), fetched }
    }

    /// Returns the number of a new collector of messages, which takes the place of the one before.
    pub(crate) fn next_collector(&self) -> usize {
        self.collectors.fetch_add(1, Ordering::SeqCst) + 1
    }

    /// Returns whether no other collector has taken the place of this one.
    pub(crate) fn is_last_collector(&self, number: usize) -> bool {
        self.collectors.load(Ordering::SeqCst) == number
    }

    /// Waits for a session, and returns the people whose messages have been fetched since it began.
    pub(crate) async fn wait_for_session(&self) -> Option<Arc<Fetched>> {
        // The sender lives as long as `self`.
        self.session.subscribe().wait_for(Option::is_some).await.ok()?.clone()
    }

    /// Returns the people whose messages have been fetched since the last session began, or `None` before the first.
    pub(crate) fn latest_session(&self) -> Option<Arc<Fetched>> {
        self.session.borrow().clone()
    }

    /// Returns whether no other session has begun since the one of these people.
    pub(crate) fn is_latest_session(&self, fetched: &Arc<Fetched>) -> bool {
        self.latest_session().is_some_and(|latest| Arc::ptr_eq(&latest, fetched))
    }

    /// Returns whether everything sent before the current session has been fetched, or cannot be.
    pub(crate) fn has_no_gap(&self) -> bool {
        let closed = self.gaps.closed.load(Ordering::SeqCst);
        closed > 0 && self.gaps.opened.load(Ordering::SeqCst) == closed
    }

    /// Records that a deadline is waiting for messages to be fetched.
    pub(crate) fn fetch_urgently(&self) -> UrgentFetch {
        self.urgent_fetches.send_modify(|count| *count += 1);
        UrgentFetch(self.urgent_fetches.clone())
    }

    /// Waits until no deadline is waiting for messages to be fetched, because all requests share Discord's limit.
    pub(crate) async fn wait_for_urgent_fetches(&self) {
        // The sender lives as long as `self`.
        let _ = self.urgent_fetches.subscribe().wait_for(|count| *count == 0).await;
    }

    /// Records that a probe came back.
    pub(crate) fn note_probe(&self, probe: u64) {
        self.probes.send_if_modified(|last| {
            let is_later = *last < probe;
            *last = probe.max(*last);
            is_later
        });
    }

    /// Waits until a probe comes back.
    pub(crate) async fn wait_for_probe(&self, probe: u64) {
        // The sender lives as long as `self`.
        let _ = self.probes.subscribe().wait_for(|last| *last >= probe).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn whose_messages_have_been_fetched_in_a_session_are_not_fetched_again_in_it() {
        let arrivals = Arrivals::default();
        let gap = arrivals.open_gap();
        let fetches = AtomicUsize::new(0);
        let fetch = async || {
            fetches.fetch_add(1, Ordering::SeqCst);
            tokio::task::yield_now().await;
            true
        };
        let session = arrivals.wait_for_session().await.unwrap();
        tokio::join!(
            gap.fetched.once(UserId(1), fetch()),
            session.once(UserId(1), fetch()),
            session.once(UserId(2), fetch())
        );
        session.once(UserId(1), fetch()).await;
        assert_eq!(fetches.load(Ordering::SeqCst), 2);
        // In the next session, it is unknown what was sent before it.
        let next = arrivals.open_gap();
        arrivals.wait_for_session().await.unwrap().once(UserId(1), fetch()).await;
        assert_eq!(fetches.load(Ordering::SeqCst), 3);
        drop(next);
    }

    #[tokio::test]
    async fn what_could_not_be_fetched_is_fetched_again() {
        let fetched = Fetched::default();
        assert!(!fetched.once(UserId(1), async { false }).await && !fetched.has(UserId(1)));
        assert!(fetched.once(UserId(1), async { true }).await && fetched.has(UserId(1)));
        assert!(fetched.once(UserId(1), async { false }).await, "it need not be fetched any more");
    }

    #[test]
    fn a_connection_tells_nothing_of_what_was_sent_before_it() {
        let arrivals = Arrivals::default();
        assert!(!arrivals.has_no_gap(), "no session has begun");
        let first = arrivals.open_gap();
        assert!(!arrivals.has_no_gap());
        let second = arrivals.open_gap();
        drop(first);
        assert!(!arrivals.has_no_gap(), "of the second session");
        drop(second);
        assert!(arrivals.has_no_gap());
    }
}
