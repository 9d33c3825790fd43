//! [`Directs`]: the channels of direct messages, and the pace at which new ones are opened.
//!
//! Discord limits openings more strictly than anything else, does not publish the limit, and takes direct messages away
//! from a bot that opens too many. So channels are opened one at a time with pauses in between, none is opened for a
//! while after a refusal, and those that were opened are stored. A channel is opened as soon as somebody joins a match or checks in,
//! because at the start of the match all of them would be needed at once.
//!
//! Whoever opens a channel first asks [`Directs::admit`] for a turn, opens it, and reports the result with
//! [`Directs::note_opened`] or [`Directs::note_refusal`].

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::Mutex;

use crate::backoff::exponential;
use crate::locks::locked;
use trigon_engine::ids::{ChannelId, UserId};
use trigon_engine::matches::Millis;
use trigon_engine::store::Store;

/// Discord's error code for opening direct messages too fast.
pub(super) const OPENING_TOO_FAST: i64 = 40_003;

/// The time between two openings.
const OPENING_INTERVAL: Millis = 3_000;

/// The number of channels that may be opened at once after a pause.
const MAX_BURST: i64 = 3;

/// The first pause after a refusal; it doubles with each further one.
const FIRST_PAUSE: Millis = 30_000;

/// The longest pause after a refusal.
const LONGEST_PAUSE: Millis = 600_000;

/// The open channels of direct messages, and the turns in which new ones are opened.
#[derive(Debug)]
pub struct Directs {
    store: Store,
    /// The channels that this process has looked up or opened, by user. The store has them all.
    cached: Mutex<HashMap<UserId, ChannelId>>,
    turns: Mutex<Turns>,
}

impl Directs {
    /// The number of seconds between two openings.
    pub(super) const OPENING_SECONDS: Millis = OPENING_INTERVAL / 1_000;

    /// Returns the stored channels. New ones are opened at a limited pace.
    pub fn paced(store: Store) -> Self {
        Self { store, cached: Mutex::default(), turns: Mutex::new(Turns::at_interval(OPENING_INTERVAL)) }
    }

    /// Returns the stored channels. New ones are opened at once, for a server without that limit.
    pub fn unlimited(store: Store) -> Self {
        Self { store, cached: Mutex::default(), turns: Mutex::new(Turns::at_interval(0)) }
    }

    /// Returns the channel with a user if it has been opened before.
    pub(super) async fn channel(&self, user: UserId) -> Option<ChannelId> {
        if let Some(channel) = locked(&self.cached).get(&user) {
            return Some(*channel);
        }
        match self.store.direct_channel(user).await {
            Ok(stored) => {
                let (channel, _) = stored?;
                locked(&self.cached).insert(user, channel);
                Some(channel)
            }
            Err(error) => {
                tracing::error!(%error, "it cannot be read whose direct messages are open");
                None
            }
        }
    }

    /// Adds a channel that was read from the store together with something else.
    pub(super) fn cache(&self, user: UserId, channel: ChannelId) {
        locked(&self.cached).entry(user).or_insert(channel);
    }

    /// Allows the channel with a user to be opened now, or reserves a turn for that user.
    ///
    /// # Errors
    /// Returns when the turn comes: the time to ask again.
    pub(super) fn admit(&self, user: UserId, now: Millis) -> Result<(), Millis> {
        locked(&self.turns).admit(user, now)
    }

    /// Divides the pace, because other processes share it.
    pub(super) fn divide(&self, divisor: NonZeroU32) {
        locked(&self.turns).divisor = divisor;
    }

    /// Stores the channel that was opened with a user.
    pub(super) async fn note_opened(&self, user: UserId, channel: ChannelId) {
        locked(&self.cached).insert(user, channel);
        locked(&self.turns).refusals = 0;
        if let Err(error) = self.store.note_direct_channel(user, channel).await {
            // It will be opened again after the next start.
            tracing::warn!(%error, "it cannot be stored that direct messages are open");
        }
    }

    /// Forgets a channel that no longer exists.
    pub(super) async fn forget(&self, user: UserId) {
        locked(&self.cached).remove(&user);
        if let Err(error) = self.store.forget_direct_channel(user).await {
            tracing::error!(%error, "a channel that no longer exists cannot be forgotten");
        }
    }

    /// Notes that Discord refused to open a channel because there were too many, and returns when to go on. All turns are void:
    /// whoever asks after that gets a new one.
    pub(super) fn note_refusal(&self, now: Millis) -> Millis {
        locked(&self.turns).note_refusal(now)
    }
}

/// The turns in which channels of direct messages are opened.
#[derive(Debug)]
struct Turns {
    /// The time between two turns, if no other process shares them.
    interval: Millis,
    /// The turns that are reserved, by user.
    reserved: HashMap<UserId, Millis>,
    /// The next free turn.
    next_free: Millis,
    /// The number of refusals since the last success.
    refusals: u32,
    /// What the pace is divided by, because other processes share it.
    divisor: NonZeroU32,
}

impl Turns {
    fn at_interval(interval: Millis) -> Self {
        Self { interval, reserved: HashMap::new(), next_free: 0, refusals: 0, divisor: NonZeroU32::MIN }
    }

    fn admit(&mut self, user: UserId, now: Millis) -> Result<(), Millis> {
        let divisor = Millis::from(self.divisor.get());
        let interval = self.interval * divisor;
        self.forget_turns_before_clock_change(interval, now);
        match self.reserved.get(&user).copied() {
            Some(turn) if turn > now => return Err(turn),
            Some(_) => {
                self.reserved.remove(&user);
                return Ok(());
            }
            None => {}
        }
        // After a pause, a few turns may come at once.
        let earliest = now - interval * ((MAX_BURST / divisor).max(1) - 1);
        let turn = self.next_free.max(earliest);
        self.next_free = turn + interval;
        if turn <= now {
            return Ok(());
        }
        self.reserved.insert(user, turn);
        Err(turn)
    }

    /// Makes all turns void if they are further ahead than any pause: they were reserved before the clock was set back.
    fn forget_turns_before_clock_change(&mut self, interval: Millis, now: Millis) {
        let turns = self.reserved.len() as Millis + 1;
        if self.next_free > now + LONGEST_PAUSE + interval * turns {
            self.reserved.clear();
            self.next_free = now;
        }
    }

    fn note_refusal(&mut self, now: Millis) -> Millis {
        let pause = exponential(FIRST_PAUSE, i64::from(self.refusals), LONGEST_PAUSE);
        self.refusals += 1;
        self.reserved.clear();
        self.next_free = now + pause;
        self.next_free
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A time far from the epoch.
    const NOW: Millis = 1_900_000_000_000;

    fn turns(all: &mut Turns, users: std::ops::Range<i64>, now: Millis) -> Vec<Millis> {
        users.map(|user| all.admit(UserId(user), now).err().map_or(0, |turn| turn - now)).collect()
    }

    #[test]
    fn thirteen_are_never_opened_at_once() {
        let mut all = Turns::at_interval(OPENING_INTERVAL);
        assert_eq!(turns(&mut all, 0..6, NOW), [0, 0, 0, 3_000, 6_000, 9_000]);
        assert_eq!(turns(&mut all, 3..6, NOW), [3_000, 6_000, 9_000], "asking again changes no turn");
        assert_eq!(turns(&mut all, 3..6, NOW + 6_000), [0, 0, 3_000]);
        assert_eq!(turns(&mut Turns::at_interval(0), 0..20, NOW), [0; 20]);
    }

    #[test]
    fn several_processes_together_keep_the_pace_of_one() {
        let mut all = Turns::at_interval(OPENING_INTERVAL);
        all.divisor = NonZeroU32::new(3).unwrap();
        assert_eq!(turns(&mut all, 0..3, NOW), [0, 9_000, 18_000]);
        all.divisor = NonZeroU32::MIN;
        assert_eq!(turns(&mut all, 3..5, NOW + 27_000), [0, 3_000]);
    }

    #[test]
    fn after_a_refusal_everyone_waits_and_then_goes_one_after_the_other() {
        let mut all = Turns::at_interval(OPENING_INTERVAL);
        turns(&mut all, 0..6, NOW);
        assert_eq!(all.note_refusal(NOW), NOW + 30_000);
        assert_eq!(turns(&mut all, 2..6, NOW), [30_000, 33_000, 36_000, 39_000]);
        let later = NOW + 30_000;
        assert_eq!(turns(&mut all, 2..4, later), [0, 3_000]);
        assert_eq!(all.note_refusal(later), later + 60_000, "twice as long");
        for _ in 0..40 {
            all.note_refusal(later);
        }
        assert_eq!(all.note_refusal(later), later + 600_000);
        all.refusals = 0;
        assert_eq!(all.note_refusal(later), later + 30_000, "a success ends that");
    }

    #[test]
    fn a_clock_that_is_set_back_keeps_nobody_waiting_for_long() {
        let mut all = Turns::at_interval(OPENING_INTERVAL);
        turns(&mut all, 0..6, NOW);
        let before = NOW - 86_400_000;
        assert!(turns(&mut all, 3..6, before).into_iter().all(|turn| turn <= 9_000));
    }
}
