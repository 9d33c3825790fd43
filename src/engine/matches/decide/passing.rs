//! A seat passes to another person, or back to its player.

use super::draft::Draft;
use crate::ids::UserId;
use crate::matches::model::computed::Computed;
use crate::matches::model::control::{Control, Tenure};
use crate::matches::model::denied::Denied;
use crate::matches::model::game_match::Player;
use crate::matches::model::log::LogEntry;
use crate::matches::model::notice::Notice;
use crate::matches::model::pending::{Handover, Loan};
use crate::store::Target;
use trigon_clock::Millis;
use trigon_rules::games::{By, Seat};

/// A person or a computed player to whom a seat passes.
pub(super) struct NextHolder {
    user: UserId,
    name: String,
    /// When the player who had it before comes back, if this is a substitute.
    back: Option<Millis>,
    /// Whether this is a player who comes back.
    returns: bool,
}

impl NextHolder {
    /// Returns somebody who has the seat for good.
    pub(super) fn new(user: UserId, name: String) -> Self {
        Self { user, name, back: None, returns: false }
    }

    /// Returns a player who comes back to the seat.
    pub(super) fn returning(user: UserId, name: String) -> Self {
        Self { returns: true, ..Self::new(user, name) }
    }
}

impl Draft<'_> {
    pub(super) fn player(&mut self, seat: Seat) -> Result<&mut Player, Denied> {
        let (id, seats) = (self.after.id, self.after.players.len());
        let place = seat.index(seats).ok_or(Denied::NoSeat(id))?;
        Ok(&mut self.after.players[place])
    }

    /// Lets the person who is asked for a seat take it once everyone concerned has agreed.
    pub(super) fn take_over(&mut self, seat: Seat) -> Result<(), Denied> {
        let agreed = |handover: &Handover| handover.agreed || self.after.is_vacant(seat);
        let handover = self.after.handover(seat).filter(|handover| agreed(handover) && handover.willing);
        let Some(handover) = handover.cloned() else { return Ok(()) };
        let is_kept = self.after.has_lapsed(&handover) && !self.after.is_vacant(seat);
        // They may have learned in the meantime what they must not know. Neither a deadline nor a player who leaves waits for them.
        if is_kept || self.before.check_may_take(handover.user).is_err() {
            return self.withdraw(&handover, false);
        }
        let Handover { user, name, back, .. } = handover;
        // Nobody comes back to a seat that they have left, unless that would tell others that they have.
        let is_untold = !self.after.has_turns() && self.after.effective.left_in_secret(seat);
        let back = back.filter(|_| is_untold || !self.after.is_vacant(seat));
        self.pass(seat, NextHolder { back, ..NextHolder::new(user, name) })
    }

    /// Passes a seat to another person, or to a computed player.
    pub(super) fn pass(
        &mut self,
        seat: Seat,
        NextHolder { user, name, back, returns }: NextHolder,
    ) -> Result<(), Denied> {
        let session = self.after.playing()?;
        let (phase, from) = (session.phase().title, self.after.question.number);
        let is_wanted = returns || back.is_some() || self.has_agreed(seat);
        let asked = self.after.handover(seat).filter(|asked| asked.user == user);
        let stands_in = Computed::of(user).is_some() && asked.is_none() && !returns;
        let (host, reason) = asked.map(|asked| (asked.host, asked.reason.clone())).unwrap_or_default();
        let player = self.player(seat)?;
        let loses = !is_wanted && !player.vacant && player.computed().is_none();
        let (before, before_name) = (player.user_id, std::mem::replace(&mut player.name, name.clone()));
        player.user_id = user;
        (player.vacant, player.dm_closed, player.checked_in) = (false, false, false);
        self.roster = true;
        let names = self.after.names();
        if let Some(session) = &mut self.after.session {
            session.rename(names);
        }
        self.note(Control::Take(Tenure {
            seat,
            user,
            name,
            from,
            phase,
            before,
            before_name,
            back,
            returns,
            stands_in,
        }))?;
        self.tell_channel(Notice::Tenure { seat });
        if loses {
            self.address(Target::User(before), Notice::SeatLost { seat, host, reason });
        }
        self.withdraw_others(user)?;
        // Taking over costs nothing, but substitutes and those who come back play on with the time that is left.
        if self.after.on_turn() == Some(seat) && !returns && back.is_none() {
            self.begin_turn_anew(seat)?;
        }
        if self.after.asked_in_private().contains(&seat) {
            self.tell(seat, Notice::Personal { seat, deadline: self.after.deadline, ahead: None });
        }
        Ok(())
    }

    /// Withdraws the requests to somebody who has a seat now: nobody takes two.
    fn withdraw_others(&mut self, user: UserId) -> Result<(), Denied> {
        let others = self.after.effective.handovers.clone().into_iter().filter(|asked| asked.user == user);
        for asked in others {
            self.withdraw(&asked, false)?;
            if asked.until.is_some() {
                self.offer_free_seats()?;
            }
        }
        Ok(())
    }

    /// Returns whether the player in a seat has said that the person who is asked may take it.
    fn has_agreed(&self, seat: Seat) -> bool {
        let about = |entry: &&LogEntry| match entry.control() {
            Some(Control::Agree(of) | Control::Handover { seat: of, .. }) => *of == seat,
            _ => false,
        };
        self.after
            .log
            .iter()
            .rev()
            .find(about)
            .is_some_and(|last| last.by != By::Clock && last.control() == Some(&Control::Agree(seat)))
    }

    pub(super) fn give_back(&mut self, lent: &Loan) -> Result<(), Denied> {
        self.pass(lent.seat, NextHolder::returning(lent.owner, lent.name.clone()))
    }

    /// Lets players come back whose substitutes' time is over.
    pub(super) fn return_seats(&mut self) -> Result<(), Denied> {
        for lent in self.after.effective.lent.clone() {
            if lent.back <= self.now {
                self.give_back(&lent)?;
            }
        }
        Ok(())
    }
}
