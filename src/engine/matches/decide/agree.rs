//! What players do among themselves, mostly in games of turns: resigning, claiming a seat, offers and answers to them, and nudging.

use super::change::Change;
use super::draft::Draft;
use crate::matches::model::control::Control;
use crate::matches::model::denied::Denied;
use crate::matches::model::game_match::Match;
use crate::matches::model::notice::Notice;
use crate::matches::model::proposal::OfferKind;
use crate::matches::model::terms::HOUR;
use trigon_clock::Millis;
use trigon_rules::games::{By, Seat};

/// The minimum time between two nudges of a seat.
const MIN_NUDGE_GAP: Millis = HOUR;

/// Gives up the author’s seat.
pub(super) fn resign(draft: Draft<'_>) -> Result<Change, Denied> {
    let seat = if draft.before.info().can_resign { draft.seat()? } else { draft.seat_in_turns()? };
    retire(draft, seat, Control::Resign)
}

/// Claims a seat whose time has run out. That seat resigns.
pub(super) fn claim(draft: Draft<'_>) -> Result<Change, Denied> {
    let by = draft.seat_in_turns()?;
    match draft.before.timed_out() {
        None => Err(Denied::NobodyLate(draft.before.id)),
        Some(seat) if seat == by => Err(Denied::OwnTime),
        Some(seat) if draft.before.is_free(seat) => Err(Denied::OfferedFirst),
        Some(seat) => retire(draft, seat, Control::Claim(seat)),
    }
}

fn retire(mut draft: Draft<'_>, seat: Seat, event: Control) -> Result<Change, Denied> {
    draft.retire(draft.by, seat, event)?;
    Ok(draft.finish())
}

/// Offers a draw or a takeback to the others. A takeback that nobody has to agree to happens at once, and a draw that another player
/// already offers is accepted.
pub(super) fn offer(mut draft: Draft<'_>, kind: OfferKind) -> Result<Change, Denied> {
    let seat = draft.seat_in_turns()?;
    if let Some(pending) = draft.before.offer() {
        if pending.kind == kind && kind == OfferKind::Draw && pending.by != seat {
            return answer(draft, kind, None, true);
        }
        let by = draft.before.names().get(pending.by).into_owned();
        return Err(Denied::OfferPending { kind: pending.kind, by });
    }
    if kind == OfferKind::Takeback {
        draft.before.check_takeback(seat)?;
        if draft.before.takes_back_freely(seat) {
            draft.take_back_freely(seat)?;
            return Ok(draft.finish());
        }
    }
    draft.before.check_may_offer(seat, kind, draft.now)?;
    draft.note(Control::Offer(kind))?;
    draft.answer_as_computed(kind, seat)?;
    Ok(draft.finish())
}

/// Answers the open offer, or withdraws the author’s own by declining it.
pub(super) fn answer(
    mut draft: Draft<'_>,
    kind: OfferKind,
    number: Option<u32>,
    accepted: bool,
) -> Result<Change, Denied> {
    let seat = draft.seat_in_turns()?;
    let before = draft.before;
    let is_meant = number.is_none_or(|number| before.offer().is_some_and(|offer| offer.number == number));
    let offer = before.offer().filter(|offer| offer.kind == kind && is_meant);
    let offer = offer.ok_or(Denied::OfferGone(before.id))?;
    let is_own = offer.by == seat;
    if !accepted {
        draft.note(Control::Decline)?;
        draft.tell_channel(Notice::Answered { offer: kind, seat, accepted, own: is_own });
        return Ok(draft.finish());
    }
    if is_own {
        return Err(Denied::OwnOffer);
    }
    if offer.accepted.contains(&seat) {
        return Err(Denied::AlreadyAccepted);
    }
    draft.note(Control::Accept)?;
    if before.unanswered() != [seat] {
        draft.tell_channel(Notice::Answered { offer: kind, seat, accepted, own: is_own });
        return Ok(draft.finish());
    }
    if kind == OfferKind::Takeback {
        draft.undo(offer.by)?;
    }
    draft.go_on(None)?;
    Ok(draft.finish())
}

/// Nudges the player for whom the match waits, at most once an hour.
pub(super) fn nudge(mut draft: Draft<'_>) -> Result<Change, Denied> {
    let by = draft.seat_in_turns()?;
    let before = draft.before;
    let asked = before.to_act().first().map(|decision| decision.seat).filter(|seat| *seat != by);
    let seat = asked.ok_or(Denied::WaitsForYou(before.id))?;
    if before.computed(seat).is_some() {
        return Err(Denied::ComputedThinks(before.names().get(seat).into_owned()));
    }
    let last = before.effective.nudged_at.get(&seat);
    if last.is_some_and(|at| draft.now - at < MIN_NUDGE_GAP) {
        return Err(Denied::NudgedLately(before.names().get(seat).into_owned()));
    }
    draft.note(Control::Nudge(seat))?;
    draft.tell(seat, Notice::Nudged { seat, by });
    Ok(draft.finish())
}

impl Draft<'_> {
    /// Takes a seat out of the game, as if it resigned.
    pub(super) fn retire(&mut self, by: By, seat: Seat, event: Control) -> Result<(), Denied> {
        let asked = self.after.question;
        self.after.resign(by, self.now, seat, event)?;
        self.go_on(None)?;
        if self.after.question == asked && self.after.result().is_none() {
            self.tell_channel(Notice::Resigned { seat });
        }
        Ok(())
    }

    /// Takes back the last action of a seat whose turn goes on.
    fn take_back_freely(&mut self, seat: Seat) -> Result<(), Denied> {
        let phase = |game: &Match| game.session.as_ref().map(|session| session.phase().id);
        self.undo(seat)?;
        self.go_on(None)?;
        if phase(self.before) == phase(&self.after) {
            // The clock goes on as it was: with time of its own, repeated takebacks would extend a turn forever.
            self.after.set_timers(self.before.timers.clone());
        }
        Ok(())
    }

    /// Lets computed seats answer an offer that a seat has just made: they agree to any takeback, and to no draw.
    fn answer_as_computed(&mut self, kind: OfferKind, by: Seat) -> Result<(), Denied> {
        let asked = self.after.unanswered();
        let computed: Vec<Seat> =
            asked.iter().copied().filter(|seat| self.after.computed(*seat).is_some()).collect();
        if kind == OfferKind::Takeback && !computed.is_empty() {
            for seat in &computed {
                self.note_by(By::Seat(*seat), Control::Accept)?;
            }
            if computed == asked {
                self.undo(by)?;
                return self.go_on(None);
            }
        }
        self.tell_channel(Notice::Offered { offer: kind, seat: by });
        if let (OfferKind::Draw, Some(seat)) = (kind, computed.first().copied()) {
            self.note_by(By::Seat(seat), Control::Decline)?;
            self.tell_channel(Notice::Answered { offer: kind, seat, accepted: false, own: false });
        }
        Ok(())
    }

    /// Takes back the last action of a seat, and everything after it.
    fn undo(&mut self, seat: Seat) -> Result<(), Denied> {
        let to = self.before.check_takeback(seat)?;
        self.note_by(By::Seat(seat), Control::Undo(to))?;
        // Folding again without the undone entries drops their effects.
        self.after.fold().map_err(|_| Denied::NothingToTakeBack)?;
        for seat in Seat::all(self.before.players.len()) {
            if !self.before.ahead(seat).is_empty() && self.after.ahead(seat).is_empty() {
                self.tell(seat, Notice::PlanDropped { seat });
            }
        }
        Ok(())
    }
}
