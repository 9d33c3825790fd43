//! Queries on a match about the [`Limits`] of its hosts: how much time they have added alone, and may still add.
//!
//! Every way to more time counts: a deadline that is moved, a clock that stands still, and a phase that is played again,
//! which counts with the time that is taken back. On a calendar, the later end of a phase may leave the one after it too
//! little time until its own, so that it ends a whole day later. In the sum of the match, what counts is the longer delay.

use std::collections::BTreeMap;

use crate::matches::model::calendar::{Calendar, HOUR};
use crate::matches::model::clock_change::ClockBasis;
use crate::matches::model::control::{Control, Seq};
use crate::matches::model::denied::Denied;
use crate::matches::model::game_match::Match;
use crate::matches::model::log::LogEntry;
use crate::matches::model::role::Role;
use crate::matches::model::terms::Limits;
use crate::store::Status;
use trigon_clock::Millis;

/// How late a deadline may be handled without counting as missed. After a missed one, the next is counted from now, so
/// that nobody loses a phase because the bot was down.
pub(crate) const MISSED_AFTER: Millis = HOUR / 6;

/// By how much hosts have delayed the end of a phase alone.
#[derive(Debug, Clone, Copy, Default)]
struct Delay {
    /// By moving its deadline and stopping its clock.
    own: Millis,
    /// By how much that delays the end of the phase after it.
    next: Millis,
    /// By taking back what was played.
    undone: Millis,
}

/// By how much hosts have delayed phases alone.
#[derive(Debug, Clone, Default)]
struct Delays(BTreeMap<Option<u32>, Delay>);

impl Delays {
    fn of(&self, phase: u32) -> Millis {
        self.0.get(&Some(phase)).map_or(0, |delay| delay.own + delay.undone)
    }

    fn whole(&self) -> Millis {
        self.0.values().map(|delay| delay.own.max(delay.next) + delay.undone).sum()
    }

    /// Returns whether they are within limits, for the phase that began with a question and altogether.
    fn fit(&self, limits: Limits, phase: u32) -> bool {
        let hours = |hours: u32| Millis::from(hours) * HOUR;
        self.of(phase) <= hours(limits.phase_hours) && self.whole() <= hours(limits.match_hours)
    }
}

impl Match {
    /// Checks that a host may move the deadline alone.
    ///
    /// # Errors
    /// Fails if that takes the consent of all players.
    pub(crate) fn check_may_move(&self, role: Role, time: Millis) -> Result<(), Denied> {
        let Some(limits) = self.terms.limits_in_force() else { return Ok(()) };
        let is_free = match self.deadline {
            _ if time < 0 => limits.shorten,
            Some(deadline) => self.and_more(self.delays(), deadline, time).fit(limits, self.phase),
            None => true,
        };
        if is_free && !role.has_a_stake() { Ok(()) } else { Err(Denied::NeedsConsent(self.id)) }
    }

    /// Checks that somebody in a role may stop the clock alone: a host with a stake may not, and others only while they may add time.
    ///
    /// # Errors
    /// Fails if that takes the consent of all players.
    pub(crate) fn check_may_pause(&self, role: Role) -> Result<(), Denied> {
        let has_a_stake = role.has_a_stake() && self.status == Status::Running;
        let is_free = self.terms.limits_in_force().is_none_or(|limits| {
            !has_a_stake && self.deadline.is_none_or(|deadline| self.longest_pause(limits, deadline) > 0)
        });
        if is_free { Ok(()) } else { Err(Denied::NeedsConsent(self.id)) }
    }

    /// Checks that a host may undo the last phase that has ended alone.
    ///
    /// # Errors
    /// Fails if that takes the consent of all players.
    pub fn check_may_undo(&self, now: Millis) -> Result<(), Denied> {
        self.check_may_take_back(&self.taken_by_undo(now), now)
    }

    /// Checks that a host may take back some time of phases alone.
    pub(crate) fn check_may_take_back(&self, taken: &[(u32, Millis)], now: Millis) -> Result<(), Denied> {
        let Some(limits) = self.terms.limits_in_force() else { return Ok(()) };
        let mut delays = self.delays();
        if let Some((_, since, Some(ClockBasis::Alone { deadline, .. }))) = self.effective.added.stopped {
            delays = self.and_more(delays, deadline, now - since);
        }
        for (phase, time) in taken {
            delays.0.entry(Some(*phase)).or_default().undone += time;
        }
        let is_free = taken.iter().all(|(phase, time)| *time == 0 || delays.fit(limits, *phase));
        if is_free { Ok(()) } else { Err(Denied::NeedsConsent(self.id)) }
    }

    /// Returns when a stopped clock starts again by itself: after the days that the terms say and, if a host stopped it alone,
    /// once no host may add more time alone.
    pub fn pause_ends(&self) -> Option<Millis> {
        let since =
            self.effective.paused_since.filter(|_| self.paused().is_some() && self.stopped().is_none())?;
        let days = Millis::from(self.terms.pause_days);
        let after_days = (days > 0).then(|| since + days * 24 * HOUR);
        let used_up = match (self.terms.limits_in_force(), self.effective.added.stopped) {
            (Some(limits), Some((_, since, Some(ClockBasis::Alone { deadline, .. })))) => {
                Some(since + self.longest_pause(limits, deadline))
            }
            _ => None,
        };
        [after_days, used_up].into_iter().flatten().min()
    }

    /// Returns for how long the clock of the present phase, which ends at a deadline, may stand still without anybody’s consent.
    fn longest_pause(&self, limits: Limits, deadline: Millis) -> Millis {
        let delays = self.delays();
        let (mut fits, mut too_long) = (0, Millis::from(limits.phase_hours) * HOUR + 1);
        // What counts only grows with the pause.
        while too_long - fits > 1 {
            let middle = fits + (too_long - fits) / 2;
            if self.and_more(delays.clone(), deadline, middle).fit(limits, self.phase) {
                fits = middle;
            } else {
                too_long = middle;
            }
        }
        fits
    }

    /// Returns by how much hosts have delayed phases alone, without a pause that goes on.
    fn delays(&self) -> Delays {
        let mut delays = Delays::default();
        let since = self.closed.last().copied().unwrap_or(0);
        for more in &self.effective.added.more {
            let (phase, deadline) = match more.basis {
                Some(ClockBasis::Agreed | ClockBasis::Away) => continue,
                Some(ClockBasis::Alone { phase, deadline }) => (Some(phase), Some(deadline)),
                None => (Some(self.phase).filter(|_| more.seq > since), None),
            };
            let delay = delays.0.entry(phase).or_default();
            delay.own += more.time;
            delay.next += deadline.map_or(more.time, |deadline| self.delays_next(deadline, more.time));
        }
        for (phase, time) in &self.effective.added.taken {
            delays.0.entry(Some(*phase)).or_default().undone += time;
        }
        delays
    }

    /// Adds that hosts also move a deadline of the present phase.
    fn and_more(&self, mut delays: Delays, deadline: Millis, time: Millis) -> Delays {
        let delay = delays.0.entry(Some(self.phase)).or_default();
        delay.own = delay.own.saturating_add(time);
        delay.next = delay.next.saturating_add(self.delays_next(deadline, time));
        delays
    }

    /// Returns by how much the phase after one ends later if that one’s deadline moves.
    fn delays_next(&self, deadline: Millis, time: Millis) -> Millis {
        let to = deadline.saturating_add(time);
        self.terms.calendar.map_or(time, |calendar| self.on(calendar, to) - self.on(calendar, deadline))
    }

    /// Returns when a phase ends that begins at a time, on a calendar.
    fn on(&self, calendar: Calendar, from: Millis) -> Millis {
        calendar.deadline(from, Millis::from(self.terms.least_hours) * HOUR, false)
    }

    /// Returns the time that undoing the last phase that has ended would take back: from that phase, which is played again, and
    /// from the one that is being played. Time that hosts have added to them counts anyway, or was agreed to.
    pub(crate) fn taken_by_undo(&self, now: Millis) -> Vec<(u32, Millis)> {
        let Some(end) = self.closed.last().and_then(|seq| self.log.iter().find(|entry| entry.seq == *seq))
        else {
            return Vec::new();
        };
        let present = self.phase_begun_before(Seq::MAX);
        let added = &self.effective.added;
        let mut taken = vec![(self.phase, played(present, now, added.since(present.0, now)))];
        let last = self.phase_begun_before(end.seq);
        let whole = added.since(last.0, now) - added.since(end.seq, now);
        let again = played(last, end.at, whole) + self.longer_again(last.1, now);
        taken.extend(self.phase.checked_sub(1).map(|phase| (phase, again)));
        taken
    }

    /// Returns the time that beginning the present phase again would take back.
    pub(crate) fn taken_by_beginning_again(&self, now: Millis) -> Vec<(u32, Millis)> {
        let present = self.phase_begun_before(Seq::MAX);
        let played = played(present, now, self.effective.added.since(present.0, now));
        vec![(self.phase, played + self.longer_again(present.1, now))]
    }

    /// Returns by how much longer than at first a phase would take that begins again now, which is so only on a calendar.
    fn longer_again(&self, begun: Millis, now: Millis) -> Millis {
        let Some(calendar) = self.terms.calendar else { return 0 };
        // The phase before it may have ended a little after its time.
        let from = Some(calendar.next(begun - MISSED_AFTER)).filter(|at| *at <= begun).unwrap_or(begun);
        let first = self.on(calendar, from) - begun;
        (self.on(calendar, now) - now - first).max(0)
    }

    /// Returns the entry with which the phase began that was being played right before an entry, and when that was.
    pub(crate) fn phase_begun_before(&self, seq: Seq) -> (Seq, Millis) {
        let begins = |entry: &&LogEntry| {
            entry.seq < seq
                && (self.closed.contains(&entry.seq)
                    || matches!(
                        entry.control(),
                        Some(Control::Begin | Control::Rewind { .. } | Control::Correct { .. })
                    ))
        };
        self.log.iter().rev().find(begins).map_or((0, self.created_at), |entry| (entry.seq, entry.at))
    }
}

/// Returns how long a phase has been played, without the time that hosts have added to it.
fn played(begun: (Seq, Millis), until: Millis, added: Millis) -> Millis {
    (until - begun.1 - added).max(0)
}
