//! What processes that share a bot's shards tell each other.
//!
//! Discord limits all requests with one token together. Each of the processes makes a part of them: that needs no word before
//! each request, and none of them has to wait for another one. The one that listens to players makes half of them, because it
//! answers them, and fetches what was missed before a deadline; the others make the other half. One that joins begins with
//! little, until the others have noticed it.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::discord::directs::Directs;
use crate::discord::limiter::Share;
use crate::matches::Matches;
use crate::store::{Listener, StoreError};

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
fn part(alive: u32, listens: bool, is_new: bool) -> u32 {
    match alive {
        0 | 1 => 1,
        _ if is_new => alive.saturating_mul(NEWCOMER),
        _ if listens => 2,
        _ => (alive - 1).saturating_mul(2),
    }
}

/// Tells the others that this process is alive, for as long as it runs.
pub(super) async fn stay_alive(matches: Matches, parts: Parts) {
    let (store, process) = (matches.store(), matches.store().process());
    if process.is_alone() {
        return;
    }
    let (mut known, mut joined, mut last) = (0, Instant::now(), Instant::now());
    loop {
        if last.elapsed() > process.life() {
            // The others have taken it for dead.
            joined = Instant::now();
        }
        let told = async { Ok::<_, StoreError>((store.beat().await?, store.listener().await?)) };
        match told.await {
            Ok((alive, listener)) => {
                last = Instant::now();
                let listens = listener == Listener::Me;
                parts.divide(part(alive, listens, joined.elapsed() < process.beat()));
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
            let share = |alive, listens, is_new| 1.0 / f64::from(part(alive, listens, is_new));
            let known =
                |alive: u32| share(alive, true, false) + f64::from(alive - 1) * share(alive, false, false);
            for listens in [false, true] {
                let all = 40.0 * (known(alive - 1) + share(alive, listens, true));
                assert!(all < 50.0, "{alive}: {all}");
            }
            assert!(40.0 * known(alive) < 40.01);
        }
        assert_eq!((part(1, true, true), part(1, true, false), part(3, true, false)), (1, 1, 2));
    }
}
