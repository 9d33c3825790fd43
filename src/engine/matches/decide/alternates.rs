//! Alternates: people who take a seat when one becomes free, in the order in which they said so. A free seat is offered to one
//! after the other; without any, a computed player takes it, or the hosts are told.

use super::change::Change;
use super::draft::Draft;
use super::handover::SeatCandidate;
use super::passing::NextHolder;
use crate::ids::UserId;
use crate::matches::model::control::Control;
use crate::matches::model::denied::Denied;
use crate::matches::model::notice::Notice;
use crate::matches::model::pending::{Alternate, Handover};
use crate::matches::model::terms::HOUR;
use crate::store::Status;
use trigon_clock::Millis;
use trigon_rules::games::{By, Level, Seat};

/// Makes the author an alternate: somebody who would like a seat while there is none to take.
pub(super) fn stand_by(mut draft: Draft<'_>, name: &str, since: Option<Millis>) -> Result<Change, Denied> {
    let (before, id) = (draft.before, draft.before.id);
    let user = draft.user.ok_or(Denied::NoSeat(id))?;
    before.check_not_ended()?;
    if before.seat_of(user).is_some() {
        return Err(Denied::AlreadySeated(id));
    }
    if before.alternates().iter().any(|known| known.user == user) {
        return Err(Denied::AlreadyAlternate(id));
    }
    let has_room = before.players.len() < usize::from(before.terms.players);
    if before.status == Status::Signup && before.terms.open_signup && has_room {
        return Err(Denied::SeatsLeft(id));
    }
    before.check_may_come(&SeatCandidate { user, name, since })?;
    before.check_may_stand_by(user, draft.now)?;
    draft.note_by(By::Host, Control::StandBy { user, name: name.to_owned(), place: None })?;
    draft.offer_free_seats()?;
    Ok(draft.finish())
}

/// Takes the author off the list of alternates, and offers a seat that was offered to them to the next one.
pub(super) fn stand_down(mut draft: Draft<'_>) -> Result<Change, Denied> {
    let (before, id) = (draft.before, draft.before.id);
    let stands_by = |user: &UserId| before.alternates().iter().any(|known| known.user == *user);
    let user = draft.user.filter(stands_by).ok_or(Denied::NoAlternate(id))?;
    draft.strike_alternate(user)?;
    let offer = before.effective.handovers.iter().find(|asked| asked.until.is_some() && asked.user == user);
    if let Some(offer) = offer {
        draft.withdraw_request(offer, true)?;
        draft.offer_free_seats()?;
    }
    Ok(draft.finish())
}

impl Draft<'_> {
    /// Gives out the seats that a change has set free, and no longer those whose players are back. Called after everything that
    /// can set seats free: the end of a phase, a turn, an undo. Until the phase ends, nobody learns who is back. A substitute who
    /// would lose the seat is no longer one.
    pub(super) fn settle_seats(&mut self) -> Result<(), Denied> {
        for lent in self.after.effective.loans.clone() {
            if self.after.has_too_many_strikes(lent.seat) {
                self.give_back(&lent)?;
            }
        }
        for asked in self.after.effective.handovers.clone() {
            // Until now, somebody who has left was asked like anybody else.
            if self.after.has_left(asked.seat) {
                self.take_over(asked.seat)?;
            } else if self.after.has_lapsed(&asked) {
                self.withdraw_request(&asked, false)?;
            }
        }
        self.offer_free_seats()
    }

    /// Offers free seats to the next alternates. If there is nobody to ask, tells the hosts.
    pub(super) fn offer_free_seats(&mut self) -> Result<(), Denied> {
        self.settle_requests()?;
        for seat in Seat::all(self.after.players.len()) {
            if !self.after.is_free(seat) || self.after.handover(seat).is_some() {
                continue;
            }
            match self.next_alternate() {
                Some(next) => self.offer_seat(seat, next)?,
                None => self.fill_seat_without_alternates(seat)?,
            }
        }
        Ok(())
    }

    /// Offers a free seat to an alternate for the hours that the terms say, but no longer than the phase lasts.
    fn offer_seat(&mut self, seat: Seat, Alternate { user, name }: Alternate) -> Result<(), Denied> {
        let offer_time = Millis::from(self.after.terms.offer_hours()) * HOUR;
        let until = self.after.deadline.unwrap_or(Millis::MAX).min(self.now + offer_time);
        let offer = Control::Handover {
            seat,
            user,
            name,
            agreed: true,
            until: Some(until),
            back: None,
            asked_until: None,
            reason: None,
            free: true,
        };
        self.note_by(By::Clock, offer)?;
        self.tell_channel(Notice::Handover { seat, user, agreed: true, host: None });
        Ok(())
    }

    /// Says what becomes of a free seat that can be offered to nobody.
    fn fill_seat_without_alternates(&mut self, seat: Seat) -> Result<(), Denied> {
        if self.after.is_on_autopilot(seat) {
            return Ok(());
        }
        if let Some(level) = self.autopilot() {
            let computed = self.after.another_computed(level);
            return self.pass(seat, NextHolder::new(computed.user_id(), computed.name()));
        }
        if self.after.has_turns() && self.after.is_vacant(seat) {
            // Nobody would ever play on.
            return self.retire(By::Seat(seat), seat, Control::Resign);
        }
        let was_free = self.before.is_free(seat) && self.before.handover(seat).is_none();
        if !was_free {
            self.tell_channel(Notice::SeatFree { seat });
        }
        Ok(())
    }

    /// Takes alternates who have not answered in time off the list.
    pub(super) fn let_offers_lapse(&mut self) -> Result<(), Denied> {
        for asked in self.after.effective.handovers.clone() {
            if asked.until.is_some_and(|until| until <= self.now) {
                self.strike_alternate(asked.user)?;
                self.withdraw_request(&asked, true)?;
            }
        }
        Ok(())
    }

    /// Asks the next alternate after a request was refused, if it was an offer to alternates.
    pub(super) fn offer_to_next(&mut self, refused: &Handover) -> Result<(), Denied> {
        if refused.until.is_some() {
            self.strike_alternate(refused.user)?;
            self.offer_free_seats()?;
        }
        Ok(())
    }

    /// Takes a person off the list of alternates.
    pub(super) fn strike_alternate(&mut self, user: UserId) -> Result<(), Denied> {
        self.note_by(By::Clock, Control::StandDown(user))
    }

    /// Returns whether there is anybody to whom a free seat could go at once.
    pub(super) fn has_newcomer(&self) -> bool {
        self.autopilot().is_some() || self.next_alternate().is_some()
    }

    /// Returns the level of the computed players that take seats which nobody else takes, if any do.
    fn autopilot(&self) -> Option<Level> {
        self.after.terms.autopilot.and_then(Level::new)
    }

    /// Returns the first alternate who can take a seat and is not asked for one already.
    fn next_alternate(&self) -> Option<Alternate> {
        let game = &self.after;
        let is_asked = |user| game.effective.handovers.iter().any(|asked| asked.user == user);
        let mut alternates = game.alternates().iter();
        alternates.find(|next| !is_asked(next.user) && game.check_may_take(next.user).is_ok()).cloned()
    }
}
