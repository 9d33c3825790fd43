//! [`SeasonDraft`]: a change while it is decided.

use std::collections::BTreeSet;

use crate::ids::UserId;
use crate::matches::Actor;
use crate::season::balances::Balances;
use crate::season::change::{SeasonChange, SeasonEvent};
use crate::season::error::SeasonDenied;
use crate::season::model::book::{Author, BookEntry, EntryEffect, Source, SourceKind};
use crate::season::model::episode::Episode;
use crate::season::model::member::Member;
use crate::season::model::numbers::{EntryNumber, EpisodeNumber, MemberNumber};
use crate::season::model::{MAX_AMOUNT, Season};
use trigon_clock::Millis;

/// An entry that is to be booked.
pub(super) struct NewEntry {
    pub(super) member: MemberNumber,
    pub(super) what: EntryEffect,
    pub(super) reason: Option<String>,
    pub(super) by: Author,
    pub(super) source: Source,
    pub(super) episode: Option<EpisodeNumber>,
    pub(super) reverses: Option<EntryNumber>,
}

/// What no two entries have in common, unless one takes another one back: what comes from one source is booked once.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Origin {
    source: Source,
    member: MemberNumber,
    counter: Option<String>,
    mark: Option<String>,
    episode: Option<EpisodeNumber>,
}

impl Origin {
    fn new(
        source: &Source,
        member: MemberNumber,
        what: &EntryEffect,
        episode: Option<EpisodeNumber>,
    ) -> Self {
        let (counter, mark) = (what.counter().map(str::to_owned), what.mark().map(str::to_owned));
        Self { source: source.clone(), member, counter, mark, episode }
    }
}

/// By how much a counter can change from where it is.
struct Room {
    /// The largest decrease, which is not positive.
    down: i64,
    /// The largest increase.
    up: i64,
}

/// A change while it is decided.
pub(super) struct SeasonDraft<'a> {
    pub(super) before: &'a Season,
    pub(super) after: Season,
    pub(super) actor: &'a Actor,
    pub(super) now: Millis,
    pub(super) balances: Balances,
    origins: BTreeSet<Origin>,
    events: Vec<SeasonEvent>,
}

impl<'a> SeasonDraft<'a> {
    pub(super) fn new(before: &'a Season, actor: &'a Actor, now: Millis) -> Self {
        let kept = before.entries.iter().filter(|entry| entry.reverses.is_none());
        let origin = |entry: &BookEntry| Origin::new(&entry.source, entry.member, &entry.what, entry.episode);
        Self {
            before,
            after: before.clone(),
            actor,
            now,
            balances: before.balances(),
            origins: kept.map(origin).collect(),
            events: Vec::new(),
        }
    }

    pub(super) fn tell(&mut self, event: SeasonEvent) {
        self.events.push(event);
    }

    pub(super) fn finish(mut self) -> SeasonChange {
        self.after.changes += 1;
        let entries = self.after.entries.len() - self.before.entries.len();
        SeasonChange { after: self.after, entries, events: self.events }
    }

    /// Returns the person who asks, unless this is the program.
    pub(super) fn user(&self) -> Option<UserId> {
        match self.actor {
            Actor::Person(person) => Some(person.user_id),
            Actor::Clock => None,
        }
    }

    /// Returns who makes an entry by hand: the host who asks.
    pub(super) fn author(&self) -> Author {
        self.user().map_or(Author::Program, Author::Host)
    }

    /// Returns the source of what a person books: the same request is the same source.
    pub(super) fn source(&self, kind: SourceKind) -> Source {
        let key = match self.actor.request() {
            Some(request) => request.id.to_string(),
            None => format!("{}-{}", self.now, self.after.last() + 1),
        };
        Source { kind, key }
    }

    pub(super) fn member(&self, number: MemberNumber) -> Result<&Member, SeasonDenied> {
        self.after.member(number).ok_or(SeasonDenied::NoMember(number))
    }

    pub(super) fn member_mut(&mut self, number: MemberNumber) -> Result<&mut Member, SeasonDenied> {
        let found = self.after.cast.iter_mut().find(|member| member.number == number);
        found.ok_or(SeasonDenied::NoMember(number))
    }

    pub(super) fn episode_mut(&mut self, number: EpisodeNumber) -> Result<&mut Episode, SeasonDenied> {
        let found = self.after.episodes.iter_mut().find(|episode| episode.number == number);
        found.ok_or(SeasonDenied::NoEpisode(number))
    }

    /// Returns how much a member has by now.
    pub(super) fn balance(&self, member: MemberNumber, counter: &str) -> Result<i64, SeasonDenied> {
        let balance = self.after.balance(&self.balances, member, counter);
        balance.ok_or_else(|| SeasonDenied::NoCounter(counter.to_owned()))
    }

    /// Returns by how much a counter of a member can change.
    fn room(&self, member: MemberNumber, key: &str) -> Result<Room, SeasonDenied> {
        let counter = self.after.counter(key).ok_or_else(|| SeasonDenied::NoCounter(key.to_owned()))?;
        let least = counter.floor.unwrap_or(-MAX_AMOUNT).max(-MAX_AMOUNT);
        let balance = self.balance(member, key)?;
        // No single change is larger than the largest amount.
        Ok(Room {
            down: least.saturating_sub(balance).clamp(-MAX_AMOUNT, 0),
            up: MAX_AMOUNT.saturating_sub(balance).clamp(0, MAX_AMOUNT),
        })
    }

    /// Cuts a change of a counter to what its limits leave.
    pub(super) fn cut(&self, member: MemberNumber, counter: &str, delta: i64) -> Result<i64, SeasonDenied> {
        let Room { down, up } = self.room(member, counter)?;
        Ok(delta.clamp(down, up))
    }

    /// Checks that there is what an entry concerns, and that it stays within the limits.
    fn check(&self, new: &NewEntry) -> Result<(), SeasonDenied> {
        let name = self.member(new.member)?.name.clone();
        if let Some(episode) = new.episode {
            self.after.episode(episode).ok_or(SeasonDenied::NoEpisode(episode))?;
        }
        let EntryEffect::Delta { counter: key, delta } = &new.what else { return Ok(()) };
        let counter = self.after.counter(key).ok_or_else(|| SeasonDenied::NoCounter(key.clone()))?;
        if *delta == 0 || !(-MAX_AMOUNT..=MAX_AMOUNT).contains(delta) {
            return Err(SeasonDenied::BadAmount);
        }
        let Room { down, up } = self.room(new.member, key)?;
        let label = counter.label.clone();
        match counter.floor {
            _ if *delta > up => Err(SeasonDenied::TooLarge { name, label }),
            Some(floor) if *delta < down => Err(SeasonDenied::BelowFloor { name, label, floor }),
            None if *delta < down => Err(SeasonDenied::TooLarge { name, label }),
            _ => Ok(()),
        }
    }

    /// Sets whether a member plays by what is booked and said.
    pub(super) fn restate(&mut self, number: MemberNumber) -> Result<(), SeasonDenied> {
        let status = self.balances.status(self.member(number)?);
        let place = self.member_mut(number)?;
        (place.status, place.out_in) = status;
        Ok(())
    }

    /// Books an entry, and returns its number.
    ///
    /// # Errors
    /// Fails if the same was booked from the same source, or if an amount would exceed a limit.
    pub(super) fn book(&mut self, new: NewEntry) -> Result<EntryNumber, SeasonDenied> {
        self.check(&new)?;
        let NewEntry { member, what, reason, by, source, episode, reverses } = new;
        let origin = Origin::new(&source, member, &what, episode);
        let is_new = reverses.is_some() || self.origins.insert(origin);
        if !is_new {
            return Err(SeasonDenied::AlreadyDone);
        }
        let number = self.after.last() + 1;
        let entry = BookEntry { number, at: self.now, member, what, reason, by, source, episode, reverses };
        self.balances.add(&entry);
        self.after.entries.push(entry);
        self.restate(member)?;
        Ok(number)
    }
}
