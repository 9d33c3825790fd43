//! [`Match`]: the terms, the roster and the log of a match, folded.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::beacon::{Beacon, Signature};
use super::effective::Effective;
use super::error::{Denied, InternalError};
use super::log::{Control, LogEntry, OfferKind, Seq, Tenure, What};
use super::onlookers::Onlookers;
use super::question::QuestionId;
use super::rules::{Broken, Difference, RulesChange, state_hash};
use super::terms::Terms;
use super::timer::{Timer, TimerKind};
use crate::ids::{ChannelId, GuildId, MatchId, RequestId, UserId};
use crate::store::{Status, Summary};
use trigon_clock::Millis;
use trigon_rules::games::{
    AnyGame, AnySession, Audience, By, Entrant, Info, Information, Move, Names, Narration, Pace, Refusal,
    Seat, Seed, SetupError, Values, Word,
};

/// A player of a match.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Player {
    /// The person.
    pub user_id: UserId,
    /// The name.
    pub name: String,
    /// The values of the game's [fields](Info::fields).
    pub fields: Values,
    /// The one-based place in the order of joining.
    pub joined: u32,
    /// Whether the last direct message that everyone knows about could not be delivered.
    pub dm_closed: bool,
    /// Whether the player has checked in, so that it is known whether direct messages reach them.
    pub checked_in: bool,
    /// Whether the player has left the match while it was being played. The seat then has nobody.
    pub vacant: bool,
}

/// A word that a player added to the draws of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddedWord {
    /// The person.
    pub user: UserId,
    /// The word.
    pub word: Word,
}

/// A match with everything that follows from its log.
#[derive(Clone)]
pub struct Match {
    /// The match number.
    pub id: MatchId,
    /// The number of changes.
    pub(crate) version: i64,
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// The server in which it is played.
    pub guild_id: GuildId,
    /// The channel for everything public.
    pub channel_id: ChannelId,
    /// The person who created it.
    pub host_id: UserId,
    /// The title.
    pub title: String,
    /// The stage.
    pub status: Status,
    /// The terms.
    pub terms: Terms,
    /// The players in seat order.
    pub players: Vec<Player>,
    /// The log in order.
    pub log: Vec<LogEntry>,
    /// The timers, in order.
    pub(crate) timers: Vec<Timer>,
    /// The deadline; `None` while no clock is running.
    pub deadline: Option<Millis>,
    /// The game as folded from the log, once play has begun.
    pub session: Option<Box<dyn AnySession>>,
    /// What is being asked. Answers to earlier questions are stale.
    pub question: QuestionId,
    /// The number of questions closed before the present phase began.
    pub(crate) phase: u32,
    /// When the last question was closed, or 0.
    pub(crate) closed_at: Millis,
    /// The entries that closed questions.
    pub(crate) closed: Vec<Seq>,
    /// What happened at the beginning of play.
    pub began: Vec<Narration>,
    /// What each log entry brought about.
    pub(crate) told: Vec<Vec<Narration>>,
    pub(crate) effective: Effective,
    /// How the rules have changed since the match was last written, if they have.
    pub rules: Option<RulesChange>,
    /// The version of the rules that every entry follows.
    pub rules_version: i64,
    /// The version of the rules under which the match was stopped.
    pub(crate) stopped_by: Option<i64>,
    pub(crate) seed: Seed,
    /// The words that players added to the draws, in the order of arrival.
    pub words: Vec<AddedWord>,
    /// The public beacon that goes into the draws, if one does.
    pub beacon: Option<Beacon>,
    /// Who could read what onlookers were told.
    pub(crate) onlookers: Onlookers,
    /// The setup of the game, fixed with the roster.
    pub(crate) setup: Option<Value>,
    pub(crate) start_hash: Option<String>,
    pub(crate) created_at: Millis,
    pub(crate) ended_at: Option<Millis>,
    /// The rematch of this match.
    pub rematch: Option<MatchId>,
}

impl fmt::Debug for Match {
    /// Shows only the number and the status, because the rest may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Match").field("id", &self.id).field("status", &self.status).finish_non_exhaustive()
    }
}

impl Match {
    /// Folds the log.
    ///
    /// # Errors
    /// Fails if the log is invalid, which is a fault of this program or of the storage.
    pub(crate) fn fold(&mut self) -> Result<(), InternalError> {
        self.effective =
            Effective::fold(&self.log, self.players.len()).ok_or_else(|| self.unreadable("log"))?;
        self.deadline =
            self.timers.iter().find(|timer| timer.kind == TimerKind::Deadline).map(|timer| timer.at);
        // What each entry brought about is found by its place, also of those before play begins.
        let (turns, names) = (self.has_turns(), self.names());
        let words = |entry: &LogEntry| entry.control().map(|it| described(it, entry.by, None, &names, turns));
        self.told = self.log.iter().map(|entry| words(entry).into_iter().collect()).collect();
        // An open roster has nothing yet that could fail to follow: play will begin under the current rules.
        let fixed = self.setup.is_some();
        let mut rules = RulesChange::between(self.rules_version, self.info()).filter(|_| fixed);
        // Before play begins, this only tests whether it would still begin as planned.
        if fixed && (self.effective.begun || rules.is_some()) {
            if let Some(broken) = self.follow(rules.is_some())? {
                let what = if broken.entry == 0 { "setup" } else { "log" };
                rules.as_mut().ok_or_else(|| self.unreadable(what))?.broken = Some(broken);
            }
            if !self.effective.begun {
                self.session = None;
            }
        }
        self.rules = rules;
        Ok(())
    }

    /// Plays the log up to the first thing that does not follow from the rules, if any. With `checked`, all draws and
    /// states are compared with the stored ones.
    fn follow(&mut self, checked: bool) -> Result<Option<Broken>, InternalError> {
        let (turns, mut names) = (self.has_turns(), self.first_names());
        let broken =
            |entry, (action, phase), difference| Ok(Some(Broken { entry, action, phase, difference }));
        let setup = self.setup.clone().unwrap_or_default();
        let begun = self.game.begin(&setup, Some(self.drawn_from()), Some(names.clone()));
        let Ok((mut session, began)) = begun else {
            return broken(0, (None, None), Difference::Refused);
        };
        session.follow(Some(self.rules_version));
        if checked && self.start_hash != Some(state_hash(&*session)) {
            return broken(0, (None, None), Difference::State);
        }
        session.take_draws();
        let mut told: Vec<Vec<Narration>> = Vec::with_capacity(self.log.len());
        let mut offer = None;
        // Which names there are after which entries.
        let mut renames = Vec::new();
        for (place, entry) in self.log.iter().enumerate() {
            told.push(match entry.control() {
                Some(Control::Begin) => began.clone(),
                Some(event) => vec![described(event, entry.by, offer, &names, turns)],
                None => Vec::new(),
            });
            match entry.control() {
                Some(Control::Offer(kind)) => offer = Some(*kind),
                Some(Control::Take(tenure)) => {
                    names = renamed(&names, self.players.len(), tenure);
                    renames.push((place, names.clone()));
                }
                _ => {}
            }
        }
        let has_renames = !renames.is_empty();
        let mut renames = renames.into_iter().peekable();
        let mut number = 0;
        (self.closed_at, self.phase) = (0, 0);
        self.closed.clear();
        let mut phase = session.phase();
        let mut titles = vec![phase.title.clone()];
        for &place in &self.effective.counted {
            while let Some((_, names)) = renames.next_if(|(taken, _)| *taken < place) {
                session.rename(names);
            }
            let entry = &self.log[place];
            let here = || (turns.then_some(number + 1), (!turns).then(|| phase.title.clone()));
            let Ok(happened) = play(&mut *session, entry) else {
                return broken(entry.seq, here(), Difference::Refused);
            };
            if checked {
                let difference = if session.take_draws() != entry.draws {
                    Some(Difference::Draws)
                } else if entry.state_hash != Some(state_hash(&*session)) {
                    Some(Difference::State)
                } else {
                    None
                };
                if let Some(difference) = difference {
                    return broken(entry.seq, here(), difference);
                }
            }
            told[place] = happened;
            // In simultaneous games, a secret answer does not close the question: only a new phase does.
            let next = session.phase();
            if turns || next.id != phase.id {
                number += 1;
                self.phase = if next.id == phase.id { self.phase } else { number };
                self.closed_at = entry.at;
                self.closed.push(entry.seq);
                if has_renames {
                    titles.push(next.title.clone());
                }
            }
            phase = next;
        }
        self.date_tenures(&titles);
        if let Some((_, names)) = renames.last() {
            session.rename(names);
        }
        session.take_draws();
        self.closed_at = self.closed_at.max(self.effective.rewound_at);
        self.question = QuestionId { number, undos: self.effective.undos };
        (self.session, self.told, self.began) = (Some(session), told, began);
        Ok(None)
    }

    /// Sets when the tenures began, by the titles of the phases that count: an undone phase has not been.
    fn date_tenures(&mut self, titles: &[String]) {
        let takes = self.log.iter().filter(|entry| matches!(entry.control(), Some(Control::Take(_))));
        for (tenure, entry) in self.effective.tenures.iter_mut().zip(takes) {
            let closed = self.closed.iter().filter(|seq| **seq < entry.seq).count();
            if let Some(title) = titles.get(closed) {
                tenure.from = closed as u32;
                tenure.phase.clone_from(title);
            }
        }
    }

    /// Makes a move and adds it to the log.
    ///
    /// # Errors
    /// Fails if the rules refuse it; the match must then be discarded.
    pub(crate) fn make(&mut self, by: By, at: Millis, action: &Move) -> Result<(), Denied> {
        self.play(by, at, What::Game(action.text().to_owned()), |session| session.make(by, action))
    }

    /// Resigns a seat by a control event, and adds the event to the log.
    ///
    /// # Errors
    /// Fails if the rules refuse it; the match must then be discarded.
    pub(crate) fn resign(&mut self, by: By, at: Millis, seat: Seat, event: Control) -> Result<(), Denied> {
        self.play(by, at, What::Control(event), |session| session.resign(seat))
    }

    fn play(
        &mut self,
        by: By,
        at: Millis,
        what: What,
        play: impl FnOnce(&mut dyn AnySession) -> Result<Vec<Narration>, Refusal>,
    ) -> Result<(), Denied> {
        let id = self.id;
        let session = self.session.as_mut().ok_or(Denied::NotBegun(id))?;
        let before = session.phase().id;
        let happened = play(&mut **session)?;
        let (draws, state_hash) = (session.take_draws(), Some(state_hash(&**session)));
        let is_next = before != session.phase().id;
        if is_next || self.has_turns() {
            self.question.number += 1;
            self.phase = if is_next { self.question.number } else { self.phase };
            self.closed_at = at;
            self.closed.push(self.log.last().map_or(0, |entry| entry.seq) + 1);
        }
        self.push(LogEntry { seq: 0, at, by, host: None, what, draws, state_hash, request: None }, happened)
    }

    /// Adds a control event that does not change the game to the log.
    pub(crate) fn note(
        &mut self,
        by: By,
        host: Option<UserId>,
        at: Millis,
        event: Control,
    ) -> Result<(), Denied> {
        let offer = self.effective.offer.as_ref().map(|offer| offer.kind);
        let words = match event {
            Control::Begin => self.began.clone(),
            _ => vec![described(&event, by, offer, &self.names(), self.has_turns())],
        };
        let what = What::Control(event);
        self.push(
            LogEntry { seq: 0, at, by, host, what, draws: Vec::new(), state_hash: None, request: None },
            words,
        )
    }

    fn push(&mut self, mut entry: LogEntry, words: Vec<Narration>) -> Result<(), Denied> {
        entry.seq = self.seq() + 1;
        self.log.push(entry);
        self.told.push(words);
        let place = self.log.len() - 1;
        self.effective.push(&self.log, place, self.players.len()).ok_or(Denied::AlreadyDone)
    }

    pub(crate) fn unreadable(&self, what: &'static str) -> InternalError {
        InternalError::Stored { id: self.id, what }
    }

    /// Returns the summary of the match.
    pub fn summary(&self) -> Summary {
        Summary {
            id: self.id,
            version: self.version,
            game: self.info().name.to_owned(),
            guild_id: self.guild_id,
            channel_id: self.channel_id,
            host_id: self.host_id,
            co_hosts: self.terms.co_hosts.clone(),
            title: self.title.clone(),
            status: self.status,
        }
    }

    /// Returns whether a request has already taken effect.
    pub fn has_done(&self, request: RequestId) -> bool {
        self.log.iter().any(|entry| entry.request == Some(request))
    }

    /// Returns the hosts of the match, its creator first.
    pub fn hosts(&self) -> impl Iterator<Item = UserId> {
        let others = self.terms.co_hosts.iter().copied().filter(|host| *host != self.host_id);
        std::iter::once(self.host_id).chain(others)
    }

    /// Returns the seed, which is secret until the match is over.
    pub fn seed(&self) -> &Seed {
        &self.seed
    }

    /// Returns the seed that all draws come from, mixed with the words of the players and, once it is known, the
    /// beacon.
    pub(crate) fn drawn_from(&self) -> Seed {
        let signature = self.beacon.as_ref().and_then(|beacon| beacon.signature.as_ref());
        self.seed.mixed(self.words.iter().map(|added| &added.word), signature.map(Signature::bytes))
    }

    /// Returns whether players can still add words to the draws: until nothing about the roster can change any more that
    /// draws depend on.
    pub fn takes_words(&self) -> bool {
        match self.status {
            Status::Signup => !self.is_closed(),
            Status::Pregame => self.info().is_hosted() && !self.is_closed(),
            _ => false,
        }
    }

    /// Returns whether the roster has closed because a beacon that may be known by now goes into the draws.
    pub fn is_closed(&self) -> bool {
        self.beacon.is_some_and(|beacon| beacon.closed)
    }

    /// Returns whether people other than this one have joined.
    pub fn has_other_players(&self, user: Option<UserId>) -> bool {
        self.players.iter().any(|player| player.computed().is_none() && Some(player.user_id) != user)
    }

    /// Returns the round that the match waits for, if it waits for one.
    pub(crate) fn awaited_round(&self) -> Option<u64> {
        let waits = |beacon: &Beacon| beacon.closed && beacon.signature.is_none();
        self.beacon.filter(|beacon| self.status == Status::Signup && waits(beacon)).map(|beacon| beacon.round)
    }

    /// Checks that a person can add a word to the draws.
    ///
    /// # Errors
    /// Fails if they do not play, if the draws are fixed, or if they have already added one.
    pub fn may_add_word(&self, user: UserId) -> Result<(), Denied> {
        if self.seat_of(user).is_none() {
            return Err(Denied::NoSeat(self.id));
        }
        if self.is_closed() {
            return Err(Denied::RosterClosed(self.id));
        }
        if !self.takes_words() {
            return Err(Denied::TooLateForWords(self.id));
        }
        if self.words.iter().any(|added| added.user == user) {
            return Err(Denied::WordAdded(self.id));
        }
        Ok(())
    }

    /// Returns the description of the game.
    pub fn info(&self) -> &'static Info {
        self.game.info()
    }

    /// Returns whether the game is turn-based.
    pub fn has_turns(&self) -> bool {
        self.info().pace == Pace::Turns
    }

    /// Returns whether players know something that others must not learn.
    pub fn has_secrets(&self) -> bool {
        self.info().information == Information::Hidden
    }

    /// Returns the number of the last entry, or 0.
    pub fn seq(&self) -> Seq {
        self.log.last().map_or(0, |entry| entry.seq)
    }

    /// Returns the seats with their players, in seat order.
    pub fn seated(&self) -> impl Iterator<Item = (Seat, &Player)> {
        self.players.iter().enumerate().map(|(i, player)| (Seat::at(i), player))
    }

    /// Returns the seat of a person who has not left.
    pub fn seat_of(&self, user_id: UserId) -> Option<Seat> {
        let is_in = |player: &Player| player.user_id == user_id && !player.vacant;
        self.seated().find(|(_, player)| is_in(player)).map(|(seat, _)| seat)
    }

    /// Returns the seat of a person who has not left as far as everyone knows.
    pub fn seems_seated(&self, user_id: UserId) -> Option<Seat> {
        let is_in = |(seat, player): &(Seat, &Player)| player.user_id == user_id && !self.has_left(*seat);
        self.seated().find(is_in).map(|(seat, _)| seat)
    }

    /// Returns whether the player in a seat has left, so that nobody plays it.
    ///
    /// In games of rounds, others learn of it only at the end of the phase: what they are shown follows from
    /// [`has_left`](Self::has_left).
    pub fn is_vacant(&self, seat: Seat) -> bool {
        self.player(seat).is_some_and(|player| player.vacant)
    }

    /// Returns whether everyone knows that the player in a seat has left.
    pub fn has_left(&self, seat: Seat) -> bool {
        self.is_vacant(seat) && !self.effective.is_untold(seat)
    }

    /// Sets which seats are vacant according to the log.
    pub(crate) fn recall_vacancies(&mut self) {
        let mut vacant = vec![false; self.players.len()];
        for entry in &self.log {
            let (seat, is_vacant) = match (entry.vacates(), entry.control()) {
                (Some(seat), _) => (seat, true),
                (None, Some(Control::Take(tenure))) => (tenure.seat, false),
                _ => continue,
            };
            if let Some(i) = seat.index(vacant.len()) {
                vacant[i] = is_vacant;
            }
        }
        for (player, vacant) in self.players.iter_mut().zip(vacant) {
            player.vacant = vacant;
        }
    }

    /// Returns the names of those who had the seats first.
    pub(crate) fn first_names(&self) -> Names {
        let mut names: Vec<String> = self.players.iter().map(|player| player.name.clone()).collect();
        for tenure in self.effective.tenures.iter().rev() {
            if let Some(i) = tenure.seat.index(names.len()) {
                names[i].clone_from(&tenure.before_name);
            }
        }
        Names::new(names)
    }

    /// Returns the player at a seat.
    pub fn player(&self, seat: Seat) -> Option<&Player> {
        seat.index(self.players.len()).map(|i| &self.players[i])
    }

    /// Returns the names of the players.
    pub fn names(&self) -> Names {
        Names::new(self.players.iter().map(|player| player.name.clone()).collect())
    }

    /// Makes the game's setup from the terms and the roster.
    ///
    /// # Errors
    /// Fails if they do not fit together.
    pub(crate) fn make_setup(&self) -> Result<Value, SetupError> {
        let entrants: Vec<Entrant<'_>> = self
            .players
            .iter()
            .map(|player| Entrant { name: &player.name, fields: &player.fields })
            .collect();
        self.game.setup(&self.terms.options, &entrants)
    }
}

/// Describes a control event. Only hosts are told when a host looks at secrets, who has answered or is ready, and, until the
/// phase ends, when a player leaves.
fn described(event: &Control, by: By, offer: Option<OfferKind>, names: &Names, turns: bool) -> Narration {
    let text = event.words(by, offer, names);
    // In games of rounds, an absence stops no clock, and is for the hosts alone.
    let is_private_absence = !turns && matches!(event, Control::Away { .. } | Control::Back);
    let is_hidden = matches!(
        event,
        Control::Look
            | Control::Vacate(_)
            | Control::TakeOut { .. }
            | Control::Missed { .. }
            | Control::Ready { .. }
            | Control::Ahead { .. }
            | Control::Banked { .. }
    ) || is_private_absence;
    let audience = if is_hidden { Audience::Host } else { Audience::All };
    Narration { audience, text }
}

/// Returns the names after a seat has passed to another person.
fn renamed(names: &Names, seats: usize, tenure: &Tenure) -> Names {
    let name = |seat| if seat == tenure.seat { tenure.name.clone() } else { names.get(seat).into_owned() };
    Names::new(Seat::all(seats).map(name).collect())
}

/// Plays an entry that counts.
pub(crate) fn play(session: &mut dyn AnySession, entry: &LogEntry) -> Result<Vec<Narration>, Refusal> {
    match (&entry.what, entry.by) {
        (What::Game(action), by) => session.apply(by, action),
        (What::Control(Control::Resign), By::Seat(seat)) => session.resign(seat),
        (What::Control(Control::Claim(seat)), _) => session.resign(*seat),
        (What::Control(_), _) => Err(Refusal::illegal("That entry does not count.")),
    }
}
