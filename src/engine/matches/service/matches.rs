//! [`Matches`]: the service for all matches, with everything that its parts share, and loading matches.
//!
//! The other files of this folder add methods to it, each for one topic.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use tokio::sync::{Notify, broadcast};

use super::last_call::{LastCall, LastCalls};
use super::live_messages::VisibleChange;
use super::memory::{Cache, Queues, WorkCounter, WorkGuard};
use super::presence::Presence;
use super::rows;
use super::stuck::StuckMatches;
use super::thought_threads::Thinking;
use crate::ids::{MatchId, MessageId, UserId};
use crate::matches::model::beacon::BeaconSource;
use crate::matches::model::control::Seq;
use crate::matches::model::denied::Denied;
use crate::matches::model::error::{InternalError, MatchError};
use crate::matches::model::game_match::Match;
use crate::store::Store;
use trigon_clock::{Clock, Millis};
use trigon_rules::games::{Registry, Seed};

/// The source of seeds: the machine's randomness, or something repeatable in rehearsals.
pub type Seeds = Arc<dyn Fn() -> Result<Seed, InternalError> + Send + Sync>;

/// All matches. Clones share everything.
#[derive(Clone)]
pub struct Matches {
    pub(super) store: Store,
    pub(super) clock: Arc<dyn Clock>,
    seeds: Seeds,
    beacons: Option<Arc<dyn BeaconSource>>,
    games: Registry,
    /// Fires after each change: the scheduler and the delivery wait for it.
    pub(super) wake_up: Arc<Notify>,
    stuck: StuckMatches,
    /// What is being delivered or thought about.
    underway: WorkCounter,
    /// How many changes of servers this program has heard of.
    server_changes: Arc<AtomicU64>,
    pub(super) cache: Cache,
    /// In one match, one change is decided and stored after the other.
    pub(super) queues: Queues<MatchId>,
    thinking: Thinking,
    /// How long the clock waits after a deadline for what was sent in time.
    pub(super) grace: Millis,
    last_call: Option<LastCalls>,
    presence: Presence,
    pub(super) stored_answers: broadcast::Sender<StoredAnswer>,
    pub(super) changes: broadcast::Sender<VisibleChange>,
}

/// How many stored answers may be waiting for a receiver before it misses some.
const CHANNEL_CAPACITY: usize = 1_024;

/// A stored answer whose question stays open.
#[derive(Debug, Clone)]
pub struct StoredAnswer {
    /// The match.
    pub match_id: MatchId,
    /// The player.
    pub user_id: UserId,
    /// The pressed message to the player, which already shows the answer.
    pub pad: Option<MessageId>,
    /// Counts as being delivered until the answer is shown.
    pub(super) _in_hand: Arc<WorkGuard>,
}

impl Matches {
    /// Creates the service for the matches of a store.
    pub fn new(store: Store, clock: Arc<dyn Clock>) -> Self {
        Self {
            store,
            clock,
            seeds: Arc::new(system_seed),
            beacons: None,
            games: Registry::standard(),
            wake_up: Arc::new(Notify::new()),
            stuck: StuckMatches::default(),
            underway: WorkCounter::default(),
            server_changes: Arc::default(),
            cache: Cache::default(),
            queues: Queues::default(),
            thinking: Thinking::default(),
            grace: 0,
            last_call: None,
            presence: Presence::default(),
            stored_answers: broadcast::channel(CHANNEL_CAPACITY).0,
            changes: broadcast::channel(CHANNEL_CAPACITY).0,
        }
    }

    /// Sets the games that can be played.
    #[must_use]
    pub fn with_games(mut self, games: Registry) -> Self {
        self.games = games;
        self
    }

    /// Sets the source of seeds, for repeatable rehearsals.
    #[must_use]
    pub fn with_seeds(mut self, seeds: Seeds) -> Self {
        self.seeds = seeds;
        self
    }

    /// Sets where rounds of the public beacon come from. Without it, no match can be created with a beacon.
    #[must_use]
    pub fn with_beacons(mut self, beacons: Arc<dyn BeaconSource>) -> Self {
        self.beacons = Some(beacons);
        self
    }

    /// Sets the grace period: how long the clock waits after a deadline for what was sent in time and is still on its
    /// way.
    #[must_use]
    pub fn with_grace(mut self, grace: Duration) -> Self {
        self.grace = grace.as_millis() as Millis;
        self
    }

    /// Sets the last call to make at a deadline. Without a [grace period](Self::with_grace), there is no time for it.
    #[must_use]
    pub fn with_last_call(mut self, last_call: Arc<dyn LastCall>) -> Self {
        self.last_call = Some(LastCalls::new(last_call));
        self
    }

    /// Subscribes to the answers that this program stores from now on while their questions stay open.
    pub fn stored_answers(&self) -> broadcast::Receiver<StoredAnswer> {
        self.stored_answers.subscribe()
    }

    /// Subscribes to the changes that this program makes from now on after which messages that everyone sees may have to show
    /// something else.
    pub fn changes(&self) -> broadcast::Receiver<VisibleChange> {
        self.changes.subscribe()
    }

    /// Returns the last call, if there is time for it.
    pub(super) fn last_call(&self) -> Option<&LastCalls> {
        self.last_call.as_ref().filter(|_| self.grace > 0)
    }

    pub(super) fn grace(&self) -> Millis {
        self.grace
    }

    /// Returns the games that can be played.
    pub fn games(&self) -> &Registry {
        &self.games
    }

    /// Returns the store.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Returns the clock.
    pub fn clock(&self) -> &Arc<dyn Clock> {
        &self.clock
    }

    /// Returns the notifier that fires after each change, because there may be something new to send or to wait for.
    pub fn wake_up(&self) -> &Arc<Notify> {
        &self.wake_up
    }

    /// Returns a new seed.
    pub(super) fn seed(&self) -> Result<Seed, InternalError> {
        (self.seeds)()
    }

    pub(super) fn beacons(&self) -> Option<&dyn BeaconSource> {
        self.beacons.as_deref()
    }

    /// Runs `thought` on a thread of low priority, when its turn comes among those of all computed seats. Returns `None` if it
    /// was dropped.
    pub async fn think<T: Send + 'static>(&self, thought: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        self.thinking.think(thought).await
    }

    pub(super) fn thoughts(&self) -> &Thinking {
        &self.thinking
    }

    pub(super) fn stuck_matches(&self) -> &StuckMatches {
        &self.stuck
    }

    pub(super) fn presence(&self) -> &Presence {
        &self.presence
    }

    /// Returns the number of changes of servers of which this program has heard.
    pub(super) fn server_changes(&self) -> &AtomicU64 {
        &self.server_changes
    }

    pub(super) fn underway(&self) -> &WorkCounter {
        &self.underway
    }

    /// Loads a match as it is now.
    ///
    /// # Errors
    /// Fails if there is no such match, or if loading fails.
    pub async fn load(&self, id: MatchId) -> Result<Arc<Match>, MatchError> {
        let version = self.store.version(id).await?.ok_or(Denied::NoMatch(id))?;
        self.load_since(id, version).await
    }

    /// Loads a match as it was when it had a version that was read a moment ago, or later.
    ///
    /// # Errors
    /// Fails if there is no such match, or if loading fails.
    pub async fn load_since(&self, id: MatchId, version: i64) -> Result<Arc<Match>, MatchError> {
        match self.cache.get(id, version) {
            Some(game) => Ok(game),
            None => self.load_stored(id).await,
        }
    }

    async fn load_stored(&self, id: MatchId) -> Result<Arc<Match>, MatchError> {
        let stored = self.store.load(id).await?.ok_or(Denied::NoMatch(id))?;
        let game = Arc::new(rows::read(&self.games, stored)?);
        self.cache.put(game.clone());
        Ok(game)
    }

    /// Loads a match as it was after an entry.
    ///
    /// # Errors
    /// Fails if there is no such match, or if loading fails.
    pub async fn load_up_to(&self, id: MatchId, seq: Seq) -> Result<Match, MatchError> {
        Ok(self.load(id).await?.up_to(seq)?.into_owned())
    }

    /// Returns whether a match is of turns.
    pub(super) async fn is_of_turns(&self, id: MatchId) -> Result<bool, MatchError> {
        // That never changes, so an outdated match will do.
        match self.cache.latest(id) {
            Some(game) => Ok(game.has_turns()),
            None => Ok(self.load(id).await?.has_turns()),
        }
    }

    /// Returns whether the bot was removed from the server of a match, if that is known.
    pub(super) fn is_removed(&self, id: MatchId) -> bool {
        let guild = self.cache.latest(id).map(|game| game.guild_id);
        self.last_call.as_ref().zip(guild).is_some_and(|(calls, guild)| !calls.reaches_guild(guild))
    }

    /// Evicts a match that was changed directly in the store.
    pub(crate) fn forget(&self, id: MatchId) {
        self.cache.remove(id);
    }
}

/// Returns a seed from the randomness of the machine.
fn system_seed() -> Result<Seed, InternalError> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(InternalError::Random)?;
    Ok(Seed::from(bytes))
}
