//! [`Gate`]: the rate of all requests together.

use std::collections::VecDeque;
use std::num::NonZeroU32;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use crate::locks::locked;

/// The longest a request waits at a closed gate. Beyond that, the client has to wait.
const MAX_GATE_WAIT: Duration = Duration::from_secs(10);

/// How long the rate stays lower after Discord has counted too many requests all the same.
const SLOW_PERIOD: Duration = Duration::from_mins(2);

/// The rate limit of all requests together.
///
/// Waiting requests are released in groups as large as the burst: at a high rate, waking up for each one costs processor time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// The time between two requests; zero if the rate is unlimited.
    step: Duration,
    /// How many requests may go ahead of their turn after a pause.
    burst: u32,
}

impl Rate {
    /// The number of requests per second sent to Discord, other than answers to interactions.
    pub const PER_SECOND: u32 = 48;

    /// Returns a rate of `per_second` requests per second, of which `burst` may go ahead of their turn after a pause.
    ///
    /// # Panics
    /// If `per_second` is 0.
    pub const fn new(per_second: u32, burst: u32) -> Self {
        Self { step: Duration::from_nanos(1_000_000_000 / per_second as u64), burst }
    }

    /// Returns a rate for Discord, which allows 50 requests a second. It counts them on arrival, which is less regular than
    /// when they were sent: should it count too many, the gate is slower for some time.
    pub const fn discord() -> Self {
        Self::new(Self::PER_SECOND, 1)
    }

    /// Returns the largest number of requests in any second at this rate divided by `divisor`, or `None` if it is unlimited.
    fn max_in_a_second(self, divisor: NonZeroU32) -> Option<usize> {
        let per_second = 1_000_000_000_u128.checked_div(self.step.as_nanos())? as u32;
        Some((per_second / divisor).max(1) as usize)
    }

    /// Returns an unlimited rate, for a server without rate limits.
    pub const fn unlimited() -> Self {
        Self { step: Duration::ZERO, burst: 0 }
    }
}

/// Which requests pass first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Priority {
    /// A deadline or a person waits for it.
    Urgent,
    /// It may wait.
    Normal,
}

/// A gate that lets all requests through at a [`Rate`], unless it is closed.
#[derive(Debug)]
pub(super) struct Gate {
    rate: Rate,
    schedule: Mutex<Schedule>,
    /// Held by the request with normal priority that has a turn. The others wait for it in line, without turns, so that an urgent
    /// request comes after one of them at most.
    normal_turn: tokio::sync::Mutex<()>,
}

/// The turns of requests. Each request reserves one, waits for it, and is then released.
#[derive(Debug)]
struct Schedule {
    /// When the next request would be sent at an even rate.
    next_turn: Instant,
    /// When the latest group of waiting requests is released.
    group_release: Instant,
    /// When the gate reopens after a global limit was exceeded.
    closed_until: Instant,
    /// Until when the rate is lower.
    slow_until: Instant,
    /// When the latest requests were sent, as many of them as a second has at most.
    sent: VecDeque<Instant>,
    /// What the rate is divided by, because other processes share it.
    divisor: NonZeroU32,
}

impl Gate {
    pub(super) fn new(rate: Rate) -> Self {
        let now = Instant::now();
        Self { rate, schedule: Mutex::new(Schedule::new(now)), normal_turn: tokio::sync::Mutex::default() }
    }

    /// Waits until a request may be sent. Urgent ones come before the others, however many of them there are.
    ///
    /// # Errors
    /// Returns the time until the gate opens, if that is too long to wait.
    pub(super) async fn pass(&self, priority: Priority) -> Result<(), Duration> {
        let _normal_turn = match priority {
            Priority::Urgent => None,
            Priority::Normal => Some(self.normal_turn.lock().await),
        };
        loop {
            let turn = self.schedule().reserve_turn(self.rate, Instant::now())?;
            sleep_until(turn).await;
            // If the gate was closed in the meantime, the request takes a new turn: otherwise all that were waiting would go in the
            // moment in which it opens.
            while self.schedule().closed_until <= Instant::now() {
                let room = self.schedule().release(self.rate, Instant::now());
                let Err(room) = room else { return Ok(()) };
                sleep_until(room).await;
            }
        }
    }

    /// Closes the gate for some time, because Discord has counted too many requests. It is slower after that.
    pub(super) fn close(&self, wait: Duration) {
        self.schedule().close(wait, Instant::now());
    }

    /// Divides the rate, because other processes share it.
    pub(super) fn divide(&self, divisor: NonZeroU32) {
        self.schedule().divisor = divisor;
    }

    fn schedule(&self) -> MutexGuard<'_, Schedule> {
        locked(&self.schedule)
    }
}

impl Schedule {
    fn new(now: Instant) -> Self {
        Self {
            next_turn: now,
            group_release: now,
            closed_until: now,
            slow_until: now,
            sent: VecDeque::new(),
            divisor: NonZeroU32::MIN,
        }
    }

    /// Reserves the next turn, and returns when it comes. It is never later than it would be at an even rate.
    fn reserve_turn(&mut self, rate: Rate, now: Instant) -> Result<Instant, Duration> {
        let opens_at = self.closed_until.max(now);
        if opens_at - now > MAX_GATE_WAIT {
            return Err(opens_at - now);
        }
        let even_turn = self.next_turn.max(opens_at);
        let mut step = rate.step * self.divisor.get();
        if even_turn < self.slow_until {
            step += step / 4;
        }
        self.next_turn = even_turn + step;
        // A few may go ahead of their turn, but not through a closed gate.
        let burst = step * (rate.burst / self.divisor);
        let early_turn = even_turn.checked_sub(burst).map_or(opens_at, |early_turn| early_turn.max(opens_at));
        if early_turn == opens_at {
            return Ok(opens_at);
        }
        if early_turn > self.group_release {
            self.group_release = even_turn;
        }
        Ok(self.group_release)
    }

    /// Lets a request through whose turn has come.
    ///
    /// # Errors
    /// Returns when there is room for it. After a moment in which the processor was busy, several turns have come at once. The requests
    /// do not all go then, because with those that follow they would be more than Discord allows in a second.
    fn release(&mut self, rate: Rate, now: Instant) -> Result<(), Instant> {
        let Some(most) = rate.max_in_a_second(self.divisor) else { return Ok(()) };
        self.sent.drain(..self.sent.len().saturating_sub(most));
        if let Some(oldest) = self.sent.front().filter(|_| self.sent.len() == most) {
            let room = *oldest + Duration::from_secs(1);
            if now < room {
                return Err(room);
            }
        }
        self.sent.push_back(now);
        Ok(())
    }

    fn close(&mut self, wait: Duration, now: Instant) {
        let until = now.checked_add(wait).unwrap_or(self.closed_until);
        self.closed_until = self.closed_until.max(until);
        self.slow_until = self.closed_until.checked_add(SLOW_PERIOD).unwrap_or(self.closed_until);
        // Requests that already have a turn get a new one, so those turns are free.
        self.next_turn = self.closed_until;
        self.group_release = self.closed_until;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TEN_A_SECOND: Rate = Rate::new(10, 2);

    /// Returns the turns of requests that arrive `at` milliseconds after `begin`, also in milliseconds after it.
    fn turns<const N: usize>(schedule: &mut Schedule, rate: Rate, begin: Instant, at: u64) -> [u128; N] {
        let now = begin + Duration::from_millis(at);
        std::array::from_fn(|_| (schedule.reserve_turn(rate, now).unwrap() - begin).as_millis())
    }

    fn open() -> (Schedule, Instant) {
        let begin = Instant::now();
        (Schedule::new(begin), begin)
    }

    #[test]
    fn a_few_requests_go_at_once_and_the_others_in_groups_at_an_even_rate() {
        let (mut schedule, begin) = open();
        assert_eq!(turns(&mut schedule, TEN_A_SECOND, begin, 0), [0, 0, 0, 300, 300, 300, 600, 600, 600]);
        assert_eq!(
            turns(&mut schedule, TEN_A_SECOND, begin, 60_000),
            [60_000, 60_000, 60_000, 60_300],
            "a pause does not add up"
        );
        assert_eq!(turns(&mut schedule, TEN_A_SECOND, begin, 60_250), [60_250, 60_300, 60_600]);
        assert_eq!(
            turns(&mut open().0, Rate::new(10, 0), begin, 0),
            [0, 100, 200],
            "without a burst, one by one"
        );
        assert_eq!(turns(&mut open().0, Rate::unlimited(), begin, 1_000), [1_000; 5]);
    }

    #[test]
    fn several_processes_together_keep_the_rate_of_one() {
        let (mut schedule, begin) = open();
        schedule.divisor = NonZeroU32::new(2).unwrap();
        assert_eq!(
            turns(&mut schedule, TEN_A_SECOND, begin, 0),
            [0, 0, 400, 400, 800],
            "one of a burst of two"
        );
        schedule.divisor = NonZeroU32::new(3).unwrap();
        assert_eq!(turns(&mut schedule, TEN_A_SECOND, begin, 60_000), [60_000, 60_300, 60_600]);
        schedule.divisor = NonZeroU32::new(1).unwrap();
        let _: [u128; 1] = turns(&mut schedule, TEN_A_SECOND, begin, 60_600);
        assert_eq!(turns(&mut schedule, TEN_A_SECOND, begin, 120_000), [120_000, 120_000, 120_000, 120_300]);
    }

    #[test]
    fn a_gate_that_was_closed_lets_nobody_through_and_then_nobody_in_a_crowd() {
        let (mut schedule, begin) = open();
        let _: [u128; 8] = turns(&mut schedule, TEN_A_SECOND, begin, 0);
        schedule.close(Duration::from_secs(2), begin + Duration::from_millis(150));
        // The requests whose turns came while it was closed, and others that arrive later, at eight a second.
        assert_eq!(turns(&mut schedule, TEN_A_SECOND, begin, 200), [2_150, 2_150, 2_150, 2_525]);
        assert_eq!(turns(&mut schedule, TEN_A_SECOND, begin, 2_200), [2_525, 2_525, 2_900]);
        // Two minutes later, it is as fast as before.
        let at = 2_150 + 120_000;
        assert_eq!(
            turns(&mut schedule, TEN_A_SECOND, begin, at).map(|turn| turn - u128::from(at)),
            [0, 0, 0, 300, 300, 300, 600]
        );
    }

    #[test]
    fn nobody_waits_long_at_a_closed_gate() {
        let (mut schedule, begin) = open();
        let hour = Duration::from_hours(1);
        schedule.close(hour, begin);
        assert_eq!(schedule.reserve_turn(Rate::discord(), begin), Err(hour));
        schedule.close(Duration::from_secs(1), begin);
        assert_eq!(
            schedule.reserve_turn(Rate::discord(), begin),
            Err(hour),
            "a shorter limit does not end a longer one"
        );
        assert!(schedule.reserve_turn(Rate::discord(), begin + hour).is_ok());
    }

    proptest! {
        #[test]
        fn no_second_has_more_requests_than_discord_allows_and_none_waits_longer_than_at_an_even_rate(
            pauses in proptest::collection::vec(prop_oneof![4 => 0_u64..30, 1 => 0_u64..2_000], 1..400)
        ) {
            let rate = Rate::discord();
            // The rate, the burst, and the request with which the second begins.
            let most = Rate::PER_SECOND + rate.burst + 1;
            let (mut schedule, begin) = open();
            let (mut now, mut even) = (begin, begin);
            let mut turns = Vec::new();
            for pause in pauses {
                now += Duration::from_millis(pause);
                even = even.max(now);
                let turn = schedule.reserve_turn(rate, now).unwrap();
                prop_assert!(now <= turn && turn <= even);
                even += rate.step;
                turns.push(turn);
            }
            turns.sort_unstable();
            for (number, first) in turns.iter().enumerate() {
                let second = turns[number..].iter().take_while(|turn| **turn - *first < Duration::from_secs(1));
                prop_assert!(second.count() <= most as usize && most <= 50);
            }
        }
    }

    #[test]
    fn requests_released_late_by_a_busy_processor_do_not_crowd_the_second_after() {
        let rate = Rate::discord();
        let (mut schedule, begin) = open();
        // For 200 ms, turns are given, but nobody runs. Then all of them pass at once, and others in time.
        let mut waiting: Vec<_> = (0..200).map(|_| schedule.reserve_turn(rate, begin).unwrap()).collect();
        for turn in &mut waiting {
            *turn = (*turn).max(begin + Duration::from_millis(200));
        }
        let mut sent = Vec::new();
        for turn in waiting {
            let mut now = turn.max(sent.last().copied().unwrap_or(begin));
            while let Err(room) = schedule.release(rate, now) {
                now = room;
            }
            sent.push(now);
        }
        for second in sent.windows(Rate::PER_SECOND as usize + 1) {
            assert!(second[second.len() - 1] - second[0] >= Duration::from_secs(1));
        }
        let whole = sent[199] - sent[0];
        assert!(whole <= Duration::from_millis(4_200), "as fast as allowed: {whole:?}");
        schedule.divisor = NonZeroU32::new(3).unwrap();
        assert_eq!(rate.max_in_a_second(schedule.divisor), Some(16));
        assert_eq!(Rate::unlimited().max_in_a_second(NonZeroU32::MIN), None);
    }

    #[tokio::test]
    async fn what_a_deadline_waits_for_goes_before_everything_that_may_wait() {
        let gate = Gate::new(Rate::new(50, 0));
        let order = Mutex::new(Vec::new());
        let pass = async |priority, name| {
            gate.pass(priority).await.unwrap();
            order.lock().unwrap().push(name);
        };
        let (..) = tokio::join!(
            pass(Priority::Normal, "post"),
            pass(Priority::Normal, "post"),
            pass(Priority::Normal, "post"),
            pass(Priority::Normal, "post"),
            pass(Priority::Urgent, "fetch"),
            pass(Priority::Urgent, "fetch"),
        );
        // At most one passes at once, and the next in line has a turn already.
        assert_eq!(order.into_inner().unwrap()[4..], ["post", "post"]);
    }

    #[tokio::test]
    async fn a_request_that_was_waiting_when_the_gate_was_closed_waits_for_it() {
        let gate = Gate::new(Rate::new(20, 0));
        gate.pass(Priority::Normal).await.unwrap();
        let begin = Instant::now();
        let (passed, ()) =
            tokio::join!(gate.pass(Priority::Normal), async { gate.close(Duration::from_millis(120)) });
        passed.unwrap();
        assert!(begin.elapsed() >= Duration::from_millis(120));
    }
}
