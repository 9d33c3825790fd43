//! [`FollowedClock`]: the time of a rehearsal, which is that of the embedded Discord.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use tokio::sync::watch;

use super::Error;
use crate::matches::{Clock, Millis, Sleep, SystemClock};

/// The smallest difference that is a jump of the clock rather than the time that a request takes.
const JUMP: Millis = 20;

/// The wait after a request that failed.
const RETRY: Duration = Duration::from_millis(100);

/// The timeout of a request. It is answered as soon as the clock is moved, or after a few seconds.
const TIMEOUT: Duration = Duration::from_secs(10);

/// A clock that shows the time of `trigon sandbox`, and notices at once when that is moved.
pub(super) struct FollowedClock {
    /// How far it is ahead of the clock of the machine.
    ahead: Arc<watch::Sender<Millis>>,
}

#[derive(Deserialize)]
struct Shown {
    now: Millis,
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
        let ahead = Arc::new(watch::Sender::new(ask(&client, address, None).await.map_err(wrong)?));
        let (address, followed) = (address.to_owned(), ahead.clone());
        tokio::spawn(async move {
            loop {
                let expected = SystemClock.now() + *followed.borrow();
                match ask(&client, &address, Some(expected)).await {
                    Ok(now) => {
                        followed.send_if_modified(|before| {
                            let moved = (now - *before).abs() > JUMP;
                            *before = if moved { now } else { *before };
                            moved
                        });
                    }
                    Err(_) => tokio::time::sleep(RETRY).await,
                }
            }
        });
        Ok(Self { ahead })
    }
}

/// Returns how far the clock is ahead. With `expected`, waits for a while until it shows another time.
async fn ask(client: &reqwest::Client, address: &str, expected: Option<Millis>) -> reqwest::Result<Millis> {
    let address = expected.map_or_else(|| address.to_owned(), |at| format!("{address}?expected={at}"));
    let shown: Shown = client.get(address).send().await?.error_for_status()?.json().await?;
    Ok(shown.now - SystemClock.now())
}

impl Clock for FollowedClock {
    fn now(&self) -> Millis {
        SystemClock.now() + *self.ahead.borrow()
    }

    fn sleep_until(&self, at: Millis) -> Sleep<'_> {
        let mut ahead = self.ahead.subscribe();
        Box::pin(async move {
            while self.now() < at {
                let here = at - *self.ahead.borrow();
                tokio::select! {
                    () = SystemClock.sleep_until(here) => {}
                    // The sender is alive as long as the clock that is borrowed here.
                    _ = ahead.changed() => {}
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::{RunningClock, Sandbox, SandboxClock, SandboxConfig};

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
