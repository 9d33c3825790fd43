//! Alternates: people who take a seat when one becomes free, in the order in which they said so.

use super::change::Change;
use super::draft::Draft;
use super::handover::SeatCandidate;
use super::passing::NextHolder;
use crate::ids::UserId;
use crate::matches::model::control::{Control, Seq, Tenure};
use crate::matches::model::denied::Denied;
use crate::matches::model::effective::Effective;
use crate::matches::model::game_match::{Match, Player};
use crate::matches::model::log::LogEntry;
use crate::matches::model::notice::Notice;
use crate::matches::model::pending::{Alternate, Handover};
use crate::matches::model::terms::HOUR;
use crate::matches::model::timer::{Timer, TimerKind};
use crate::store::Status;
use trigon_clock::Millis;
use trigon_rules::games::{By, Level, Seat};

pub(super) fn stand_by(mut draft: Draft<'_>, name: &str, since: Option<Millis>) -> Result<Change, Denied> {
    let (before, id) = (draft.before, draft.before.id);
    let user = draft.user.ok_or(Denied::NoSeat(id))?;
    if !before.is_going_on() {
        return Err(Denied::Ended(id));
    }
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

pub(super) fn stand_down(mut draft: Draft<'_>) -> Result<Change, Denied> {
    let (before, id) = (draft.before, draft.before.id);
    let is_known = |user: &UserId| before.alternates().iter().any(|known| known.user == *user);
    let user = draft.user.filter(is_known).ok_or(Denied::NoAlternate(id))?;
    draft.stand_down(user)?;
    let asked = before.effective.handovers.iter().find(|asked| asked.until.is_some() && asked.user == user);
    if let Some(asked) = asked {
        draft.withdraw(asked, true)?;
        draft.offer_free_seats()?;
    }
    Ok(draft.finish())
}

impl Match {
    /// Returns the alternates, in order.
    pub fn alternates(&self) -> &[Alternate] {
        &self.effective.alternates
    }

    /// Returns whether a seat is offered to others: everyone knows that its player has left, they have missed too many
    /// deadlines or never answered at all, or a computed player has it in place of somebody. In games of turns, letting the
    /// time run out is too much where computed players take such seats; elsewhere, the others may claim it.
    pub fn is_free(&self, seat: Seat) -> bool {
        self.status == Status::Running
            && self.seems_lent(seat).is_none()
            && !self.resigned(seat)
            && (self.has_left(seat)
                || self.has_too_many_strikes(seat)
                || self.is_absent(seat)
                || self.is_on_autopilot(seat)
                || self.terms.autopilot.is_some() && self.timed_out() == Some(seat))
    }

    /// Returns the last entry before another one because of which seats can become free: a phase that ended without an answer, a
    /// first one that was prolonged, or time that ran out.
    pub(in crate::matches) fn cause(&self, seq: Seq) -> Seq {
        let is_cause = |entry: &&LogEntry| {
            let is_one = |event: &Control| {
                matches!(event, Control::Missed { .. } | Control::Absent { .. } | Control::TimeOut(_))
            };
            entry.seq < seq && entry.control().is_some_and(is_one)
        };
        self.log.iter().rev().find(is_cause).map_or(0, |entry| entry.seq)
    }

    /// Returns who was taken off the list of alternates, and from which place, for not answering an offer that has its cause after
    /// an entry.
    fn passed_over(&self, to: Seq) -> Vec<(usize, Alternate)> {
        let (mut then, mut found) = (Effective::default(), Vec::new());
        for (place, entry) in self.log.iter().enumerate() {
            if let Some(Control::StandDown(user)) = entry.control().filter(|_| entry.seq > to) {
                let is_over = |asked: &&Handover| {
                    asked.user == *user && asked.until.is_some_and(|until| until <= entry.at)
                };
                let offer = then.handovers.iter().find(is_over);
                let known = then.alternates.iter().position(|known| known.user == *user);
                if let (Some(offer), Some(known)) = (offer, known)
                    && self.cause(offer.seq) > to
                {
                    found.push((known, then.alternates[known].clone()));
                }
            }
            if then.push(&self.log, place, self.players.len()).is_none() {
                return Vec::new();
            }
        }
        found
    }

    /// Returns the computed players who stand in because of something after an entry.
    fn stand_ins(&self, to: Seq) -> Vec<(Seat, Tenure)> {
        let last = |seat: Seat| {
            let taken = self.log.iter().rev().find_map(|entry| match entry.control() {
                Some(Control::Take(tenure)) if tenure.seat == seat => Some((entry.seq, tenure)),
                _ => None,
            });
            let stands_in = taken.filter(|(seq, tenure)| tenure.stands_in && self.cause(*seq) > to);
            stands_in.map(|(_, tenure)| (seat, tenure.clone()))
        };
        Seat::all(self.players.len()).filter_map(last).collect()
    }

    /// Returns whether a person is asked to take a seat whose player was not asked because it was free, and it is free no longer.
    pub(super) fn has_lapsed(&self, asked: &Handover) -> bool {
        match asked.until {
            Some(_) => !self.is_free(asked.seat),
            None => asked.free && !self.is_given_up(asked.seat),
        }
    }

    /// Returns whether the person in a seat has missed so many deadlines that they lose it.
    fn has_too_many_strikes(&self, seat: Seat) -> bool {
        let limit = usize::from(self.terms.strikes);
        let is_person = self.computed(seat).is_none();
        is_person && limit > 0 && self.strikes(seat) >= limit && self.seems_to_act(seat)
    }
}

impl Draft<'_> {
    fn stand_down(&mut self, user: UserId) -> Result<(), Denied> {
        self.note_by(By::Clock, Control::StandDown(user))
    }

    pub(super) fn withdraw(&mut self, asked: &Handover, declined: bool) -> Result<(), Denied> {
        let (seat, user) = (asked.seat, asked.user);
        self.note_by(By::Clock, Control::Refuse(seat))?;
        self.tell_channel(Notice::NotHandedOver { seat, user, declined });
        Ok(())
    }

    /// Offers the seats that a phase has set free, and no longer those whose players are back. Until the phase ends, nobody
    /// learns who is. A substitute who would lose the seat is no longer one.
    pub(super) fn settle_seats(&mut self) -> Result<(), Denied> {
        for lent in self.after.effective.lent.clone() {
            if self.after.has_too_many_strikes(lent.seat) {
                self.give_back(&lent)?;
            }
        }
        for asked in self.after.effective.handovers.clone() {
            // Until now, somebody who has left was asked like anybody else.
            if self.after.has_left(asked.seat) {
                self.take_over(asked.seat)?;
            } else if self.after.has_lapsed(&asked) {
                self.withdraw(&asked, false)?;
            }
        }
        self.offer_free_seats()
    }

    /// Takes alternates who have not answered in time off the list.
    pub(super) fn let_offers_lapse(&mut self) -> Result<(), Denied> {
        for asked in self.after.effective.handovers.clone() {
            if asked.until.is_some_and(|until| until <= self.now) {
                self.stand_down(asked.user)?;
                self.withdraw(&asked, true)?;
            }
        }
        Ok(())
    }

    /// Offers free seats to the next alternates. If there is nobody to ask, tells the hosts.
    pub(super) fn offer_free_seats(&mut self) -> Result<(), Denied> {
        self.settle_requests()?;
        for seat in Seat::all(self.after.players.len()) {
            if !self.after.is_free(seat) || self.after.handover(seat).is_some() {
                continue;
            }
            match self.next_alternate() {
                Some(Alternate { user, name }) => {
                    let offered = Millis::from(self.after.terms.offer_hours()) * HOUR;
                    let until = self.after.deadline.unwrap_or(Millis::MAX).min(self.now + offered);
                    let asked = Control::Handover {
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
                    self.note_by(By::Clock, asked)?;
                    self.tell_channel(Notice::Handover { seat, user, agreed: true, host: None });
                }
                None if self.after.is_on_autopilot(seat) => {}
                None if self.autopilot().is_some() => self.engage_autopilot(seat)?,
                // Nobody would ever play on.
                None if self.after.has_turns() && self.after.is_vacant(seat) => {
                    self.retire(By::Seat(seat), seat, Control::Resign)?;
                }
                None if !self.before.is_free(seat) || self.before.handover(seat).is_some() => {
                    self.tell_channel(Notice::SeatFree { seat });
                }
                None => {}
            }
        }
        Ok(())
    }

    /// Returns whether there is anybody to whom a free seat could go at once.
    pub(super) fn has_newcomer(&self) -> bool {
        self.autopilot().is_some() || self.next_alternate().is_some()
    }

    fn autopilot(&self) -> Option<Level> {
        self.after.terms.autopilot.and_then(Level::new)
    }

    /// Gives seats back to the players in whose place computed ones stand in because of what has just been taken back: everything
    /// after the entry `to`.
    pub(super) fn recall_stand_ins(&mut self, to: Seq) -> Result<(), Denied> {
        for (seat, tenure) in self.after.stand_ins(to) {
            if self.after.returns_to(seat) == Some(tenure.before) {
                self.pass(seat, NextHolder::returning(tenure.before, tenure.before_name))?;
            }
        }
        Ok(())
    }

    /// Puts alternates back on the list who were taken off it because they did not answer an offer that nobody would have made
    /// without what has just been taken back: everything after the entry `to`.
    pub(super) fn recall_alternates(&mut self, to: Seq) -> Result<(), Denied> {
        for (place, Alternate { user, name }) in self.after.passed_over(to) {
            let is_known = self.after.alternates().iter().any(|known| known.user == user);
            if !is_known && self.after.check_may_take(user).is_ok() {
                self.note_by(By::Clock, Control::StandBy { user, name, place: Some(place) })?;
            }
        }
        Ok(())
    }

    /// Lets a computed player take a seat, if the match was created so.
    fn engage_autopilot(&mut self, seat: Seat) -> Result<(), Denied> {
        let Some(level) = self.autopilot() else { return Ok(()) };
        let computed = self.after.another_computed(level);
        self.pass(seat, NextHolder::new(computed.user_id(), computed.name()))
    }

    fn next_alternate(&self) -> Option<Alternate> {
        let game = &self.after;
        let is_asked = |user| game.effective.handovers.iter().any(|asked| asked.user == user);
        let mut alternates = game.alternates().iter();
        alternates.find(|next| !is_asked(next.user) && game.check_may_take(next.user).is_ok()).cloned()
    }

    /// Asks the next alternate if the one who was asked says no.
    pub(super) fn ask_another(&mut self, declined: &Handover) -> Result<(), Denied> {
        if declined.until.is_some() {
            self.stand_down(declined.user)?;
            self.offer_free_seats()?;
        }
        Ok(())
    }

    /// Lets alternates move up into a roster from which somebody is taken.
    pub(super) fn move_up(&mut self, players: &mut Vec<Player>, newcomer: impl Fn(&Alternate) -> Player) {
        for next in self.before.alternates() {
            if players.len() >= usize::from(self.after.terms.players) {
                break;
            }
            players.push(newcomer(next));
            self.tell_channel(Notice::MovedUp { user: next.user });
        }
    }

    /// Takes those who have a seat off the list of alternates.
    pub(super) fn strike_off(&mut self) -> Result<(), Denied> {
        for next in self.before.alternates() {
            if self.after.seat_of(next.user).is_some() {
                self.stand_down(next.user)?;
            }
        }
        Ok(())
    }

    /// Sets or removes the timer for offers that are not answered in time.
    pub(super) fn settle_offers(&mut self) {
        let is_running = self.after.status == Status::Running;
        let pending = self.after.timers.iter().find(|timer| timer.kind == TimerKind::Offer);
        // Whatever else happens at the same time, silence has to be looked at once.
        let pending = pending.map(|timer| timer.at).filter(|at| *at <= self.now);
        let asked_until = |asked: &Handover| {
            let until = asked.asked_until.filter(|_| !asked.agreed)?;
            if until > self.now { Some(until) } else { pending }
        };
        let handovers = self.after.effective.handovers.iter();
        let at = handovers.filter_map(|asked| asked.until.or(asked_until(asked))).min();
        self.set_timer(TimerKind::Offer, at.filter(|_| is_running && self.after.paused().is_none()));
        // Whoever has named a time comes back then, even while the clock is stopped.
        let back = self.after.effective.lent.iter().map(|lent| lent.back).min();
        self.set_timer(TimerKind::Return, back.filter(|_| is_running));
    }

    /// Sets or removes the only timer of a kind.
    pub(super) fn set_timer(&mut self, kind: TimerKind, at: Option<Millis>) {
        let known = self.after.timers.iter().find(|timer| timer.kind == kind).map(|timer| timer.at);
        if known == at {
            return;
        }
        let mut timers = self.after.timers.clone();
        timers.retain(|timer| timer.kind != kind);
        timers.extend(at.map(|at| Timer { at, kind }));
        timers.sort_by_key(|timer| timer.at);
        self.after.set_timers(timers);
    }
}
