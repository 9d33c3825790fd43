//! Booking the results of matches as they end.

use std::time::Duration;

use sha2::{Digest, Sha256};

use super::command::SeasonCommand;
use super::error::{SeasonDenied, SeasonError, SeasonFault};
use super::service::Seasons;
use crate::ids::{MatchId, SeasonId};
use crate::matches::{Actor, Match, Status};
use crate::store::{SeasonMatchRow, StoreError};

/// How often matches that another process has ended are looked for.
const POLL_INTERVAL: Duration = Duration::from_secs(30);

/// The least time between two looks, however much happens in matches.
const MIN_POLL_GAP: Duration = Duration::from_secs(1);

/// The wait after the matches that are over could not be read.
const RETRY_DELAY: Duration = Duration::from_secs(5);

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
                tokio::time::sleep(MIN_POLL_GAP).await;
                tokio::select! {
                    () = wake_up => {}
                    () = tokio::time::sleep(POLL_INTERVAL) => {}
                }
            }
            Err(error) => {
                tracing::error!(%error, "the matches of seasons cannot be read; trying again");
                tokio::time::sleep(RETRY_DELAY).await;
            }
        }
    }
}

impl Seasons {
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
                Err(SeasonError::Denied(SeasonDenied::AlreadyDone | SeasonDenied::MatchNotInSeason(_))) => {}
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
            _ if game.status == Status::Cancelled => SeasonCommand::Unbind(match_id),
            Some(settled) => {
                SeasonCommand::Book { settled: Box::new(settled), record: Some(fingerprint(&game)?) }
            }
            None => return Err(SeasonFault::Stored { id: season_id, what: "match" }.into()),
        };
        self.give(season_id, &Actor::Clock, &command).await.map(drop)
    }
}

/// Returns the SHA-256 of the record of a match, in hexadecimal.
pub(crate) fn fingerprint(game: &Match) -> Result<String, SeasonError> {
    let file = game.record()?.file()?;
    Ok(hex::encode(Sha256::digest(file)))
}
