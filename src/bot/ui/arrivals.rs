//! What has arrived: [`Arrivals`], whether it is everything that people have sent over the connection, and [`LatestRequests`], which
//! requests have come before.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OnceCell, watch};

/// What has arrived over the connection. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct Arrivals {
    /// The number of the last probe that came back.
    probes: Arc<watch::Sender<u64>>,
    /// How many sessions have begun after a gap, and for how many of them what was missed has been fetched.
    gaps: Arc<(AtomicUsize, AtomicUsize)>,
    /// Whose messages have been fetched since the last session began, once there is one.
    session: Arc<watch::Sender<Option<Arc<Fetched>>>>,
    /// The number of deadlines that wait for messages to be fetched.
    hurries: Arc<watch::Sender<usize>>,
}

/// A deadline that waits for messages to be fetched, until it is dropped.
pub(crate) struct Hurry(Arc<watch::Sender<usize>>);

impl Drop for Hurry {
    fn drop(&mut self) {
        self.0.send_modify(|hurries| *hurries -= 1);
    }
}

/// A gap before a session, until it is dropped.
pub(crate) struct Gap {
    gaps: Arc<(AtomicUsize, AtomicUsize)>,
    pub(crate) fetched: Arc<Fetched>,
}

impl Drop for Gap {
    fn drop(&mut self) {
        self.gaps.1.fetch_add(1, Ordering::SeqCst);
    }
}

/// The people whose messages have been fetched, or are being fetched.
#[derive(Default)]
pub(crate) struct Fetched {
    people: Mutex<HashMap<i64, Arc<OnceCell<()>>>>,
    lacks: AtomicBool,
}

impl Fetched {
    /// Returns whether the messages of a person have been fetched.
    pub(crate) fn has(&self, user: i64) -> bool {
        let all = self.people.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(&user).is_some_and(|fetched| fetched.initialized())
    }

    /// Waits until the messages of a person have been fetched: in this way, unless somebody else does it.
    pub(crate) async fn once(&self, user: i64, fetch: impl Future<Output = ()>) {
        // The map is always complete, even if a thread has panicked.
        let fetched =
            self.people.lock().unwrap_or_else(PoisonError::into_inner).entry(user).or_default().clone();
        fetched.get_or_init(|| fetch).await;
    }

    /// Notes that the messages of somebody could not be fetched now, although they may be later.
    pub(crate) fn lack(&self) {
        self.lacks.store(true, Ordering::SeqCst);
    }

    /// Returns whether nothing is [lacking](Self::lack).
    pub(crate) fn is_complete(&self) -> bool {
        !self.lacks.load(Ordering::SeqCst)
    }
}

impl Arrivals {
    /// Notes that a session has begun in which Discord repeats nothing from before. The gap is closed when the guard is dropped.
    pub(crate) fn gap(&self) -> Gap {
        self.gaps.0.fetch_add(1, Ordering::SeqCst);
        let fetched = Arc::new(Fetched::default());
        self.session.send_replace(Some(fetched.clone()));
        Gap { gaps: self.gaps.clone(), fetched }
    }

    /// Waits until there is a session, and returns whose messages have been fetched since it began.
    pub(crate) async fn session(&self) -> Option<Arc<Fetched>> {
        // The sender is alive as long as this.
        self.session.subscribe().wait_for(Option::is_some).await.ok()?.clone()
    }

    /// Returns whose messages have been fetched since the last session began, or `None` before the first.
    pub(crate) fn latest(&self) -> Option<Arc<Fetched>> {
        self.session.borrow().clone()
    }

    /// Returns whether what was sent before the present session has been fetched, or given up.
    pub(crate) fn has_no_gap(&self) -> bool {
        let closed = self.gaps.1.load(Ordering::SeqCst);
        closed > 0 && self.gaps.0.load(Ordering::SeqCst) == closed
    }

    /// Notes that a deadline waits for messages to be fetched.
    pub(crate) fn hurry(&self) -> Hurry {
        self.hurries.send_modify(|hurries| *hurries += 1);
        Hurry(self.hurries.clone())
    }

    /// Waits until no deadline waits for messages to be fetched: Discord allows all together only so many requests.
    pub(crate) async fn calm(&self) {
        // The sender is alive as long as this.
        let _ = self.hurries.subscribe().wait_for(|hurries| *hurries == 0).await;
    }

    /// Records that a probe came back.
    pub(crate) fn came_back(&self, probe: u64) {
        self.probes.send_if_modified(|last| {
            let is_later = *last < probe;
            *last = probe.max(*last);
            is_later
        });
    }

    /// Waits until a probe comes back.
    pub(crate) async fn comes_back(&self, probe: u64) {
        // The sender is alive as long as this.
        let _ = self.probes.subscribe().wait_for(|last| *last >= probe).await;
    }
}

/// The number of requests that are remembered. Discord repeats events only after a connection was resumed, and then only
/// the last ones.
const REMEMBERED: usize = 1_024;

/// The latest interactions and direct messages. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct LatestRequests(Arc<Mutex<VecDeque<u64>>>);

impl LatestRequests {
    /// Remembers a request, and returns whether it has not been seen before.
    pub(crate) fn is_new(&self, id: u64) -> bool {
        // A panic in between leaves one request too many, which does no harm.
        let mut latest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if latest.contains(&id) {
            return false;
        }
        if latest.len() == REMEMBERED {
            latest.pop_front();
        }
        latest.push_back(id);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn whose_messages_have_been_fetched_in_a_session_are_not_fetched_again_in_it() {
        let arrivals = Arrivals::default();
        let gap = arrivals.gap();
        let fetches = AtomicUsize::new(0);
        let fetch = async || {
            fetches.fetch_add(1, Ordering::SeqCst);
            tokio::task::yield_now().await;
        };
        let session = arrivals.session().await.unwrap();
        tokio::join!(gap.fetched.once(1, fetch()), session.once(1, fetch()), session.once(2, fetch()));
        session.once(1, fetch()).await;
        assert_eq!(fetches.load(Ordering::SeqCst), 2);
        // In the next session, nobody knows what was sent before it.
        let next = arrivals.gap();
        arrivals.session().await.unwrap().once(1, fetch()).await;
        assert_eq!(fetches.load(Ordering::SeqCst), 3);
        drop(next);
    }

    #[test]
    fn a_connection_tells_nothing_of_what_was_sent_before_it() {
        let arrivals = Arrivals::default();
        assert!(!arrivals.has_no_gap(), "no session has begun");
        let first = arrivals.gap();
        assert!(!arrivals.has_no_gap());
        let second = arrivals.gap();
        drop(first);
        assert!(!arrivals.has_no_gap(), "of the second session");
        drop(second);
        assert!(arrivals.has_no_gap());
    }

    #[test]
    fn a_request_is_new_once_and_the_oldest_are_forgotten() {
        let seen = LatestRequests::default();
        assert!(seen.is_new(1) && !seen.is_new(1) && !seen.clone().is_new(1));
        for id in 2..=REMEMBERED as u64 {
            assert!(seen.is_new(id));
        }
        assert!(!seen.is_new(1));
        assert!(seen.is_new(0) && seen.is_new(1), "there was no room for it any longer");
    }
}
