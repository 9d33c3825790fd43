//! The task that meets deadlines: it does what is due, and sleeps until the next time or until it is woken up.

use std::time::Duration;

use super::service::Matches;
use crate::figures::figures;

/// The wait after the timers could not be read. Failures of single matches are handled in `deadlines.rs`.
const RETRY: Duration = Duration::from_secs(5);

/// Checks what an earlier version has stored, then meets deadlines forever. Everything it needs is in the store, so it can
/// be stopped and started at any time.
pub async fn run(matches: Matches) {
    if let Err(error) = matches.check_rules().await {
        // Each match is checked again before it is changed.
        tracing::error!(%error, "the rules of stored matches could not be checked");
    }
    // What a run before has left taken.
    while let Err(error) = matches.store().release_clocks().await {
        tracing::error!(%error, "the timers cannot be written; trying again");
        tokio::time::sleep(RETRY).await;
    }
    // What another process leaves undone is noticed by looking.
    let process = matches.store().process();
    let look_every = (!process.is_alone()).then(|| process.beat());
    loop {
        figures().scheduler_rounds.inc();
        // Enabled before looking, so that no change in between is missed.
        let wake_up = matches.wake_up().notified();
        tokio::pin!(wake_up);
        wake_up.as_mut().enable();
        match matches.meet_all().await {
            Ok(next) => {
                tokio::select! {
                    () = matches.clock().sleep_until(next.unwrap_or_default()), if next.is_some() => {}
                    () = wake_up => {}
                    () = tokio::time::sleep(look_every.unwrap_or_default()), if look_every.is_some() => {}
                }
            }
            Err(error) => {
                tracing::error!(%error, "what is due cannot be read; trying again");
                tokio::time::sleep(RETRY).await;
            }
        }
    }
}
