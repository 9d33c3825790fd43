//! [`People`]: what is stored about a person, over all matches and seasons.

use serde_json::json;

use super::own::{of_match, of_season, time};
use super::rewriting::{MatchRewriting, is_named_in};
use crate::ids::{GuildId, MatchId, SeasonId, UserId};
use crate::matches::{InternalError, Match, Matches, rows, stand_in};
use crate::season::{Author, Season, SeasonError, SeasonFault, Seasons, fingerprint, season_row};
use crate::store::{RewrittenMatch, SeasonRow, Status, StoreError};

/// The format of a file with what is stored about a person.
const PERSON_FORMAT: &str = "trigon-person/1";

/// The number of attempts at a match or season before giving up because somebody else changed it each time.
const MAX_ATTEMPTS: usize = 16;

/// The matches and seasons out of which somebody was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Forgotten {
    /// The number of matches.
    pub matches: usize,
    /// The number of seasons.
    pub seasons: usize,
}

/// The reason why somebody is not forgotten.
#[derive(Debug, thiserror::Error)]
pub enum ForgetError {
    /// They have a part in matches that are not over, which would be lost for others. The matches are given with their titles.
    #[error("they have a part in {} matches that are not over", .0.len())]
    Plays(Vec<(MatchId, String)>),
    /// Something cannot be read or stored.
    #[error(transparent)]
    Internal(#[from] InternalError),
    /// A season cannot be read or stored.
    #[error(transparent)]
    Season(#[from] SeasonError),
}

impl From<SeasonFault> for ForgetError {
    fn from(fault: SeasonFault) -> Self {
        Self::Season(fault.into())
    }
}

impl From<StoreError> for ForgetError {
    fn from(error: StoreError) -> Self {
        Self::Internal(error.into())
    }
}

/// What is stored about people.
#[derive(Clone)]
pub struct People {
    matches: Matches,
    seasons: Seasons,
}

impl People {
    /// Creates the service for the matches of some seasons.
    pub fn new(seasons: Seasons) -> Self {
        Self { matches: seasons.matches().clone(), seasons }
    }

    /// Returns everything that is stored about a person and is theirs, as a JSON file.
    ///
    /// # Errors
    /// Fails if something cannot be read.
    pub async fn file(&self, person: UserId) -> Result<Vec<u8>, ForgetError> {
        let store = self.matches.store();
        let (mut matches, mut seasons) = (Vec::new(), Vec::new());
        for id in store.all_matches().await? {
            let Some(stored) = store.load(id).await? else { continue };
            if is_named_in(&stored, person) {
                let game = rows::read(self.matches.games(), stored)?;
                matches.extend(of_match(&game, person));
            }
        }
        for id in store.all_seasons().await? {
            seasons.extend(of_season(&*self.seasons.load(id).await?, person));
        }
        let channel = store.direct_channel(person).await?.map(|(channel, _)| channel.to_string());
        let template =
            |(guild, name): (GuildId, String)| json!({ "server": guild.to_string(), "name": name });
        let templates: Vec<_> = store.templates_of(person).await?.into_iter().map(template).collect();
        let file = json!({
            "format": PERSON_FORMAT,
            "at": time(self.matches.clock().now()),
            "account": person.to_string(),
            "settings": self.matches.settings(person).await?,
            "direct_message_channel": channel,
            "matches": matches,
            "seasons": seasons,
            "templates": templates,
        });
        // What comes from JSON can be written as JSON.
        Ok(serde_json::to_vec_pretty(&file).unwrap_or_default())
    }

    /// Takes a person out of everything that is stored. Their seats, their actions and their books stay, without a name. Each match is
    /// changed as a whole; after a failure, this can be done again.
    ///
    /// # Errors
    /// [`ForgetError::Plays`] while they have a part in matches that are not over; nothing has changed then.
    pub async fn forget(&self, person: UserId) -> Result<Forgotten, ForgetError> {
        let store = self.matches.store();
        let (mut involved, mut plays) = (Vec::new(), Vec::new());
        for id in store.all_matches().await? {
            let Some(stored) = store.load(id).await? else { continue };
            if !is_named_in(&stored, person) {
                continue;
            }
            match stored.row.status {
                Status::Over | Status::Cancelled => involved.push(id),
                Status::Signup | Status::Pregame | Status::Running => plays.push((id, stored.row.title)),
            }
        }
        if !plays.is_empty() {
            return Err(ForgetError::Plays(plays));
        }
        if !involved.is_empty() {
            self.mark(person).await?;
        }
        let mut forgotten = Forgotten::default();
        for id in involved {
            self.forget_in_match(id, person).await?;
            forgotten.matches += 1;
        }
        for id in store.all_seasons().await? {
            forgotten.seasons += usize::from(self.forget_in_season(id, person).await?);
        }
        if forgotten != Forgotten::default() || store.person_settings(person).await?.is_some() {
            store.compact().await?;
        }
        store.forget_person(person).await?;
        tracing::info!(matches = forgotten.matches, seasons = forgotten.seasons, "somebody is forgotten");
        Ok(forgotten)
    }

    /// Makes sure that settings of a person are stored, which are deleted last. If this attempt to forget them fails in the middle,
    /// the next one knows from them that it has something to bring to its end.
    async fn mark(&self, person: UserId) -> Result<(), StoreError> {
        let store = self.matches.store();
        match store.person_settings(person).await? {
            Some(_) => Ok(()),
            None => store.set_person_settings(person, "{}").await,
        }
    }

    async fn forget_in_match(&self, id: MatchId, person: UserId) -> Result<(), ForgetError> {
        let (store, games) = (self.matches.store(), self.matches.games());
        for _ in 0..MAX_ATTEMPTS {
            let Some(stored) = store.load(id).await? else { return Ok(()) };
            let game = rows::read(games, stored.clone())?;
            let rewriting = MatchRewriting::of(&game, &stored, person, stand_in()?);
            let rewritten = rewriting.rewrite(&stored);
            // This fails for a match that could no longer be read afterwards, which would be lost for the others.
            let after = rows::read(games, rewritten.clone())?;
            let entries = stored.log.iter().zip(rewritten.log);
            let change = RewrittenMatch {
                row: rewritten.row,
                seats: rewritten.seats,
                entries: entries.filter(|(before, after)| *before != after).map(|(_, after)| after).collect(),
                season: self.season_with(&after).await?,
            };
            let rewrite = |json: &str| rewriting.rewrite_json(json);
            match store.rewrite_match(person, &change, &rewrite).await {
                Err(StoreError::Conflict) => {}
                done => {
                    done?;
                    self.matches.forget(id);
                    return Ok(());
                }
            }
        }
        Err(InternalError::Busy(id).into())
    }

    /// Returns the season to which a match belongs, with the hash of its record as it is now, if that is booked.
    async fn season_with(&self, game: &Match) -> Result<Option<SeasonRow>, ForgetError> {
        let Some(season) = self.seasons.of_match(game.id).await? else { return Ok(None) };
        let mut season = Season::clone(&season);
        let episodes = season.episodes.iter_mut().filter_map(|episode| episode.game.as_mut());
        let Some(booked) = episodes.into_iter().find(|it| it.id == game.id && it.record.is_some()) else {
            return Ok(None);
        };
        booked.record = Some(fingerprint(game)?);
        Ok(Some(season_row(&season)?))
    }

    /// Returns whether the person had a part in the season.
    async fn forget_in_season(&self, id: SeasonId, person: UserId) -> Result<bool, ForgetError> {
        for _ in 0..MAX_ATTEMPTS {
            let mut season = Season::clone(&*self.seasons.load(id).await?);
            let number = stand_in()?;
            if !take_out_of_season(&mut season, person, number) {
                return Ok(false);
            }
            self.mark(person).await?;
            match self.matches.store().rewrite_season(person, number, &season_row(&season)?).await {
                Err(StoreError::Conflict) => {}
                done => {
                    done?;
                    return Ok(true);
                }
            }
        }
        Err(SeasonFault::Busy(id).into())
    }
}

/// Takes a person out of a season, for whom `stand_in` stands from now on, and returns whether they had a part in it. The authors of
/// its entries are replaced when it is stored.
fn take_out_of_season(season: &mut Season, person: UserId, stand_in: UserId) -> bool {
    let mut had_a_part = season.entries.iter().any(|entry| match entry.by {
        Author::Host(user) | Author::Member(user) => user == person,
        Author::Program => false,
    });
    for host in std::iter::once(&mut season.host_id).chain(&mut season.co_hosts) {
        if *host == person {
            *host = stand_in;
            had_a_part = true;
        }
    }
    for member in &mut season.cast {
        let name = format!("Player {}", member.number);
        if member.user == Some(person) {
            (member.user, member.name) = (None, name.clone());
            had_a_part = true;
        }
        for earlier in &mut member.earlier {
            if earlier.user == Some(person) {
                (earlier.user, earlier.name) = (None, name.clone());
                had_a_part = true;
            }
        }
    }
    had_a_part
}
