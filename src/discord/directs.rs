//! [`Directs`]: the channels of direct messages, and the pace at which new ones are opened.
//!
//! Discord limits openings more than anything else, publishes no number, and takes direct messages from a bot that opens
//! too many. So they are opened one after the other with a pause in between, and after a refusal nobody tries for a while.
//! A person who joins a match or writes to the bot has asked for it, so their channel is opened then and not at the start of
//! the match, together with all others.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::matches::Millis;

/// Discord's code for direct messages that are opened too fast.
pub(super) const OPENING_TOO_FAST: i64 = 40_003;

/// The time between two openings.
const STEP: Millis = 3_000;

/// How many may be opened at once if there were none before.
const AT_ONCE: Millis = 3;

/// The first pause after a refusal; it doubles with each.
const FIRST_PAUSE: Millis = 30_000;

/// The longest pause after a refusal.
const LONGEST_PAUSE: Millis = 600_000;

/// The channels of direct messages that are known, and whose turn it is to be opened.
#[derive(Debug)]
pub struct Directs {
    step: Millis,
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    /// The channels by user.
    known: HashMap<i64, i64>,
    /// When users have their turn.
    turns: HashMap<i64, Millis>,
    /// The next free turn.
    next: Millis,
    /// The number of refusals since the last success.
    refusals: u32,
    /// How many processes share the pace, less this one.
    others: u32,
}

impl Directs {
    /// The number of seconds between two openings.
    pub(super) const SECONDS: Millis = STEP / 1_000;

    /// Returns no known channels. New ones are opened at a pace.
    pub fn paced() -> Self {
        Self { step: STEP, inner: Mutex::default() }
    }

    /// Returns no known channels. New ones are opened at once, because nobody limits that.
    pub fn unlimited() -> Self {
        Self { step: 0, inner: Mutex::default() }
    }

    /// Returns the channel with a user if it is known.
    pub(super) fn channel(&self, user: i64) -> Option<i64> {
        self.inner().known.get(&user).copied()
    }

    /// Allows to open the channel with a user now, or reserves a turn.
    ///
    /// # Errors
    /// When to ask again.
    pub(super) fn admit(&self, user: i64, now: Millis) -> Result<(), Millis> {
        let mut inner = self.inner();
        let step = self.step * (Millis::from(inner.others) + 1);
        // Turns that are further ahead than any pause were reserved before the clock was set back.
        if inner.next > now + LONGEST_PAUSE + step * (inner.turns.len() as Millis + 1) {
            inner.turns.clear();
            inner.next = now;
        }
        match inner.turns.get(&user).copied() {
            Some(turn) if turn > now => return Err(turn),
            Some(_) => {
                inner.turns.remove(&user);
                return Ok(());
            }
            None => {}
        }
        let at_once = (AT_ONCE / (Millis::from(inner.others) + 1)).max(1);
        let earliest = now - step * (at_once - 1);
        let turn = inner.next.max(earliest);
        inner.next = turn + step;
        if turn <= now {
            return Ok(());
        }
        inner.turns.insert(user, turn);
        Err(turn)
    }

    /// Shares the pace among this many processes.
    pub(super) fn divide(&self, parts: u32) {
        self.inner().others = parts.saturating_sub(1);
    }

    /// Notes the channel with a user.
    pub(super) fn opened(&self, user: i64, channel: i64) {
        let mut inner = self.inner();
        inner.known.insert(user, channel);
        inner.refusals = 0;
    }

    /// Forgets a channel that no longer exists.
    pub(super) fn forget(&self, user: i64) {
        self.inner().known.remove(&user);
    }

    /// Notes that Discord has refused to open a channel because there were too many, and returns when to go on. Everyone gets a
    /// new turn after that, one after the other.
    pub(super) fn refused(&self, now: Millis) -> Millis {
        let mut inner = self.inner();
        let pause = (FIRST_PAUSE << inner.refusals.min(8)).min(LONGEST_PAUSE);
        inner.refusals += 1;
        inner.turns.clear();
        inner.next = now + pause;
        inner.next
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        // What is known is always complete, even if a thread has panicked.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A time that is not close to the beginning of all times.
    const NOW: Millis = 1_900_000_000_000;

    fn turns(directs: &Directs, users: std::ops::Range<i64>, now: Millis) -> Vec<Millis> {
        users.map(|user| directs.admit(user, now).err().map_or(0, |turn| turn - now)).collect()
    }

    #[test]
    fn thirteen_are_never_opened_at_once() {
        let directs = Directs::paced();
        assert_eq!(turns(&directs, 0..6, NOW), [0, 0, 0, 3_000, 6_000, 9_000]);
        assert_eq!(turns(&directs, 3..6, NOW), [3_000, 6_000, 9_000], "asking again changes no turn");
        assert_eq!(turns(&directs, 3..6, NOW + 6_000), [0, 0, 3_000]);
        assert_eq!(turns(&Directs::unlimited(), 0..20, NOW), [0; 20]);
    }

    #[test]
    fn several_processes_together_keep_the_pace_of_one() {
        let directs = Directs::paced();
        directs.divide(3);
        assert_eq!(turns(&directs, 0..3, NOW), [0, 9_000, 18_000]);
        directs.divide(1);
        assert_eq!(turns(&directs, 3..5, NOW + 27_000), [0, 3_000]);
    }

    #[test]
    fn after_a_refusal_everyone_waits_and_then_goes_one_after_the_other() {
        let directs = Directs::paced();
        turns(&directs, 0..6, NOW);
        assert_eq!(directs.refused(NOW), NOW + 30_000);
        assert_eq!(turns(&directs, 2..6, NOW), [30_000, 33_000, 36_000, 39_000]);
        let later = NOW + 30_000;
        assert_eq!(turns(&directs, 2..4, later), [0, 3_000]);
        assert_eq!(directs.refused(later), later + 60_000, "twice as long");
        for _ in 0..40 {
            directs.refused(later);
        }
        assert_eq!(directs.refused(later), later + 600_000);
        directs.opened(2, 7);
        assert_eq!((directs.channel(2), directs.refused(later)), (Some(7), later + 30_000));
    }

    #[test]
    fn a_clock_that_is_set_back_keeps_nobody_waiting_for_long() {
        let directs = Directs::paced();
        turns(&directs, 0..6, NOW);
        let before = NOW - 86_400_000;
        assert!(turns(&directs, 3..6, before).into_iter().all(|turn| turn <= 9_000));
    }
}
