//! [`FollowedClock`] and [`SharedClock`]: the time of a rehearsal, which is that of the embedded Discord.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use tokio::sync::watch;

use super::Error;
use super::config::Config;
use crate::matches::{Clock, Millis, Sleep, SystemClock};
use crate::sandbox::{RunningClock, SandboxClock};

/// The smallest difference that is a jump of the clock rather than the time that a request takes, in milliseconds of a
/// clock that runs with the system's.
const JUMP: f64 = 20.0;

/// The longest sleep in one piece, in milliseconds.
const LONGEST_SLEEP: f64 = 60_000.0;

/// The wait after a request that failed.
const RETRY: Duration = Duration::from_millis(100);

/// The timeout of a request. It is answered as soon as the clock is moved, or after a few seconds.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Returns the clock of this machine, or that of a rehearsal.
///
/// # Errors
/// If the rehearsal has none at its address, or the configuration makes no sense.
pub(super) async fn machine_clock(config: &Config) -> Result<Arc<dyn Clock>, Error> {
    Ok(match config.clock()? {
        Some(address) => Arc::new(FollowedClock::follow(address).await?),
        None => Arc::new(SystemClock),
    })
}

/// A clock that shows the time of `trigon sandbox`, and notices at once when that is moved.
pub(super) struct FollowedClock {
    course: Arc<watch::Sender<Course>>,
}

/// What the clock showed at a time of the machine's steady clock, and how fast it runs.
#[derive(Debug, Clone, Copy)]
struct Course {
    here: Millis,
    there: Millis,
    speed: f64,
    /// How much of the time that it has shown was a jump.
    jumped: Millis,
}

impl Course {
    fn at(self, here: Millis) -> Millis {
        self.there + ((here - self.here) as f64 * self.speed) as Millis
    }

    /// Returns whether another one is more than a more recent look at the same.
    fn differs(self, other: Self) -> bool {
        let off = (self.at(other.here) - other.there).abs() as f64;
        off > JUMP * other.speed.max(1.0) || (self.speed - other.speed).abs() > f64::EPSILON
    }
}

#[derive(Deserialize)]
struct Shown {
    now: Millis,
    speed: f64,
}

impl FollowedClock {
    /// Starts to follow the clock at an address, such as `http://127.0.0.1:8080/sandbox/clock`.
    ///
    /// # Errors
    /// If there is no clock at this address.
    pub(super) async fn follow(address: &str) -> Result<Self, Error> {
        let wrong = |error: reqwest::Error| {
            Error::Asked(format!("clock: {address} does not tell the time: {}", error.without_url()))
        };
        let client = reqwest::Client::builder().no_proxy().timeout(TIMEOUT).build().map_err(wrong)?;
        let course = Arc::new(watch::Sender::new(ask(&client, address, None).await.map_err(wrong)?));
        let (address, followed) = (address.to_owned(), course.clone());
        tokio::spawn(async move {
            loop {
                let known = *followed.borrow();
                match ask(&client, &address, Some(known)).await {
                    Ok(now) => {
                        followed.send_if_modified(|before| {
                            let is_news = before.differs(now);
                            if is_news {
                                let jumped = before.jumped + now.there - before.at(now.here);
                                *before = Course { jumped, ..now };
                            }
                            is_news
                        });
                    }
                    Err(_) => tokio::time::sleep(RETRY).await,
                }
            }
        });
        Ok(Self { course })
    }
}

/// Returns what the clock shows. With `known`, waits for a while until it shows something else.
async fn ask(client: &reqwest::Client, address: &str, known: Option<Course>) -> reqwest::Result<Course> {
    let address = match known {
        Some(known) => {
            format!("{address}?expected={}&speed={}", known.at(SystemClock.steady()), known.speed)
        }
        None => address.to_owned(),
    };
    let shown: Shown = client.get(address).send().await?.error_for_status()?.json().await?;
    Ok(Course { here: SystemClock.steady(), there: shown.now, speed: shown.speed, jumped: 0 })
}

impl Clock for FollowedClock {
    fn now(&self) -> Millis {
        self.course.borrow().at(SystemClock.steady())
    }

    fn steady(&self) -> Millis {
        let course = *self.course.borrow();
        course.at(SystemClock.steady()) - course.jumped
    }

    fn sleep_until(&self, at: Millis) -> Sleep<'_> {
        let mut course = self.course.subscribe();
        Box::pin(async move {
            loop {
                let now = *course.borrow_and_update();
                let here = SystemClock.steady();
                let left = at - now.at(here);
                if left <= 0 {
                    return;
                }
                // A clock that stands still reaches no time by itself.
                let wait = (left as f64 / now.speed).ceil().min(LONGEST_SLEEP);
                tokio::select! {
                    () = tokio::time::sleep(Duration::from_millis(wait as u64)) => {}
                    // The sender is alive as long as the clock that is borrowed here.
                    _ = course.changed() => {}
                }
            }
        })
    }
}

/// The clock of an embedded Discord in the same process.
pub(super) struct SharedClock(pub(super) Arc<RunningClock>);

impl Clock for SharedClock {
    fn now(&self) -> Millis {
        self.0.now_millis()
    }

    fn steady(&self) -> Millis {
        self.now()
    }

    fn sleep_until(&self, at: Millis) -> Sleep<'_> {
        Box::pin(self.0.reaches(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::{Sandbox, SandboxConfig};

    #[tokio::test]
    async fn a_rehearsal_follows_the_clock_of_the_sandbox_as_soon_as_it_is_moved() {
        let clock = Arc::new(RunningClock::default());
        let config = SandboxConfig { clock: clock.clone(), ..SandboxConfig::default() };
        let sandbox = Sandbox::start(config).await.unwrap();
        let address = format!("{}/sandbox/clock", sandbox.url());
        let followed = FollowedClock::follow(&address).await.unwrap();
        let near = |at: Millis| (followed.now() - at).abs() < 60_000;
        assert!(near(clock.now_millis()));
        let day = clock.now_millis() + 24 * 3_600_000;
        let sleeper = followed.sleep_until(day);
        tokio::pin!(sleeper);
        assert!(tokio::time::timeout(Duration::from_millis(1), sleeper.as_mut()).await.is_err());
        // A script moves it; the sleeper wakes up without having slept for a day.
        let moved = reqwest::Client::new().post(&address).body(r#"{"advance": 86400000}"#).send().await;
        assert_eq!(moved.unwrap().status(), 200);
        tokio::time::timeout(Duration::from_secs(10), sleeper).await.unwrap();
        assert!(near(day));
        let wrong = FollowedClock::follow(&format!("{}/sandbox/clok", sandbox.url())).await.err().unwrap();
        assert!(wrong.to_string().contains("does not tell the time"), "{wrong}");
    }
}
