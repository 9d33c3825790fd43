//! [`Weather`]: whether Discord works, as far as failed attempts tell.
//!
//! Each message that Discord does not take has longer and longer waits. During an outage, that must not mean that messages
//! wait when it is over. So every few seconds, one of them is tried out of turn, each in its turn, and as soon as Discord
//! takes one that it did not take before, all others are tried as well.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard};

use crate::locks::locked;
use trigon_engine::matches::{Millis, Target};

/// The time between two attempts out of turn.
const APART: Millis = 2_000;

/// The targets to which nothing could be sent.
#[derive(Default)]
pub(super) struct Weather(Mutex<Known>);

#[derive(Default)]
struct Known {
    /// The targets, those first that are to be tried next.
    failing: VecDeque<Target>,
    /// When the next one is tried out of turn.
    next: Millis,
}

impl Weather {
    fn known(&self) -> MutexGuard<'_, Known> {
        locked(&self.0)
    }

    /// Records that Discord could not take a message to a target, or did not say.
    pub(super) fn failed(&self, target: Target, now: Millis) {
        let mut known = self.known();
        if known.failing.is_empty() {
            known.next = now + APART;
        }
        known.failing.retain(|failing| *failing != target);
        known.failing.push_back(target);
    }

    /// Records that Discord has taken or refused a message to a target. Returns the targets to be tried now, if it did not
    /// do so before.
    pub(super) fn cleared(&self, target: Target) -> Vec<Target> {
        let mut known = self.known();
        let before = known.failing.len();
        known.failing.retain(|failing| *failing != target);
        if known.failing.len() == before { Vec::new() } else { known.failing.iter().copied().collect() }
    }

    /// Returns the target to be tried out of turn now, if there is one.
    pub(super) fn turn(&self, now: Millis) -> Option<Target> {
        let mut known = self.known();
        // A time further ahead was set before the clock was set back.
        if known.failing.is_empty() || (now + 1..=now + APART).contains(&known.next) {
            return None;
        }
        known.next = now + APART;
        let target = known.failing.pop_front()?;
        known.failing.push_back(target);
        Some(target)
    }

    /// Returns when the next target is to be tried out of turn.
    pub(super) fn next_turn(&self) -> Option<Millis> {
        let known = self.known();
        (!known.failing.is_empty()).then_some(known.next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trigon_engine::ids::{ChannelId, UserId};

    const A: Target = Target::Channel(ChannelId(1));
    const B: Target = Target::User(UserId(2));
    const C: Target = Target::User(UserId(3));

    #[test]
    fn during_an_outage_one_after_the_other_is_tried_and_then_all_at_once() {
        let weather = Weather::default();
        assert_eq!((weather.turn(0), weather.next_turn()), (None, None));
        for target in [A, B, C] {
            weather.failed(target, 10_000);
        }
        assert_eq!((weather.turn(10_000), weather.next_turn()), (None, Some(10_000 + APART)));
        let turns = |count: i64| (1..=count).map(|n| weather.turn(10_000 + n * APART)).collect::<Vec<_>>();
        assert_eq!(turns(4), [Some(A), Some(B), Some(C), Some(A)]);
        assert_eq!(weather.cleared(B), [C, A], "B was taken, so the others are tried, too");
        assert!(weather.cleared(B).is_empty(), "the next message to B is no news");
        assert_eq!(weather.cleared(A), [C]);
        assert!(weather.cleared(C).is_empty());
        assert_eq!(weather.next_turn(), None);
    }

    #[test]
    fn a_message_that_alone_is_never_taken_is_not_tried_with_every_other() {
        let weather = Weather::default();
        weather.failed(A, 0);
        for _ in 0..100 {
            assert!(weather.cleared(B).is_empty() && weather.cleared(C).is_empty());
        }
        assert_eq!(weather.turn(APART), Some(A));
        weather.failed(A, APART);
        assert_eq!(weather.turn(APART + 1), None);
    }

    #[test]
    fn a_clock_that_is_set_back_holds_nothing_up() {
        let weather = Weather::default();
        weather.failed(A, 1_000_000);
        assert_eq!(weather.turn(0), Some(A));
    }
}
