//! The time, which everything else asks of a [`Clock`].

use std::future::Future;
use std::pin::Pin;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use tokio::sync::watch;

/// Milliseconds since 1970.
pub type Millis = i64;

/// By how much Discord's time, by which a message was sent, and stored times may differ, in milliseconds.
pub const UNCERTAIN: Millis = 1_500;

/// The future that [`Clock::sleep_until`] returns.
pub type Sleep<'a> = Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

/// A source of the time, and of sleep.
pub trait Clock: Send + Sync {
    /// Returns the present time.
    fn now(&self) -> Millis;

    /// Returns the milliseconds that have passed on this clock since some time: unlike the [time](Self::now), they do not jump
    /// when the clock is set.
    fn steady(&self) -> Millis;

    /// Sleeps until a time. Returns at once if it has passed.
    fn sleep_until(&self, at: Millis) -> Sleep<'_>;
}

/// The clock of the machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

/// The longest sleep in one piece. A clock that is set in the meantime is noticed after it.
const NAP: Duration = Duration::from_secs(30);

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the one clock")]
    fn now(&self) -> Millis {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        since.map_or(0, |since| since.as_millis() as Millis)
    }

    #[expect(clippy::disallowed_methods, reason = "this is the one clock")]
    fn steady(&self) -> Millis {
        static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
        BEGAN.elapsed().as_millis() as Millis
    }

    fn sleep_until(&self, at: Millis) -> Sleep<'_> {
        Box::pin(async move {
            while let Some(left) = u64::try_from(at - self.now()).ok().filter(|&left| left > 0) {
                tokio::time::sleep(Duration::from_millis(left).min(NAP)).await;
            }
        })
    }
}

/// A clock that is moved by hand, for tests and rehearsals.
#[derive(Debug)]
pub struct HandClock(watch::Sender<Millis>);

impl HandClock {
    /// Returns a clock that shows a time.
    pub fn new(now: Millis) -> Self {
        Self(watch::Sender::new(now))
    }

    /// Moves the clock forward to a time, and never back.
    pub fn set(&self, now: Millis) {
        self.0.send_modify(|time| *time = now.max(*time));
    }

    /// Sets the clock back, as an operator or a time server may do.
    pub fn set_back(&self, by: Duration) {
        self.0.send_modify(|time| *time -= by.as_millis() as Millis);
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
        self.now()
    }

    fn sleep_until(&self, at: Millis) -> Sleep<'_> {
        let mut time = self.0.subscribe();
        Box::pin(async move {
            // The sender is alive as long as the clock that is borrowed here.
            let _ = time.wait_for(|&now| now >= at).await;
        })
    }
}
