//! Notifications to systemd, if it has started the bot as a service with `Type=notify`.

use std::future::pending;
use std::time::Duration;

use sd_notify::NotifyState;

use super::vitals::Vitals;

/// The interval between reports of the status.
const REPORT_INTERVAL: Duration = Duration::from_secs(15);

fn notify(states: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(states) {
        tracing::warn!(%error, "the service manager cannot be told how the bot is");
    }
}

/// Reports what the bot is waiting for.
pub(super) fn report_waiting_for(what: &str) {
    notify(&[NotifyState::Status(&format!("waiting for {what}"))]);
}

/// Reports that the bot is connected.
pub(super) fn ready() {
    notify(&[NotifyState::Ready, NotifyState::Status("connected")]);
}

/// Reports that the bot is about to stop.
pub(super) fn stopping() {
    notify(&[NotifyState::Stopping, NotifyState::Status("stopping")]);
}

/// Reports the bot's health from time to time, and that it is alive, but only as long as it makes progress.
pub(super) async fn report_forever(vitals: Vitals) {
    if std::env::var_os("NOTIFY_SOCKET").is_none() {
        return pending().await;
    }
    let limit = sd_notify::watchdog_enabled();
    let every = limit.map_or(REPORT_INTERVAL, |limit| (limit / 4).min(REPORT_INTERVAL));
    loop {
        if limit.is_some() {
            match vitals.standstill(every * 2).await {
                None => notify(&[NotifyState::Watchdog]),
                Some(reason) => {
                    tracing::error!(
                        reason,
                        "the bot does not do its work; the service manager will restart it"
                    );
                }
            }
        }
        tokio::time::sleep(every).await;
        let report = vitals.report().await;
        notify(&[NotifyState::Status(&report.line())]);
    }
}
