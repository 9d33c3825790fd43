//! [`RateLimits`]: which limits there are.

use std::{sync::Arc, time::Duration};

use trigon_clock::{Clock, RunningClock};

use super::Quota;

/// The rate limits of a sandbox. A quota that is `None` is unlimited.
#[derive(Clone)]
pub struct RateLimits {
    /// The clock by which quotas are renewed. It should run as fast as the clients' own.
    pub clock: Arc<dyn Clock>,
    /// Whether each route has a bucket. Discord publishes no numbers; these are close to those that bots have seen.
    pub routes: bool,
    /// All requests of a bot. Callbacks and webhooks of interactions do not count.
    pub global: Option<Quota>,
    /// Responses with status 401, 403 or 429, of which one too many bans the address.
    pub invalid: Option<Quota>,
    /// The length of such a ban, which Discord does not publish.
    pub ban: Duration,
    /// Payloads sent over a gateway connection.
    pub gateway_sends: Option<Quota>,
    /// IDENTIFY. One too many ends all sessions and resets the token.
    pub identifies: Option<Quota>,
    /// The number of shards that may identify within five seconds.
    pub max_concurrency: Option<u32>,
    /// New application commands in a guild, or globally.
    pub command_creates: Option<Quota>,
    /// Direct messages opened with people to whom neither side has written before. Discord publishes no number.
    pub dm_openings: Option<Quota>,
    /// Edits, in a channel, of messages that are more than an hour old. Discord publishes no number.
    pub old_edits: Option<Quota>,
}

impl RateLimits {
    /// Returns Discord's limits.
    pub fn discord() -> Self {
        let day = Duration::from_hours(24);
        Self {
            clock: Arc::new(RunningClock::default()),
            routes: true,
            global: Some(Quota::new(50, Duration::from_secs(1))),
            invalid: Some(Quota::new(10_000, Duration::from_mins(10))),
            ban: Duration::from_hours(1),
            gateway_sends: Some(Quota::new(120, Duration::from_mins(1))),
            identifies: Some(Quota::new(1_000, day)),
            max_concurrency: Some(1),
            command_creates: Some(Quota::new(200, day)),
            dm_openings: Some(Quota::new(20, Duration::from_mins(10))),
            old_edits: Some(Quota::new(30, Duration::from_hours(1))),
        }
    }

    /// Returns no limits at all.
    pub fn off() -> Self {
        Self {
            clock: Arc::new(RunningClock::default()),
            routes: false,
            global: None,
            invalid: None,
            ban: Duration::ZERO,
            gateway_sends: None,
            identifies: None,
            max_concurrency: None,
            command_creates: None,
            dm_openings: None,
            old_edits: None,
        }
    }
}

impl std::fmt::Debug for RateLimits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RateLimits").field("routes", &self.routes).finish_non_exhaustive()
    }
}
