//! Matches as they are asked for and changed: every change is decided on what is stored and stored as a whole.

use std::sync::Arc;

use tokio::sync::Notify;

use super::clock::Clock;
use super::deadlines::StuckMatches;
use super::error::{Denied, Fault, MatchError};
use super::game_match::Match;
use super::lifecycle;
use super::options::Options;
use super::rights::{Person, Power};
use super::turns::{self, Question};
use super::underway::Underway;
use crate::games::{By, Narration, Registry, Seed};
use crate::store::{
    Change, DueRow, LogRow, MatchRow, NewMessage, SeatRow, Status, Store, StoreError, Stored,
};

/// How often a change is decided anew when others were faster.
pub(super) const TRIES: u32 = 8;

/// Where seeds come from: the machine's randomness, or something repeatable in rehearsals.
pub type Seeds = Arc<dyn Fn() -> Result<Seed, Fault> + Send + Sync>;

/// All matches.
#[derive(Clone)]
pub struct Matches {
    store: Store,
    clock: Arc<dyn Clock>,
    seeds: Seeds,
    games: Registry,
    nudge: Arc<Notify>,
    stuck: StuckMatches,
    underway: Underway,
}

/// What a host says to create a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMatch {
    /// The game's name.
    pub game: String,
    /// The guild.
    pub guild_id: i64,
    /// The channel for everything public.
    pub channel_id: i64,
    /// What it is called.
    pub title: String,
    /// The options.
    pub options: Options,
}

/// Randomness of the machine.
fn system_seed() -> Result<Seed, Fault> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(Fault::Random)?;
    Ok(Seed::from(bytes))
}

/// Tells the operator the course of a match: never what a player did, nor when.
fn log(game: &Match, change: &Change) {
    let (id, status) = (game.row.id, change.row.status);
    let by_player = |entry: &&LogRow| entry.actor != "host" && entry.actor != "clock";
    if let Some(entry) = change.entries.iter().find(|entry| !by_player(entry)) {
        tracing::info!(id, by = entry.actor, action = entry.action, ?status, "match goes on");
    } else if status != game.row.status {
        tracing::info!(id, ?status, "match goes on");
    }
}

impl Matches {
    /// The matches of a store.
    pub fn new(store: Store, clock: Arc<dyn Clock>) -> Self {
        let (stuck, underway) = (StuckMatches::default(), Underway::default());
        let (seeds, games) = (Arc::new(system_seed), Registry::standard());
        Self { store, clock, seeds, games, nudge: Arc::new(Notify::new()), stuck, underway }
    }

    /// Changes the games that can be played.
    #[must_use]
    pub fn with_games(mut self, games: Registry) -> Self {
        self.games = games;
        self
    }

    /// Returns the games that can be played.
    pub fn games(&self) -> &Registry {
        &self.games
    }

    /// The same with seeds from elsewhere, for rehearsals that are to be repeated.
    #[must_use]
    pub fn with_seeds(mut self, seeds: Seeds) -> Self {
        self.seeds = seeds;
        self
    }

    /// The store.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The clock.
    pub fn clock(&self) -> &Arc<dyn Clock> {
        &self.clock
    }

    /// Told after each change: there may be something new to send or to wait for.
    pub fn nudge(&self) -> &Arc<Notify> {
        &self.nudge
    }

    /// The matches whose clocks are stuck.
    pub(super) fn stuck_matches(&self) -> &StuckMatches {
        &self.stuck
    }

    /// The messages that delivery has in hand.
    pub(super) fn underway(&self) -> &Underway {
        &self.underway
    }

    /// Creates a match with an empty roster.
    ///
    /// # Errors
    /// When the options make no match, or storing fails.
    pub async fn create(&self, host: &Person, new: NewMatch) -> Result<Match, MatchError> {
        let messages = [lifecycle::created(new.channel_id)?];
        let row = self.create_with(host, new, &[], &messages).await?;
        Ok(Match::fold(&self.games, Stored { row, seats: Vec::new(), log: Vec::new() }, Vec::new(), None)?)
    }

    /// Creates a match with its first seats and messages.
    pub(super) async fn create_with(
        &self,
        host: &Person,
        new: NewMatch,
        seats: &[SeatRow],
        messages: &[NewMessage],
    ) -> Result<MatchRow, MatchError> {
        let game = self
            .games
            .get(&new.game)
            .ok_or_else(|| Denied::new(format!("There is no game {}.", new.game)))?;
        if let Some(problem) = new.options.problem(&*game) {
            return Err(Denied::new(problem).into());
        }
        let seed = (self.seeds)()?;
        let row = MatchRow {
            id: 0,
            version: 0,
            game: new.game,
            rules_version: i64::from(game.info().version),
            stopped_by_rules: None,
            guild_id: new.guild_id,
            channel_id: new.channel_id,
            host_id: host.user_id,
            title: new.title,
            status: Status::Signup,
            options: Match::stored(&new.options)?,
            seed: seed.reveal(),
            setup: None,
            start_hash: None,
            paused_at: None,
            created_at: self.clock.now(),
            ended_at: None,
        };
        let row = self.store.create_seated(&row, seats, messages).await?;
        tracing::info!(id = row.id, game = row.game, "match created");
        self.nudge.notify_waiters();
        Ok(row)
    }

    /// A match as it stands.
    ///
    /// # Errors
    /// When there is none of that number, or loading fails.
    pub async fn load(&self, id: i64) -> Result<Match, MatchError> {
        self.load_up_to(id, None).await
    }

    /// A match as it stood after an entry.
    ///
    /// # Errors
    /// When there is none of that number, or loading fails.
    pub async fn load_up_to(&self, id: i64, seq: Option<i64>) -> Result<Match, MatchError> {
        let stored = self.store.load(id).await?;
        let stored = stored.ok_or_else(|| Denied::new(format!("There is no match {id}.")))?;
        let due = self.store.due_of(id).await?;
        Ok(Match::fold(&self.games, stored, due, seq)?)
    }

    /// The matches in which a person has a seat and which have not ended.
    ///
    /// # Errors
    /// When loading fails.
    pub async fn played_by(&self, user_id: i64) -> Result<Vec<MatchRow>, MatchError> {
        Ok(self.store.matches_of(user_id).await?)
    }

    /// Decides a change on the match as it is stored, and stores it; decides anew when somebody else was faster. A
    /// match that changed rules have stopped is not changed.
    pub(super) async fn change<T>(
        &self,
        id: i64,
        mut decide: impl FnMut(&Match) -> Result<(Change, T), MatchError>,
    ) -> Result<T, MatchError> {
        self.change_even_stopped(id, |game| {
            game.goes_on()?;
            decide(game)
        })
        .await
    }

    /// The same, also for a match that changed rules have stopped.
    pub(super) async fn change_even_stopped<T>(
        &self,
        id: i64,
        mut decide: impl FnMut(&Match) -> Result<(Change, T), MatchError>,
    ) -> Result<T, MatchError> {
        for _ in 0..TRIES {
            let game = self.load(id).await?;
            // Its host learns of changed rules before anything else happens.
            if self.settle_rules_of(&game).await? {
                continue;
            }
            let (mut change, told) = decide(&game)?;
            change.row.stopped_by_rules = game.row.stopped_by_rules.filter(|_| game.stopped().is_some());
            match self.store.commit(&change, self.clock.now()).await {
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(error.into()),
                Ok(()) => {
                    log(&game, &change);
                    self.nudge.notify_waiters();
                    return Ok(told);
                }
            }
        }
        Err(Fault::Busy(id).into())
    }

    pub(super) async fn host_change(
        &self,
        id: i64,
        person: &Person,
        power: Power,
        decide: impl Fn(&Match) -> Result<Change, MatchError>,
    ) -> Result<(), MatchError> {
        self.change(id, |game| {
            person.may(power, game)?;
            Ok((decide(game)?, ()))
        })
        .await
    }

    /// A player's action.
    ///
    /// What comes when the deadline has passed, but has not been met yet, is refused: it was meant for another
    /// round. The deadline is met first.
    ///
    /// # Errors
    /// When the person has no seat, or the rules refuse the action.
    pub async fn act(&self, id: i64, user_id: i64, action: &str) -> Result<Vec<Narration>, MatchError> {
        self.act_on(id, user_id, action, Question::default()).await
    }

    /// The same for a question, as far as it is known.
    pub(super) async fn act_on(
        &self,
        id: i64,
        user_id: i64,
        action: &str,
        question: Question,
    ) -> Result<Vec<Narration>, MatchError> {
        let mut missed = None;
        let done = self.change(id, |game| {
            let now = self.clock.now();
            let seat = game
                .seat_of(user_id)
                .ok_or_else(|| Denied::new(format!("You have no seat in match {id}.")))?;
            if game.has_turns() {
                // A turn that comes late is a turn all the same, as long as nobody has claimed the seat.
                return turns::act(game, seat, action, question, now);
            }
            missed = game.deadline.filter(|deadline| *deadline <= now);
            if missed.is_some() {
                return Err(Denied::new(
                    "The deadline has just passed, so nothing was stored. See what is asked now with /me.",
                )
                .into());
            }
            if question.id.is_some_and(|id| id != game.question) {
                return Err(turns::moved_on().into());
            }
            if question.shown.is_some_and(|shown| shown != game.answer_tag(seat)) {
                return Err(Denied::new(
                    "You have stored another answer meanwhile, so nothing was changed. See what is stored with /me.",
                )
                .into());
            }
            lifecycle::act(game, By::Seat(seat), action, None, now)
        });
        let done = done.await;
        if let Some(at) = missed {
            self.meet(&DueRow { match_id: id, kind: lifecycle::DEADLINE.to_owned(), at }).await?;
        }
        done
    }

    /// Names the elimination candidate in the vote.
    ///
    /// # Errors
    /// When the person is no host, there is no vote or that seat is no candidate.
    pub async fn name_ec(
        &self,
        id: i64,
        person: &Person,
        seat: crate::games::Seat,
    ) -> Result<(), MatchError> {
        self.host_change(id, person, Power::Decide, |game| {
            lifecycle::act(game, By::Host, &format!("ec {seat}"), None, self.clock.now())
                .map(|(change, _)| change)
        })
        .await
    }

    /// Ends the pregame, the round or the vote now.
    ///
    /// # Errors
    /// When the person is no host or nothing is waited for.
    pub async fn resolve(&self, id: i64, person: &Person) -> Result<(), MatchError> {
        self.host_change(id, person, Power::Hurry, |game| lifecycle::resolve(game, self.clock.now())).await
    }

    /// Gives more time (or less).
    ///
    /// # Errors
    /// When the person is no host or no clock is running.
    pub async fn extend(&self, id: i64, person: &Person, hours: i64) -> Result<(), MatchError> {
        let power = if hours < 0 { Power::Hurry } else { Power::Time };
        self.host_change(id, person, power, |game| lifecycle::extend(game, hours, self.clock.now())).await
    }

    /// Stops the clock.
    ///
    /// # Errors
    /// When the person is no host or no clock is running.
    pub async fn pause(&self, id: i64, person: &Person) -> Result<(), MatchError> {
        self.host_change(id, person, Power::Time, |game| lifecycle::pause(game, self.clock.now())).await
    }

    /// Lets the clock run again.
    ///
    /// # Errors
    /// When the person is no host or the clock is not stopped.
    pub async fn resume(&self, id: i64, person: &Person) -> Result<(), MatchError> {
        self.host_change(id, person, Power::Time, |game| lifecycle::resume(game, self.clock.now())).await
    }

    /// Ends the match without a result.
    ///
    /// # Errors
    /// When the person is no host or it has ended.
    pub async fn cancel(&self, id: i64, person: &Person) -> Result<(), MatchError> {
        self.change_even_stopped(id, |game| {
            person.may(Power::Cancel, game)?;
            Ok((lifecycle::cancel(game, self.clock.now())?, ()))
        })
        .await
    }

    /// Shows everyone a match that was cancelled, with what was secret in it.
    ///
    /// # Errors
    /// Returns an error if the person is no host, or the match was not cancelled or has been published already.
    pub async fn publish(&self, id: i64, person: &Person) -> Result<(), MatchError> {
        self.host_change(id, person, Power::Publish, lifecycle::publish).await
    }
}
