//! Stored matches after a change of the rules: those that still follow the rules go on, the others stop.

use super::changes::MAX_ATTEMPTS;
use super::matches::Matches;
use crate::ids::MatchId;
use crate::matches::decide::Draft;
use crate::matches::decide::change::Change;
use crate::matches::decide::rights::Actor;
use crate::matches::model::denied::Denied;
use crate::matches::model::error::{InternalError, MatchError};
use crate::matches::model::game_match::Match;
use crate::matches::model::notice::Notice;
use crate::matches::model::rules_change::RulesChange;
use crate::matches::model::terms::HOUR;
use crate::store::StoreError;
use trigon_clock::Millis;

impl Matches {
    /// Checks all unfinished matches written under other rules. Each of them goes on or is stopped, and its host is
    /// told. Programs call this at startup. A match is also checked whenever it is changed.
    ///
    /// # Errors
    /// Fails if storage fails. An unreadable match does not hold up the others.
    pub async fn check_rules(&self) -> Result<(), MatchError> {
        for id in self.unfinished_ids().await? {
            if let Err(error) = self.settle_rules(id).await {
                tracing::error!(id = id.0, %error, "the rules of a match cannot be checked");
            }
        }
        Ok(())
    }

    async fn settle_rules(&self, id: MatchId) -> Result<(), MatchError> {
        for _ in 0..MAX_ATTEMPTS {
            let game = self.load(id).await?;
            if !self.settle_rules_of(&game).await? {
                return Ok(());
            }
        }
        Err(InternalError::Busy(id).into())
    }

    /// Stores what changed rules mean for a match. Returns whether there was anything to store, in which case the match
    /// has to be loaded again.
    pub(super) async fn settle_rules_of(&self, game: &Match) -> Result<bool, MatchError> {
        let Some(change) = pending_rules_change(game, self.clock().now())? else { return Ok(false) };
        if self.commit(game, change).await?.is_some() {
            let (id, stopped) = (game.id, game.stopped_by_rules().is_some());
            tracing::warn!(id = id.0, stopped, rules = ?game.rules, "the rules have changed since a match was written");
        }
        Ok(true)
    }

    /// Returns the unfinished matches written under other rules, oldest first.
    async fn unfinished_ids(&self) -> Result<Vec<MatchId>, StoreError> {
        let mut ids = Vec::new();
        for (game, version) in self.store().rules_in_use().await? {
            let game_now = self.games().get(&game);
            if game_now.is_none_or(|now| RulesChange::between(version, now.info()).is_some()) {
                ids.extend(self.store().unfinished_under(&game, version).await?);
            }
        }
        ids.sort_unstable();
        Ok(ids)
    }
}

/// Returns the change that a match needs because its rules have changed, or `None` if that is stored already.
fn pending_rules_change(game: &Match, now: Millis) -> Result<Option<Change>, Denied> {
    let Some(rules) = game.rules.clone().filter(|_| game.is_going_on()) else { return Ok(None) };
    let mut draft = Draft::new(game, &Actor::Clock, now);
    if rules.broken.is_some() {
        if game.stopped_by == Some(rules.to) {
            return Ok(None);
        }
        if let Some(deadline) = game.deadline {
            // The clock is stopped as a host would do it. A program with the earlier rules can then go on with the match, and
            // nobody loses a round because the deadline passed in the meantime.
            draft.stop_clock((deadline - now).max(HOUR), None)?;
        }
    }
    let mut change = draft.finish();
    if rules.broken.is_none() {
        change.after.rules_version = rules.to;
        change.after.rules = None;
    } else {
        change.after.stopped_by = Some(rules.to);
        change.after.set_timers(Vec::new());
    }
    change.messages.push(game.in_channel(Notice::RulesChanged(rules)));
    Ok(Some(change))
}
