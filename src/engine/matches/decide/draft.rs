//! [`Draft`]: a change in the making. What follows from it is derived in `follow_up.rs`.

use super::change::{Addressed, Change};
use super::rights::Actor;
use crate::ids::{RequestId, UserId};
use crate::matches::model::bank::Standstill;
use crate::matches::model::control::{Control, Seq};
use crate::matches::model::denied::Denied;
use crate::matches::model::game_match::Match;
use crate::matches::model::notice::Notice;
use crate::matches::model::reachability::Reachability;
use crate::matches::model::role::Role;
use crate::matches::model::timer::TIMESTAMP_TOLERANCE;
use crate::store::Target;
use trigon_clock::Millis;
use trigon_rules::games::{By, Move, Seat};

/// A change in the making: a family of commands drafts entries and messages in it, and [`finish`](Self::finish) derives what follows.
pub(crate) struct Draft<'a> {
    /// The match as it is stored.
    pub(super) before: &'a Match,
    /// The match as it will be.
    pub(super) after: Match,
    /// The person who gives the command; `None` for the clock.
    pub(super) user: Option<UserId>,
    /// As whom that person is noted in the log: as their seat if they play, and otherwise as a host.
    pub(super) by: By,
    /// What that person is in the match.
    pub(super) role: Role,
    pub(super) now: Millis,
    /// The ID of the request, if a person sent the command through Discord.
    pub(super) request: Option<RequestId>,
    /// The time at which the command was sent, at most `now`.
    pub(super) sent_at: Millis,
    /// When a message that has been edited since was first written, at most `sent_at`.
    pub(super) written_at: Millis,
    /// Whether all players have agreed to what is done.
    pub(super) agreed: bool,
    /// The time from which a new deadline is counted.
    pub(super) counted_from: Millis,
    /// Whether the timer that is handled was due long ago.
    pub(super) is_late: bool,
    /// What is known about the time that is due.
    pub(super) reachability: Reachability,
    /// When the clock stands still, as was known when the deadline was last set.
    pub(super) known_standstill: Standstill,
    /// Whether the roster has changed.
    pub(super) roster: bool,
    /// The last entry that changed the game.
    pub(super) done: Option<Seq>,
    /// The messages to send, each with the last entry that it may show.
    pub(super) told: Vec<Addressed>,
}

impl<'a> Draft<'a> {
    pub(crate) fn new(before: &'a Match, actor: &Actor, now: Millis) -> Self {
        let (user, by) = match actor {
            Actor::Clock => (None, By::Clock),
            Actor::Person(person) => {
                let seat = before.seat_of(person.user_id);
                (Some(person.user_id), seat.map_or(By::Host, By::Seat))
            }
        };
        let request = actor.request();
        let sent_at = request.map_or(now, |request| request.sent_at.min(now));
        let written_at = request.map_or(now, |request| request.written_at.min(sent_at));
        Self {
            before,
            after: before.clone(),
            user,
            by,
            role: actor.role(before),
            now,
            request: request.map(|request| request.id),
            sent_at,
            written_at,
            agreed: false,
            counted_from: now,
            is_late: false,
            reachability: Reachability::default(),
            known_standstill: before.standstill(),
            roster: false,
            done: None,
            told: Vec::new(),
        }
    }

    /// Returns another draft by the same author, with nothing in it yet, to try something out.
    pub(super) fn new_like(other: &Self) -> Self {
        let before = other.before;
        Self {
            after: before.clone(),
            reachability: Reachability::default(),
            known_standstill: before.standstill(),
            roster: false,
            done: None,
            told: Vec::new(),
            ..*other
        }
    }

    /// Sets what is known about the time that is due.
    pub(super) fn with_reachability(self, reachability: &Reachability) -> Self {
        Self { reachability: reachability.clone(), ..self }
    }

    /// Returns whether Discord has shown the player in a seat what they are asked.
    pub(super) fn has_been_shown_question(&self, seat: Seat) -> bool {
        self.before.player(seat).is_none_or(|player| !self.reachability.unasked.contains(&player.user_id))
    }

    /// Returns the author's seat, if its player is still playing.
    pub(super) fn seat(&self) -> Result<Seat, Denied> {
        self.before.playing()?;
        match self.by {
            // The time of a substitute is over when it is over, even if that has not been handled yet.
            By::Seat(seat) if self.before.loan(seat).is_some_and(|lent| lent.back <= self.sent_at) => {
                Err(Denied::NoSeat(self.before.id))
            }
            By::Seat(seat) if self.before.resigned(seat) => Err(Denied::Resigned(self.before.id)),
            By::Seat(seat) => Ok(seat),
            By::Host | By::Clock | By::Stranger => Err(Denied::NoSeat(self.before.id)),
        }
    }

    /// Checks that a command that names no question was sent while the present one was open.
    pub(super) fn check_sent(&self) -> Result<(), Denied> {
        let before = self.before;
        if before.closes_at().is_some_and(|end| end <= self.sent_at) {
            return Err(Denied::DeadlinePassed);
        }
        if self.request.is_some() && self.written_at + TIMESTAMP_TOLERANCE < before.asked_since() {
            return Err(Denied::BeforeRound);
        }
        Ok(())
    }

    /// Returns the author's seat in a turn-based match.
    pub(super) fn seat_in_turns(&self) -> Result<Seat, Denied> {
        if !self.before.has_turns() {
            return Err(Denied::NoTurns(self.before.id));
        }
        self.seat()
    }

    /// Drafts a game action.
    pub(super) fn make(&mut self, by: By, action: &Move) -> Result<(), Denied> {
        self.before.playing()?;
        self.after.make(by, self.now, action)
    }

    /// Drafts a control event.
    pub(super) fn note(&mut self, event: Control) -> Result<(), Denied> {
        self.note_by(self.by, event)
    }

    /// Drafts a control event by the host, even if the host has a seat.
    pub(super) fn note_as_host(&mut self, event: Control) -> Result<(), Denied> {
        self.note_by(if self.by == By::Clock { By::Clock } else { By::Host }, event)
    }

    /// Drafts a control event by a certain author.
    pub(super) fn note_by(&mut self, by: By, event: Control) -> Result<(), Denied> {
        let host = self.user.filter(|_| by == By::Host);
        self.after.note(by, host, self.now, event)
    }

    /// Records in the last entry which host made it.
    pub(super) fn credit_host(&mut self) {
        let user = self.user;
        if let Some(entry) = self.after.log.last_mut() {
            entry.host = user;
        }
    }

    /// Tells the channel of the match something.
    pub(super) fn tell_channel(&mut self, notice: Notice) {
        self.address(Target::Channel(self.after.channel_id), notice);
    }

    /// Tells a player something, unless there is nobody to be told.
    pub(super) fn tell(&mut self, seat: Seat, notice: Notice) {
        let player = self.after.player(seat);
        if let Some(player) = player.filter(|player| !player.vacant && player.computed().is_none()) {
            self.address(Target::User(player.user_id), notice);
        }
    }

    /// Adds a message, which shows the match as it is now.
    pub(super) fn address(&mut self, to: Target, notice: Notice) {
        self.told.push(Addressed { to, notice, seq: self.after.seq() });
    }

    /// Notifies the channel and the players who are asked in private.
    pub(super) fn tell_all(&mut self, notice: &Notice) {
        self.tell_channel(notice.clone());
        for seat in self.after.asked_in_private() {
            self.tell(seat, notice.clone());
        }
    }

    /// Returns the finished change.
    pub(crate) fn finish(mut self) -> Change {
        self.settle_timers();
        let Self { before, after, roster, told, done, .. } = self;
        let entries = after.log.len() - before.log.len();
        Change { after, entries, roster, messages: told, done }
    }
}
