//! Attendance: which players have missed phases, may still be late, are ready, or have left answers in advance; and who had a seat
//! when that was noted.

use crate::matches::model::attendance::NotedSeats;
use crate::matches::model::computed::Computed;
use crate::matches::model::control::{Control, Seq, Tenure};
use crate::matches::model::game_match::Match;
use crate::matches::model::log::LogEntry;
use trigon_clock::Millis;
use trigon_rules::games::{By, Decision, Seat};

impl Match {
    /// Returns whether a seat that is asked did not answer in the last phase that ended, or has let its time run out. A seat
    /// that is asked nothing has missed nothing, and nobody has missed a phase that fell due while the program was not running.
    pub fn has_missed(&self, seat: Seat) -> bool {
        let last = self.effective.attendance.missed.last();
        let is_last = |noted: &&NotedSeats| noted.question + 1 == self.question.number;
        self.timed_out() == Some(seat)
            || self.is_absent(seat)
            || self.seems_to_act(seat) && last.filter(is_last).is_some_and(|noted| self.is_own(noted, seat))
    }

    /// Returns how many deadlines in a row the player in a seat has missed. An answer to the present question counts once
    /// the phase has ended, so that nothing shows before who has answered.
    pub fn strikes(&self, seat: Seat) -> usize {
        let latest_first = || self.effective.counted.iter().rev().map(|&place| &self.log[place]);
        let ends_phase = |entry: &&LogEntry| !matches!(entry.by, By::Seat(_)) && entry.action().is_some();
        let last_end = latest_first().find(ends_phase).map_or(0, |entry| entry.seq);
        let is_own_answer = |entry: &&LogEntry| {
            entry.by == By::Seat(seat) && entry.seq < last_end && self.held_then(seat, entry.seq)
        };
        let last_answer = latest_first().find(is_own_answer).map_or(0, |entry| entry.seq);
        let since = last_answer.max(self.back_since(seat));
        let missed = self.effective.attendance.missed.iter();
        missed.filter(|noted| noted.by_clock && noted.seq > since && self.is_own(noted, seat)).count()
    }

    /// Returns whether the first phase lasts longer so that others can take over a seat from whose player nobody has ever
    /// heard. They keep it if they answer and nobody has taken it when the phase ends.
    pub fn is_absent(&self, seat: Seat) -> bool {
        let noted = self.effective.attendance.absent.as_ref();
        noted.is_some_and(|noted| {
            noted.question == self.question.number
                && noted.seq > self.back_since(seat)
                && self.is_own(noted, seat)
        })
    }

    /// Returns how often the player in a seat can still be late and get more time.
    pub fn graces_left(&self, seat: Seat) -> u8 {
        let used = self.effective.attendance.graces.iter().filter(|noted| self.is_own(noted, seat)).count();
        self.terms.graces.saturating_sub(u8::try_from(used).unwrap_or(u8::MAX))
    }

    /// Returns whether the phase has already been given more time for players who were late.
    pub(crate) fn has_grace(&self) -> bool {
        self.effective.attendance.graces.last().is_some_and(|last| last.question == self.question.number)
    }

    /// Returns whether a seat has marked its answer as final.
    pub fn is_ready(&self, seat: Seat) -> bool {
        self.effective.attendance.ready.get(&seat) == Some(&self.question.number)
    }

    /// Returns when the phase ends before its deadline, as everyone was told, unless somebody is not ready by then.
    pub fn ends_early(&self) -> Option<Millis> {
        let early = self.effective.attendance.early.filter(|early| early.question == self.question.number);
        early.map(|early| early.at).filter(|at| self.deadline.is_some_and(|deadline| *at < deadline))
    }

    /// Returns the time from which on answers no longer count: the deadline, or the end before it that everyone was told.
    pub(crate) fn closes_at(&self) -> Option<Millis> {
        self.ends_early().or(self.deadline)
    }

    /// Returns the answers that a seat has left in advance, in the notation of the game, for the phases after this one. In
    /// turn-based games, returns what the seat expects to be played from now on, its own actions included, as long as
    /// everything so far was as expected.
    pub fn ahead(&self, seat: Seat) -> &[String] {
        if self.has_turns() {
            return self.plan(seat).unwrap_or_default();
        }
        self.left_for(seat, self.question.number + 1)
    }

    /// Returns whether a seat can leave answers for the phases after this one.
    pub fn takes_ahead(&self, seat: Seat) -> bool {
        !self.has_turns() && self.session.as_ref().is_some_and(|session| session.neutral(seat).is_some())
    }

    /// Returns what a seat still expects to be played in a turn-based game, or `None` if something else has been played.
    pub(crate) fn plan(&self, seat: Seat) -> Option<&[String]> {
        let plan = self.effective.attendance.ahead.iter().find(|left| left.seat == seat);
        let Some(plan) = plan else { return Some(&[]) };
        let counted = self.effective.counted.iter().map(|&place| &self.log[place]);
        let mut rest = &plan.answers[..];
        for entry in counted.filter(|entry| entry.seq > plan.seq) {
            match rest.split_first() {
                Some((expected, others)) if entry.action() == Some(expected) => rest = others,
                Some(_) => return None,
                None => break,
            }
        }
        Some(rest)
    }

    /// Returns the answer that a seat has left in advance for the present phase.
    pub(crate) fn left_for_now(&self, seat: Seat) -> Option<&String> {
        self.left_for(seat, self.question.number).first()
    }

    /// Returns what a seat has left for a question and those after it. The first answer is for the question after the one in which
    /// the answers were left.
    fn left_for(&self, seat: Seat, question: u32) -> &[String] {
        let left = self.effective.attendance.ahead.iter().find(|left| left.seat == seat);
        let answers = left.and_then(|left| {
            let passed = question.checked_sub(left.question + 1)?;
            left.answers.get(passed as usize..)
        });
        answers.unwrap_or_default()
    }

    /// Returns whether the phase is waited for by nobody: every seat that is asked is ready, has missed phases before, or is a
    /// computed one that has answered.
    pub(crate) fn is_all_ready(&self) -> bool {
        let asked = self.to_act();
        let is_computed = |seat| self.computed(seat).is_some();
        let is_done = |asked: &Decision| {
            if is_computed(asked.seat) {
                asked.answered
            } else {
                self.is_ready(asked.seat) || self.strikes(asked.seat) > 0
            }
        };
        let is_anybody_there = asked.iter().any(|asked| self.is_ready(asked.seat) || is_computed(asked.seat));
        asked.iter().all(is_done) && is_anybody_there
    }

    /// Returns whether something was noted about the player who is in a seat now, rather than about somebody who had it before
    /// or in between: whoever takes over begins anew, and whoever comes back does not.
    pub(crate) fn is_own(&self, noted: &NotedSeats, seat: Seat) -> bool {
        noted.seats.contains(&seat) && self.held_then(seat, noted.seq)
    }

    /// Returns whether the player who is in a seat now had it at the time of an entry, too.
    fn held_then(&self, seat: Seat, seq: Seq) -> bool {
        let next = self.takes(seat).find(|(at, _)| *at > seq);
        let (holder, now) = (next.map(|(_, tenure)| tenure.before), self.player(seat).map(|it| it.user_id));
        holder.is_none() || holder == now
    }

    /// Returns the entry with which the player in a seat last came back to it from a computed player, or 0. Who is back because
    /// an undo has taken back why a computed player stood in has not been away.
    fn back_since(&self, seat: Seat) -> Seq {
        let returns = |(seq, tenure): &(Seq, &Tenure)| {
            tenure.returns && Computed::of(tenure.before).is_some() && !self.is_recalled(seat, *seq)
        };
        self.takes(seat).rfind(returns).map_or(0, |(seq, _)| seq)
    }

    /// Returns whether the entry with which a player is back follows from an undo.
    fn is_recalled(&self, seat: Seat, back: Seq) -> bool {
        let stood_in = self.takes(seat).rfind(|(seq, _)| *seq < back).filter(|(_, tenure)| tenure.stands_in);
        stood_in.is_some_and(|(since, _)| {
            let cause = self.cause_before(since);
            let undone = |entry: &LogEntry| match entry.control() {
                Some(Control::Rewind { to, .. }) => *to < cause,
                Some(Control::Correct { .. }) => true,
                _ => false,
            };
            self.log.iter().any(|entry| (since..back).contains(&entry.seq) && undone(entry))
        })
    }

    /// Returns how a seat has passed on, with the entries.
    pub(crate) fn takes(&self, seat: Seat) -> impl DoubleEndedIterator<Item = (Seq, &Tenure)> {
        self.log.iter().filter_map(move |entry| match entry.control() {
            Some(Control::Take(tenure)) if tenure.seat == seat => Some((entry.seq, tenure)),
            _ => None,
        })
    }
}
