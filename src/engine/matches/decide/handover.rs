//! Handing a seat over to another person, for good or for a time, while a match is being played.

use super::change::Change;
use super::draft::Draft;
use super::passing::NextHolder;
use super::propose::Details;
use crate::ids::UserId;
use crate::matches::model::computed::Computed;
use crate::matches::model::control::{Control, Seq};
use crate::matches::model::denied::Denied;
use crate::matches::model::game_match::Match;
use crate::matches::model::log::LogEntry;
use crate::matches::model::notice::Notice;
use crate::matches::model::pending::Handover;
use crate::matches::model::proposal::{Proposal, Removal, Successor};
use crate::matches::model::terms::{HOUR, Terms};
use crate::matches::model::timer::TimerKind;
use crate::store::Status;
use trigon_clock::Millis;
use trigon_rules::games::{By, Seat};

/// A person who may come to play.
pub(super) struct SeatCandidate<'a> {
    pub(super) user: UserId,
    pub(super) name: &'a str,
    /// Since when they have been in the server, if it is known.
    pub(super) since: Option<Millis>,
}

/// What a host asks for who would like somebody else to have a seat.
pub(super) struct HandoverWish<'a> {
    /// The player in the seat.
    pub(super) player: UserId,
    /// The person who is to take it over.
    pub(super) to: Successor,
    /// Since when that person has been in the server, if it is known.
    pub(super) since: Option<Millis>,
    /// Whether the player has left the server, and so need not be asked.
    pub(super) has_left_server: bool,
    /// The reason, for everyone to read.
    pub(super) reason: Option<&'a str>,
}

/// How long the player in a seat is asked whether somebody else may take it, at most.
const MAX_ANSWER_TIME: Millis = 12 * HOUR;

/// A host asks a person to take over a seat. Unless the seat is given up, a host with a stake asks all players first.
pub(super) fn hand_over(mut draft: Draft<'_>, wish: HandoverWish<'_>) -> Result<Change, Denied> {
    let HandoverWish { player, to, since, has_left_server, reason } = wish;
    let before = draft.before;
    before.playing()?;
    if let Some(loan) = before.seems_held(player).and_then(|seat| before.seems_lent(seat)) {
        return Err(Denied::SeatIsLent(before.player(loan.seat).map_or(player, |holder| holder.user_id)));
    }
    let seat = before.held_by(player).ok_or(Denied::NotOnRoster(player))?;
    if before.resigned(seat) {
        return Err(Denied::SeatIsOver(player));
    }
    if Computed::of(to.user).is_none() {
        before.check_may_come(&SeatCandidate { user: to.user, name: &to.name, since })?;
    }
    let name = before.name_in(seat);
    let removal = Removal { player, name, to: Some(to), reason: reason.map(str::to_owned) };
    let is_given_up = has_left_server || before.is_given_up(seat);
    if !is_given_up && before.effective.kept_seats.contains(&seat) {
        return Err(Denied::KeepsSeat(player));
    }
    if draft.role.has_a_stake() && !is_given_up && draft.by != By::Seat(seat) {
        let details = Details { removal: Some(&removal), ..Details::default() };
        return draft.ask_all(Proposal::HandOver(seat), details);
    }
    draft.ask_successor(seat, &removal, is_given_up)?;
    Ok(draft.finish())
}

/// A player asks a person to play their seat for a time.
pub(super) fn lend(
    mut draft: Draft<'_>,
    substitute: &SeatCandidate<'_>,
    time: Millis,
) -> Result<Change, Denied> {
    let (before, seat) = (draft.before, draft.seat()?);
    // Only an answer keeps a seat that is offered to others.
    if before.is_free(seat) {
        return Err(Denied::SeatIsOffered(before.id));
    }
    before.check_may_come(substitute)?;
    let back = draft.back_after(seat, time)?;
    before.check_may_ask_for(seat, draft.now)?;
    let user = substitute.user;
    draft.note(Control::Handover {
        seat,
        user,
        name: substitute.name.to_owned(),
        agreed: true,
        until: None,
        back: Some(back),
        asked_until: None,
        reason: None,
        free: false,
    })?;
    draft.tell_channel(Notice::Handover { seat, user, agreed: true, host: None });
    Ok(draft.finish())
}

/// A player comes back: to a seat in which a computed player stands in, or from a loan of their seat, which ends before its time
/// or before anybody has accepted it.
pub(super) fn come_back(mut draft: Draft<'_>) -> Result<Change, Denied> {
    let before = draft.before;
    before.playing()?;
    let user = draft.user.ok_or(Denied::NotLent(before.id))?;
    if let Some(seat) = Seat::all(before.players.len()).find(|seat| before.returns_to(*seat) == Some(user)) {
        draft.replace_stand_in(seat, user)?;
        return Ok(draft.finish());
    }
    let asks_substitute = |seat: &Seat| before.handover(*seat).is_some_and(|asked| asked.back.is_some());
    if let Some(seat) = before.seat_of(user).filter(asks_substitute) {
        return answer(draft, seat, None, false);
    }
    let loan = before.loan_by(user).ok_or(Denied::NotLent(before.id))?;
    draft.give_back(loan)?;
    Ok(draft.finish())
}

/// Answers a request to take over a seat: as the person who is asked, as the player in the seat, or, to withdraw it, as a host.
pub(super) fn answer(
    mut draft: Draft<'_>,
    seat: Seat,
    number: Option<u32>,
    accept: bool,
) -> Result<Change, Denied> {
    let before = draft.before;
    before.playing()?;
    let request = before.handover(seat).filter(|open| number.is_none_or(|number| number == open.number));
    // The time to answer is over when it is over, even if that has not been handled yet.
    let is_open = |open: &&Handover| open.until.is_none_or(|until| draft.sent_at < until);
    let request = request.filter(is_open).ok_or(Denied::HandoverGone(before.id))?;
    let is_asked = draft.user == Some(request.user);
    let is_holder = draft.by == By::Seat(seat);
    let may_withdraw = draft.user.is_some_and(|user| before.may_withdraw(seat, user));
    if !accept {
        // Only an answer in the game keeps a seat that is offered to alternates.
        let may_refuse = is_asked || request.until.is_none() && (is_holder || may_withdraw);
        if !may_refuse {
            return Err(Denied::NotAsked(before.id));
        }
        let by = if is_asked || is_holder { draft.by } else { By::Host };
        draft.note_by(by, Control::Refuse(seat))?;
        draft.tell_channel(Notice::NotHandedOver { seat, user: request.user, declined: is_asked });
        draft.offer_to_next(request)?;
        return Ok(draft.finish());
    }
    if !is_asked && !is_holder {
        return Err(Denied::NotAsked(before.id));
    }
    if is_asked && request.willing || is_holder && request.agreed {
        return Err(Denied::AlreadyAccepted);
    }
    before.check_may_take(request.user)?;
    draft.note(if is_asked { Control::Willing(seat) } else { Control::Agree(seat) })?;
    draft.take_over(seat)?;
    Ok(draft.finish())
}

impl Match {
    /// Checks that a person may take over a seat: nobody who knows what others may not know.
    pub(super) fn check_may_take(&self, user: UserId) -> Result<(), Denied> {
        if self.has_held(user) {
            return Err(Denied::HeldASeat(user));
        }
        if self.has_secrets() && self.hosts().any(|host| host == user) {
            return Err(Denied::HostsIt(user));
        }
        if self.has_looked(user) {
            return Err(Denied::HasLooked(user));
        }
        if self.has_taken_out(user) {
            return Err(Denied::TookOut(user));
        }
        self.onlookers.check(user)
    }

    /// Returns whether the player in a seat has missed the last deadline, and has sent nothing since. As long as nobody may
    /// learn that they have left, they count like anybody else.
    fn is_silent(&self, seat: Seat) -> bool {
        let last = self.effective.attendance.missed.last();
        let is_last = last.is_some_and(|noted| noted.question + 1 == self.question.number);
        let asked = self.session.as_ref().map(|session| session.to_act()).unwrap_or_default();
        let is_open = asked.iter().any(|asked| asked.seat == seat && !asked.answered);
        is_last && is_open && last.is_some_and(|noted| self.is_own(noted, seat))
    }

    /// Returns whether a person can withdraw a request to take over a seat: a host of the match, or the one who made it.
    fn may_withdraw(&self, seat: Seat, user: UserId) -> bool {
        let asks_for_seat = |entry: &&LogEntry| matches!(entry.control(), Some(Control::Handover { seat: asked, .. }) if *asked == seat);
        let request = self.log.iter().rev().find(asks_for_seat);
        self.hosts().any(|host| host == user) || request.is_some_and(|entry| entry.host == Some(user))
    }

    /// Checks that a person is eligible to take a seat later. From then on, onlookers get no posts while that person can read
    /// them.
    pub(super) fn check_may_come(&self, candidate: &SeatCandidate<'_>) -> Result<(), Denied> {
        self.check_may_take(candidate.user)?;
        if self.possible_players().contains(&candidate.user) {
            // They were looked at before each post.
            return Ok(());
        }
        self.onlookers.check_newcomer(candidate.user, candidate.since)
    }
}

impl Draft<'_> {
    /// Asks a person to take over a seat on behalf of a host, and its player to agree unless that is known. A player who has missed
    /// the last deadline and sends nothing has agreed after a while, which is announced to all in the same words.
    pub(super) fn ask_successor(
        &mut self,
        seat: Seat,
        removal: &Removal,
        agreed: bool,
    ) -> Result<(), Denied> {
        let Successor { user, name, back_in } =
            removal.to.clone().ok_or(Denied::HandoverGone(self.before.id))?;
        if Computed::of(user).is_none() {
            self.before.check_may_take(user)?;
        }
        // Nobody is mentioned if a computed player takes the seat at once.
        if Computed::of(user).is_none() || !agreed {
            self.before.check_may_ask_for(seat, self.now)?;
        }
        let back = back_in.map(|time| self.back_after(seat, time)).transpose()?;
        let left = self.before.deadline.map_or(MAX_ANSWER_TIME, |deadline| (deadline - self.now).max(0) / 2);
        let asked_until = (!agreed && !self.before.has_turns()).then(|| self.now + left.min(MAX_ANSWER_TIME));
        let reason = removal.reason.clone();
        let free = agreed && !self.agreed && self.before.is_given_up(seat);
        self.note_as_host(Control::Handover {
            seat,
            user,
            name,
            agreed,
            until: None,
            back,
            asked_until,
            reason,
            free,
        })?;
        if Computed::of(user).is_some() {
            // A computed player is always willing.
            self.note_as_host(Control::Willing(seat))?;
            if agreed {
                return self.take_over(seat);
            }
        }
        let host = self.user;
        self.tell_channel(Notice::Handover { seat, user, agreed, host });
        Ok(())
    }

    /// Passes the seats of players who were asked, have had the time to answer, and are silent. Requests to others stay open, so
    /// that nothing shows who has sent something.
    pub(super) fn settle_requests(&mut self) -> Result<(), Denied> {
        for asked in self.after.effective.handovers.clone() {
            let is_due = asked.asked_until.is_some_and(|until| until <= self.now);
            let is_of_this_phase = asked.seq > self.after.phase_begun_before(Seq::MAX).seq;
            if is_due && is_of_this_phase && !asked.agreed && self.after.is_silent(asked.seat) {
                self.note_by(By::Clock, Control::Agree(asked.seat))?;
                self.take_over(asked.seat)?;
            }
        }
        Ok(())
    }

    /// Gives a seat back to the player in whose place a computed player has it, and withdraws what others were asked about it.
    fn replace_stand_in(&mut self, seat: Seat, user: UserId) -> Result<(), Denied> {
        let name = self.before.tenure(seat).map(|tenure| tenure.before_name.clone()).unwrap_or_default();
        if let Some(request) = self.before.handover(seat) {
            self.withdraw_request(request, false)?;
        }
        self.pass(seat, NextHolder::returning(user, name))
    }

    /// Ends a request to take over a seat without an answer of the player in it. `declined` says that the person who was asked has
    /// declined, or has let the time to answer pass.
    pub(super) fn withdraw_request(&mut self, asked: &Handover, declined: bool) -> Result<(), Denied> {
        let (seat, user) = (asked.seat, asked.user);
        self.note_by(By::Clock, Control::Refuse(seat))?;
        self.tell_channel(Notice::NotHandedOver { seat, user, declined });
        Ok(())
    }

    /// Sets or removes the timer for requests that end by themselves.
    pub(super) fn set_request_timer(&mut self) {
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
        self.after.set_timer(TimerKind::Offer, at.filter(|_| is_running && self.after.paused().is_none()));
    }

    /// Returns when a player comes back whose seat is lent for some time.
    fn back_after(&self, seat: Seat, time: Millis) -> Result<Millis, Denied> {
        // Nobody may learn yet that a player has left.
        if self.before.has_left(seat) {
            return Err(Denied::NoSeat(self.before.id));
        }
        if self.before.seems_lent(seat).is_some() {
            return Err(Denied::Lent);
        }
        if !(HOUR..=Millis::from(Terms::MAX_HOURS) * HOUR).contains(&time) {
            return Err(Denied::LendingTime);
        }
        Ok(self.now + time)
    }
}
