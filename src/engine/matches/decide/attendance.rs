//! The end of a phase: who has missed it, more time for players who are late or were never heard from, and an early end because
//! everyone is ready.

use super::change::Change;
use super::draft::Draft;
use super::outage::UNREAD_TOLERANCE;
use crate::matches::model::control::Control;
use crate::matches::model::denied::Denied;
use crate::matches::model::game_match::Match;
use crate::matches::model::log::LogEntry;
use crate::matches::model::notice::Notice;
use crate::matches::model::question::QuestionId;
use crate::matches::model::terms::HOUR;
use crate::matches::model::timer::{Timer, TimerKind};
use crate::store::Status;
use trigon_clock::Millis;
use trigon_rules::games::{By, Move, Seat};

/// Phases end early on full quarters of an hour, so that the time of the end does not tell who was last.
const QUARTER: Millis = HOUR / 4;

/// Marks the author’s answer as final, or takes that back.
pub(super) fn ready(mut draft: Draft<'_>, ready: bool) -> Result<Change, Denied> {
    let (before, seat) = (draft.before, draft.seat()?);
    before.check_may_be_ready()?;
    let decision = before.decision(seat).ok_or(Denied::NothingAsked(before.id))?;
    draft.check_sent()?;
    if ready && !decision.answered {
        return Err(Denied::NotAnswered(before.id));
    }
    if ready == before.is_ready(seat) {
        return Err(Denied::AlreadyDone);
    }
    draft.note(Control::Ready { question: before.question.number, ready })?;
    Ok(draft.finish())
}

impl Draft<'_> {
    /// Ends the phase by the action that the game plays at the deadline, by the clock or a host.
    pub(super) fn close(&mut self, by: By, action: &Move) -> Result<(), Denied> {
        self.note_missed()?;
        self.tell_who_left()?;
        self.make(by, action)?;
        if by == By::Host {
            self.credit_host();
        }
        self.go_on(None)?;
        self.settle_seats()
    }

    /// Notes who has not answered in the phase that is about to end, although they could.
    fn note_missed(&mut self) -> Result<(), Denied> {
        let mut seats = self.before.silent();
        seats.retain(|seat| !self.reachability.away && self.has_been_shown_question(*seat));
        let by = if self.by == By::Clock { By::Clock } else { By::Host };
        self.note_by(by, Control::Missed { question: self.before.question.number, seats })
    }

    /// Moves the deadline instead of ending the phase, once, if players who are late are to get more time. Returns whether it
    /// has.
    pub(super) fn give_grace(&mut self) -> Result<bool, Denied> {
        let before = self.before;
        let mut late = before.silent();
        late.retain(|seat| before.graces_left(*seat) > 0 && self.has_been_shown_question(*seat));
        if late.is_empty() || before.has_grace() {
            return Ok(false);
        }
        self.note(Control::Grace { question: before.question.number, seats: late.clone() })?;
        let deadline = self.give_more_time();
        self.tell_more_time(deadline, &late, |seat| Notice::Late { seat, deadline });
        Ok(true)
    }

    /// Moves the deadline by the hours that were agreed, and returns it.
    fn give_more_time(&mut self) -> Millis {
        let deadline = self.counted_from + Millis::from(self.before.terms.grace_hours) * HOUR;
        self.run_until(deadline);
        self.tell_channel(Notice::Grace { deadline });
        deadline
    }

    /// Tells the players because of whom the deadline moves why it does, and everyone else only that it does.
    fn tell_more_time(&mut self, deadline: Millis, causes: &[Seat], why: impl Fn(Seat) -> Notice) {
        for seat in self.after.asked_in_private() {
            let is_cause = causes.contains(&seat);
            self.tell(seat, if is_cause { why(seat) } else { Notice::Grace { deadline } });
        }
    }

    /// Moves the first deadline instead of ending the phase, once, if somebody can take over from players who have never
    /// answered. Returns whether it has.
    pub(super) fn hold_for_newcomers(&mut self) -> Result<bool, Denied> {
        let (before, attendance) = (self.before, &self.before.effective.attendance);
        // Before a phase that was taken back, they may have answered.
        let is_first = before.question == QuestionId::default() && attendance.absent.is_none();
        if before.terms.strikes == 0 || !is_first || !self.has_newcomer() {
            return Ok(false);
        }
        let can_lose = |seat: &Seat| {
            before.computed(*seat).is_none()
                && before.seems_lent(*seat).is_none()
                && self.has_been_shown_question(*seat)
        };
        // Somebody who has left in secret looks like anybody else who says nothing.
        let absent: Vec<Seat> = before.seems_silent().into_iter().filter(can_lose).collect();
        if absent.is_empty() {
            return Ok(false);
        }
        self.note(Control::Absent { question: before.question.number, seats: absent.clone() })?;
        let deadline = self.give_more_time();
        self.offer_free_seats()?;
        self.tell_more_time(deadline, &absent, |seat| Notice::Absent { seat, deadline });
        Ok(true)
    }

    /// Handles the timer for an early end: says that the phase ends early, ends it, or lets it go on because somebody is no longer
    /// ready.
    pub(super) fn ring_early(&mut self) -> Result<(), Denied> {
        let before = self.before;
        let question = before.question.number;
        let action = before.playing()?.phase().clock_action().cloned().ok_or(Denied::NotTimed(before.id))?;
        match (before.is_all_ready(), before.ends_early()) {
            (true, Some(_)) => {
                self.after.set_timers(Vec::new());
                self.close(By::Clock, &action)
            }
            (true, None) => self.announce_early_end(),
            (false, Some(_)) => {
                self.note(Control::Early { question, at: None })?;
                let deadline = before.deadline.ok_or(Denied::NoClock(before.id))?;
                self.tell_all(&Notice::GoesOn { deadline });
                Ok(())
            }
            (false, None) => Ok(()),
        }
    }

    /// Tells everyone that the phase ends early, unless its deadline comes first.
    fn announce_early_end(&mut self) -> Result<(), Denied> {
        let before = self.before;
        // Nobody has less time because the bot was away.
        let is_late = self.now - self.counted_from > UNREAD_TOLERANCE;
        let at = before.early_end(if is_late { self.now } else { self.counted_from });
        if before.deadline.is_none_or(|deadline| deadline <= at) {
            return Ok(());
        }
        self.note(Control::Early { question: before.question.number, at: Some(at) })?;
        self.tell_all(&Notice::EndsEarly { at });
        Ok(())
    }

    /// Sets or removes the timer that ends the phase early.
    pub(super) fn set_early_timer(&mut self) {
        let is_early = |timer: &&Timer| timer.kind == TimerKind::Early;
        let is_same_question = self.before.question == self.after.question;
        let known = self.before.timers.iter().find(is_early).map(|timer| timer.at);
        let known = known.filter(|at| *at > self.now && is_same_question);
        // The first time is kept, so that the announcement does not move with each player who is ready.
        let at = match (self.after.early_at(self.now), known) {
            (Some(at), Some(known)) if self.after.ends_early().is_none() => Some(at.min(known)),
            (at, _) => at,
        };
        self.after.set_timer(TimerKind::Early, at);
    }
}

impl Match {
    /// Checks that phases of the match can end early.
    ///
    /// # Errors
    /// Fails if the match is not being played, or was not created so.
    pub fn check_may_be_ready(&self) -> Result<(), Denied> {
        let is_timed = self.playing()?.phase().clock_action().is_some();
        if self.terms.early && is_timed { Ok(()) } else { Err(Denied::NoEarlyEnd(self.id)) }
    }

    /// Returns when an early end is to be announced, if everyone is ready, or when it takes effect once it was announced.
    fn early_at(&self, now: Millis) -> Option<Millis> {
        if !self.terms.early || self.status != Status::Running || self.paused().is_some() {
            return None;
        }
        if let Some(announced) = self.ends_early() {
            return Some(announced);
        }
        if !self.is_all_ready() || !self.may_announce_an_end(now) {
            return None;
        }
        let soonest = self.asked_since() + Millis::from(self.terms.least_hours) * HOUR - self.early_delay();
        // Nothing that a host does puts off what everyone is ready for.
        let at = next_quarter(self.ready_since().max(soonest)).max(now);
        // Nobody reads of an end that the deadline comes before.
        self.deadline.is_some_and(|deadline| self.early_end(at) < deadline).then_some(at)
    }

    /// Returns when the phase ends if everyone reads at a time that it ends early.
    fn early_end(&self, told_at: Millis) -> Millis {
        next_quarter(told_at + self.early_delay() - 1)
    }

    /// Returns the last time at which something happened that can have made everyone ready.
    fn ready_since(&self) -> Millis {
        let can_make_ready = |entry: &&LogEntry| match entry.control() {
            None => true,
            Some(event) => matches!(
                event,
                Control::Begin
                    | Control::Ready { .. }
                    | Control::Vacate(_)
                    | Control::Vacant(_)
                    | Control::Take(_)
                    | Control::Missed { .. }
                    | Control::Rewind { .. }
                    | Control::Correct { .. }
            ),
        };
        self.log.iter().rev().find(can_make_ready).map_or(0, |entry| entry.at)
    }

    /// Returns how long before an early end everyone is told of it, at least.
    fn early_delay(&self) -> Millis {
        Millis::from(self.terms.early_minutes) * 60_000
    }
}

/// Returns the first full quarter of an hour after a time.
fn next_quarter(after: Millis) -> Millis {
    (after.div_euclid(QUARTER) + 1) * QUARTER
}
