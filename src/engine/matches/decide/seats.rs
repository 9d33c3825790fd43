//! Seats that change hands while a match is being played.

use super::draft::Draft;
use crate::matches::command::Decision;
use crate::matches::computed::Computed;
use crate::matches::effective::{Handover, Lent};
use crate::matches::error::Denied;
use crate::matches::game_match::{Match, Player};
use crate::matches::log::{Control, LogEntry, Tenure};
use crate::matches::notice::Notice;
use crate::matches::terms::{HOUR, Terms};
use crate::store::Target;
use trigon_clock::Millis;
use trigon_rules::games::{By, Seat};

/// A person who may come to play.
pub(super) struct Newcomer<'a> {
    pub(super) user: i64,
    pub(super) name: &'a str,
    /// Since when they have been in the server, if it is known.
    pub(super) since: Option<Millis>,
}

/// A player leaves, or is taken out by a host. In games of rounds, everyone else learns of it when the phase ends, so that
/// nobody can threaten to leave, or play on the news. In games of turns, somebody has to be there to take the seat, and it
/// passes at once.
pub(super) fn vacate(mut draft: Draft<'_>, user: i64) -> Result<Decision, Denied> {
    let before = draft.before;
    let lent_by = before.lends(user);
    if draft.user == Some(user) && lent_by.is_some() {
        return Err(Denied::ComeBackFirst(before.id));
    }
    let seat = before.seat_of(user).or(lent_by.map(|lent| lent.seat)).ok_or(Denied::NoSeat(before.id))?;
    before.playing()?;
    let by = if draft.user == Some(user) { By::Seat(seat) } else { By::Host };
    if before.resigned(seat) {
        return Err(if by == By::Host { Denied::SeatIsOver(user) } else { Denied::Resigned(before.id) });
    }
    if before.has_turns() && !draft.has_newcomer() {
        return Err(if by == By::Host { Denied::ReplaceInstead } else { Denied::ResignInstead(before.id) });
    }
    if by == By::Host && Computed::of(user).is_none() {
        draft.address(Target::User(user), Notice::TakenOut);
    }
    // Without a substitute, the player is back.
    if let Some(lent) = before.lent(seat).filter(|lent| lent.owner != user) {
        draft.give_back(lent)?;
        return Ok(draft.finish());
    }
    if lent_by.is_some() {
        draft.tell(seat, Notice::TakenOut);
    }
    draft.note_by(by, Control::Vacate(seat))?;
    draft.player(seat)?.vacant = true;
    draft.roster = true;
    draft.take_over(seat)?;
    if draft.after.is_vacant(seat) && before.has_turns() {
        draft.tell_who_left()?;
        draft.settle_seats()?;
    }
    Ok(draft.finish())
}

pub(super) fn hand_over(
    mut draft: Draft<'_>,
    player: i64,
    newcomer: &Newcomer<'_>,
    back_in: Option<Millis>,
    has_left: bool,
) -> Result<Decision, Denied> {
    let before = draft.before;
    before.playing()?;
    let own = before.seat_of(player).and_then(|seat| before.lent(seat));
    if let Some(lent) = own.or(before.lends(player)) {
        return Err(Denied::SeatIsLent(before.player(lent.seat).map_or(player, |holder| holder.user_id)));
    }
    let seat = before.held_by(player).ok_or(Denied::NotOnRoster(player))?;
    if before.resigned(seat) {
        return Err(Denied::SeatIsOver(player));
    }
    let user = match Computed::of(newcomer.user) {
        Some(_) => newcomer.user,
        None => before.may_come(newcomer)?,
    };
    let is_computed = before.computed(seat).is_some();
    // As long as nobody may learn that the player has left, it looks as if they were asked.
    let agreed = has_left || is_computed || before.has_left(seat) || before.has_missed(seat);
    let back = back_in.map(|time| draft.back_after(seat, time)).transpose()?;
    draft.note_as_host(Control::Handover {
        seat,
        user,
        name: newcomer.name.to_owned(),
        agreed,
        until: None,
        back,
    })?;
    if Computed::of(user).is_none() {
        draft.tell_channel(Notice::Handover { seat, user, agreed });
        return Ok(draft.finish());
    }
    // A computed player is always willing.
    draft.note_as_host(Control::Willing(seat))?;
    if agreed {
        draft.take_over(seat)?;
    } else {
        draft.tell_channel(Notice::Handover { seat, user, agreed });
    }
    Ok(draft.finish())
}

pub(super) fn lend(mut draft: Draft<'_>, newcomer: &Newcomer<'_>, time: Millis) -> Result<Decision, Denied> {
    let seat = draft.seat()?;
    // Only an answer keeps a seat that is offered to others.
    if draft.before.is_free(seat) {
        return Err(Denied::SeatIsOffered(draft.before.id));
    }
    let user = draft.before.may_come(newcomer)?;
    let back = Some(draft.back_after(seat, time)?);
    if let Some(asked) = draft.before.handover(seat) {
        draft.withdraw(asked, false)?;
    }
    let name = newcomer.name.to_owned();
    draft.note(Control::Handover { seat, user, name, agreed: true, until: None, back })?;
    draft.tell_channel(Notice::Handover { seat, user, agreed: true });
    Ok(draft.finish())
}

pub(super) fn come_back(mut draft: Draft<'_>) -> Result<Decision, Denied> {
    let before = draft.before;
    before.playing()?;
    let seats = || Seat::all(before.players.len());
    let returns = |user: i64| seats().find(|seat| before.returns_to(*seat) == Some(user));
    if let Some((user, seat)) = draft.user.and_then(|user| Some((user, returns(user)?))) {
        let tenure = before.tenure(seat);
        let name = tenure.map(|tenure| tenure.before_name.clone()).unwrap_or_default();
        if let Some(asked) = before.handover(seat) {
            draft.withdraw(asked, false)?;
        }
        draft.pass(seat, user, name, None, true)?;
        return Ok(draft.finish());
    }
    let lent = draft.user.and_then(|user| before.lends(user));
    let lent = lent.ok_or(Denied::NotLent(before.id))?;
    draft.give_back(lent)?;
    Ok(draft.finish())
}

pub(super) fn answer(mut draft: Draft<'_>, seat: Seat, accept: bool) -> Result<Decision, Denied> {
    let before = draft.before;
    before.playing()?;
    let handover = before.handover(seat).ok_or(Denied::HandoverGone(before.id))?;
    let is_asked = draft.user == Some(handover.user);
    let is_holder = draft.by == By::Seat(seat);
    if !is_asked && !is_holder {
        return Err(Denied::NotAsked(before.id));
    }
    if !accept {
        // Only an answer keeps a seat that is offered to alternates.
        if !is_asked && handover.until.is_some() {
            return Err(Denied::NotAsked(before.id));
        }
        draft.note(Control::Refuse(seat))?;
        draft.tell_channel(Notice::NotHandedOver { seat, user: handover.user, declined: is_asked });
        draft.ask_another(handover)?;
        return Ok(draft.finish());
    }
    if is_asked && handover.willing || is_holder && handover.agreed {
        return Err(Denied::AlreadyAccepted);
    }
    draft.note(if is_asked { Control::Willing(seat) } else { Control::Agree(seat) })?;
    draft.take_over(seat)?;
    Ok(draft.finish())
}

impl Match {
    /// Checks that a person may take over a seat: nobody who knows what others may not know.
    pub(super) fn may_take(&self, user: i64) -> Result<(), Denied> {
        if self.has_held(user) {
            return Err(Denied::HeldASeat(user));
        }
        if self.has_secrets() && self.hosts().any(|host| host == user) {
            return Err(Denied::HostsIt(user));
        }
        if self.has_looked(user) {
            return Err(Denied::HasLooked(user));
        }
        self.onlookers.check(user)
    }

    /// Returns the seat of a player, or the one in which a computed player sits in their place.
    fn held_by(&self, user: i64) -> Option<Seat> {
        let is_in_place = |seat: Seat| {
            let last = self.tenure(seat);
            self.is_on_autopilot(seat) && last.is_some_and(|tenure| tenure.before == user)
        };
        let holds = |(seat, player): &(Seat, &Player)| player.user_id == user || is_in_place(*seat);
        self.seated().find(holds).map(|(seat, _)| seat)
    }

    /// Returns the player who missed too many deadlines and in whose place a computed player has a seat: until somebody else
    /// takes it, they can come back.
    pub(in crate::matches) fn returns_to(&self, seat: Seat) -> Option<i64> {
        let last = self.tenure(seat);
        let left = || self.log.iter().any(|entry| entry.control() == Some(&Control::Vacate(seat)));
        last.filter(|_| self.is_on_autopilot(seat) && !left()).map(|tenure| tenure.before)
    }

    /// Checks that a person may become one of those who may come to play, and returns them. From then on, nothing is told to
    /// onlookers while they can read it.
    pub(super) fn may_come(&self, newcomer: &Newcomer<'_>) -> Result<i64, Denied> {
        self.may_take(newcomer.user)?;
        if !self.kept_out().contains(&newcomer.user) {
            self.onlookers.check_newcomer(newcomer.user, newcomer.since)?;
        }
        Ok(newcomer.user)
    }
}

impl Draft<'_> {
    fn player(&mut self, seat: Seat) -> Result<&mut Player, Denied> {
        let (id, seats) = (self.after.id, self.after.players.len());
        let place = seat.index(seats).ok_or(Denied::NoSeat(id))?;
        Ok(&mut self.after.players[place])
    }

    /// Lets the person who is asked for a seat take it once everyone concerned has agreed.
    pub(super) fn take_over(&mut self, seat: Seat) -> Result<(), Denied> {
        let agreed = |handover: &Handover| handover.agreed || self.after.is_vacant(seat);
        let handover = self.after.handover(seat).filter(|handover| agreed(handover) && handover.willing);
        let Some(handover) = handover.cloned() else { return Ok(()) };
        self.before.may_take(handover.user)?;
        let Handover { user, name, back, .. } = handover;
        self.pass(seat, user, name, back, false)
    }

    /// Passes a seat to another person, or to a computed player.
    pub(super) fn pass(
        &mut self,
        seat: Seat,
        user: i64,
        name: String,
        back: Option<Millis>,
        returns: bool,
    ) -> Result<(), Denied> {
        let session = self.after.playing()?;
        let (phase, from) = (session.phase().title, self.after.question.number);
        let is_wanted = returns || back.is_some() || self.has_agreed(seat);
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
        }))?;
        self.tell_channel(Notice::Tenure { seat });
        if loses {
            self.address(Target::User(before), Notice::SeatLost { seat });
        }
        // Taking over costs nothing, but substitutes and those who come back play on with the time that is left.
        if self.after.on_turn() == Some(seat) && !returns && back.is_none() {
            self.begin_turn_anew(seat)?;
        }
        if self.after.asked_in_private().contains(&seat) {
            self.tell(seat, Notice::Personal { seat, deadline: self.after.deadline, ahead: None });
        }
        Ok(())
    }

    /// Returns whether the player in a seat has agreed to hand it over to whoever is asked to take it.
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
            .is_some_and(|last| last.control() == Some(&Control::Agree(seat)))
    }

    /// Returns when a player comes back whose seat is lent for some time.
    fn back_after(&self, seat: Seat, time: Millis) -> Result<Millis, Denied> {
        if self.before.is_vacant(seat) {
            return Err(Denied::NoSeat(self.before.id));
        }
        if self.before.lent(seat).is_some() {
            return Err(Denied::Lent);
        }
        if !(HOUR..=Millis::from(Terms::MAX_HOURS) * HOUR).contains(&time) {
            return Err(Denied::LendingTime);
        }
        Ok(self.now + time)
    }

    pub(super) fn give_back(&mut self, lent: &Lent) -> Result<(), Denied> {
        self.pass(lent.seat, lent.owner, lent.name.clone(), None, true)
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

    /// Tells everyone which players have left, right before the phase ends.
    pub(super) fn tell_who_left(&mut self) -> Result<(), Denied> {
        for seat in self.after.effective.untold.clone() {
            self.note_by(By::Clock, Control::Vacant(seat))?;
        }
        Ok(())
    }
}
