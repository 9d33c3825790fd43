//! [`Arrivals`]: whether everything that people have sent has arrived over the connection.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::watch;

/// What has arrived over the connection. Clones share it.
#[derive(Clone, Default)]
pub(in crate::discord) struct Arrivals {
    /// The number of the last probe that came back.
    probes: Arc<watch::Sender<u64>>,
    /// How many sessions have begun after a gap, and for how many of them what was missed has been fetched.
    gaps: Arc<(AtomicUsize, AtomicUsize)>,
}

/// A gap before a session, until it is dropped.
pub(in crate::discord) struct Gap(Arc<(AtomicUsize, AtomicUsize)>);

impl Drop for Gap {
    fn drop(&mut self) {
        self.0.1.fetch_add(1, Ordering::SeqCst);
    }
}

impl Arrivals {
    /// Notes that a session has begun in which Discord repeats nothing from before. The gap is closed when the guard is dropped.
    pub(in crate::discord) fn gap(&self) -> Gap {
        self.gaps.0.fetch_add(1, Ordering::SeqCst);
        Gap(self.gaps.clone())
    }

    /// Returns whether what was sent before the present session has been fetched, or given up.
    pub(in crate::discord) fn has_no_gap(&self) -> bool {
        let closed = self.gaps.1.load(Ordering::SeqCst);
        closed > 0 && self.gaps.0.load(Ordering::SeqCst) == closed
    }

    /// Records that a probe came back.
    pub(in crate::discord) fn came_back(&self, probe: u64) {
        self.probes.send_if_modified(|last| {
            let is_later = *last < probe;
            *last = probe.max(*last);
            is_later
        });
    }

    /// Waits until a probe comes back.
    pub(in crate::discord) async fn comes_back(&self, probe: u64) {
        // The sender is alive as long as this.
        let _ = self.probes.subscribe().wait_for(|last| *last >= probe).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
