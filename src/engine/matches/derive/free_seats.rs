//! Which seats are free for others, for what reason, and who can come back to them.

use crate::ids::UserId;
use crate::matches::model::control::{Control, Seq};
use crate::matches::model::game_match::Match;
use crate::matches::model::log::LogEntry;
use crate::matches::model::pending::{Alternate, Handover};
use crate::store::Status;
use trigon_rules::games::Seat;

impl Match {
    /// Returns the alternates, in order.
    pub fn alternates(&self) -> &[Alternate] {
        &self.effective.alternates
    }

    /// Returns whether a seat is offered to others: everyone knows that its player has left, they have missed too many
    /// deadlines or never answered at all, or a computed player has it in place of somebody. In games of turns, letting the
    /// time run out is too much where computed players take such seats; elsewhere, the others may claim it.
    pub fn is_free(&self, seat: Seat) -> bool {
        self.status == Status::Running
            && self.seems_lent(seat).is_none()
            && !self.resigned(seat)
            && (self.has_left(seat)
                || self.has_too_many_strikes(seat)
                || self.is_absent(seat)
                || self.is_on_autopilot(seat)
                || self.terms.autopilot.is_some() && self.timed_out() == Some(seat))
    }

    /// Returns whether everyone knows that nobody has to be asked about a seat: its player has left or has lost it, or a computed
    /// player has it.
    pub(crate) fn is_given_up(&self, seat: Seat) -> bool {
        self.computed(seat).is_some()
            || self.has_left(seat)
            || self.is_free(seat)
            || self.timed_out() == Some(seat)
    }

    /// Returns whether the person in a seat has missed so many deadlines that they lose it.
    pub(crate) fn has_too_many_strikes(&self, seat: Seat) -> bool {
        let limit = usize::from(self.terms.strikes);
        let is_person = self.computed(seat).is_none();
        is_person && limit > 0 && self.strikes(seat) >= limit && self.seems_to_act(seat)
    }

    /// Returns whether a person is asked to take a seat whose player was not asked because it was free, and it is free no longer.
    pub(crate) fn has_lapsed(&self, asked: &Handover) -> bool {
        match asked.until {
            Some(_) => !self.is_free(asked.seat),
            None => asked.free && !self.is_given_up(asked.seat),
        }
    }

    /// Returns the last entry before another one because of which seats can become free: a phase that ended without an answer, a
    /// first one that was prolonged, or time that ran out.
    pub(crate) fn cause_before(&self, seq: Seq) -> Seq {
        let is_cause = |entry: &&LogEntry| {
            let sets_free = |event: &Control| {
                matches!(event, Control::Missed { .. } | Control::Absent { .. } | Control::TimeOut(_))
            };
            entry.seq < seq && entry.control().is_some_and(sets_free)
        };
        self.log.iter().rev().find(is_cause).map_or(0, |entry| entry.seq)
    }

    /// Returns the player who missed too many deadlines and in whose place a computed player has a seat: until somebody else
    /// takes it, they can come back.
    pub(crate) fn returns_to(&self, seat: Seat) -> Option<UserId> {
        let last = self.tenure(seat);
        last.filter(|_| self.is_on_autopilot(seat) && !self.was_left(seat)).map(|tenure| tenure.before)
    }

    /// Returns whether the person who had a seat before its last change of hands had left it.
    pub(crate) fn was_left(&self, seat: Seat) -> bool {
        let mut takes = self.takes(seat).rev().map(|(seq, _)| seq);
        let (until, since) = (takes.next().unwrap_or(Seq::MAX), takes.next().unwrap_or(0));
        self.log.iter().any(|entry| (since..until).contains(&entry.seq) && entry.vacates() == Some(seat))
    }
}
