//! The clock shared by the sandbox and the bot.

use std::{
    sync::atomic::{AtomicI64, Ordering},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// A source of the time.
///
/// Snowflakes, timestamps and the expiry of interactions (3 seconds for the first response, 15 minutes for the
/// token) all follow this clock. A test that advances a manual clock by days between a click and its response
/// therefore makes the interaction expire, as it would on Discord: let the bot respond first, then advance the
/// clock.
pub trait SandboxClock: Send + Sync {
    /// Returns the current time in Unix milliseconds.
    fn now_millis(&self) -> i64;

    /// Moves the clock forward, and returns whether it can be moved.
    fn advance(&self, _by: Duration) -> bool {
        false
    }
}

/// The system clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl SandboxClock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the one place where the sandbox reads the machine's time")]
    fn now_millis(&self) -> i64 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
    }
}

/// A clock that starts at the system's time and then only counts what has passed, so setting the system clock does not
/// move it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MonotonicClock {
    started: Instant,
    at: i64,
}

impl Default for MonotonicClock {
    #[expect(clippy::disallowed_methods, reason = "the one place where the sandbox measures what has passed")]
    fn default() -> Self {
        Self { started: Instant::now(), at: SystemClock.now_millis() }
    }
}

impl SandboxClock for MonotonicClock {
    fn now_millis(&self) -> i64 {
        self.at + self.started.elapsed().as_millis() as i64
    }
}

/// A clock that only moves when told to.
#[derive(Debug)]
pub struct HandClock(AtomicI64);

impl HandClock {
    /// Returns a clock set to a time in Unix milliseconds.
    pub fn at(unix_millis: i64) -> Self {
        Self(AtomicI64::new(unix_millis))
    }

    /// Advances the clock.
    pub fn advance(&self, by: Duration) {
        self.0.fetch_add(by.as_millis() as i64, Ordering::SeqCst);
    }

    /// Sets the clock. Snowflakes keep growing even if it is set back.
    pub fn set(&self, unix_millis: i64) {
        self.0.store(unix_millis, Ordering::SeqCst);
    }
}

impl SandboxClock for HandClock {
    fn now_millis(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }

    fn advance(&self, by: Duration) -> bool {
        Self::advance(self, by);
        true
    }
}

/// A clock that runs with the system's and can be moved forward, so that days pass in seconds although nobody notices in
/// between.
#[derive(Debug, Default)]
pub struct RunningClock {
    real: MonotonicClock,
    ahead: AtomicI64,
}

impl SandboxClock for RunningClock {
    fn now_millis(&self) -> i64 {
        self.real.now_millis() + self.ahead.load(Ordering::SeqCst)
    }

    fn advance(&self, by: Duration) -> bool {
        self.ahead.fetch_add(by.as_millis() as i64, Ordering::SeqCst);
        true
    }
}

/// A clock that runs faster than the system clock by some factor, for demonstrations.
///
/// Three sandbox seconds then take `3 / factor` real ones: with a factor in the hundreds, a bot has only a few
/// milliseconds for its first response.
#[derive(Debug)]
pub struct FastClock {
    real_start: i64,
    shown_start: i64,
    factor: f64,
}

impl FastClock {
    /// Returns a clock set to a time in Unix milliseconds that runs `factor` times as fast as real time.
    pub fn starting_at(unix_millis: i64, factor: f64) -> Self {
        Self { real_start: SystemClock.now_millis(), shown_start: unix_millis, factor }
    }
}

impl SandboxClock for FastClock {
    fn now_millis(&self) -> i64 {
        let elapsed = (SystemClock.now_millis() - self.real_start) as f64;
        self.shown_start + (elapsed * self.factor) as i64
    }
}
