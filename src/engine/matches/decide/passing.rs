//! A seat passes to another person or to a computed player, or back to its player. Why it does is decided in `handover.rs`,
//! `alternates.rs` and `rewind.rs`.

use super::draft::Draft;
use crate::ids::UserId;
use crate::matches::model::computed::Computed;
use crate::matches::model::control::{Control, Tenure};
use crate::matches::model::denied::Denied;
use crate::matches::model::game_match::Player;
use crate::matches::model::log::LogEntry;
use crate::matches::model::notice::Notice;
use crate::matches::model::pending::{Handover, Loan};
use crate::matches::model::timer::TimerKind;
use crate::store::{Status, Target};
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
    /// Returns the player in a seat, to be changed.
    pub(super) fn player_mut(&mut self, seat: Seat) -> Result<&mut Player, Denied> {
        let (id, seats) = (self.after.id, self.after.players.len());
        let place = seat.index(seats).ok_or(Denied::NoSeat(id))?;
        Ok(&mut self.after.players[place])
    }

    /// Lets the person who is asked for a seat take it once everyone concerned has agreed. Called after each answer to a request, and
    /// when the seat is vacated.
    pub(super) fn take_over(&mut self, seat: Seat) -> Result<(), Denied> {
        let is_vacant = self.after.is_vacant(seat);
        let is_settled = |request: &&Handover| request.willing && (request.agreed || is_vacant);
        let Some(request) = self.after.handover(seat).filter(is_settled).cloned() else { return Ok(()) };
        let is_kept = self.after.has_lapsed(&request) && !is_vacant;
        // They may have learned in the meantime what they must not know. Neither a deadline nor a player who leaves waits for them.
        if is_kept || self.before.check_may_take(request.user).is_err() {
            return self.withdraw_request(&request, false);
        }
        let Handover { user, name, back, .. } = request;
        // Nobody comes back to a seat that they have left, unless that would tell others that they have.
        let is_untold = !self.after.has_turns() && self.after.effective.left_in_secret(seat);
        let back = back.filter(|_| is_untold || !is_vacant);
        self.pass(seat, NextHolder { back, ..NextHolder::new(user, name) })
    }

    /// Passes a seat to another person, or to a computed player.
    pub(super) fn pass(&mut self, seat: Seat, next: NextHolder) -> Result<(), Denied> {
        let session = self.after.playing()?;
        let (phase, from) = (session.phase().title, self.after.question.number);
        let request = self.after.handover(seat).filter(|asked| asked.user == next.user).cloned();
        let stands_in = Computed::of(next.user).is_some() && request.is_none() && !next.returns;
        let loses_seat = self.loses_seat(seat, &next);
        let previous = self.replace_player(seat, &next)?;
        let NextHolder { user, name, back, returns } = next;
        self.note(Control::Take(Tenure {
            seat,
            user,
            name,
            from,
            phase,
            before: previous.user_id,
            before_name: previous.name,
            back,
            returns,
            stands_in,
        }))?;
        self.tell_channel(Notice::Tenure { seat });
        if loses_seat {
            let (host, reason) = request.map(|asked| (asked.host, asked.reason)).unwrap_or_default();
            self.address(Target::User(previous.user_id), Notice::SeatLost { seat, host, reason });
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

    /// Returns whether the person in a seat loses it without having agreed to that.
    fn loses_seat(&self, seat: Seat, next: &NextHolder) -> bool {
        let is_wanted = next.returns || next.back.is_some() || self.has_agreed(seat);
        let is_person = |player: &Player| !player.vacant && player.computed().is_none();
        !is_wanted && self.after.player(seat).is_some_and(is_person)
    }

    /// Puts somebody else into a seat, and returns who had it before.
    fn replace_player(&mut self, seat: Seat, next: &NextHolder) -> Result<Player, Denied> {
        let player = self.player_mut(seat)?;
        let previous = player.clone();
        (player.user_id, player.name) = (next.user, next.name.clone());
        (player.vacant, player.dm_closed, player.checked_in) = (false, false, false);
        self.roster = true;
        let names = self.after.names();
        if let Some(session) = &mut self.after.session {
            session.rename(names);
        }
        Ok(previous)
    }

    /// Withdraws the requests to somebody who has a seat now: nobody takes two.
    fn withdraw_others(&mut self, user: UserId) -> Result<(), Denied> {
        let others = self.after.effective.handovers.clone().into_iter().filter(|asked| asked.user == user);
        for asked in others {
            self.withdraw_request(&asked, false)?;
            if asked.until.is_some() {
                self.offer_free_seats()?;
            }
        }
        Ok(())
    }

    /// Returns whether the player in a seat has said that the person who is asked may take it.
    fn has_agreed(&self, seat: Seat) -> bool {
        let is_about_seat = |entry: &&LogEntry| match entry.control() {
            Some(Control::Agree(asked) | Control::Handover { seat: asked, .. }) => *asked == seat,
            _ => false,
        };
        let last = self.after.log.iter().rev().find(is_about_seat);
        // The clock agrees in place of a player who is silent.
        last.is_some_and(|last| last.by != By::Clock && last.control() == Some(&Control::Agree(seat)))
    }

    /// Gives a seat back to the player who has lent it.
    pub(super) fn give_back(&mut self, loan: &Loan) -> Result<(), Denied> {
        self.pass(loan.seat, NextHolder::returning(loan.owner, loan.name.clone()))
    }

    /// Lets players come back whose substitutes' time is over.
    pub(super) fn return_seats(&mut self) -> Result<(), Denied> {
        for loan in self.after.effective.loans.clone() {
            if loan.back <= self.now {
                self.give_back(&loan)?;
            }
        }
        Ok(())
    }

    /// Sets or removes the timer at which the next substitute gives a seat back. It runs even while the clock is stopped: whoever
    /// has named a time comes back then.
    pub(super) fn set_return_timer(&mut self) {
        let is_running = self.after.status == Status::Running;
        let back = self.after.effective.loans.iter().map(|lent| lent.back).min();
        self.after.set_timer(TimerKind::Return, back.filter(|_| is_running));
    }
}
