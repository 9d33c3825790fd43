//! [`Seasons`]: every change is decided on the stored season, and stored as a whole.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use sha2::{Digest, Sha256};

use super::command::{Change, Command, Event};
use super::decide::{create, decide};
use super::error::{Denied, Fault, SeasonError};
use super::model::{Counter, EpisodeKind, EpisodeNumber, MemberNumber, Season, Stakes, Taken};
use super::news::Words;
use super::rows;
use super::views::Viewer;
use crate::ids::{GuildId, MatchId, SeasonId};
use crate::matches::{
    Actor, Command as MatchCommand, Match, Matches, Millis, Person, Player, Queues, RosterEntry, Status,
};
use crate::store::{SeasonChange, SeasonMatchRow, SeasonSummary, Store, StoreError};

/// The number of attempts at a change before giving up because other programs came first each time.
const TRIES: u32 = 32;

/// The longest wait before a change is tried again, so that equally fast programs do not keep colliding.
const LONGEST_PAUSE: Duration = Duration::from_millis(50);

/// How often matches that another process has ended are looked for.
const LOOK: Duration = Duration::from_secs(30);

/// The least time between two looks, however much happens in matches.
const LEAST: Duration = Duration::from_secs(1);

/// The wait after the matches that are over could not be read.
const RETRY: Duration = Duration::from_secs(5);

/// All seasons.
#[derive(Clone)]
pub struct Seasons {
    matches: Matches,
    queues: Queues<SeasonId>,
    words: Option<Words>,
}

/// As which episode a match is played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayedAs {
    /// One that is planned, or the one that it is tied to.
    Episode(EpisodeNumber),
    /// A new one, unless it is tied to one.
    New {
        /// The title.
        title: String,
        /// The kind.
        kind: EpisodeKind,
        /// What becomes of what the loser has, in a death match.
        stakes: Stakes,
    },
}

/// The result of a command. The season is whole: what people are shown of it comes from its views.
#[derive(Debug, Clone)]
pub struct SeasonDone {
    /// The season afterwards.
    pub season: Arc<Season>,
    /// The number of new entries, at the end of the book.
    pub entries: usize,
    /// What is to be told.
    pub events: Vec<Event>,
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
    pub fn telling(matches: Matches, words: Words) -> Self {
        Self { words: Some(words), ..Self::new(matches) }
    }

    fn store(&self) -> &Store {
        self.matches.store()
    }

    fn now(&self) -> Millis {
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
        for _ in 0..TRIES {
            match self.store().create_season(&rows::row(&season)?).await {
                Err(StoreError::Conflict) => {}
                stored => {
                    let id = stored?.id;
                    tracing::info!(id = id.0, "season created");
                    return self.load(id).await;
                }
            }
        }
        Err(Fault::Busy(SeasonId(0)).into())
    }

    /// Loads a season as it is now.
    ///
    /// # Errors
    /// Fails if there is no such season, or if loading fails.
    pub async fn load(&self, id: SeasonId) -> Result<Arc<Season>, SeasonError> {
        let stored = self.store().load_season(id).await?.ok_or(Denied::NoSeason(id))?;
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
        command: &Command,
    ) -> Result<Change, SeasonError> {
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
        command: &Command,
    ) -> Result<SeasonDone, SeasonError> {
        self.give(id, &Actor::Person(*person), command).await
    }

    async fn give(&self, id: SeasonId, actor: &Actor, command: &Command) -> Result<SeasonDone, SeasonError> {
        let _turn = self.queues.wait(id).await;
        for attempt in 0..TRIES {
            pause(attempt).await;
            let season = self.load(id).await?;
            let change = decide(&season, actor, command, self.now())?;
            let row = self.row(&season, &change)?;
            match self.store().commit_season(&row, self.now()).await {
                Err(StoreError::Conflict) => continue,
                stored => stored?,
            }
            return Ok(self.done(change, &row));
        }
        Err(Fault::Busy(id).into())
    }

    /// Converts a change of a season, with the messages about it.
    fn row(&self, before: &Season, change: &Change) -> Result<SeasonChange, Fault> {
        let news = self.words.map(|words| words(before, change)).unwrap_or_default();
        rows::change(before, change, news)
    }

    /// Returns the result of a stored change, and wakes up delivery if there are messages about it.
    fn done(&self, change: Change, row: &SeasonChange) -> SeasonDone {
        if !row.messages.is_empty() {
            self.matches.wake_up().notify_waiters();
        }
        let Change { mut after, entries, events } = change;
        after.version += 1;
        SeasonDone { season: Arc::new(after), entries, events }
    }

    /// Ties a match to a planned episode, or to the one it is tied to, as [`play`](Self::play) does.
    ///
    /// # Errors
    /// As [`play`](Self::play).
    pub async fn bind(
        &self,
        id: SeasonId,
        person: &Person,
        episode: EpisodeNumber,
        match_id: MatchId,
        gifts: bool,
    ) -> Result<SeasonDone, SeasonError> {
        self.play(id, person, &PlayedAs::Episode(episode), match_id, None, gifts).await
    }

    /// Has a match take along what its players have in the season, and ties it to an episode, at once: the match has what it took
    /// along if and only if the season knows of it. `roster` fills the match before. Until its play begins, all of that can be done
    /// again, so that it takes along what everyone has then. Players who are not in the cast take along nothing.
    ///
    /// # Errors
    /// Fails if the match has begun, belongs to another season or server, or if the game does not take an amount.
    pub async fn play(
        &self,
        id: SeasonId,
        person: &Person,
        played_as: &PlayedAs,
        match_id: MatchId,
        roster: Option<&[RosterEntry]>,
        gifts: bool,
    ) -> Result<SeasonDone, SeasonError> {
        let actor = Actor::Person(*person);
        let _turn = self.queues.wait(id).await;
        for attempt in 0..TRIES {
            pause(attempt).await;
            let (season, game) = (self.load(id).await?, self.matches.load(match_id).await?);
            season.may(&actor, super::role::Power::Keep)?;
            if game.guild_id != season.guild_id {
                return Err(crate::matches::Denied::NoMatch(match_id).into());
            }
            if self.store().season_of(match_id).await?.is_some_and(|row| row.season_id != id) {
                return Err(Denied::OtherSeason(match_id).into());
            }
            if !matches!(game.status, Status::Signup | Status::Pregame) {
                return Err(Denied::MatchBegun(match_id).into());
            }
            let (taken, command) = taking_along(&season, &game, roster)?;
            let brought = brought(&season, &game, &taken);
            let change = self.tied(&season, &actor, played_as, match_id, taken, gifts)?;
            let row = self.row(&season, &change)?;
            if self.matches.give_along(&game, &actor, command.as_ref(), brought, &row).await?.is_some() {
                return Ok(self.done(change, &row));
            }
        }
        Err(Fault::Busy(id).into())
    }

    /// Decides what changes in a season when a match is tied to an episode.
    fn tied(
        &self,
        season: &Season,
        actor: &Actor,
        played_as: &PlayedAs,
        match_id: MatchId,
        taken: Vec<Taken>,
        gifts: bool,
    ) -> Result<Change, Denied> {
        let (now, mut after) = (self.now(), season.clone());
        let episode = match (season.episode_of(match_id), played_as) {
            (_, PlayedAs::Episode(episode)) => *episode,
            (Some(known), PlayedAs::New { .. }) => known.number,
            (None, PlayedAs::New { title, kind, stakes }) => {
                let plan = Command::Plan { title: title.clone(), kind: *kind, stakes: *stakes };
                after = decide(&after, actor, &plan, now)?.after;
                after.episodes.last().map_or(1, |episode| episode.number)
            }
        };
        decide(&after, &Actor::Clock, &Command::Bind { episode, match_id, taken, gifts }, now)
    }

    /// Books the results of all matches of seasons that have ended, each exactly once, and frees the episodes of those that
    /// were cancelled. Returns how many there were. A match that cannot be read does not hold up the others.
    ///
    /// # Errors
    /// Fails if the list of them cannot be read.
    pub async fn book_all(&self) -> Result<usize, StoreError> {
        let mut booked = 0;
        for SeasonMatchRow { match_id, season_id, .. } in self.store().unbooked().await? {
            match self.book(season_id, match_id).await {
                Ok(()) => booked += 1,
                // Another process was faster.
                Err(SeasonError::Denied(Denied::AlreadyDone | Denied::MatchNotInSeason(_))) => {}
                Err(error) => {
                    tracing::error!(match_id = match_id.0, season_id = season_id.0, %error, "the results of a match cannot be booked");
                }
            }
        }
        Ok(booked)
    }

    async fn book(&self, season_id: SeasonId, match_id: MatchId) -> Result<(), SeasonError> {
        let game = self.matches.load(match_id).await?;
        let command = match game.settled()? {
            _ if game.status == Status::Cancelled => Command::Unbind(match_id),
            Some(settled) => Command::Book { settled: Box::new(settled), record: Some(fingerprint(&game)?) },
            None => return Err(Fault::Stored { id: season_id, what: "match" }.into()),
        };
        self.give(season_id, &Actor::Clock, &command).await.map(drop)
    }
}

/// Waits before another attempt.
async fn pause(attempt: u32) {
    if attempt > 0 {
        tokio::time::sleep((Duration::from_millis(1) * attempt * attempt).min(LONGEST_PAUSE)).await;
    }
}

/// Returns what a match takes along for the members among its players, or among those of a new roster, and the command that gives it
/// to them if that changes anything.
fn taking_along(
    season: &Season,
    game: &Match,
    roster: Option<&[RosterEntry]>,
) -> Result<(Vec<Taken>, Option<MatchCommand>), Denied> {
    let entry = |player: &Player| RosterEntry {
        user_id: player.user_id,
        name: player.name.clone(),
        renames: true,
        fields: player.fields.clone(),
    };
    let before: Vec<RosterEntry> = game.players.iter().map(entry).collect();
    let mut after = roster.map_or_else(|| before.clone(), <[RosterEntry]>::to_vec);
    let place = |entry: &RosterEntry| season.member_of(entry.user_id).map(|member| member.number);
    let members: Vec<MemberNumber> = after.iter().filter_map(place).collect();
    // The seed is public after the match, so anyone can repeat the draw.
    let taken = season.taken_along(game.info(), &members, &game.seed().derive("season"))?.taken;
    if !taken.is_empty() {
        for entry in &mut after {
            let ranked = game.info().fields.iter().filter(|field| field.is_rank);
            for field in ranked.filter(|field| season.counter(field.spec.key).is_some()) {
                entry.fields.unset(field.spec.key);
            }
            let along = place(entry).and_then(|member| taken.iter().find(|taken| taken.member == member));
            if let Some(along) = along {
                entry.fields.extend(&along.values());
            }
        }
    }
    let command = (after != before).then_some(MatchCommand::Roster(after));
    Ok((taken, command))
}

/// Returns the keys of the fields of which everyone may know what the members take along: it is what the standings show.
fn brought(season: &Season, game: &Match, taken: &[Taken]) -> Vec<String> {
    let shown = season.standings(Viewer::Public);
    let is_shown = |key: &&str| {
        let Some(place) = shown.counters.iter().position(|counter| counter.key == **key) else {
            return false;
        };
        taken.iter().all(|taken| {
            let line = shown.lines.iter().find(|line| line.member == taken.member);
            line.and_then(|line| line.amounts.get(place)) == taken.fields.get(*key)
        })
    };
    let keys = game.info().fields.iter().filter(|field| !field.is_rank).map(|field| field.spec.key);
    keys.filter(is_shown).map(str::to_owned).collect()
}

/// Returns the SHA-256 of the record of a match, in hexadecimal.
pub(crate) fn fingerprint(game: &Match) -> Result<String, SeasonError> {
    let file = game.record()?.file()?;
    Ok(hex::encode(Sha256::digest(file)))
}

/// Books the results of matches of seasons as they end, forever. Everything it needs is in the store, so it can be stopped and
/// started at any time.
pub async fn run(seasons: Seasons) {
    loop {
        // Enabled before looking, so that no end in between is missed.
        let wake_up = seasons.matches.wake_up().notified();
        tokio::pin!(wake_up);
        wake_up.as_mut().enable();
        match seasons.book_all().await {
            Ok(_) => {
                // Every change of a match wakes this up, and hardly any of them is an end.
                tokio::time::sleep(LEAST).await;
                tokio::select! {
                    () = wake_up => {}
                    () = tokio::time::sleep(LOOK) => {}
                }
            }
            Err(error) => {
                tracing::error!(%error, "the matches of seasons cannot be read; trying again");
                tokio::time::sleep(RETRY).await;
            }
        }
    }
}
