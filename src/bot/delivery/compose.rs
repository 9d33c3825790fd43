//! Putting a message from the outbox into words.

use super::courier::{Attempt, Courier};
use super::texts;
use crate::announce::{announce, clock_stuck};
use crate::season;
use crate::ui::Announcement;
use trigon_engine::matches::{
    DeliveryOutcome, InternalError, Match, MatchError, Notice, Pending, PersonSettings, Target,
};
use trigon_engine::store::StoreError;

impl Courier {
    /// Puts a message into words.
    pub(super) async fn compose(
        &self,
        pending: &Pending,
    ) -> Result<(Attempt, Announcement), DeliveryOutcome> {
        let begun = self.matches.clock().now();
        let notice = pending.notice.clone().ok_or_else(|| {
            tracing::error!(message = pending.id.0, "a message to be sent cannot be read");
            DeliveryOutcome::Dead(texts::UNREADABLE.to_owned())
        })?;
        if let Notice::ClockStuck { planned } = notice {
            let stored = self.matches.summary(pending.match_id.ok_or(DeliveryOutcome::Obsolete)?).await;
            let stored = stored.map_err(|error| self.cannot_compose(pending, &error.into()))?;
            let message = clock_stuck(&stored.ok_or(DeliveryOutcome::Obsolete)?, planned);
            return Ok((Attempt::without_match(notice, begun), message));
        }
        if let Notice::Reply(reply) = notice {
            let message = Announcement::reply(&reply);
            return Ok((Attempt::without_match(Notice::Reply(reply), begun), message));
        }
        let in_words = match &notice {
            Notice::Post(post) => Some(season::announcement(post).await),
            Notice::PostStuck(stuck) => Some(season::stuck(stuck)),
            _ => None,
        };
        if let Some(message) = in_words {
            return Ok((Attempt::without_match(notice, begun), message));
        }
        let match_id = pending.match_id.ok_or(DeliveryOutcome::Obsolete)?;
        let game = self.matches.load_since(match_id, pending.version).await;
        let game = game.map_err(|error| self.cannot_compose(pending, &error))?;
        let settings = pending.settings();
        let wanted = self.is_wanted(pending, &settings, &notice, &game).await;
        if !wanted.map_err(|error| self.cannot_compose(pending, &error.into()))? {
            return Err(DeliveryOutcome::Obsolete);
        }
        let draft = self.draft_to_name(pending, &notice, &game).await;
        let message = announce(&self.matches, pending, &notice, &game, draft.as_ref()).await;
        let message = message.map_err(|error| self.cannot_compose(pending, &error))?;
        let mut message = message.ok_or(DeliveryOutcome::Obsolete)?;
        let quiet = [game.terms.quiet, settings.quiet];
        message.silent = quiet.into_iter().flatten().any(|hours| hours.contains(begun));
        let reminds = std::mem::take(&mut message.reminds);
        Ok((Attempt { notice, game: Some(game), begun, reminds }, message))
    }

    /// Returns whether the person to whom a message goes wants it, according to their settings and to what they have been
    /// told by now.
    async fn is_wanted(
        &self,
        pending: &Pending,
        settings: &PersonSettings,
        notice: &Notice,
        game: &Match,
    ) -> Result<bool, StoreError> {
        let (Notice::Reminder { by_host: false, chosen, .. }, Target::User(user)) = (notice, pending.target)
        else {
            return Ok(true);
        };
        if settings.in_channel {
            return Ok(false);
        }
        let last = self.matches.reminded(game.id).await?.remove(&user);
        Ok(settings.wants_reminder(game, *chosen, last, self.matches.clock().now()))
    }

    /// Returns what becomes of a message that cannot be put into words.
    pub(super) fn cannot_compose(&self, pending: &Pending, error: &MatchError) -> DeliveryOutcome {
        match error {
            MatchError::Internal(InternalError::Store(_) | InternalError::Busy(_)) => {
                tracing::error!(message = pending.id.0, %error, "a match cannot be loaded; trying again");
                self.retry_or_give_up(pending, texts::UNREADABLE.to_owned())
            }
            error => {
                tracing::error!(message = pending.id.0, match_id = pending.match_id.map(|id| id.0), %error, "a message is given up");
                DeliveryOutcome::Dead(texts::UNREADABLE.to_owned())
            }
        }
    }
}
