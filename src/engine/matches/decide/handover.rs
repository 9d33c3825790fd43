//! Handing a seat over to another person, for good or for a time, while a match is being played.

use super::change::Change;
use super::draft::Draft;
use super::passing::NextHolder;
use super::propose::Details;
use crate::ids::UserId;
use crate::matches::model::computed::Computed;
use crate::matches::model::control::{Control, Seq};
use crate::matches::model::denied::Denied;
use crate::matches::model::game_match::{Match, Player};
use crate::matches::model::log::LogEntry;
use crate::matches::model::notice::Notice;
use crate::matches::model::pending::Handover;
use crate::matches::model::proposal::{Proposal, Removal, Successor};
use crate::matches::model::terms::{HOUR, Terms};
use trigon_clock::Millis;
use trigon_rules::games::{By, Seat};

/// A person who may come to play.
pub(super) struct SeatCandidate<'a> {
    pub(super) user: UserId,
    pub(super) name: &'a str,
    /// Since when they have been in the server, if it is known.
    pub(super) since: Option<Millis>,
}

/// How long the player in a seat is asked whether somebody else may take it, at most.
const MAX_ANSWER_TIME: Millis = 12 * HOUR;

pub(super) fn hand_over(
    mut draft: Draft<'_>,
    player: UserId,
    to: &Successor,
    since: Option<Millis>,
    has_left: bool,
    reason: Option<&str>,
) -> Result<Change, Denied> {
    let before = draft.before;
    before.playing()?;
    if let Some(lent) = before.seems_held(player).and_then(|seat| before.seems_lent(seat)) {
        return Err(Denied::SeatIsLent(before.player(lent.seat).map_or(player, |holder| holder.user_id)));
    }
    let seat = before.held_by(player).ok_or(Denied::NotOnRoster(player))?;
    if before.resigned(seat) {
        return Err(Denied::SeatIsOver(player));
    }
    if Computed::of(to.user).is_none() {
        before.check_may_come(&SeatCandidate { user: to.user, name: &to.name, since })?;
    }
    let name = before.player(seat).map(|player| player.name.clone()).unwrap_or_default();
    let removal = Removal { player, name, to: Some(to.clone()), reason: reason.map(str::to_owned) };
    let is_given_up = has_left || before.is_given_up(seat);
    if !is_given_up && before.effective.kept.contains(&seat) {
        return Err(Denied::KeepsSeat(player));
    }
    if draft.role.has_a_stake() && !is_given_up && draft.by != By::Seat(seat) {
        let details = Details { removal: Some(&removal), ..Details::default() };
        return draft.ask_all(Proposal::HandOver(seat), details);
    }
    draft.ask_successor(seat, &removal, is_given_up)?;
    Ok(draft.finish())
}

pub(super) fn lend(
    mut draft: Draft<'_>,
    newcomer: &SeatCandidate<'_>,
    time: Millis,
) -> Result<Change, Denied> {
    let seat = draft.seat()?;
    // Only an answer keeps a seat that is offered to others.
    if draft.before.is_free(seat) {
        return Err(Denied::SeatIsOffered(draft.before.id));
    }
    let user = draft.before.check_may_come(newcomer)?;
    let back = Some(draft.back_after(seat, time)?);
    draft.before.check_may_ask_for(seat, draft.now)?;
    let name = newcomer.name.to_owned();
    let (until, asked_until, reason) = (None, None, None);
    let free = false;
    draft.note(Control::Handover {
        seat,
        user,
        name,
        agreed: true,
        until,
        back,
        asked_until,
        reason,
        free,
    })?;
    draft.tell_channel(Notice::Handover { seat, user, agreed: true, host: None });
    Ok(draft.finish())
}

pub(super) fn come_back(mut draft: Draft<'_>) -> Result<Change, Denied> {
    let before = draft.before;
    before.playing()?;
    let seats = || Seat::all(before.players.len());
    let returns = |user: UserId| seats().find(|seat| before.returns_to(*seat) == Some(user));
    if let Some((user, seat)) = draft.user.and_then(|user| Some((user, returns(user)?))) {
        let tenure = before.tenure(seat);
        let name = tenure.map(|tenure| tenure.before_name.clone()).unwrap_or_default();
        if let Some(asked) = before.handover(seat) {
            draft.withdraw(asked, false)?;
        }
        draft.pass(seat, NextHolder::returning(user, name))?;
        return Ok(draft.finish());
    }
    let own = draft.user.and_then(|user| before.seat_of(user));
    if let Some(seat) = own.filter(|seat| before.handover(*seat).is_some_and(|asked| asked.back.is_some())) {
        return answer(draft, seat, None, false);
    }
    let lent = draft.user.and_then(|user| before.lends(user));
    let lent = lent.ok_or(Denied::NotLent(before.id))?;
    draft.give_back(lent)?;
    Ok(draft.finish())
}

pub(super) fn answer(
    mut draft: Draft<'_>,
    seat: Seat,
    number: Option<u32>,
    accept: bool,
) -> Result<Change, Denied> {
    let before = draft.before;
    before.playing()?;
    let handover = before.handover(seat).filter(|open| number.is_none_or(|number| number == open.number));
    // The time to answer is over when it is over, even if that has not been handled yet.
    let is_open = |open: &&Handover| open.until.is_none_or(|until| draft.sent_at < until);
    let handover = handover.filter(is_open).ok_or(Denied::HandoverGone(before.id))?;
    let is_asked = draft.user == Some(handover.user);
    let is_holder = draft.by == By::Seat(seat);
    let withdraws = !accept && draft.user.is_some_and(|user| before.may_withdraw(seat, user));
    if !is_asked && !is_holder && !withdraws {
        return Err(Denied::NotAsked(before.id));
    }
    if !accept {
        // Only an answer keeps a seat that is offered to alternates.
        if !is_asked && handover.until.is_some() {
            return Err(Denied::NotAsked(before.id));
        }
        if is_asked || is_holder {
            draft.note(Control::Refuse(seat))?;
        } else {
            draft.note_as_host(Control::Refuse(seat))?;
        }
        draft.tell_channel(Notice::NotHandedOver { seat, user: handover.user, declined: is_asked });
        draft.ask_another(handover)?;
        return Ok(draft.finish());
    }
    if is_asked && handover.willing || is_holder && handover.agreed {
        return Err(Denied::AlreadyAccepted);
    }
    before.check_may_take(handover.user)?;
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

    /// Returns whether everyone knows that nobody has to be asked about a seat: its player has left or has lost it, or a computed
    /// player has it.
    pub(super) fn is_given_up(&self, seat: Seat) -> bool {
        self.computed(seat).is_some()
            || self.has_left(seat)
            || self.is_free(seat)
            || self.timed_out() == Some(seat)
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

    /// Returns the seat that a person has or has lent, as far as everyone knows.
    pub(super) fn seems_held(&self, user: UserId) -> Option<Seat> {
        let lent = self.effective.seems_lent().find(|lent| lent.owner == user).map(|lent| lent.seat);
        self.seems_seated(user).or(lent)
    }

    /// Returns whether a person can withdraw a request to take over a seat: a host of the match, or the one who made it.
    fn may_withdraw(&self, seat: Seat, user: UserId) -> bool {
        let asks = |entry: &&LogEntry| matches!(entry.control(), Some(Control::Handover { seat: of, .. }) if *of == seat);
        let asked = self.log.iter().rev().find(asks);
        self.hosts().any(|host| host == user) || asked.is_some_and(|entry| entry.host == Some(user))
    }

    /// Returns the seat of a player, or the one in which a computed player sits in their place.
    fn held_by(&self, user: UserId) -> Option<Seat> {
        let is_in_place = |seat: Seat| {
            let last = self.tenure(seat);
            self.is_on_autopilot(seat) && last.is_some_and(|tenure| tenure.before == user)
        };
        let holds = |(seat, player): &(Seat, &Player)| player.user_id == user || is_in_place(*seat);
        self.seated().find(holds).map(|(seat, _)| seat)
    }

    /// Returns the player who missed too many deadlines and in whose place a computed player has a seat: until somebody else
    /// takes it, they can come back.
    pub(in crate::matches) fn returns_to(&self, seat: Seat) -> Option<UserId> {
        let last = self.tenure(seat);
        last.filter(|_| self.is_on_autopilot(seat) && !self.was_left(seat)).map(|tenure| tenure.before)
    }

    /// Checks that a person is eligible to take a seat later, and returns the person. From then on, onlookers get no posts while that
    /// person can read them.
    pub(super) fn check_may_come(&self, newcomer: &SeatCandidate<'_>) -> Result<UserId, Denied> {
        self.check_may_take(newcomer.user)?;
        if !self.kept_out().contains(&newcomer.user) {
            self.onlookers.check_newcomer(newcomer.user, newcomer.since)?;
        }
        Ok(newcomer.user)
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
            let is_of_this_phase = asked.seq > self.after.phase_begun_before(Seq::MAX).0;
            if is_due && is_of_this_phase && !asked.agreed && self.after.is_silent(asked.seat) {
                self.note_by(By::Clock, Control::Agree(asked.seat))?;
                self.take_over(asked.seat)?;
            }
        }
        Ok(())
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
