//! [`Meter`]: how much of each limit is used up.

use serde::Serialize;
use std::collections::HashMap;

use super::{Bucket, Quota, RateLimits, Window};
use crate::id::Id;

/// The number of windows at which expired ones are removed.
const CLEANUP_THRESHOLD: usize = 1_000;

/// A refusal because of a rate limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limited {
    /// The time to wait.
    pub(crate) millis: i64,
    pub(crate) global: bool,
}

/// The outcome of an IDENTIFY.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Identify {
    Allowed,
    /// Another shard has identified less than five seconds ago.
    TooFast,
    /// None is left for the day.
    UsedUp,
}

/// The limits under which a request falls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LimitScope {
    GlobalAndRoute,
    RouteOnly,
}

/// How much of each limit has been used up.
pub(crate) struct Meter {
    limits: RateLimits,
    global: Window,
    invalid: Window,
    banned_until: Option<i64>,
    buckets: HashMap<(String, String), (Quota, Window)>,
    identifies: Window,
    concurrency: HashMap<u64, Window>,
    command_creates: HashMap<Option<Id>, Window>,
    dm_openings: Window,
    old_edits: HashMap<Id, Window>,
    /// The number of responses with status 429.
    pub(crate) refused: u64,
}

/// The limit on sessions that begin, as Discord names its parts.
#[derive(Debug, Serialize)]
pub(crate) struct SessionStartLimit {
    total: u32,
    remaining: u32,
    /// In milliseconds.
    reset_after: i64,
    /// The number of shards that may identify at once.
    max_concurrency: u32,
}

impl Meter {
    pub(crate) fn new(limits: RateLimits) -> Self {
        Self {
            limits,
            global: Window::default(),
            invalid: Window::default(),
            banned_until: None,
            buckets: HashMap::new(),
            identifies: Window::default(),
            concurrency: HashMap::new(),
            command_creates: HashMap::new(),
            dm_openings: Window::default(),
            old_edits: HashMap::new(),
            refused: 0,
        }
    }

    /// Returns the time of the limits' own clock in Unix milliseconds.
    pub(crate) fn now(&self) -> i64 {
        self.limits.clock.now()
    }

    /// Returns the number of milliseconds until the end of the ban, if there is one.
    pub(crate) fn banned_for(&self) -> Option<i64> {
        self.banned_until.map(|end| end - self.now()).filter(|remaining| *remaining > 0)
    }

    /// Counts a response with status 401, 403 or 429.
    pub(crate) fn invalid(&mut self) {
        let (Some(quota), now) = (self.limits.invalid, self.now()) else { return };
        let _ = self.invalid.take(quota, now);
        if self.invalid.remaining(quota, now) == 0 {
            self.banned_until = Some(now + self.limits.ban.as_millis() as i64);
            self.invalid = Window::default();
        }
    }

    /// Counts a request, unless the global limit or the route's is used up.
    pub(crate) fn admit(&mut self, bucket: Option<&Bucket>, scope: LimitScope) -> Result<(), Limited> {
        let now = self.now();
        let global = self.limits.global.filter(|_| scope == LimitScope::GlobalAndRoute);
        // A request that its route refuses has still been made, so it counts globally.
        if let Some(quota) = global {
            self.global.take(quota, now).map_err(|millis| Limited { millis, global: true })?;
        }
        let Some(bucket) = bucket.filter(|_| self.limits.routes) else { return Ok(()) };
        if self.buckets.len() >= CLEANUP_THRESHOLD {
            self.buckets.retain(|_, (quota, window)| !window.is_over(*quota, now));
        }
        let key = (bucket.name.clone(), bucket.major.clone());
        let (_, window) = self.buckets.entry(key).or_insert((bucket.quota, Window::default()));
        window.take(bucket.quota, now).map_err(|millis| Limited { millis, global: false })
    }

    /// Returns the number of requests left in a bucket, and the number of milliseconds until it is renewed.
    pub(crate) fn remaining(&self, bucket: &Bucket) -> (u32, i64) {
        let now = self.now();
        let key = (bucket.name.clone(), bucket.major.clone());
        let window = self.buckets.get(&key).map(|(_, window)| *window).unwrap_or_default();
        (window.remaining(bucket.quota, now), window.ends_in(bucket.quota, now))
    }

    /// Returns whether routes are limited.
    pub(crate) fn limits_routes(&self) -> bool {
        self.limits.routes
    }

    /// Counts an IDENTIFY of a shard.
    pub(crate) fn identify(&mut self, shard: u64) -> Identify {
        let now = self.now();
        if let Some(quota) = self.limits.identifies
            && self.identifies.take(quota, now).is_err()
        {
            return Identify::UsedUp;
        }
        let Some(concurrency) = self.limits.max_concurrency else { return Identify::Allowed };
        let one = Quota::new(1, std::time::Duration::from_secs(5));
        let window = self.concurrency.entry(shard % u64::from(concurrency.max(1))).or_default();
        if window.take(one, now).is_ok() { Identify::Allowed } else { Identify::TooFast }
    }

    /// Forgets how many times the bot has identified, after its token was reset.
    pub(crate) fn renew_identifies(&mut self) {
        self.identifies = Window::default();
    }

    /// Returns how many sessions may still begin.
    pub(crate) fn session_start_limit(&self) -> SessionStartLimit {
        let quota = self.limits.identifies.unwrap_or(Quota::new(1_000, std::time::Duration::from_hours(24)));
        let now = self.now();
        SessionStartLimit {
            total: quota.count,
            remaining: self.identifies.remaining(quota, now),
            reset_after: self.identifies.ends_in(quota, now),
            max_concurrency: self.limits.max_concurrency.unwrap_or(1),
        }
    }

    /// Counts new commands in a guild or globally. If too few are left, none is used up, and the number of milliseconds
    /// to wait is returned.
    pub(crate) fn create_commands(&mut self, guild: Option<Id>, count: usize) -> Result<(), i64> {
        let (Some(quota), now) = (self.limits.command_creates, self.now()) else { return Ok(()) };
        let window = self.command_creates.entry(guild).or_default();
        if (window.remaining(quota, now) as usize) < count {
            return Err(window.ends_in(quota, now));
        }
        (0..count).try_for_each(|_| window.take(quota, now))
    }

    /// Counts a direct message channel that is being opened, like [`Window::take`].
    pub(crate) fn open_dm(&mut self) -> Result<(), i64> {
        let (Some(quota), now) = (self.limits.dm_openings, self.now()) else { return Ok(()) };
        self.dm_openings.take(quota, now)
    }

    /// Counts an edit of an old message, like [`Window::take`].
    pub(crate) fn edit_old(&mut self, channel: Id) -> Result<(), i64> {
        let (Some(quota), now) = (self.limits.old_edits, self.now()) else { return Ok(()) };
        if self.old_edits.len() >= CLEANUP_THRESHOLD {
            self.old_edits.retain(|_, window| !window.is_over(quota, now));
        }
        self.old_edits.entry(channel).or_default().take(quota, now)
    }
}
