//! The time that is left in a match: in banks, on clocks that stand still, and of absences.

use crate::matches::model::bank::Standstill;
use crate::matches::model::game_match::Match;
use crate::matches::model::pending::Absence;
use crate::matches::model::terms::HOUR;
use crate::matches::model::timer::{Timer, TimerKind};
use crate::store::Status;
use trigon_clock::Millis;
use trigon_rules::games::Seat;

impl Match {
    /// Returns the seat whose turn it is in a turn-based match.
    pub(crate) fn on_turn(&self) -> Option<Seat> {
        self.to_act().first().map(|decision| decision.seat).filter(|_| self.has_turns())
    }

    /// Returns the time in the bank of a seat at the beginning of its present turn, or of its next one; `None` in a match
    /// without banks.
    pub fn bank(&self, seat: Seat) -> Option<Millis> {
        let bank = self.terms.bank?;
        let last = self.effective.banks.iter().rev().find(|(_, known, _)| *known == seat);
        Some(last.map_or(Millis::from(bank.hours) * HOUR, |(.., left)| *left))
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

    /// Returns whether the clock of a player who is away stands still.
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
        self.effective.away.iter().filter(move |away| away.seat == seat && away.of.is_none())
    }

    /// Returns whether there is another reminder before the deadline.
    pub fn reminds_again(&self, now: Millis) -> bool {
        let is_later = |timer: &Timer| matches!(timer.kind, TimerKind::Reminder(_)) && timer.at > now;
        self.timers.iter().any(is_later)
    }

    /// Returns the seats that have not answered what they are asked.
    pub(crate) fn silent(&self) -> Vec<Seat> {
        self.to_act().into_iter().filter(|asked| !asked.answered).map(|asked| asked.seat).collect()
    }

    /// Returns whether the log says that the clock is running.
    pub(crate) fn clock_runs(&self) -> bool {
        matches!(self.status, Status::Pregame | Status::Running) && self.paused().is_none()
    }

    /// Returns whether a timer has something to do: most need a running clock.
    pub(crate) fn awaits(&self, timer: Timer) -> bool {
        match timer.kind {
            TimerKind::Unpause => self.pause_ends().is_some(),
            TimerKind::Beacon => {
                self.status == Status::Signup && self.beacon.is_some_and(|beacon| beacon.signature.is_none())
            }
            TimerKind::Start => self.status == Status::Signup && self.terms.starts.is_some(),
            TimerKind::Think => !self.thinking().is_empty(),
            // Whoever has named a time comes back then, even while the clock is stopped.
            TimerKind::Return => self.playing().is_ok(),
            _ => self.clock_runs(),
        }
    }
}
