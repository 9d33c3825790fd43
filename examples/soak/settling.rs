//! [`settle`]: the end of a soak, after the last disturbance.

use std::time::{Duration, Instant};

use trigon::sandbox::Clock as _;

use crate::test_bed::TestBed;

/// How long everything may take to settle once all is well again.
pub(crate) const SETTLING_TIMEOUT: Duration = Duration::from_mins(5);

/// How long everything is given in real time to be sent before time passes faster.
const SMALL_LEAPS_PHASE: Duration = Duration::from_secs(15);

/// How often in a row there must be nothing left to do.
const IDLE_CHECKS: u32 = 8;

/// The longest leap of time: what was meant for a channel that is gone is given up two weeks after the end of its match.
const MAX_LEAP: Duration = Duration::from_hours(24);

/// How long Discord's refusal to change a role or an event is taken for granted.
const REFUSAL_MEMORY: Duration = Duration::from_mins(61);

/// Waits until everything is sent and shown, moving time ahead instead of waiting for it.
pub(crate) async fn settle(bed: &TestBed) -> bool {
    let settled = async {
        // Edits may have to wait for Discord's limits.
        let (mut quiet, mut tries) = (0, 0);
        let (began, mut leap) = (Instant::now(), Duration::from_secs(5));
        loop {
            tokio::time::sleep(Duration::from_millis(200)).await;
            let (store, now) = (bed.matches.store(), bed.clock.now());
            quiet = match (store.next_delivery().await, store.has_upkeep(now).await) {
                (Ok(None), Ok(false)) => quiet + 1,
                (Ok(Some(at)), _) if at > now => {
                    bed.advance(leap);
                    if began.elapsed() > SMALL_LEAPS_PHASE {
                        leap = (2 * leap).min(MAX_LEAP);
                    }
                    0
                }
                _ => 0,
            };
            if quiet == IDLE_CHECKS && tries < 2 {
                // What servers show was perhaps refused.
                tries += 1;
                quiet = 0;
                bed.advance(REFUSAL_MEMORY);
            } else if quiet == IDLE_CHECKS {
                return;
            }
        }
    };
    tokio::time::timeout(SETTLING_TIMEOUT, settled).await.is_ok()
}
