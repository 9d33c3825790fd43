//! The one task that meets deadlines: does what is due, learns the next time, sleeps until then or until nudged.

use std::time::Duration;

use super::service::Matches;

/// How long to wait when what is due cannot be read. What fails for single matches is in `deadlines.rs`.
const RETRY: Duration = Duration::from_secs(5);

/// Looks at what an earlier version has stored, then meets deadlines for ever. Everything it needs is in the store, so it
/// can be stopped and started at any time.
pub async fn run(matches: Matches) {
    if let Err(error) = matches.check_rules().await {
        // Each match is looked at again before it is changed.
        tracing::error!(%error, "the rules of stored matches could not be checked");
    }
    loop {
        // Asked for before looking, so that a change in between is not slept through.
        let wake_up = matches.wake_up().notified();
        tokio::pin!(wake_up);
        wake_up.as_mut().enable();
        match matches.meet_all().await {
            Ok(Some(next)) => {
                tokio::select! {
                    () = matches.clock().sleep_until(next) => {}
                    () = wake_up => {}
                }
            }
            Ok(None) => wake_up.await,
            Err(error) => {
                tracing::error!(%error, "what is due cannot be read; trying again");
                tokio::time::sleep(RETRY).await;
            }
        }
    }
}
