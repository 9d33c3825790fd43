//! Coordination between the processes that share a bot's shards.
//!
//! Discord limits all requests with one token together. Each process makes a share of them, so that no request has to
//! be coordinated and no process waits for another. The one that listens to players makes half of them, because it
//! answers the players; the others share the other half. While none is listening, all of them fetch what was missed
//! before a deadline, and have equal shares. A process that joins starts with a small share until the others have
//! noticed it.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::directs::Directs;
use crate::limiter::Limiter;
use crate::ui::Arrivals;
use trigon_engine::matches::Matches;
use trigon_engine::store::{Listener, StoreError};

/// How long to wait after the database server could not be reached.
const RETRY_WAIT: Duration = Duration::from_secs(1);

/// The divisor of a newcomer's share until the other processes have reduced theirs.
const NEWCOMER_DIVISOR: u32 = 4;

/// The limits that this process shares with the others.
pub(super) struct SharedLimits {
    pub(super) requests: Limiter,
    pub(super) directs: Arc<Directs>,
    /// Knows whether everything that players send arrives here.
    pub(super) arrivals: Arrivals,
}

impl SharedLimits {
    fn divide(&self, divisor: NonZeroU32) {
        self.requests.divide(divisor);
        self.directs.divide(divisor);
    }
}

/// Returns what the limits are divided by for this process. If one process receives all direct messages, it gets half, and the
/// others share the rest equally; otherwise all have equal shares.
fn share_divisor(alive: u32, listener: Listener, is_new: bool) -> NonZeroU32 {
    let divisor = match listener {
        _ if alive < 2 => 1,
        _ if is_new => alive.saturating_mul(NEWCOMER_DIVISOR),
        Listener::Me => 2,
        Listener::Each(_) => alive,
        Listener::Other(_) => (alive - 1).saturating_mul(2),
    };
    NonZeroU32::new(divisor).unwrap_or(NonZeroU32::MIN)
}

/// Tells the other processes that this one is alive, and takes its share of the limits, for as long as it runs.
pub(super) async fn stay_alive(matches: Matches, limits: Arc<SharedLimits>) {
    let (store, process) = (matches.store(), matches.store().process());
    if process.is_alone() {
        return;
    }
    let (mut known_alive, mut joined_at, mut last_beat) = (0, Instant::now(), Instant::now());
    loop {
        if last_beat.elapsed() > process.life() {
            // The others have presumed this process dead and divided its share, so it is a newcomer again.
            joined_at = Instant::now();
        }
        let beat = async {
            Ok::<_, StoreError>((store.beat(limits.arrivals.has_no_gap()).await?, store.listener().await?))
        };
        match beat.await {
            Ok((alive, listener)) => {
                last_beat = Instant::now();
                limits.divide(share_divisor(alive, listener, joined_at.elapsed() < process.beat()));
                if alive != known_alive {
                    tracing::info!(alive, "processes share the bot");
                    known_alive = alive;
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
                // Something may have been stored before this process listened.
                matches.wake_up().notify_waiters();
                while let Ok(()) = wake_ups.next().await {
                    matches.wake_up().notify_waiters();
                }
            }
            Err(error) => tracing::warn!(%error, "other processes cannot wake up this one"),
        }
        sleep(RETRY_WAIT).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trigon_engine::store::Partition;

    #[test]
    fn the_limit_is_kept_even_before_the_others_have_noticed_a_newcomer() {
        // Discord allows 50 requests a second, and 40 are made.
        for alive in 2..20 {
            let share =
                |alive, listener, is_new| 1.0 / f64::from(share_divisor(alive, listener, is_new).get());
            let (me, other, each) = (Listener::Me, Listener::Other(0), Listener::Each(Partition::WHOLE));
            let known =
                |alive: u32| share(alive, me, false) + f64::from(alive - 1) * share(alive, other, false);
            let equal = |alive: u32| f64::from(alive) * share(alive, each, false);
            for listener in [me, other, each] {
                let all = 40.0 * (known(alive - 1).max(equal(alive - 1)) + share(alive, listener, true));
                assert!(all < 50.0, "{alive}: {all}");
            }
            assert!(40.0 * known(alive).max(equal(alive)) < 40.01);
        }
        assert_eq!(share_divisor(1, Listener::Me, true).get(), 1);
    }
}
