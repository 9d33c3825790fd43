//! Waiting for changes.

use std::time::Duration;

use tokio::sync::watch;

use crate::state::Hub;

/// The interval at which to check even without a change, because the clock may have been moved.
const LOOK_AGAIN: Duration = Duration::from_millis(10);

/// Checks after every change until `look` finds something. Returns `None` once `patience`, in real time, is over.
pub(crate) async fn wait_for<T>(hub: &Hub, patience: Duration, look: impl FnMut() -> Option<T>) -> Option<T> {
    wait_on(hub.changes(), patience, look).await
}

/// Waits like [`wait_for`], but for a single bell: if a hundred people wait for responses, a response to one of
/// them should not wake all the others.
pub(crate) async fn wait_on<T>(
    mut changes: watch::Receiver<()>,
    patience: Duration,
    mut look: impl FnMut() -> Option<T>,
) -> Option<T> {
    let watch = async {
        loop {
            changes.borrow_and_update();
            if let Some(found) = look() {
                return found;
            }
            // After a timeout, or if the channel is closed, simply check again.
            let _ = tokio::time::timeout(LOOK_AGAIN, changes.changed()).await;
        }
    };
    tokio::time::timeout(patience, watch).await.ok()
}
