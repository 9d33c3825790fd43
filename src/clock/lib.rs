//! The [`Clock`] from which everything else gets the time: the machine's, one that is moved by hand, or one that runs and
//! can be moved. Nothing else reads the time of the machine.

use std::future::Future;
use std::pin::Pin;
use std::sync::LazyLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

/// Milliseconds since 1970.
pub type Millis = i64;

/// The future that [`Clock::sleep_until`] returns.
pub type Sleep<'a> = Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

/// A source of the time, and of sleep.
pub trait Clock: Send + Sync {
    /// Returns the present time.
    fn now(&self) -> Millis;

    /// Returns the milliseconds that have passed on this clock since some time. Unlike the [time](Self::now), they do not jump
    /// when the clock is set: they are monotonic.
    fn steady(&self) -> Millis;

    /// Sleeps until a time. Returns at once if it has passed.
    fn sleep_until(&self, at: Millis) -> Sleep<'_>;

    /// Returns the time by which timeouts of requests are measured, in milliseconds since some time. It is [`now`](Self::now),
    /// also for the clock of the machine; only a clock that is moved for demonstrations has another, because it can run faster
    /// or jump while a request is on its way.
    fn timeout_now(&self) -> Millis {
        self.now()
    }

    /// Moves the clock forward, and returns whether it can be moved.
    fn advance(&self, _by: Duration) -> bool {
        false
    }

    /// Sets the clock to a time, which may be earlier, and returns whether it can be set.
    fn reset(&self, _to: Millis) -> bool {
        false
    }

    /// Returns how many seconds of this clock pass in a second; 0 if it is stopped.
    fn speed(&self) -> f64 {
        1.0
    }

    /// Sets how many seconds of this clock pass in a second, and returns whether that can be set.
    fn set_speed(&self, _speed: f64) -> bool {
        false
    }
}

/// The clock of the machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

/// The longest sleep of a [`SystemClock`] in one piece. A clock that is set in the meantime is noticed after it.
const MAX_SLEEP: Duration = Duration::from_secs(30);

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the one clock")]
    fn now(&self) -> Millis {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as Millis)
    }

    #[expect(clippy::disallowed_methods, reason = "this is the one clock")]
    fn steady(&self) -> Millis {
        static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
        BEGAN.elapsed().as_millis() as Millis
    }

    fn sleep_until(&self, at: Millis) -> Sleep<'_> {
        Box::pin(async move {
            while let Some(left) = u64::try_from(at - self.now()).ok().filter(|&left| left > 0) {
                tokio::time::sleep(Duration::from_millis(left).min(MAX_SLEEP)).await;
            }
        })
    }
}

/// A clock that only moves when told to.
#[derive(Debug)]
pub struct HandClock(watch::Sender<Millis>);

impl HandClock {
    /// Returns a clock that shows a time.
    pub fn new(now: Millis) -> Self {
        Self(watch::Sender::new(now))
    }

    /// Moves the clock forward to a time. An earlier time changes nothing, unlike with [`reset`](Clock::reset).
    pub fn set(&self, now: Millis) {
        self.0.send_modify(|time| *time = now.max(*time));
    }

    /// Moves the clock forward.
    pub fn advance(&self, by: Duration) {
        self.0.send_modify(|time| *time += by.as_millis() as Millis);
    }
}

impl Clock for HandClock {
    fn now(&self) -> Millis {
        *self.0.borrow()
    }

    fn steady(&self) -> Millis {
        // Goes back if the clock is reset, so nothing can be measured across that.
        self.now()
    }

    fn sleep_until(&self, at: Millis) -> Sleep<'_> {
        let mut time = self.0.subscribe();
        Box::pin(async move {
            // The sender is alive as long as the clock that is borrowed here.
            let _ = time.wait_for(|&now| now >= at).await;
        })
    }

    fn advance(&self, by: Duration) -> bool {
        Self::advance(self, by);
        true
    }

    fn reset(&self, to: Millis) -> bool {
        self.0.send_replace(to);
        true
    }
}

/// A clock that runs with the machine's, but can be moved, stopped and sped up, so that days pass in seconds. Setting the
/// clock of the machine does not move it.
///
/// However it is moved, timeouts last as long as ever: no day passes while a request is on its way.
#[derive(Debug)]
pub struct RunningClock(watch::Sender<ClockRun>);

/// How a [`RunningClock`] has run since it was last changed.
#[derive(Debug, Clone, Copy)]
struct ClockRun {
    /// When this began, by the steady clock of the machine.
    since: Millis,
    /// What was shown then.
    shown: Millis,
    speed: f64,
    /// How much of the time that it has shown was a jump.
    jumped: Millis,
}

impl ClockRun {
    fn now(self) -> Millis {
        self.shown + ((SystemClock.steady() - self.since) as f64 * self.speed) as Millis
    }
}

impl Default for RunningClock {
    fn default() -> Self {
        Self::new(SystemClock.now(), 1.0)
    }
}

impl RunningClock {
    /// Returns a clock that shows a time and runs at a speed: the number of its seconds that pass in one real second.
    pub fn new(now: Millis, speed: f64) -> Self {
        Self(watch::Sender::new(ClockRun { since: SystemClock.steady(), shown: now, speed, jumped: 0 }))
    }

    fn change(&self, change: impl FnOnce(&mut ClockRun)) -> bool {
        self.0.send_modify(|run| {
            let shown = run.now();
            *run = ClockRun { since: SystemClock.steady(), shown, ..*run };
            change(run);
            run.jumped += run.shown - shown;
        });
        true
    }
}

/// The longest sleep of a [`RunningClock`] in one piece, in milliseconds.
const MAX_RUNNING_SLEEP_MILLIS: f64 = 60_000.0;

impl Clock for RunningClock {
    fn now(&self) -> Millis {
        self.0.borrow().now()
    }

    fn steady(&self) -> Millis {
        let run = *self.0.borrow();
        run.now() - run.jumped
    }

    fn sleep_until(&self, at: Millis) -> Sleep<'_> {
        let mut changes = self.0.subscribe();
        Box::pin(async move {
            loop {
                let run = *changes.borrow_and_update();
                let left = at - run.now();
                if left <= 0 {
                    return;
                }
                // A clock that is stopped reaches no time by itself.
                let wait = (left as f64 / run.speed).ceil().min(MAX_RUNNING_SLEEP_MILLIS);
                let _ = tokio::time::timeout(Duration::from_millis(wait as u64), changes.changed()).await;
            }
        })
    }

    fn timeout_now(&self) -> Millis {
        SystemClock.steady()
    }

    fn advance(&self, by: Duration) -> bool {
        self.change(|run| run.shown += by.as_millis() as Millis)
    }

    fn reset(&self, to: Millis) -> bool {
        self.change(|run| run.shown = to)
    }

    fn speed(&self) -> f64 {
        self.0.borrow().speed
    }

    fn set_speed(&self, speed: f64) -> bool {
        self.change(|run| run.speed = speed)
    }
}
