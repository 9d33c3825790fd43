//! [`Seasons`]: every change is decided on the stored season, and stored as a whole.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::change::{NewsWords, SeasonChange, SeasonEvent};
use super::command::SeasonCommand;
use super::decide::{create, decide};
use super::error::{SeasonDenied, SeasonError, SeasonFault};
use super::model::Season;
use super::model::counter::Counter;
use super::rows;
use crate::ids::{GuildId, MatchId, SeasonId};
use crate::matches::{Actor, Matches, Millis, Person, Queues};
use crate::store::{SeasonSummary, SeasonUpdate, Store, StoreError};

/// The number of attempts at a change before giving up because other programs came first each time.
pub(super) const MAX_ATTEMPTS: u32 = 32;

/// The longest wait before a change is tried again, so that equally fast programs do not keep colliding.
const MAX_RETRY_PAUSE: Duration = Duration::from_millis(50);

/// All seasons: commands are given to them here.
#[derive(Clone)]
pub struct Seasons {
    pub(super) matches: Matches,
    pub(super) queues: Queues<SeasonId>,
    words: Option<NewsWords>,
}

/// The result of a command. The season is whole: what people are shown of it comes from its views.
#[derive(Debug, Clone)]
pub struct SeasonOutcome {
    /// The season afterwards.
    pub season: Arc<Season>,
    /// The number of new entries, at the end of the book.
    pub entries: usize,
    /// What is to be told.
    pub events: Vec<SeasonEvent>,
}

impl fmt::Debug for Seasons {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seasons").finish_non_exhaustive()
    }
}

impl Seasons {
    /// Creates the service for the seasons in the store of some matches. It tells nobody of anything.
    pub fn new(matches: Matches) -> Self {
        Self { matches, queues: Queues::default(), words: None }
    }

    /// Creates the service for the seasons in the store of some matches, with the words for what changes.
    pub fn telling(matches: Matches, words: NewsWords) -> Self {
        Self { words: Some(words), ..Self::new(matches) }
    }

    pub(super) fn store(&self) -> &Store {
        self.matches.store()
    }

    pub(super) fn now(&self) -> Millis {
        self.matches.clock().now()
    }

    /// Returns the matches.
    pub fn matches(&self) -> &Matches {
        &self.matches
    }

    /// Creates a season with these counters, such as the [usual](Counter::usual) ones.
    ///
    /// # Errors
    /// Fails if the title or a counter is refused, or if storage fails.
    pub async fn create(
        &self,
        guild_id: GuildId,
        host: &Person,
        title: &str,
        counters: &[Counter],
    ) -> Result<Arc<Season>, SeasonError> {
        let season = create(guild_id, host.user_id, title, counters, self.now())?;
        for _ in 0..MAX_ATTEMPTS {
            match self.store().create_season(&rows::row(&season)?).await {
                Err(StoreError::Conflict) => {}
                stored => {
                    let id = stored?.id;
                    tracing::info!(id = id.0, "season created");
                    return self.load(id).await;
                }
            }
        }
        Err(SeasonFault::Busy(SeasonId(0)).into())
    }

    /// Loads a season as it is now.
    ///
    /// # Errors
    /// Fails if there is no such season, or if loading fails.
    pub async fn load(&self, id: SeasonId) -> Result<Arc<Season>, SeasonError> {
        let stored = self.store().load_season(id).await?.ok_or(SeasonDenied::NoSeason(id))?;
        Ok(Arc::new(rows::read(stored)?))
    }

    /// Returns the seasons of a server, newest first.
    pub async fn in_guild(&self, guild_id: GuildId) -> Result<Vec<SeasonSummary>, StoreError> {
        self.store().seasons_in(guild_id).await
    }

    /// Returns the season in which a match is played, if it is played in one.
    ///
    /// # Errors
    /// Fails if loading fails.
    pub async fn of_match(&self, match_id: MatchId) -> Result<Option<Arc<Season>>, SeasonError> {
        match self.store().season_of(match_id).await? {
            Some(row) => Ok(Some(self.load(row.season_id).await?)),
            None => Ok(None),
        }
    }

    /// Decides a command without storing anything, to show what it would change.
    ///
    /// # Errors
    /// Fails if the command is denied, or if loading fails.
    pub async fn preview(
        &self,
        id: SeasonId,
        person: &Person,
        command: &SeasonCommand,
    ) -> Result<SeasonChange, SeasonError> {
        let season = self.load(id).await?;
        Ok(decide(&season, &Actor::Person(*person), command, self.now())?)
    }

    /// Gives a command on behalf of a person.
    ///
    /// # Errors
    /// Fails if the command is denied, or if storage fails. Then nothing has changed.
    pub async fn ask(
        &self,
        id: SeasonId,
        person: &Person,
        command: &SeasonCommand,
    ) -> Result<SeasonOutcome, SeasonError> {
        self.give(id, &Actor::Person(*person), command).await
    }

    /// Gives a command: decides it on the stored season and stores the change, again and again until no other change comes first.
    pub(super) async fn give(
        &self,
        id: SeasonId,
        actor: &Actor,
        command: &SeasonCommand,
    ) -> Result<SeasonOutcome, SeasonError> {
        let _turn = self.queues.wait(id).await;
        for attempt in 0..MAX_ATTEMPTS {
            wait_before(attempt).await;
            let season = self.load(id).await?;
            let change = decide(&season, actor, command, self.now())?;
            let update = self.update(&season, &change)?;
            match self.store().commit_season(&update, self.now()).await {
                Err(StoreError::Conflict) => continue,
                stored => stored?,
            }
            return Ok(self.outcome(change, &update));
        }
        Err(SeasonFault::Busy(id).into())
    }

    /// Returns a change of a season as the store takes it, with the messages about it.
    pub(super) fn update(&self, before: &Season, change: &SeasonChange) -> Result<SeasonUpdate, SeasonFault> {
        let news = self.words.map(|words| words(before, change)).unwrap_or_default();
        rows::change(before, change, news)
    }

    /// Returns the result of a stored change, and wakes up delivery if there are messages about it.
    pub(super) fn outcome(&self, change: SeasonChange, update: &SeasonUpdate) -> SeasonOutcome {
        if !update.messages.is_empty() {
            self.matches.wake_up().notify_waiters();
        }
        let SeasonChange { mut after, entries, events } = change;
        after.version += 1;
        SeasonOutcome { season: Arc::new(after), entries, events }
    }
}

/// Waits before another attempt at a change; the first one is made at once.
pub(super) async fn wait_before(attempt: u32) {
    if attempt > 0 {
        tokio::time::sleep((Duration::from_millis(1) * attempt * attempt).min(MAX_RETRY_PAUSE)).await;
    }
}
