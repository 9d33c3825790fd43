//! Finding the matches of a person or a server, mostly without reading their logs.

use std::sync::Arc;

use super::matches::Matches;
use crate::ids::{GuildId, MatchId, UserId};
use crate::matches::model::error::MatchError;
use crate::matches::model::game_match::Match;
use crate::store::{StoreError, Summary};
use trigon_clock::Millis;

impl Matches {
    /// Returns the unfinished matches in which a person has a seat, oldest first.
    pub async fn played_by(&self, user_id: UserId) -> Result<Vec<Summary>, StoreError> {
        self.store().matches_of(user_id).await
    }

    /// Returns the matches that a person plays in and that have not ended before a time, with those in which their seat is lent to
    /// a substitute whose time is over.
    pub async fn played_since(&self, at: Millis, user: UserId) -> Result<Vec<MatchId>, StoreError> {
        let mut matches = self.store().played_since(at, Some(user)).await?;
        matches.extend(self.with_ended_loans(user, self.clock().now()).await?);
        matches.sort_unstable();
        matches.dedup();
        Ok(matches)
    }

    /// Returns the numbers of the unfinished matches, oldest first.
    pub async fn going_on(&self) -> Result<Vec<MatchId>, StoreError> {
        self.store().unfinished().await
    }

    /// Returns the unfinished matches that a person hosts, oldest first.
    pub async fn hosted_by(&self, user_id: UserId) -> Result<Vec<Summary>, StoreError> {
        self.store().hosted_by(user_id).await
    }

    /// Returns the matches of a server, oldest first: the unfinished ones, or all.
    pub async fn in_guild(&self, guild_id: GuildId, include_ended: bool) -> Result<Vec<Summary>, StoreError> {
        self.store().matches_in(guild_id, include_ended).await
    }

    /// Returns the summary of a match, even if its log cannot be read.
    pub async fn summary(&self, id: MatchId) -> Result<Option<Summary>, StoreError> {
        self.store().summary(id).await
    }

    /// Loads a match that was listed a moment ago, as it was then or later.
    pub async fn load_listed(&self, listed: &Summary) -> Result<Arc<Match>, MatchError> {
        self.load_since(listed.id, listed.version).await
    }
}
