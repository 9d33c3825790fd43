//! Lists of matches: what is known of them without their logs.

use std::sync::Arc;

use super::error::MatchError;
use super::game_match::Match;
use super::service::Matches;
use crate::store::{StoreError, Summary};

impl Matches {
    /// Returns the unfinished matches in which a person has a seat, oldest first.
    ///
    /// # Errors
    /// If loading fails.
    pub async fn played_by(&self, user_id: i64) -> Result<Vec<Summary>, StoreError> {
        self.store().matches_of(user_id).await
    }

    /// Returns the numbers of the unfinished matches, oldest first.
    ///
    /// # Errors
    /// If loading fails.
    pub async fn going_on(&self) -> Result<Vec<i64>, StoreError> {
        self.store().unfinished().await
    }

    /// Returns the unfinished matches that a person created, oldest first.
    ///
    /// # Errors
    /// If loading fails.
    pub async fn hosted_by(&self, user_id: i64) -> Result<Vec<Summary>, StoreError> {
        self.store().hosted_by(user_id).await
    }

    /// Returns the matches of a server, oldest first: the unfinished ones, or all.
    ///
    /// # Errors
    /// If loading fails.
    pub async fn in_guild(&self, guild_id: i64, include_ended: bool) -> Result<Vec<Summary>, StoreError> {
        self.store().matches_in(guild_id, include_ended).await
    }

    /// Returns what is known of a match without its log, even if the log cannot be read.
    ///
    /// # Errors
    /// If loading fails.
    pub async fn summary(&self, id: i64) -> Result<Option<Summary>, StoreError> {
        self.store().summary(id).await
    }

    /// Returns a match that was listed a moment ago, as it was then or later.
    ///
    /// # Errors
    /// If there is none any more, or loading fails.
    pub async fn load_listed(&self, listed: &Summary) -> Result<Arc<Match>, MatchError> {
        self.load_since(listed.id, listed.version).await
    }
}
