//! The time that is left in a match: for what is asked, in the banks of players, and of the days for which they may be away.

use crate::matches::model::bank::Standstill;
use crate::matches::model::game_match::Match;
use crate::matches::model::pending::Absence;
use crate::matches::model::terms::HOUR;
use trigon_clock::Millis;
use trigon_rules::games::Seat;

impl Match {
    /// Returns the time in the bank of a seat at the beginning of its present turn, or of its next one; `None` in a match
    /// without banks.
    pub fn bank(&self, seat: Seat) -> Option<Millis> {
        let bank = self.terms.bank?;
        let last = self.effective.banked.iter().rev().find(|banked| banked.seat == seat);
        Some(last.map_or(Millis::from(bank.hours) * HOUR, |banked| banked.left))
    }

    /// Returns when the clock of the seat whose turn it is stands still.
    pub(crate) fn standstill(&self) -> Standstill {
        let Some(seat) = self.on_turn() else { return Standstill::default() };
        let away = self.absences(seat);
        Standstill { weekends: self.terms.weekends, others: away.map(|away| away.from..away.to).collect() }
    }

    /// Returns how much time is left for what is being asked, apart from times in which the clock stands still; `None`
    /// without a clock.
    pub(crate) fn time_left(&self, now: Millis) -> Option<Millis> {
        self.paused().or_else(|| Some(self.standstill().counted(now..self.deadline?)))
    }

    /// Returns whether absences stop the clock in this match: its turns have a limit or a bank.
    pub fn stops_for_absence(&self) -> bool {
        let has_clock = self.terms.bank.is_some()
            || self.info().times.iter().any(|time| self.terms.hours.contains_key(time.key));
        self.has_turns() && has_clock
    }

    /// Returns when the player in a seat is or will be away, if that is not over.
    pub fn away(&self, seat: Seat, now: Millis) -> Option<Absence> {
        self.absences(seat).copied().find(|away| now < away.to)
    }

    /// Returns for how much longer the clock of a player may stand still because the player is away.
    pub fn away_left(&self, seat: Seat) -> Millis {
        let used: Millis = self.absences(seat).map(|away| away.to - away.from).sum();
        (Millis::from(self.terms.away_days) * 24 * HOUR - used).max(0)
    }

    /// Returns when the player who is in a seat now is, was or will be away.
    fn absences(&self, seat: Seat) -> impl Iterator<Item = &Absence> {
        self.effective.away.iter().filter(move |away| away.seat == seat && away.former_holder.is_none())
    }
}
