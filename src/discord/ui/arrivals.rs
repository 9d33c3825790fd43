//! [`Arrivals`]: whether everything that Discord has sent over the connection has been dealt with.

use std::sync::Arc;

use tokio::sync::{OwnedRwLockReadGuard, RwLock, watch};

/// What has arrived over the connection. Clones share it.
#[derive(Clone, Default)]
pub(in crate::discord) struct Arrivals {
    /// The number of the last probe that came back.
    probes: Arc<watch::Sender<u64>>,
    /// Held for reading while a direct message is answered.
    direct: Arc<RwLock<()>>,
    /// Held for reading while messages are fetched that no connection has brought.
    fetched: Arc<RwLock<()>>,
}

impl Arrivals {
    /// Begins to answer a direct message, until the guard is dropped.
    pub(in crate::discord) async fn answering(&self) -> OwnedRwLockReadGuard<()> {
        self.direct.clone().read_owned().await
    }

    /// Waits until all direct messages that have arrived so far are answered.
    pub(in crate::discord) async fn answered(&self) {
        drop(self.direct.write().await);
    }

    /// Begins to fetch what no connection has brought, until the guard is dropped.
    pub(in crate::discord) async fn fetching(&self) -> OwnedRwLockReadGuard<()> {
        self.fetched.clone().read_owned().await
    }

    /// Returns whether nothing is being fetched that no connection has brought.
    pub(in crate::discord) fn are_complete(&self) -> bool {
        self.fetched.try_write().is_ok()
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
