//! Notifications to a service manager, on systems without systemd: there are none.

use std::future::pending;

use super::vitals::Vitals;

/// Tells what the bot is waiting for.
pub(super) fn waits_for(_what: &str) {}

/// Tells that the bot is connected.
pub(super) fn ready() {}

/// Tells that the bot is about to end.
pub(super) fn stopping() {}

/// Tells from time to time how the bot is.
pub(super) async fn keep_telling(_vitals: Vitals) {
    pending().await
}
