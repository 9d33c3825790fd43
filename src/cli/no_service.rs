//! Notifications to a service manager, on systems without systemd: there are none.

use std::future::pending;

use super::vitals::Vitals;

/// Reports what the bot is waiting for.
pub(super) fn report_waiting_for(_what: &str) {}

/// Reports that the bot is connected.
pub(super) fn ready() {}

/// Reports that the bot is about to stop.
pub(super) fn stopping() {}

/// Reports the bot's health from time to time.
pub(super) async fn report_forever(_vitals: Vitals) {
    pending().await
}
