//! Queries on a match about the clocks of turns, and about what all players have to agree to.

use crate::matches::model::bank::Standstill;
use crate::matches::model::effective::{Away, Proposed};
use crate::matches::model::error::Denied;
use crate::matches::model::game_match::Match;
use crate::matches::model::log::Proposal;
use crate::matches::model::role::Role;
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
        Standstill { weekends: self.terms.weekends, others: away.map(|away| (away.from, away.to)).collect() }
    }

    /// Returns how much time is left for what is being asked, apart from times in which the clock stands still; `None`
    /// without a clock.
    pub(crate) fn time_left(&self, now: Millis) -> Option<Millis> {
        self.paused().or_else(|| Some(self.standstill().between(now, self.deadline?)))
    }

    /// Returns whether the clock of a player who is away stands still.
    pub fn stops_for_absence(&self) -> bool {
        let has_clock = self.terms.bank.is_some()
            || self.info().times.iter().any(|time| self.terms.hours.contains_key(time.key));
        self.has_turns() && has_clock
    }

    /// Returns when the player in a seat is or will be away, if that is not over.
    pub fn away(&self, seat: Seat, now: Millis) -> Option<Away> {
        self.absences(seat).copied().find(|away| now < away.to)
    }

    /// Returns for how much longer the clock of a player may stand still because the player is away.
    pub fn away_left(&self, seat: Seat) -> Millis {
        let used: Millis = self.absences(seat).map(|away| away.to - away.from).sum();
        (Millis::from(self.terms.away_days) * 24 * HOUR - used).max(0)
    }

    /// Returns when the player who is in a seat now is, was or will be away.
    fn absences(&self, seat: Seat) -> impl Iterator<Item = &Away> {
        self.effective.away.iter().filter(move |away| away.seat == seat && away.of.is_none())
    }

    /// Returns whether there is another reminder before the deadline.
    pub fn reminds_again(&self, now: Millis) -> bool {
        let is_later = |timer: &Timer| matches!(timer.kind, TimerKind::Reminder(_)) && timer.at > now;
        self.timers.iter().any(is_later)
    }

    /// Returns the host's proposal that waits for the consent of all players.
    pub fn proposal(&self) -> Option<&Proposed> {
        let can_be = matches!(self.status, Status::Pregame | Status::Running);
        let open = self.effective.proposal.as_ref().filter(|_| can_be);
        open.filter(|proposal| proposal.question == self.question.number)
    }

    /// Returns the seats that have to agree to what a host proposes: about the clock, all that are still asked in a phase with
    /// several of them, and otherwise all that have not resigned; without those whose players are known to have left.
    pub fn voters(&self) -> Vec<Seat> {
        let what = self.proposal().map(|proposal| proposal.what);
        let asked = self.session.as_ref().map(|session| session.to_act()).unwrap_or_default();
        let mut seats: Vec<Seat> = asked.iter().map(|decision| decision.seat).collect();
        // The rest is also about what those have who are asked nothing, such as their tokens.
        if seats.len() < 2 || what.is_some_and(|what| !what.is_about_the_clock()) {
            seats = Seat::all(self.players.len()).collect();
        }
        let is_person = |seat: &Seat| self.computed(*seat).is_none();
        let is_about = |seat: &Seat| match what {
            // Its player is asked again, with the time to answer.
            Some(Proposal::HandOver(of)) => of == *seat,
            _ => false,
        };
        seats.retain(|seat| {
            !self.resigned(*seat) && !self.has_left(*seat) && is_person(seat) && !is_about(seat)
        });
        seats
    }

    /// Returns whether everyone who has to has agreed to the proposal.
    pub(crate) fn is_agreed(&self) -> bool {
        let agreed = |seat: &Seat| self.proposal().is_some_and(|proposal| proposal.agreed.contains(seat));
        self.voters().iter().all(agreed)
    }

    /// Checks that something can be proposed to all players: the roster is final, and the match goes on.
    ///
    /// # Errors
    /// Fails otherwise.
    pub fn takes_proposals(&self) -> Result<(), Denied> {
        if self.status == Status::Pregame { self.goes_on() } else { self.playing().map(drop) }
    }

    /// Checks that somebody in a role may end the phase alone: the terms allow it or, for those who see secrets, everyone who is
    /// asked has answered. The pregame may end once everyone has checked in.
    ///
    /// # Errors
    /// Fails if that takes the consent of all players.
    pub fn may_end_phase(&self, role: Role) -> Result<(), Denied> {
        let limits = self.terms.limits_in_force();
        let nobody_waits = match self.status {
            Status::Pregame => self.players.iter().all(|player| player.checked_in),
            // The answer would tell others whether somebody is silent.
            _ => (role == Role::Host || !self.has_secrets()) && self.silent().is_empty(),
        };
        if limits.is_none_or(|limits| limits.shorten) || nobody_waits {
            Ok(())
        } else {
            Err(Denied::NeedsConsent(self.id))
        }
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
