//! Players who leave a match that is being played, or whom a host takes out of it.

use super::change::Change;
use super::draft::Draft;
use super::propose::Details;
use super::rights::Person;
use crate::ids::UserId;
use crate::matches::model::computed::Computed;
use crate::matches::model::control::Control;
use crate::matches::model::denied::Denied;
use crate::matches::model::game_match::Match;
use crate::matches::model::notice::Notice;
use crate::matches::model::pending::UnannouncedDeparture;
use crate::matches::model::proposal::{Proposal, Removal};
use crate::matches::model::role::Role;
use crate::store::Target;
use trigon_rules::games::{By, Seat};

/// Why a seat is vacated, for its entry in the log.
enum Departure {
    /// Its player leaves.
    Leaves,
    /// A host takes its player out.
    TakenOut {
        /// The seat in which everyone sees the player.
        shown: Seat,
        /// The reason, as the host gave it.
        reason: Option<String>,
    },
}

/// A player leaves. In games of rounds, everyone else learns of it when the phase ends, so that nobody can use leaving as a
/// threat, or exploit the news. In games of turns, somebody has to be there to take the seat, and it passes at once.
pub(super) fn leave(mut draft: Draft<'_>, user: UserId) -> Result<Change, Denied> {
    let before = draft.before;
    if before.loan_by(user).is_some() {
        return Err(Denied::ComeBackFirst(before.id));
    }
    let seat = before.seat_of(user).ok_or(Denied::NoSeat(before.id))?;
    before.playing()?;
    if before.resigned(seat) {
        return Err(Denied::Resigned(before.id));
    }
    if before.has_turns() && !draft.has_newcomer() {
        return Err(Denied::ResignInstead(before.id));
    }
    before.check_may_be_vacated(seat)?;
    match before.loan(seat) {
        // A substitute leaves: the player for whom they played is back.
        Some(loan) => draft.give_back(loan)?,
        None => {
            draft.vacate(seat, Departure::Leaves)?;
            draft.tell_hosts_who_see_secrets(seat);
        }
    }
    Ok(draft.finish())
}

/// A host takes a player out of the match: the match's own hosts without a stake do it alone, and others ask all players.
pub(super) fn take_out(mut draft: Draft<'_>, user: UserId, reason: Option<&str>) -> Result<Change, Denied> {
    let before = draft.before;
    if draft.user == Some(user) {
        return leave(draft, user);
    }
    let seat = before.seems_held(user).ok_or(Denied::NotOnRoster(user))?;
    let reason = reason.map(str::to_owned);
    let is_alone = draft.role == Role::Host || before.computed(seat).is_some() || before.is_free(seat);
    if is_alone {
        draft.remove_player(user, seat, reason)?;
        return Ok(draft.finish());
    }
    let removal = Removal { player: user, name: before.name_in(seat), to: None, reason };
    draft.ask_all(Proposal::TakeOut(seat), Details { removal: Some(&removal), ..Details::default() })
}

impl Draft<'_> {
    /// Takes a player out of the match on behalf of a host. If the player is a substitute, the one for whom they played is back.
    /// `shown` is the seat in which everyone sees the player.
    pub(super) fn remove_player(
        &mut self,
        user: UserId,
        shown: Seat,
        reason: Option<String>,
    ) -> Result<(), Denied> {
        let (before, host) = (self.before, self.user);
        before.playing()?;
        let own_loan = before.loan_by(user);
        let held = before.seat_of(user).or(own_loan.map(|loan| loan.seat));
        // A player who has left in secret is taken out as if they were still there: a refusal would tell.
        let seat = held.or(before.seems_held(user)).ok_or(Denied::NotOnRoster(user))?;
        self.check_may_take_out(user, seat)?;
        if held.is_some() && Computed::of(user).is_none() {
            self.address(Target::User(user), Notice::TakenOut { host, reason: reason.clone() });
        }
        if let Some(loan) = before.loan(seat).filter(|loan| loan.owner != user) {
            self.tell_channel(Notice::Removed { name: before.name_in(seat), host, reason });
            return self.give_back(loan);
        }
        if own_loan.is_some() {
            // The substitute has nobody to play for any more.
            self.tell(seat, Notice::TakenOut { host, reason: reason.clone() });
        }
        self.vacate(seat, Departure::TakenOut { shown, reason })
    }

    fn check_may_take_out(&self, user: UserId, seat: Seat) -> Result<(), Denied> {
        let before = self.before;
        if before.resigned(seat) {
            return Err(Denied::SeatIsOver(user));
        }
        if before.has_turns() && !self.has_newcomer() {
            return Err(Denied::ReplaceInstead);
        }
        before.check_may_be_vacated(seat)?;
        // When the seat is due back, everyone would notice that its owner does not return, before they may know.
        let has_lent_it = before.loan_by(user).is_some() && !before.has_turns();
        if let Some(substitute) = before.player(seat).filter(|_| has_lent_it) {
            return Err(Denied::PlaysFor { substitute: substitute.user_id, owner: user });
        }
        Ok(())
    }

    /// Vacates a seat, and offers it to others as soon as everyone may know.
    fn vacate(&mut self, seat: Seat, departure: Departure) -> Result<(), Denied> {
        match departure {
            Departure::Leaves => self.note_by(By::Seat(seat), Control::Vacate(seat))?,
            Departure::TakenOut { shown, reason } => {
                self.note_by(By::Host, Control::TakeOut { seat: shown, reason })?;
            }
        }
        self.player_mut(seat)?.vacant = true;
        self.roster = true;
        self.take_over(seat)?;
        if self.after.is_vacant(seat) && self.before.has_turns() {
            self.tell_who_left()?;
            self.settle_seats()?;
        }
        Ok(())
    }

    /// Tells the match’s own hosts without a stake in it that somebody has left while the others may not learn of it. In games of
    /// turns, everyone learns of it at once.
    fn tell_hosts_who_see_secrets(&mut self, seat: Seat) {
        if self.before.has_turns() {
            return;
        }
        let before = self.before;
        for host in before.hosts().filter(|host| Person::user(*host).role(before) == Role::Host) {
            self.address(Target::User(host), Notice::HasLeft { seat });
        }
    }

    /// Tells everyone which players have left, right before the phase ends.
    pub(super) fn tell_who_left(&mut self) -> Result<(), Denied> {
        for UnannouncedDeparture { seat, host, reason } in self.after.effective.unannounced.clone() {
            if host.is_none() {
                self.note_by(By::Clock, Control::Vacant(seat))?;
                continue;
            }
            let event = Control::TakenOut { seat, reason: reason.clone() };
            self.after.note(By::Host, host, self.now, event)?;
            // In games of rounds, the post about the phase that ends says so.
            if self.before.has_turns() {
                self.tell_channel(Notice::Removed { name: self.before.name_in(seat), host, reason });
            }
        }
        Ok(())
    }
}

impl Match {
    /// Checks that a seat can be vacated while only its player and the hosts know of it: nobody has been asked to play it for a
    /// time. Who accepted would show by staying, or by being asked until another time, that its player has left.
    fn check_may_be_vacated(&self, seat: Seat) -> Result<(), Denied> {
        let asked = self.handover(seat).filter(|asked| asked.back.is_some() && !self.has_turns());
        asked.map_or(Ok(()), |asked| Err(Denied::MayBeLent(asked.user)))
    }
}
