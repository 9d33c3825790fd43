//! Waiting for a change without polling blindly.

use std::time::Duration;

use tokio::sync::watch;

use crate::sandbox::state::Hub;

/// How often to look although nothing changed: the clock may have been moved.
const LOOK_AGAIN: Duration = Duration::from_millis(10);

/// Looks after every change until `look` finds something; `None` when `patience` (real time) is over.
pub(crate) async fn wait_for<T>(hub: &Hub, patience: Duration, look: impl FnMut() -> Option<T>) -> Option<T> {
    wait_on(hub.changes(), patience, look).await
}

/// As [`wait_for`], woken by one bell only: a hundred people who wait for answers need not all look up
/// whenever one of them gets his.
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
            // A closed channel or a timeout only means to look again.
            let _ = tokio::time::timeout(LOOK_AGAIN, changes.changed()).await;
        }
    };
    tokio::time::timeout(patience, watch).await.ok()
}
