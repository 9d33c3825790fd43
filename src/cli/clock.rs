//! The clock that the bot runs by: that of this machine or, in a rehearsal, that of the embedded Discord.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;

use super::Error;
use super::config::Config;
use crate::matches::{Clock, Millis, SystemClock};
use crate::sandbox::RunningClock;

/// The smallest difference that counts as a jump of the clock rather than as the duration of a request, in milliseconds
/// of a clock that runs at real speed.
const MIN_JUMP_MILLIS: f64 = 20.0;

/// The wait after a request that failed.
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// The timeout of a request. It is answered as soon as the clock is moved, or after a few seconds.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// Returns the clock of this machine, or that of a rehearsal. Returns an error if no clock answers at the rehearsal's
/// address, or if the configuration makes no sense.
pub(super) async fn machine_clock(config: &Config) -> Result<Arc<dyn Clock>, Error> {
    Ok(match config.clock()? {
        Some(address) => follow_rehearsal(address).await?,
        None => Arc::new(SystemClock),
    })
}

/// What the clock of a rehearsal says.
#[derive(Deserialize)]
struct ClockReading {
    now: Millis,
    /// How many seconds pass there in a second.
    speed: f64,
}

/// Returns a clock that shows the time of `trigon sandbox` at an address, such as
/// `http://127.0.0.1:8080/sandbox/clock`, and notices at once when that clock is moved. Returns an error if no clock
/// answers at this address.
async fn follow_rehearsal(address: &str) -> Result<Arc<RunningClock>, Error> {
    let wrong = |error: reqwest::Error| {
        Error::Usage(format!("clock: {address} does not tell the time: {}", error.without_url()))
    };
    let client = reqwest::Client::builder().no_proxy().timeout(REQUEST_TIMEOUT).build().map_err(wrong)?;
    let shown = read_clock(&client, address.to_owned()).await.map_err(wrong)?;
    let clock = Arc::new(RunningClock::new(shown.now, shown.speed));
    let (address, followed) = (address.to_owned(), clock.clone());
    tokio::spawn(async move {
        loop {
            // Answered as soon as the clock there differs, or after a while.
            let expected = format!("{address}?expected={}&speed={}", followed.now(), followed.speed());
            match read_clock(&client, expected).await {
                Ok(shown) => {
                    let off = (followed.now() - shown.now).abs() as f64;
                    let is_jump = off > MIN_JUMP_MILLIS * shown.speed.max(1.0);
                    if is_jump || (followed.speed() - shown.speed).abs() > f64::EPSILON {
                        followed.reset(shown.now);
                        followed.set_speed(shown.speed);
                    }
                }
                Err(_) => tokio::time::sleep(RETRY_DELAY).await,
            }
        }
    });
    Ok(clock)
}

async fn read_clock(client: &reqwest::Client, address: String) -> reqwest::Result<ClockReading> {
    client.get(address).send().await?.error_for_status()?.json().await
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
        let followed = follow_rehearsal(&address).await.unwrap();
        let near = |at: Millis| (followed.now() - at).abs() < 60_000;
        assert!(near(clock.now()));
        let day = clock.now() + 24 * 3_600_000;
        let sleeper = followed.sleep_until(day);
        tokio::pin!(sleeper);
        assert!(tokio::time::timeout(Duration::from_millis(1), sleeper.as_mut()).await.is_err());
        // A script moves it; the sleeper wakes up without having slept for a day.
        let moved = reqwest::Client::new().post(&address).body(r#"{"advance": 86400000}"#).send().await;
        assert_eq!(moved.unwrap().status(), 200);
        tokio::time::timeout(Duration::from_secs(10), sleeper).await.unwrap();
        assert!(near(day));
        let wrong = follow_rehearsal(&format!("{}/sandbox/clok", sandbox.url())).await.err().unwrap();
        assert!(wrong.to_string().contains("does not tell the time"), "{wrong}");
    }
}
