//! [`keep`]: the task that keeps a [`DiscordClock`] right. It asks Discord for the time every 15 seconds, and at once when in doubt.

use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude::Http;
use tokio::time::sleep;

use super::DiscordClock;

/// How often to check whether the machine's clock has jumped.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// How often Discord is asked in any case.
const REQUEST_INTERVAL: Duration = Duration::from_secs(15);

/// How many times Discord is asked in a row when in doubt, so that more than half of the readings that count are new.
const REQUESTS_IN_DOUBT: usize = 4;

/// The minimum time between two doubts for which Discord is asked.
const DOUBT_INTERVAL: Duration = Duration::from_secs(2);

/// Keeps a clock right for as long as the bot runs. The supervisor runs this beside the connection.
pub(crate) async fn keep(clock: Arc<DiscordClock>, http: Arc<Http>) {
    tokio::join!(check_jumps(&clock), ask_for_time(&clock, &http));
}

async fn check_jumps(clock: &DiscordClock) {
    loop {
        clock.check_jump();
        sleep(CHECK_INTERVAL).await;
    }
}

async fn ask_for_time(clock: &DiscordClock, http: &Http) {
    loop {
        let in_doubt = tokio::time::timeout(REQUEST_INTERVAL, clock.wait_for_doubt()).await.is_ok();
        let requests = if in_doubt { REQUESTS_IN_DOUBT } else { 1 };
        for _ in 0..requests {
            // The limiter has the clock learn the time from every response, whatever it says.
            let _ = http.get_current_user().await;
        }
        clock.check_jump();
        if in_doubt {
            sleep(DOUBT_INTERVAL).await;
        }
    }
}
