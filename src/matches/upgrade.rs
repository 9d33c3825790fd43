//! What becomes of stored matches when the rules have changed: those that still follow go on, the others stop.

use super::clock::Millis;
use super::error::{Fault, MatchError};
use super::game_match::Match;
use super::lifecycle::{in_channel, unchanged};
use super::notice::Notice;
use super::options::{HOUR, Options};
use super::service::{Matches, TRIES};
use crate::store::{Change, StoreError};

/// Returns what has to be stored because of changed rules, before anything else is: nothing once the host has been
/// told.
pub(super) fn settled(game: &Match, now: Millis) -> Result<Option<Change>, MatchError> {
    let Some(rules) = game.rules.as_ref().filter(|_| game.is_going_on()) else { return Ok(None) };
    let mut change = unchanged(game);
    if rules.broken.is_none() {
        change.row.rules_version = rules.to;
    } else if game.row.stopped_by_rules == Some(rules.to) {
        return Ok(None);
    } else {
        change.row.stopped_by_rules = Some(rules.to);
        change.due = Some(Vec::new());
        if let Some(deadline) = game.deadline {
            // As if a host had stopped the clock, so that a program with the earlier rules can go on. Nobody loses
            // a round because the deadline passed while the bot was away.
            let left_when_paused = Some((deadline - now).max(HOUR));
            change.row.options = Match::stored(&Options { left_when_paused, ..game.options.clone() })?;
            change.row.paused_at = Some(now);
        }
    }
    change.messages.push(in_channel(game, &Notice::RulesChanged(rules.clone()), game.seq())?);
    Ok(Some(change))
}

impl Matches {
    /// Looks at all unfinished matches that were written under other rules: each of them goes on or is stopped, and its
    /// host is told. For the start of a program; a match that is changed later is looked at then, too.
    ///
    /// # Errors
    /// When storage fails. A match that cannot be read does not hold up the others.
    pub async fn check_rules(&self) -> Result<(), MatchError> {
        for row in self.store().unfinished().await? {
            let version = self.games().get(&row.game).map(|game| i64::from(game.info().version));
            if version == Some(row.rules_version) {
                continue;
            }
            if let Err(error) = self.settle_rules(row.id).await {
                tracing::error!(id = row.id, %error, "the rules of a match cannot be checked");
            }
        }
        Ok(())
    }

    async fn settle_rules(&self, id: i64) -> Result<(), MatchError> {
        for _ in 0..TRIES {
            let game = self.load(id).await?;
            if !self.settle_rules_of(&game).await? {
                return Ok(());
            }
        }
        Err(Fault::Busy(id).into())
    }

    /// Stores what changed rules mean for a match; returns whether there was anything, so that it has to be loaded anew.
    pub(super) async fn settle_rules_of(&self, game: &Match) -> Result<bool, MatchError> {
        let Some(change) = settled(game, self.clock().now())? else { return Ok(false) };
        match self.store().commit(&change, self.clock().now()).await {
            Err(StoreError::Conflict) => {}
            Err(error) => return Err(error.into()),
            Ok(()) => {
                let (id, stopped) = (game.row.id, game.stopped().is_some());
                tracing::warn!(id, stopped, rules = ?game.rules, "the rules have changed since a match was written");
                self.nudge().notify_waiters();
            }
        }
        Ok(true)
    }
}
