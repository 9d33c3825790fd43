//! Who has the seats of a match, who had them, who lends them, who may come to have them, and who has just left.

use crate::ids::UserId;
use crate::matches::model::computed::Computed;
use crate::matches::model::control::{Control, Tenure};
use crate::matches::model::game_match::{Match, Player};
use crate::matches::model::log::LogEntry;
use crate::matches::model::pending::{Handover, Loan};
use crate::store::Status;
use trigon_clock::Millis;
use trigon_rules::games::Seat;

impl Match {
    /// Returns the seats that have passed to other persons, in order.
    pub fn tenures(&self) -> &[Tenure] {
        &self.effective.tenures
    }

    /// Returns how a seat last passed to another person, if it has.
    pub fn tenure(&self, seat: Seat) -> Option<&Tenure> {
        self.tenures().iter().rev().find(|tenure| tenure.seat == seat)
    }

    /// Returns whether a person has or had a seat.
    pub fn has_held(&self, user: UserId) -> bool {
        self.players.iter().any(|player| player.user_id == user)
            || self.tenures().iter().any(|tenure| tenure.before == user)
    }

    /// Returns the seat that a person has or has lent, as far as everyone knows.
    pub(crate) fn seems_held(&self, user: UserId) -> Option<Seat> {
        let own_loan = self.effective.seems_lent().find(|loan| loan.owner == user).map(|loan| loan.seat);
        self.seems_seated(user).or(own_loan)
    }

    /// Returns the seat of a player, or the one in which a computed player sits in their place.
    pub(crate) fn held_by(&self, user: UserId) -> Option<Seat> {
        let is_in_place = |seat: Seat| {
            let last = self.tenure(seat);
            self.is_on_autopilot(seat) && last.is_some_and(|tenure| tenure.before == user)
        };
        let holds = |(seat, player): &(Seat, &Player)| player.user_id == user || is_in_place(*seat);
        self.seated().find(holds).map(|(seat, _)| seat)
    }

    /// Returns whether a person plays in the match, or can come back to a seat: they have lent it, or a computed player has it in
    /// their place.
    pub fn has_part(&self, user: UserId) -> bool {
        self.seat_of(user).is_some() || self.can_come_back().any(|back| back == user)
    }

    /// Returns whether what concerns a seat concerns a person: they play it or, once the match has ended, had lent it until then.
    pub fn concerns(&self, seat: Seat, user: UserId) -> bool {
        let has_lent_it = || self.effective.loans.iter().any(|loan| loan.seat == seat && loan.owner == user);
        self.seat_of(user) == Some(seat) || !self.is_going_on() && has_lent_it()
    }

    /// Returns since when a person has the seat that they have, if they did not have it from the beginning.
    pub fn seated_since(&self, user: UserId) -> Option<Millis> {
        let (place, taken_at, tenure) = self.log.iter().enumerate().rev().find_map(|(place, entry)| {
            let Control::Take(tenure) = entry.control()? else { return None };
            (tenure.user == user).then_some((place, entry.at, tenure))
        })?;
        if !tenure.returns {
            return Some(taken_at);
        }
        // Who comes back from a loan has had the seat again since its end, even if that was handled later.
        let loan = self.log[..place].iter().rev().find_map(|entry| match entry.control() {
            Some(Control::Take(loan)) if loan.seat == tenure.seat => Some(loan),
            _ => None,
        });
        let loan_end = loan.and_then(|loan| loan.back);
        Some(loan_end.map_or(taken_at, |end| end.min(taken_at)))
    }

    /// Returns the request to take over a seat that waits for answers.
    pub fn handover(&self, seat: Seat) -> Option<&Handover> {
        let mut open = self.effective.handovers.iter().filter(|_| self.status == Status::Running);
        open.find(|handover| handover.seat == seat)
    }

    /// Returns the loan of a seat that a substitute plays, if one does.
    pub fn loan(&self, seat: Seat) -> Option<&Loan> {
        self.effective.loans.iter().find(|loan| loan.seat == seat).filter(|_| self.status == Status::Running)
    }

    /// Returns the loan of a seat as far as everyone knows: also if the player has left in secret.
    pub(crate) fn seems_lent(&self, seat: Seat) -> Option<&Loan> {
        self.loan(seat).or_else(|| self.effective.loans_of_departed.iter().find(|loan| loan.seat == seat))
    }

    /// Returns the loan of the seat that a player has lent, if they have.
    pub fn loan_by(&self, user: UserId) -> Option<&Loan> {
        self.effective.loans.iter().find(|loan| loan.owner == user).filter(|_| self.status == Status::Running)
    }

    /// Returns the loans that had ended at a time, of seats that have not been given back yet.
    pub fn ended_loans(&self, at: Millis) -> impl Iterator<Item = &Loan> {
        let is_running = self.status == Status::Running;
        self.effective.loans.iter().filter(move |loan| is_running && loan.back <= at)
    }

    /// Returns the players in whose place substitutes play, or did until the match ended, as far as everyone knows.
    pub fn loan_owners(&self) -> impl Iterator<Item = UserId> {
        self.effective.seems_lent().map(|loan| loan.owner)
    }

    /// Returns the people who can come back to a seat that others play for them.
    fn can_come_back(&self) -> impl Iterator<Item = UserId> {
        let owners = self.effective.loans.iter().map(|loan| loan.owner);
        owners.chain(Seat::all(self.players.len()).filter_map(|seat| self.returns_to(seat)))
    }

    /// Returns the people who play or may come to play: players, alternates, those who are asked to take a seat, and those who
    /// can come back to theirs. None of them may read what onlookers are told.
    pub fn possible_players(&self) -> Vec<UserId> {
        let mut users: Vec<UserId> = self.players.iter().map(|player| player.user_id).collect();
        users.extend(self.alternates().iter().map(|alternate| alternate.user));
        users.extend(self.effective.handovers.iter().map(|handover| handover.user));
        let proposed = self.proposal().and_then(|open| open.removal.as_ref()?.to.as_ref());
        users.extend(proposed.map(|successor| successor.user));
        users.extend(self.can_come_back().chain(self.loan_owners()));
        users.sort_unstable();
        users.dedup();
        users.retain(|user| Computed::of(*user).is_none());
        users
    }

    /// Returns who left in the phase before the present one, in order.
    pub fn who_left(&self) -> Vec<Departure> {
        let departure = |entry: &LogEntry| match entry.control()? {
            Control::Vacant(seat) => Some(Departure { seat: *seat, host: None, reason: None }),
            Control::TakenOut { seat, reason } => {
                Some(Departure { seat: *seat, host: entry.host, reason: reason.clone() })
            }
            _ => None,
        };
        let before = self.opening().unwrap_or_default();
        let mut left: Vec<Departure> = self.log[..before].iter().rev().map_while(departure).collect();
        left.reverse();
        left
    }
}

/// A player who has left the match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Departure {
    /// The seat.
    pub seat: Seat,
    /// The host who took the player out, if one did.
    pub host: Option<UserId>,
    /// The reason, as the host gave it.
    pub reason: Option<String>,
}
