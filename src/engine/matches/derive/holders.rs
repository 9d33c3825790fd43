//! Who has, had, lends and may come to have the seats of a match.

use crate::ids::UserId;
use crate::matches::model::computed::Computed;
use crate::matches::model::control::{Control, Tenure};
use crate::matches::model::game_match::Match;
use crate::matches::model::log::LogEntry;
use crate::matches::model::pending::{Handover, Loan};
use crate::store::Status;
use trigon_clock::Millis;
use trigon_rules::games::Seat;

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

impl Match {
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

    /// Returns whether a person plays in the match, or can come back to a seat: they have lent it, or a computed player has it in
    /// their place.
    pub fn has_part(&self, user: UserId) -> bool {
        self.seat_of(user).is_some() || self.can_come_back().any(|back| back == user)
    }

    /// Returns whether what concerns a seat concerns a person: they play it or, once the match has ended, had lent it until then.
    pub fn concerns(&self, seat: Seat, user: UserId) -> bool {
        let lent_it = || self.effective.lent.iter().any(|lent| lent.seat == seat && lent.owner == user);
        self.seat_of(user) == Some(seat) || !self.is_going_on() && lent_it()
    }

    /// Returns since when a person has the seat that they have, if they did not have it from the beginning.
    pub fn seated_since(&self, user: UserId) -> Option<Millis> {
        let takes =
            |entry: &&LogEntry| matches!(entry.control(), Some(Control::Take(tenure)) if tenure.user == user);
        let entry = self.log.iter().rev().find(takes)?;
        let Some(Control::Take(tenure)) = entry.control() else { return None };
        // Who comes back from a loan has had the seat again since its end, even if that was handled later.
        let is_before = |other: &&LogEntry| other.seq < entry.seq;
        let back = self.log.iter().rev().filter(is_before).find_map(|other| match other.control() {
            Some(Control::Take(before)) if before.seat == tenure.seat => Some(before.back),
            _ => None,
        });
        let back = back.flatten().filter(|_| tenure.returns);
        Some(back.map_or(entry.at, |back| back.min(entry.at)))
    }

    /// Returns the request to take over a seat that waits for answers.
    pub fn handover(&self, seat: Seat) -> Option<&Handover> {
        let mut open = self.effective.handovers.iter().filter(|_| self.status == Status::Running);
        open.find(|handover| handover.seat == seat)
    }

    /// Returns for how long a substitute plays a seat, and for whom, if one does.
    pub fn lent(&self, seat: Seat) -> Option<&Loan> {
        self.effective.lent.iter().find(|lent| lent.seat == seat).filter(|_| self.status == Status::Running)
    }

    /// Returns for how long a substitute plays a seat as far as everyone knows, also if the player has left in secret.
    pub(crate) fn seems_lent(&self, seat: Seat) -> Option<&Loan> {
        self.lent(seat).or_else(|| self.effective.left_lent.iter().find(|lent| lent.seat == seat))
    }

    /// Returns which seat a player has lent, and for how long, if they have.
    pub fn lends(&self, user: UserId) -> Option<&Loan> {
        self.effective.lent.iter().find(|lent| lent.owner == user).filter(|_| self.status == Status::Running)
    }

    /// Returns the loans of seats that had ended at a time and have not been given back yet.
    pub fn ended_loans(&self, at: Millis) -> impl Iterator<Item = &Loan> {
        let is_running = self.status == Status::Running;
        self.effective.lent.iter().filter(move |lent| is_running && lent.back <= at)
    }

    /// Returns the players in whose place substitutes play, or did until the match ended, as far as everyone knows.
    pub fn owners(&self) -> impl Iterator<Item = UserId> {
        self.effective.seems_lent().map(|lent| lent.owner)
    }

    /// Returns the people who can come back to a seat that others play for them.
    fn can_come_back(&self) -> impl Iterator<Item = UserId> {
        let owners = self.effective.lent.iter().map(|lent| lent.owner);
        owners.chain(Seat::all(self.players.len()).filter_map(|seat| self.returns_to(seat)))
    }

    /// Returns the people who play or may come to play: players, alternates, those who are asked to take a seat, and those who
    /// can come back to theirs.
    pub fn kept_out(&self) -> Vec<UserId> {
        let players = self.players.iter().map(|player| player.user_id);
        let alternates = self.alternates().iter().map(|alternate| alternate.user);
        let asked = self.effective.handovers.iter().map(|handover| handover.user);
        let proposed = self.proposal().and_then(|open| open.removal.as_ref()?.to.as_ref());
        let asked = asked.chain(proposed.map(|to| to.user));
        let back = self.can_come_back().chain(self.owners());
        let mut users: Vec<UserId> = players.chain(alternates).chain(asked).chain(back).collect();
        users.sort_unstable();
        users.dedup();
        users.retain(|user| Computed::of(*user).is_none());
        users
    }
}
