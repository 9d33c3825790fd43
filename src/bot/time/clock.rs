//! [`DiscordClock`]: a clock that shows Discord's time.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard};

use chrono::DateTime;
use reqwest::header::{DATE, HeaderMap};
use tokio::sync::{Notify, watch};

use super::estimate::{Estimate, Source};
use crate::locks::locked;
use trigon_engine::matches::{Clock, Millis, Sleep};

/// The difference from which the machine's clock counts as wrong.
const WRONG_BY: Millis = 2_000;

/// A clock that shows Discord’s time, or the machine’s until Discord has reported its own. It is the clock of the matches; the limiter
/// and the handler of events have it learn from everything that comes from Discord.
///
/// A single wrong source never puts it ahead: of the machine’s clock, the dates of responses, their rate limits, and
/// the IDs of what people do, most have to agree.
pub struct DiscordClock {
    machine: Arc<dyn Clock>,
    estimate: Mutex<Estimate>,
    /// Counts corrections, to wake up sleepers.
    corrections: watch::Sender<u64>,
    /// Signals a doubt: a clock has jumped, or sources disagree, so Discord has to be asked for the time.
    doubts: Notify,
    /// The error of the machine's clock when it was last logged.
    logged_error: Mutex<Millis>,
}

impl fmt::Debug for DiscordClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DiscordClock").field("difference", &self.difference()).finish_non_exhaustive()
    }
}

impl DiscordClock {
    /// Returns a clock that starts from the clock of the machine.
    pub fn new(machine: Arc<dyn Clock>) -> Self {
        let mut estimate = Estimate::default();
        estimate.set_machine(machine.now() - machine.steady());
        Self {
            machine,
            estimate: Mutex::new(estimate),
            corrections: watch::Sender::new(0),
            doubts: Notify::new(),
            logged_error: Mutex::new(0),
        }
    }

    /// Returns how many milliseconds the machine's clock is ahead of Discord's, or `None` if Discord's time is not
    /// known yet.
    pub fn difference(&self) -> Option<Millis> {
        let estimate = self.update();
        estimate.is_known().then(|| estimate.error())
    }

    /// Returns whether the machine's clock is wrong by two seconds or more.
    pub fn is_wrong(&self) -> bool {
        self.difference().is_some_and(|difference| difference.abs() >= WRONG_BY)
    }

    /// Returns the moment at which a request begins, for [`learn_from_response`](Self::learn_from_response).
    pub(crate) fn request_start(&self) -> Millis {
        self.machine.steady()
    }

    /// Learns the time from the response to a request with this [start](Self::request_start).
    pub(crate) fn learn_from_response(&self, began: Millis, headers: &HeaderMap) {
        let ended = self.machine.steady();
        if let Some(date) = date_of(headers) {
            self.learn(|estimate| estimate.add_reading(Source::Date, date..=date + 999, began..=ended));
        }
        if let Some(limit) = rate_limit_time(headers) {
            self.learn(|estimate| estimate.add_reading(Source::Limit, limit..=limit, began..=ended));
        }
    }

    /// Learns the time from something that has just arrived and that was made at the time in its ID.
    pub(crate) fn learn_from_id(&self, made: Millis) {
        let now = self.machine.steady();
        self.learn(|estimate| estimate.add_id(made, now));
    }

    /// Waits until Discord has to be asked for the time, because a clock has jumped or sources disagree. `keep.rs` does so.
    pub(super) async fn wait_for_doubt(&self) {
        self.doubts.notified().await;
    }

    /// Checks whether the machine’s clock has jumped, and logs when it becomes wrong or right.
    pub(super) fn check_jump(&self) {
        let error = self.difference().unwrap_or(0);
        let mut logged_error = locked(&self.logged_error);
        if (error - *logged_error).abs() < WRONG_BY {
            return;
        }
        *logged_error = error;
        let seconds = error as f64 / 1_000.0;
        if error.abs() < WRONG_BY {
            tracing::info!(seconds, "the clock of this machine agrees with Discord again");
        } else {
            tracing::warn!(
                seconds,
                "the clock of this machine is ahead of Discord by this much, whose time counts"
            );
        }
    }

    /// Adds a reading to the estimate. Wakes up sleepers if the time changes, and those who ask Discord if the reading contradicts it.
    fn learn(&self, read: impl FnOnce(&mut Estimate) -> bool) {
        let mut estimate = self.update();
        let before = estimate.ahead();
        let is_contradicted = read(&mut estimate);
        let is_corrected = estimate.ahead() != before;
        drop(estimate);
        if is_corrected {
            self.corrections.send_modify(|count| *count += 1);
        }
        if is_contradicted {
            self.doubts.notify_one();
        }
    }

    /// Updates the estimate with the machine's clock, and returns it.
    fn update(&self) -> MutexGuard<'_, Estimate> {
        let mut estimate = locked(&self.estimate);
        if estimate.set_machine(self.machine.now() - self.machine.steady()) {
            self.corrections.send_modify(|count| *count += 1);
            self.doubts.notify_one();
        }
        estimate
    }
}

impl Clock for DiscordClock {
    fn now(&self) -> Millis {
        let ahead = self.update().ahead();
        self.machine.steady() + ahead
    }

    fn steady(&self) -> Millis {
        self.machine.steady()
    }

    fn sleep_until(&self, at: Millis) -> Sleep<'_> {
        let mut corrections = self.corrections.subscribe();
        Box::pin(async move {
            loop {
                corrections.mark_unchanged();
                let left = at - self.now();
                if left <= 0 {
                    return;
                }
                tokio::select! {
                    () = self.machine.sleep_until(self.machine.now() + left) => {}
                    // This never fails, because the sender lives as long as the clock.
                    _ = corrections.changed() => {}
                }
            }
        })
    }
}

/// Returns the time at which a response was made, to the second.
fn date_of(headers: &HeaderMap) -> Option<Millis> {
    let text = headers.get(DATE)?.to_str().ok()?;
    Some(DateTime::parse_from_rfc2822(text).ok()?.timestamp_millis())
}

/// Returns the time at which a response was made: the end of its rate limit minus the time left until then.
fn rate_limit_time(headers: &HeaderMap) -> Option<Millis> {
    let seconds = |name: &str| -> Option<f64> {
        let seconds: f64 = headers.get(name)?.to_str().ok()?.parse().ok()?;
        (0.0..1e11).contains(&seconds).then_some(seconds)
    };
    let (reset, after) = (seconds("x-ratelimit-reset")?, seconds("x-ratelimit-reset-after")?);
    Some(((reset - after) * 1_000.0).round() as Millis)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use reqwest::header::{HeaderName, HeaderValue};

    use super::*;
    use trigon_engine::matches::HandClock;

    /// A machine whose clock is wrong and may become more so.
    struct Machine {
        steady: Arc<HandClock>,
        ahead: Mutex<Millis>,
    }

    impl Clock for Machine {
        fn now(&self) -> Millis {
            self.steady.now() + *locked(&self.ahead)
        }

        fn steady(&self) -> Millis {
            self.steady.now()
        }

        fn sleep_until(&self, at: Millis) -> Sleep<'_> {
            self.steady.sleep_until(at - *locked(&self.ahead))
        }
    }

    const NOON: Millis = 1_790_000_000_000;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let pair = |(name, value): &(&'static str, &str)| {
            (HeaderName::from_static(name), HeaderValue::from_str(value).unwrap())
        };
        pairs.iter().map(pair).collect()
    }

    fn world(ahead: Millis) -> (Arc<HandClock>, Arc<Machine>, DiscordClock) {
        let steady = Arc::new(HandClock::new(NOON));
        let machine = Arc::new(Machine { steady: steady.clone(), ahead: Mutex::new(ahead) });
        (steady, machine.clone(), DiscordClock::new(machine))
    }

    /// Makes a response from Discord arrive, with the time of the steady clock.
    fn respond(clock: &DiscordClock, steady: &HandClock) {
        let began = clock.request_start();
        let reset = (steady.now() + 1_500) as f64 / 1_000.0;
        clock.learn_from_response(
            began,
            &headers(&[("x-ratelimit-reset", &reset.to_string()), ("x-ratelimit-reset-after", "1.5")]),
        );
    }

    #[test]
    fn responses_tell_the_time_in_two_ways() {
        let all = headers(&[
            ("date", "Tue, 24 Nov 2026 18:34:46 GMT"),
            ("x-ratelimit-reset", "1795545287.310"),
            ("x-ratelimit-reset-after", "0.100"),
        ]);
        assert_eq!(date_of(&all), Some(1_795_545_286_000));
        assert_eq!(rate_limit_time(&all), Some(1_795_545_287_210));
        for odd in ["", "yesterday", "Tue, 99 Nov 2026 18:34:46 GMT", "1795545286"] {
            assert_eq!(date_of(&headers(&[("date", odd)])), None, "{odd}");
        }
        for odd in ["NaN", "-1", "1e30", "soon"] {
            let odd = headers(&[("x-ratelimit-reset", odd), ("x-ratelimit-reset-after", "1")]);
            assert_eq!(rate_limit_time(&odd), None);
        }
    }

    #[tokio::test]
    async fn who_sleeps_wakes_up_by_discords_time_however_wrong_the_machine_is_or_becomes() {
        for ahead in [-300_000, 300_000] {
            let (steady, machine, clock) = world(ahead);
            for _ in 0..4 {
                respond(&clock, &steady);
            }
            assert!((clock.now() - steady.now()).abs() < 500, "{ahead}");
            assert!(clock.is_wrong() && (clock.difference().unwrap() - ahead).abs() < 500);
            let sleeper = clock.sleep_until(NOON + 60_000);
            tokio::pin!(sleeper);
            let short = Duration::from_millis(1);
            steady.advance(Duration::from_secs(50));
            *locked(&machine.ahead) += 1_000_000;
            clock.check_jump();
            assert!(tokio::time::timeout(short, sleeper.as_mut()).await.is_err(), "{ahead}: not early");
            steady.advance(Duration::from_secs(11));
            tokio::time::timeout(Duration::from_secs(5), sleeper).await.unwrap();
        }
    }

    #[tokio::test]
    async fn a_clock_that_jumps_has_discord_asked() {
        let (steady, machine, clock) = world(0);
        respond(&clock, &steady);
        let short = Duration::from_millis(1);
        assert!(tokio::time::timeout(short, clock.wait_for_doubt()).await.is_err());
        *locked(&machine.ahead) = -3_600_000;
        let _ = clock.now();
        tokio::time::timeout(Duration::from_secs(5), clock.wait_for_doubt()).await.unwrap();
    }

    #[test]
    fn small_differences_are_not_worth_mentioning() {
        for (ahead, is_wrong) in [(0, false), (1_500, false), (-1_500, false), (-2_500, true), (2_500, true)]
        {
            let (steady, _, clock) = world(ahead);
            assert_eq!(clock.difference(), None);
            for _ in 0..4 {
                respond(&clock, &steady);
            }
            assert_eq!(clock.is_wrong(), is_wrong, "{ahead}");
        }
    }
}
