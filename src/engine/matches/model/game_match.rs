//! [`Match`]: the terms, the roster and the log of a match, folded.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::beacon::{Beacon, Signature};
use super::control::{Control, Seq};
use super::denied::Denied;
use super::effective::Effective;
use super::error::InternalError;
use super::log::LogEntry;
use super::onlookers::Onlookers;
use super::question::QuestionId;
use super::rules_change::RulesChange;
use super::terms::Terms;
use super::timer::Timer;
use crate::ids::{ChannelId, GuildId, MatchId, RequestId, UserId};
use crate::store::{Status, Summary};
use trigon_clock::Millis;
use trigon_rules::games::{
    AnyGame, AnySession, Entrant, Info, Information, Names, Narration, Pace, Seat, Seed, SetupError, Values,
    Word,
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

/// A match with everything that follows from its log. It is read from the store and folded (`fold.rs`); a command leads to a copy with
/// more entries, which the store accepts or not.
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
    /// What each log entry brought about, by its index in the log.
    pub(crate) told: Vec<Vec<Narration>>,
    /// What follows from the log alone.
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
    /// The hash of the state with which the game begins.
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
    /// Returns how often the stored match has changed.
    pub fn version(&self) -> i64 {
        self.version
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

    /// Returns whether a request has already taken effect: Discord may deliver it twice.
    pub fn has_done(&self, request: RequestId) -> bool {
        self.log.iter().any(|entry| entry.request == Some(request))
    }

    /// Returns the hosts of the match, its creator first.
    pub fn hosts(&self) -> impl Iterator<Item = UserId> {
        let others = self.terms.co_hosts.iter().copied().filter(|host| *host != self.host_id);
        std::iter::once(self.host_id).chain(others)
    }

    /// Returns whether people other than this one have joined.
    pub fn has_other_players(&self, user: Option<UserId>) -> bool {
        self.players.iter().any(|player| player.computed().is_none() && Some(player.user_id) != user)
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
        self.is_vacant(seat) && !self.effective.is_unannounced(seat)
    }

    /// Sets which seats are vacant according to the log. Called where the log has been cut: the stored players know it by themselves.
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

    /// Returns the names of those who had the seats first: with these, the game begins when it is played again.
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

    /// Returns the name of the player at a seat, or nothing if there is no such seat.
    pub(crate) fn name_in(&self, seat: Seat) -> String {
        self.player(seat).map(|player| player.name.clone()).unwrap_or_default()
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

    /// Returns the fault that a part of what is stored cannot be read.
    pub(crate) fn unreadable(&self, what: &'static str) -> InternalError {
        InternalError::Stored { id: self.id, what }
    }
}

/// What goes into the draws.
impl Match {
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
            Status::Signup => !self.is_roster_closed(),
            Status::Pregame => self.info().is_hosted() && !self.is_roster_closed(),
            _ => false,
        }
    }

    /// Returns whether the roster has closed because a beacon that may be known by now goes into the draws.
    pub fn is_roster_closed(&self) -> bool {
        self.beacon.is_some_and(|beacon| beacon.closed)
    }

    /// Checks that a person can add a word to the draws.
    ///
    /// # Errors
    /// Fails if they do not play, if the draws are fixed, or if they have already added one.
    pub fn check_may_add_word(&self, user: UserId) -> Result<(), Denied> {
        if self.seat_of(user).is_none() {
            return Err(Denied::NoSeat(self.id));
        }
        if self.is_roster_closed() {
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

    /// Returns the round that the match waits for, if it waits for one.
    pub(crate) fn awaited_round(&self) -> Option<u64> {
        let waits = |beacon: &Beacon| beacon.closed && beacon.signature.is_none();
        self.beacon.filter(|beacon| self.status == Status::Signup && waits(beacon)).map(|beacon| beacon.round)
    }
}
