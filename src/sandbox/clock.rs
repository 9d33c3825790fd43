//! The clock that the sandbox and the bot share.

use std::{
    sync::atomic::{AtomicI64, Ordering},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// Tells the sandbox what time it is, in unix milliseconds.
///
/// Snowflakes, timestamps and the expiry of interactions (3 seconds to the first answer, 15 minutes for the
/// token) all follow this clock. A driver that moves a hand-driven clock by days between a click and its
/// answer therefore makes the interaction expire, as it would on Discord: let the bot answer first, then
/// move time.
pub trait SandboxClock: Send + Sync {
    /// Now, in unix milliseconds.
    fn now_millis(&self) -> i64;
}

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl SandboxClock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the one place where the sandbox reads the machine's time")]
    fn now_millis(&self) -> i64 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
    }
}

/// A clock that stands still until somebody moves it.
#[derive(Debug)]
pub struct HandClock(AtomicI64);

impl HandClock {
    /// A clock that shows `unix_millis`.
    pub fn at(unix_millis: i64) -> Self {
        Self(AtomicI64::new(unix_millis))
    }

    /// Moves the clock on.
    pub fn advance(&self, by: Duration) {
        self.0.fetch_add(by.as_millis() as i64, Ordering::SeqCst);
    }

    /// Sets the clock; setting it back does not make snowflakes go back.
    pub fn set(&self, unix_millis: i64) {
        self.0.store(unix_millis, Ordering::SeqCst);
    }
}

impl SandboxClock for HandClock {
    fn now_millis(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }
}

/// A clock that runs `factor` times as fast as the machine's, for demonstrations.
///
/// Three sandbox seconds are then `3 / factor` real ones: a factor in the hundreds leaves a bot some
/// milliseconds for its first answer.
#[derive(Debug)]
pub struct FastClock {
    real_start: i64,
    shown_start: i64,
    factor: f64,
}

impl FastClock {
    /// A clock that shows `unix_millis` now and runs `factor` times as fast as real time.
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
