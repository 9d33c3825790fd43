//! Lent seats whose time is over: which they are, and waiting until they have been given back.

use std::time::Duration;

use super::matches::Matches;
use crate::ids::{MatchId, UserId};
use crate::matches::model::timer::TimerKind;
use crate::store::{DueRow, StoreError};
use trigon_clock::Millis;

/// How often to look whether a lent seat has been given back.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// How long giving a lent seat back may take once everything that substitutes have sent has arrived.
const RETURN_TIMEOUT: Duration = Duration::from_secs(10);

impl Matches {
    /// Returns the matches in which a person has lent their seat until a time or longer ago, and it has not been given back yet.
    pub(super) async fn with_ended_loans(
        &self,
        user: UserId,
        at: Millis,
    ) -> Result<Vec<MatchId>, StoreError> {
        let mut ended = Vec::new();
        let is_return = |row: &DueRow| TimerKind::of(row) == Some(TimerKind::Return);
        for row in self.store().due_before(at).await?.into_iter().filter(is_return) {
            // If a match cannot be read, its host hears of that.
            let Ok(game) = self.load(row.match_id).await else { continue };
            if game.ended_loans(at).any(|loan| loan.owner == user) {
                ended.push(game.id);
            }
        }
        Ok(ended)
    }

    /// Waits, for a few seconds at most, until a person has the seats again whose loans had ended when they sent something: what
    /// their substitutes have sent before that comes first.
    pub async fn wait_for_ended_loans(&self, user: UserId, sent_at: Millis) -> Result<(), StoreError> {
        let returned = async {
            while !self.with_ended_loans(user, sent_at).await?.is_empty() {
                tokio::time::sleep(POLL_INTERVAL).await;
            }
            Ok(())
        };
        let timeout = Duration::from_millis(self.grace().unsigned_abs()) + RETURN_TIMEOUT;
        tokio::time::timeout(timeout, returned).await.unwrap_or(Ok(()))
    }
}
