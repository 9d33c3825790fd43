//! Waiting for a change without polling blindly.

use std::time::Duration;

use crate::sandbox::state::Hub;

/// How often to look although nothing changed: the clock may have been moved.
const LOOK_AGAIN: Duration = Duration::from_millis(10);

/// Looks after every change until `look` finds something; `None` when `patience` (real time) is over.
pub(crate) async fn wait_for<T>(
    hub: &Hub,
    patience: Duration,
    mut look: impl FnMut() -> Option<T>,
) -> Option<T> {
    let mut changes = hub.changes();
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
