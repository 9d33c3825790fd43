//! [`AddedTimes`]: the time that phases got beyond their own because of hosts, as noted in the log. What hosts may still add
//! alone is in `derive/allowance.rs`.

use super::clock_change::{ClockBasis, ClockStop, PhaseTime};
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

/// A clock that stands still now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StoppedClock {
    /// The entry that stopped it, or noted in a new phase that it stays stopped.
    pub(crate) seq: Seq,
    /// The time of that entry.
    pub(crate) since: Millis,
    /// What it rests on.
    pub(crate) basis: Option<ClockBasis>,
}

impl StoppedClock {
    fn time(&self, now: Millis) -> Millis {
        (now - self.since).max(0)
    }
}

/// What the log says about time that hosts have added.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct AddedTimes {
    /// Deadlines that were moved to a later time, and pauses that are over.
    pub(crate) over: Vec<AddedTime>,
    /// The time that hosts have taken back alone, by undoing phases or correcting the roster.
    pub(crate) taken_back: Vec<PhaseTime>,
    /// The clock, while it is stopped.
    pub(crate) stopped: Option<StoppedClock>,
}

impl AddedTimes {
    /// Notes an event that concerns the time of phases, with the event before it.
    pub(crate) fn apply(&mut self, entry: &LogEntry, event: &Control, before: Option<&Control>) {
        match event {
            Control::Extend(moved) if moved.by > 0 => {
                // In entries from before it was noted, an extension was agreed if it came right after the last consent.
                let was_agreed = moved.basis.is_none() && before == Some(&Control::Consent);
                let basis = if was_agreed { Some(ClockBasis::Agreed) } else { moved.basis };
                self.over.push(AddedTime { seq: entry.seq, time: moved.by, basis });
            }
            Control::Pause(ClockStop { basis, .. }) => {
                self.end_pause(entry.at);
                self.stopped = Some(StoppedClock { seq: entry.seq, since: entry.at, basis: *basis });
            }
            Control::Resume => self.end_pause(entry.at),
            Control::Rewind { took, .. } | Control::Correct { took, .. } => self.taken_back.extend(took),
            _ => {}
        }
    }

    /// Notes how long a clock that was stopped has stood still.
    fn end_pause(&mut self, now: Millis) {
        let Some(pause) = self.stopped.take() else { return };
        // A pause from before its basis was noted, or by changed rules, counts for nothing.
        let basis = pause.basis.or(Some(ClockBasis::Agreed));
        self.over.push(AddedTime { seq: pause.seq, time: pause.time(now), basis });
    }

    /// Returns how much time hosts have added, in whatever way, since an entry.
    pub(crate) fn since(&self, seq: Seq, now: Millis) -> Millis {
        let over = self.over.iter().filter(|added| added.seq > seq).map(|added| added.time);
        let stopped = self.stopped.iter().filter(|stopped| stopped.seq > seq).map(|it| it.time(now));
        over.chain(stopped).sum()
    }
}
