//! [`Change`]: what a command results in, which the store accepts completely or not at all.

use crate::matches::model::control::Seq;
use crate::matches::model::game_match::Match;
use crate::matches::model::notice::Notice;
use crate::matches::model::timer::{Timer, TimerKind};
use crate::store::Target;
use trigon_clock::Millis;

/// The change that a command makes. The store accepts it completely or not at all.
pub(crate) struct Change {
    /// The match after the change.
    pub(crate) after: Match,
    /// The number of entries added to its log.
    pub(crate) entries: usize,
    /// Whether the roster has changed.
    pub(crate) roster: bool,
    /// The messages to send, each with the last entry it may show.
    pub(crate) messages: Vec<Addressed>,
    /// The entry that did what was asked for, if it is not the last one: others may follow from it, such as answers that were
    /// left in advance, which are private.
    pub(crate) done: Option<Seq>,
}

impl Change {
    /// Returns a change without entries and messages: only columns of the match have changed, or its timers.
    pub(crate) fn of_columns(after: Match) -> Self {
        Self { after, entries: 0, roster: false, messages: Vec::new(), done: None }
    }
}

/// A notice with its recipient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Addressed {
    /// The channel or the person.
    pub(crate) to: Target,
    /// The notice.
    pub(crate) notice: Notice,
    /// The log entry after which the match is shown.
    pub(crate) seq: i64,
}

impl Match {
    /// Replaces the timers.
    pub(crate) fn set_timers(&mut self, timers: Vec<Timer>) {
        self.deadline = timers.iter().find(|timer| timer.kind == TimerKind::Deadline).map(|timer| timer.at);
        self.timers = timers;
    }

    /// Sets or removes the only timer of a kind.
    pub(crate) fn set_timer(&mut self, kind: TimerKind, at: Option<Millis>) {
        let known = self.timers.iter().find(|timer| timer.kind == kind).map(|timer| timer.at);
        if known == at {
            return;
        }
        let mut timers = self.timers.clone();
        timers.retain(|timer| timer.kind != kind);
        timers.extend(at.map(|at| Timer { at, kind }));
        timers.sort_by_key(|timer| timer.at);
        self.set_timers(timers);
    }

    /// Returns a message to the channel that shows the match as it is now.
    pub(crate) fn in_channel(&self, notice: Notice) -> Addressed {
        Addressed { to: Target::Channel(self.channel_id), notice, seq: self.seq() }
    }
}
