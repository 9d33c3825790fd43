//! The clock shared by the sandbox and the bot.

use std::{
    sync::atomic::{AtomicI64, Ordering},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use tokio::sync::watch;

/// A source of the time.
///
/// Snowflakes and timestamps follow this clock, and so do the deadlines of interactions (3 seconds for the first response,
/// 15 minutes for the token) and of nonces, unless [`patience_millis`](Self::patience_millis) says otherwise. A test that
/// advances a manual clock by days between a click and its response therefore makes the interaction expire, as it would
/// on Discord: let the bot respond first, then advance the clock.
pub trait SandboxClock: Send + Sync {
    /// Returns the current time in Unix milliseconds.
    fn now_millis(&self) -> i64;

    /// Returns the time in milliseconds, from any beginning, by which Discord waits for a bot: the clock itself, unless it
    /// can run faster or jump while a request is on its way.
    fn patience_millis(&self) -> i64 {
        self.now_millis()
    }

    /// Moves the clock forward, and returns whether it can be moved.
    fn advance(&self, _by: Duration) -> bool {
        false
    }

    /// Sets the clock to a time in Unix milliseconds, which may be earlier, and returns whether it can be set.
    fn set(&self, _unix_millis: i64) -> bool {
        false
    }

    /// Returns how many seconds of this clock pass in a second; 0 if it stands still.
    fn speed(&self) -> f64 {
        1.0
    }

    /// Sets how many seconds of this clock pass in a second, and returns whether that can be set.
    fn set_speed(&self, _speed: f64) -> bool {
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

    fn set(&self, unix_millis: i64) -> bool {
        Self::set(self, unix_millis);
        true
    }
}

/// A clock that runs with the system's, and that can be moved forward, stopped and sped up, so that days pass in seconds.
///
/// However it is moved, a bot has as long for its responses as on Discord, and Discord remembers nonces as long: no day
/// passes while a request is on its way.
#[derive(Debug)]
pub struct RunningClock {
    real: MonotonicClock,
    course: watch::Sender<Course>,
}

/// What a [`RunningClock`] has shown since when, and how fast it runs.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Course {
    /// When this began, by the real clock.
    since: i64,
    /// What was shown then.
    shown: i64,
    speed: f64,
}

impl Course {
    fn at(self, real: i64) -> i64 {
        self.shown + ((real - self.since) as f64 * self.speed) as i64
    }
}

impl Default for RunningClock {
    fn default() -> Self {
        let real = MonotonicClock::default();
        let now = real.now_millis();
        Self { real, course: watch::Sender::new(Course { since: now, shown: now, speed: 1.0 }) }
    }
}

impl RunningClock {
    /// Waits until the clock shows a time, however it is moved and however fast it runs.
    pub async fn reaches(&self, at: i64) {
        let mut changes = self.course.subscribe();
        loop {
            let course = *changes.borrow_and_update();
            let left = at - course.at(self.real.now_millis());
            if left <= 0 {
                return;
            }
            // A clock that stands still reaches no time by itself.
            let wait = (left as f64 / course.speed).ceil().min(LONGEST_WAIT);
            let _ = tokio::time::timeout(Duration::from_millis(wait as u64), changes.changed()).await;
        }
    }

    fn change(&self, change: impl FnOnce(&mut Course)) {
        self.course.send_modify(|course| {
            let now = self.real.now_millis();
            *course = Course { since: now, shown: course.at(now), speed: course.speed };
            change(course);
        });
    }
}

/// The longest wait in one piece, in milliseconds.
const LONGEST_WAIT: f64 = 60_000.0;

impl SandboxClock for RunningClock {
    fn now_millis(&self) -> i64 {
        self.course.borrow().at(self.real.now_millis())
    }

    fn patience_millis(&self) -> i64 {
        self.real.now_millis()
    }

    fn advance(&self, by: Duration) -> bool {
        self.change(|course| course.shown += by.as_millis() as i64);
        true
    }

    fn set(&self, unix_millis: i64) -> bool {
        self.change(|course| course.shown = unix_millis);
        true
    }

    fn speed(&self) -> f64 {
        self.course.borrow().speed
    }

    fn set_speed(&self, speed: f64) -> bool {
        self.change(|course| course.speed = speed);
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
