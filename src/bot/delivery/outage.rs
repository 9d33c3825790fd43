//! [`Outage`]: whether Discord works, as far as failed attempts tell.
//!
//! A message that Discord does not take is tried again after longer and longer waits. But when an outage is over, nothing should
//! have to wait. So every two seconds, the first message of one failing target is tried although its time has not come, one target
//! after the other; and as soon as Discord takes or refuses one, all others are tried as well.

use std::collections::VecDeque;
use std::sync::Mutex;

use crate::locks::locked;
use trigon_engine::matches::{Millis, Target};

/// The time between two attempts out of turn.
const PROBE_INTERVAL: Millis = 2_000;

/// The targets to which nothing could be sent, and when the next of them is tried.
#[derive(Default)]
pub(super) struct Outage(Mutex<Failing>);

#[derive(Default)]
struct Failing {
    /// The targets, those first that are to be tried next.
    targets: VecDeque<Target>,
    /// When the next one is tried out of turn.
    next_probe_at: Millis,
}

impl Outage {
    /// Notes that Discord could not take a message to a target, or did not answer.
    pub(super) fn note_failure(&self, target: Target, now: Millis) {
        let mut failing = locked(&self.0);
        if failing.targets.is_empty() {
            failing.next_probe_at = now + PROBE_INTERVAL;
        }
        failing.targets.retain(|known| *known != target);
        failing.targets.push_back(target);
    }

    /// Notes that Discord has taken or refused a message to a target. If the target was failing before, returns the other failing
    /// ones, which are to be tried now.
    pub(super) fn note_answer(&self, target: Target) -> Vec<Target> {
        let mut failing = locked(&self.0);
        let before = failing.targets.len();
        failing.targets.retain(|known| *known != target);
        if failing.targets.len() == before { Vec::new() } else { failing.targets.iter().copied().collect() }
    }

    /// Returns the target to be tried out of turn now, if there is one.
    pub(super) fn due_probe(&self, now: Millis) -> Option<Target> {
        let mut failing = locked(&self.0);
        // A time further ahead was set before the clock was set back.
        if failing.targets.is_empty() || (now + 1..=now + PROBE_INTERVAL).contains(&failing.next_probe_at) {
            return None;
        }
        failing.next_probe_at = now + PROBE_INTERVAL;
        let target = failing.targets.pop_front()?;
        failing.targets.push_back(target);
        Some(target)
    }

    /// Returns when the next target is to be tried out of turn.
    pub(super) fn next_probe_at(&self) -> Option<Millis> {
        let failing = locked(&self.0);
        (!failing.targets.is_empty()).then_some(failing.next_probe_at)
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
        let outage = Outage::default();
        assert_eq!((outage.due_probe(0), outage.next_probe_at()), (None, None));
        for target in [A, B, C] {
            outage.note_failure(target, 10_000);
        }
        assert_eq!((outage.due_probe(10_000), outage.next_probe_at()), (None, Some(10_000 + PROBE_INTERVAL)));
        let turns = |count: i64| {
            (1..=count).map(|n| outage.due_probe(10_000 + n * PROBE_INTERVAL)).collect::<Vec<_>>()
        };
        assert_eq!(turns(4), [Some(A), Some(B), Some(C), Some(A)]);
        assert_eq!(outage.note_answer(B), [C, A], "B was taken, so the others are tried, too");
        assert!(outage.note_answer(B).is_empty(), "the next message to B is no news");
        assert_eq!(outage.note_answer(A), [C]);
        assert!(outage.note_answer(C).is_empty());
        assert_eq!(outage.next_probe_at(), None);
    }

    #[test]
    fn a_message_that_alone_is_never_taken_is_not_tried_with_every_other() {
        let outage = Outage::default();
        outage.note_failure(A, 0);
        for _ in 0..100 {
            assert!(outage.note_answer(B).is_empty() && outage.note_answer(C).is_empty());
        }
        assert_eq!(outage.due_probe(PROBE_INTERVAL), Some(A));
        outage.note_failure(A, PROBE_INTERVAL);
        assert_eq!(outage.due_probe(PROBE_INTERVAL + 1), None);
    }

    #[test]
    fn a_clock_that_is_set_back_holds_nothing_up() {
        let outage = Outage::default();
        outage.note_failure(A, 1_000_000);
        assert_eq!(outage.due_probe(0), Some(A));
    }
}
