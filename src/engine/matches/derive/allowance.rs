//! The [`Limits`] of hosts: how much time they have added alone, and may still add; and what they may do to the clock without the
//! consent of all players.
//!
//! Every way to more time counts: a deadline that is moved, a clock that stands still, and a phase that is played again,
//! which counts with the time that is taken back. On a calendar, the later end of a phase may leave the one after it too
//! little time until its own, so that it ends a whole day later. In the sum of the match, what counts is the longer delay.

use std::collections::BTreeMap;

use crate::matches::model::added::{AddedTime, StoppedClock};
use crate::matches::model::calendar::{Calendar, HOUR};
use crate::matches::model::clock_change::{ClockBasis, PhaseTime};
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

/// By how much hosts have delayed phases alone, by the question with which each began. Of old entries, it is not known in which
/// phase they were made: what these did counts for the match, under `None`.
#[derive(Debug, Clone, Default)]
struct Delays(BTreeMap<Option<u32>, Delay>);

impl Delays {
    fn add_undone(&mut self, PhaseTime { phase, time }: PhaseTime) {
        self.0.entry(Some(phase)).or_default().undone += time;
    }

    fn of_phase(&self, phase: u32) -> Millis {
        self.0.get(&Some(phase)).map_or(0, |delay| delay.own + delay.undone)
    }

    fn of_match(&self) -> Millis {
        self.0.values().map(|delay| delay.own.max(delay.next) + delay.undone).sum()
    }

    /// Returns whether they are within limits, for the phase that began with a question and altogether.
    fn fit(&self, limits: Limits, phase: u32) -> bool {
        let hours = |hours: u32| Millis::from(hours) * HOUR;
        self.of_phase(phase) <= hours(limits.phase_hours) && self.of_match() <= hours(limits.match_hours)
    }
}

/// The entry with which a phase began.
pub(crate) struct PhaseStart {
    pub(crate) seq: Seq,
    pub(crate) at: Millis,
}

impl PhaseStart {
    /// Returns how long the phase was played until a time, without the time that hosts have added to it.
    fn played(&self, until: Millis, added: Millis) -> Millis {
        (until - self.at - added).max(0)
    }
}

impl Match {
    /// Checks that a host may move the deadline alone.
    ///
    /// # Errors
    /// Fails if that takes the consent of all players.
    pub(crate) fn check_may_move(&self, role: Role, time: Millis) -> Result<(), Denied> {
        let Some(limits) = self.terms.limits_in_force() else { return Ok(()) };
        let is_within_limits = match self.deadline {
            _ if time < 0 => limits.shorten,
            Some(deadline) => self.and_more(self.delays(), deadline, time).fit(limits, self.phase),
            None => true,
        };
        self.check_free(is_within_limits && !role.has_a_stake())
    }

    /// Checks that somebody in a role may stop the clock alone: a host with a stake may not, and others only while they may add time.
    ///
    /// # Errors
    /// Fails if that takes the consent of all players.
    pub(crate) fn check_may_pause(&self, role: Role) -> Result<(), Denied> {
        let Some(limits) = self.terms.limits_in_force() else { return Ok(()) };
        let has_a_stake = role.has_a_stake() && self.status == Status::Running;
        let has_time_left = self.deadline.is_none_or(|deadline| self.longest_pause(limits, deadline) > 0);
        self.check_free(has_time_left && !has_a_stake)
    }

    /// Checks that a host may undo the last phase that has ended alone.
    ///
    /// # Errors
    /// Fails if that takes the consent of all players.
    pub fn check_may_undo(&self, now: Millis) -> Result<(), Denied> {
        self.check_may_take_back(&self.taken_by_undo(now), now)
    }

    /// Checks that a host may take back some time of phases alone.
    pub(crate) fn check_may_take_back(&self, taken: &[PhaseTime], now: Millis) -> Result<(), Denied> {
        let Some(limits) = self.terms.limits_in_force() else { return Ok(()) };
        let mut delays = self.delays();
        if let Some(StoppedClock { since, basis: Some(ClockBasis::Alone { deadline, .. }), .. }) =
            self.effective.added.stopped
        {
            delays = self.and_more(delays, deadline, now - since);
        }
        for phase in taken {
            delays.add_undone(*phase);
        }
        self.check_free(taken.iter().all(|taken| taken.time == 0 || delays.fit(limits, taken.phase)))
    }

    fn check_free(&self, is_free: bool) -> Result<(), Denied> {
        if is_free { Ok(()) } else { Err(Denied::NeedsConsent(self.id)) }
    }

    /// Returns when a stopped clock starts again by itself: after the days that the terms say and, if a host stopped it alone,
    /// once no host may add more time alone.
    pub fn pause_ends(&self) -> Option<Millis> {
        if self.paused().is_none() || self.stopped_by_rules().is_some() {
            return None;
        }
        let since = self.effective.paused_since?;
        let days = Millis::from(self.terms.pause_days);
        let after_days = (days > 0).then(|| since + days * 24 * HOUR);
        let used_up = match (self.terms.limits_in_force(), self.effective.added.stopped) {
            (
                Some(limits),
                Some(StoppedClock { since, basis: Some(ClockBasis::Alone { deadline, .. }), .. }),
            ) => Some(since + self.longest_pause(limits, deadline)),
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
        for added in &self.effective.added.over {
            self.add_delay(&mut delays, added);
        }
        for taken in &self.effective.added.taken_back {
            delays.add_undone(*taken);
        }
        delays
    }

    /// Adds what a host has added to a phase alone; time that was agreed to, or given back by the bot, counts for nothing.
    fn add_delay(&self, delays: &mut Delays, added: &AddedTime) {
        let last_closing = self.closed.last().copied().unwrap_or(0);
        let (phase, next) = match added.basis {
            Some(ClockBasis::Agreed | ClockBasis::Away) => return,
            Some(ClockBasis::Alone { phase, deadline }) => {
                (Some(phase), self.delay_of_next(deadline, added.time))
            }
            None => (Some(self.phase).filter(|_| added.seq > last_closing), added.time),
        };
        let delay = delays.0.entry(phase).or_default();
        delay.own += added.time;
        delay.next += next;
    }

    /// Adds that hosts also move a deadline of the present phase.
    fn and_more(&self, mut delays: Delays, deadline: Millis, time: Millis) -> Delays {
        let delay = delays.0.entry(Some(self.phase)).or_default();
        delay.own = delay.own.saturating_add(time);
        delay.next = delay.next.saturating_add(self.delay_of_next(deadline, time));
        delays
    }

    /// Returns by how much the phase after the present one ends later if the deadline of the present one moves.
    fn delay_of_next(&self, deadline: Millis, time: Millis) -> Millis {
        let Some(calendar) = self.terms.calendar else { return time };
        let moved = deadline.saturating_add(time);
        self.end_on_calendar(calendar, moved) - self.end_on_calendar(calendar, deadline)
    }

    /// Returns when a phase ends that begins at a time, on a calendar.
    fn end_on_calendar(&self, calendar: Calendar, begins: Millis) -> Millis {
        calendar.deadline(begins, Millis::from(self.terms.least_hours) * HOUR, false)
    }

    /// Returns the time that undoing the last phase that has ended would take back: from that phase, which is played again, and
    /// from the one that is being played. Time that hosts have added to them counts anyway, or was agreed to.
    pub(crate) fn taken_by_undo(&self, now: Millis) -> Vec<PhaseTime> {
        let Some(end) = self.closed.last().and_then(|seq| self.log.iter().find(|entry| entry.seq == *seq))
        else {
            return Vec::new();
        };
        let added = &self.effective.added;
        let present = self.phase_begun_before(Seq::MAX);
        let played_of_present = present.played(now, added.since(present.seq, now));
        let mut taken = vec![PhaseTime { phase: self.phase, time: played_of_present }];
        let last = self.phase_begun_before(end.seq);
        let added_to_last = added.since(last.seq, now) - added.since(end.seq, now);
        let time = last.played(end.at, added_to_last) + self.longer_again(last.at, now);
        taken.extend(self.phase.checked_sub(1).map(|phase| PhaseTime { phase, time }));
        taken
    }

    /// Returns the time that beginning the present phase again would take back.
    pub(crate) fn taken_by_beginning_again(&self, now: Millis) -> Vec<PhaseTime> {
        let present = self.phase_begun_before(Seq::MAX);
        let played = present.played(now, self.effective.added.since(present.seq, now));
        vec![PhaseTime { phase: self.phase, time: played + self.longer_again(present.at, now) }]
    }

    /// Returns by how much longer than at first a phase would take that begins again now, which is so only on a calendar.
    fn longer_again(&self, begun: Millis, now: Millis) -> Millis {
        let Some(calendar) = self.terms.calendar else { return 0 };
        // The phase before it may have ended a little after its time.
        let from = Some(calendar.next(begun - MISSED_AFTER)).filter(|at| *at <= begun).unwrap_or(begun);
        let at_first = self.end_on_calendar(calendar, from) - begun;
        (self.end_on_calendar(calendar, now) - now - at_first).max(0)
    }

    /// Returns where the phase began that was being played right before an entry.
    pub(crate) fn phase_begun_before(&self, seq: Seq) -> PhaseStart {
        let begins_phase = |entry: &&LogEntry| {
            let begins_again = |event: &Control| {
                matches!(event, Control::Begin | Control::Rewind { .. } | Control::Correct { .. })
            };
            entry.seq < seq && (self.closed.contains(&entry.seq) || entry.control().is_some_and(begins_again))
        };
        let start = self.log.iter().rev().find(begins_phase);
        start.map_or(PhaseStart { seq: 0, at: self.created_at }, |entry| PhaseStart {
            seq: entry.seq,
            at: entry.at,
        })
    }
}
