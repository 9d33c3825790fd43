//! What processes that share a bot's shards tell each other.
//!
//! Discord limits all requests with one token together. Each of the processes makes an equal part of them: that needs no word
//! before each request, and none of them has to wait for another one. One that joins begins with little, until the others have
//! noticed it.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::discord::directs::Directs;
use crate::discord::limiter::Share;
use crate::matches::Matches;

/// How long to wait after the server could not be reached.
const RETRY: Duration = Duration::from_secs(1);

/// The divisor of a newcomer's share until the other processes have reduced theirs.
const NEWCOMER: u32 = 4;

/// What this process takes its part of.
pub(super) struct Parts {
    pub(super) requests: Share,
    pub(super) directs: Arc<Directs>,
}

impl Parts {
    fn divide(&self, parts: u32) {
        self.requests.divide(parts);
        self.directs.divide(parts);
    }
}

/// Returns one in how many requests this process makes.
fn part(alive: u32, is_new: bool) -> u32 {
    if is_new && alive > 1 { alive.saturating_mul(NEWCOMER) } else { alive }
}

/// Tells the others that this process is alive, for as long as it runs.
pub(super) async fn stay_alive(matches: Matches, parts: Parts) {
    let (store, process) = (matches.store(), matches.store().process());
    if process.is_alone() {
        return;
    }
    let (mut known, mut joined, mut last) = (0, Instant::now(), Instant::now());
    loop {
        if last.elapsed() > process.lease() {
            // The others have taken it for dead.
            joined = Instant::now();
        }
        match store.beat().await {
            Ok(alive) => {
                last = Instant::now();
                parts.divide(part(alive, joined.elapsed() < process.beat()));
                if alive != known {
                    tracing::info!(alive, "processes share the bot");
                    known = alive;
                }
            }
            Err(error) => tracing::error!(%error, "other processes cannot be told that this one is alive"),
        }
        sleep(process.beat()).await;
    }
}

/// Wakes up this process whenever another one has stored something.
pub(super) async fn wake_up(matches: Matches) {
    loop {
        match matches.store().wake_ups().await {
            Ok(None) => return,
            Ok(Some(mut wake_ups)) => {
                // Something may have been missed before.
                matches.wake_up().notify_waiters();
                while let Ok(()) = wake_ups.next().await {
                    matches.wake_up().notify_waiters();
                }
            }
            Err(error) => tracing::warn!(%error, "other processes cannot wake up this one"),
        }
        sleep(RETRY).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_kept_even_before_the_others_have_noticed_a_newcomer() {
        // Of the 50 requests a second that Discord allows, 40 are made.
        for alive in 2..20 {
            let others = f64::from(alive - 1) / f64::from(alive - 1);
            let all = 40.0 * (others + 1.0 / f64::from(part(alive, true)));
            assert!(all < 50.0, "{alive}: {all}");
            assert!(f64::from(alive) * 40.0 / f64::from(part(alive, false)) <= 40.0);
        }
        assert_eq!(part(1, true), 1);
    }
}
