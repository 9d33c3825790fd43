//! [`AddedTimes`]: what hosts have done to the time of phases, as noted in the log.

use super::clock_change::{ClockBasis, ClockStop};
use super::control::{Control, Seq};
use super::log::LogEntry;
use trigon_clock::Millis;

/// Time that a phase got because a host moved its deadline or stopped its clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AddedTime {
    /// The entry that did it.
    pub(crate) seq: Seq,
    /// How much time.
    pub(crate) time: Millis,
    /// What it rests on.
    pub(crate) basis: Option<ClockBasis>,
}

/// What the log says about time that hosts have added.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct AddedTimes {
    /// Deadlines that were moved, and pauses that are over.
    pub(crate) more: Vec<AddedTime>,
    /// The time that hosts have taken back alone, and the questions with which the phases began.
    pub(crate) taken: Vec<(u32, Millis)>,
    /// The clock that stands still now: since when, in this phase.
    pub(crate) stopped: Option<(Seq, Millis, Option<ClockBasis>)>,
}

impl AddedTimes {
    /// Notes an event that concerns the time of phases, with the event before it.
    pub(crate) fn apply(&mut self, entry: &LogEntry, event: &Control, before: Option<&Control>) {
        match event {
            Control::Extend(moved) if moved.by > 0 => {
                // In entries from before it was noted, an extension was agreed if it came right after the last consent.
                let was_agreed = moved.basis.is_none() && before == Some(&Control::Consent);
                let basis = if was_agreed { Some(ClockBasis::Agreed) } else { moved.basis };
                self.more.push(AddedTime { seq: entry.seq, time: moved.by, basis });
            }
            Control::Pause(ClockStop { basis, .. }) => {
                self.start(entry.at);
                self.stopped = Some((entry.seq, entry.at, *basis));
            }
            Control::Resume => self.start(entry.at),
            Control::Rewind { took, .. } | Control::Correct { took, .. } => self.taken.extend(took),
            _ => {}
        }
    }

    /// Notes how long a stopped clock has stood still.
    fn start(&mut self, now: Millis) {
        let Some((seq, since, basis)) = self.stopped.take() else { return };
        // A pause from before its basis was noted, or by changed rules, counts for nothing.
        let basis = basis.or(Some(ClockBasis::Agreed));
        self.more.push(AddedTime { seq, time: (now - since).max(0), basis });
    }

    /// Returns how much time hosts have added, in whatever way, since an entry.
    pub(crate) fn since(&self, seq: Seq, now: Millis) -> Millis {
        let over = self.more.iter().map(|more| (more.seq, more.time));
        let stopped = self.stopped.iter().map(|(seq, since, _)| (*seq, (now - since).max(0)));
        over.chain(stopped).filter(|(at, _)| *at > seq).map(|(_, time)| time).sum()
    }
}
