//! [`SessionStarts`]: how many sessions may begin, and how fast. Discord resets the token of a bot that begins too many.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde::Deserialize;
use tokio::sync::OwnedMutexGuard;
use tokio::time::{Instant, sleep_until};

use crate::locks::locked;

/// The time between two sessions of shards that may not begin at once.
const START_INTERVAL: Duration = Duration::from_secs(5);

/// After this many sessions in a row that did not begin although they should have, attempts are made more slowly, so that what is
/// left of the limit lasts until it is renewed.
const MAX_FAILED_STARTS: u32 = 3;

/// How long what Discord has said about the limit counts. After that, it is asked again before a session begins.
const ALLOWANCE_LIFETIME: Duration = Duration::from_secs(3);

/// The longest time until the limit is renewed.
const MAX_RESET: Duration = Duration::from_hours(24);

/// How many sessions may begin, as Discord says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(crate) struct Allowance {
    /// The number of a whole day.
    pub(crate) total: u64,
    /// What is left of it.
    pub(crate) remaining: u64,
    /// The number of milliseconds until it is renewed.
    pub(crate) reset_after: u64,
    /// The number of shards that may begin a session within five seconds.
    pub(crate) max_concurrency: u64,
}

/// The limit as Discord has described it, and when. Sessions that have begun since are subtracted.
#[derive(Debug, Clone, Copy)]
struct KnownAllowance {
    allowance: Allowance,
    asked_at: Instant,
}

impl KnownAllowance {
    fn renewed_at(&self) -> Instant {
        self.asked_at + Duration::from_millis(self.allowance.reset_after).min(MAX_RESET)
    }

    /// Returns when the next session may begin, given when the last one did and how many in a row never began.
    fn next_start(&self, last: Option<Instant>, failed_starts: u32) -> Option<Instant> {
        let (Allowance { total, remaining, .. }, last) = (self.allowance, last?);
        let interval = if failed_starts >= MAX_FAILED_STARTS && (1..=total / 2).contains(&remaining) {
            let left = self.renewed_at().saturating_duration_since(last);
            left.div_f64(remaining as f64).max(START_INTERVAL)
        } else {
            START_INTERVAL
        };
        Some(last + interval)
    }
}

/// When the last session of a group of shards began.
type LastStart = Arc<tokio::sync::Mutex<Option<Instant>>>;

/// The limit on sessions that begin, for all shards of this program. Before each session, its line waits for a [turn](Self::turn).
#[derive(Debug)]
pub(super) struct SessionStarts {
    known: Mutex<Option<KnownAllowance>>,
    groups: Mutex<HashMap<u64, LastStart>>,
}

impl SessionStarts {
    pub(super) fn new(allowance: Option<Allowance>) -> Self {
        let known = allowance.map(|allowance| KnownAllowance { allowance, asked_at: Instant::now() });
        Self { known: Mutex::new(known), groups: Mutex::default() }
    }

    /// Waits until a shard may begin a session. `ask` asks Discord how many may; without an answer, what is known counts.
    pub(super) async fn turn<A: Future<Output = Option<Allowance>>>(
        &self,
        shard: u32,
        failed_starts: u32,
        ask: impl Fn() -> A,
    ) -> StartTurn<'_> {
        let concurrency = locked(&self.known).map_or(1, |known| known.allowance.max_concurrency.max(1));
        let group = u64::from(shard) % concurrency;
        let last = locked(&self.groups).entry(group).or_default().clone();
        let last = last.lock_owned().await;
        loop {
            if let Some(next) = self.next_start(*last, failed_starts).filter(|next| *next > Instant::now()) {
                sleep_until(next).await;
            }
            self.refresh(&ask).await;
            if let Some(renewed_at) = self.wait_for_renewal_until() {
                let minutes = renewed_at.saturating_duration_since(Instant::now()).as_secs() / 60 + 1;
                tracing::warn!(minutes, "Discord lets no session begin until it renews its limit; waiting");
                sleep_until(renewed_at).await;
                if let Some(known) = locked(&self.known).as_mut() {
                    // If Discord does not answer then, one attempt is made without an answer.
                    known.allowance.remaining = 1;
                }
                continue;
            }
            // Discord may just have described another limit, with which the session has to wait longer.
            if self.next_start(*last, failed_starts).is_none_or(|next| next <= Instant::now()) {
                return StartTurn { starts: self, last };
            }
        }
    }

    /// Asks Discord for the limit, unless it has described the limit just before.
    async fn refresh<A: Future<Output = Option<Allowance>>>(&self, ask: &impl Fn() -> A) {
        let known = *locked(&self.known);
        if known.is_none_or(|known| known.asked_at.elapsed() > ALLOWANCE_LIFETIME)
            && let Some(allowance) = ask().await
        {
            *locked(&self.known) = Some(KnownAllowance { allowance, asked_at: Instant::now() });
        }
    }

    /// Returns when the limit is renewed, if nothing is left of it.
    fn wait_for_renewal_until(&self) -> Option<Instant> {
        let known = (*locked(&self.known))?;
        (known.allowance.remaining == 0).then(|| known.renewed_at())
    }

    /// Returns when the next session may begin by what is known, given when the last one of the group did.
    fn next_start(&self, last: Option<Instant>, failed_starts: u32) -> Option<Instant> {
        match &*locked(&self.known) {
            Some(known) => known.next_start(last, failed_starts),
            None => last.map(|last| last + START_INTERVAL),
        }
    }
}

/// A turn to begin a session. Until it is dropped, no other shard of the group has one.
pub(super) struct StartTurn<'a> {
    starts: &'a SessionStarts,
    last: OwnedMutexGuard<Option<Instant>>,
}

impl StartTurn<'_> {
    /// Notes that the session is about to begin. A turn that is dropped without that costs nothing.
    pub(super) fn use_up(mut self) {
        *self.last = Some(Instant::now());
        if let Some(known) = locked(&self.starts.known).as_mut() {
            known.allowance.remaining = known.allowance.remaining.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: u64 = 86_400_000;

    const SOME: Allowance = Allowance { total: 1_000, remaining: 900, reset_after: DAY, max_concurrency: 2 };

    fn known(remaining: u64, reset_after: u64) -> (KnownAllowance, Instant) {
        let asked = Instant::now();
        let allowance = Allowance { remaining, reset_after, ..SOME };
        (KnownAllowance { allowance, asked_at: asked }, asked)
    }

    #[tokio::test]
    async fn no_session_begins_when_none_is_left_and_discord_is_asked_again_when_there_may_be_one() {
        let (first, asked) = (Allowance { remaining: 0, reset_after: 100, ..SOME }, Mutex::new(0));
        let starts = SessionStarts::new(Some(first));
        let ask = async || {
            *locked(&asked) += 1;
            Some(SOME)
        };
        let begun = Instant::now();
        starts.turn(0, 0, ask).await.use_up();
        assert!(begun.elapsed() >= Duration::from_millis(100));
        assert!(*locked(&asked) <= 1, "what Discord has just said counts");
    }

    #[test]
    fn sessions_that_never_begin_use_up_half_of_a_day_and_then_spread_over_the_rest() {
        for (remaining, reset_after, failed_starts, wanted) in [
            (1_000, DAY, 0, 5_000),
            (501, DAY, 100, 5_000),
            (500, DAY, 100, DAY / 500),
            (1, DAY, 100, DAY),
            // Somebody who restarts the bot often need not wait.
            (10, DAY, 0, 5_000),
            (10, DAY, MAX_FAILED_STARTS - 1, 5_000),
        ] {
            let (known, now) = known(remaining, reset_after);
            let next = known.next_start(Some(now), failed_starts).unwrap();
            assert_eq!((next - now).as_millis(), u128::from(wanted), "{remaining}, {failed_starts}");
        }
        assert_eq!(known(5, DAY).0.next_start(None, 0), None);
    }

    #[tokio::test]
    async fn discord_is_asked_before_each_session_and_shards_of_a_group_take_turns() {
        let asked = Mutex::new(0);
        let ask = async || {
            *locked(&asked) += 1;
            Some(SOME)
        };
        let starts = SessionStarts::new(None);
        starts.turn(0, 0, ask).await.use_up();
        assert_eq!((*locked(&asked), locked(&starts.known).unwrap().allowance.remaining), (1, 899));
        let first = starts.turn(1, 0, ask).await;
        let short = Duration::from_millis(50);
        let same_group = tokio::time::timeout(short, starts.turn(3, 0, ask)).await;
        assert!(same_group.is_err(), "another shard has the turn");
        drop(first);
        let unused = tokio::time::timeout(short, starts.turn(3, 0, ask)).await;
        assert!(unused.is_ok(), "an attempt that came to nothing costs no time");
        let used = tokio::time::timeout(short, starts.turn(2, 0, ask)).await;
        assert!(used.is_err(), "five seconds lie between two sessions of a group");
    }
}
