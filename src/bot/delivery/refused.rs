//! What becomes of messages that Discord refuses: to players who take no direct messages, to channels or servers that the bot cannot
//! reach any more, or for reasons that may pass. `settle.rs` asks for that after each failed attempt.

use std::collections::BTreeMap;
use std::sync::MutexGuard;

use super::courier::{Attempt, Courier};
use super::membership::{MIN_SEEN_PERIOD, had_just_joined};
use super::request_error::{RequestError, TransientFailure};
use super::settle::{FIRST_WAIT, retry_wait, spread};
use super::texts;
use crate::backoff::exponential;
use crate::codes::{Reaction, RequestKind, TELL_HOSTS_AFTER, UNKNOWN_CHANNEL, classify_code, reaction};
use crate::locks::locked;
use trigon_engine::ids::{GuildId, OutboxId, UserId};
use trigon_engine::matches::{
    DeliveryOutcome, HOUR, Match, Millis, Notice, Pending, Post, StuckPost, Target,
};
use trigon_engine::store::StoreError;

/// Discord’s code for a channel to which the bot has no access.
const NO_ACCESS: i64 = 50_001;

/// Discord’s code for a server that it does not know, or that the bot is not in.
const UNKNOWN_SERVER: i64 = 10_004;

/// How long a message is tried again while Discord refuses it for reasons that the bot does not know.
const UNEXPLAINED_TIMEOUT: Millis = 24 * HOUR;

/// How long a message is tried again once its match is over, or if it is about none.
const RETRIED_AFTER_END: Millis = 14 * 24 * HOUR;

/// The number of attempts after which a refusal counts even if the player has just joined the server.
const MAX_NEW_PLAYER_ATTEMPTS: i64 = 5;

impl Courier {
    /// Returns what becomes of a message that Discord has refused as it is.
    pub(super) async fn outcome_of_refusal(
        &self,
        pending: &Pending,
        attempt: &Attempt,
        code: i64,
    ) -> DeliveryOutcome {
        tracing::info!(message = pending.id.0, code, "Discord has refused a message");
        let reason = texts::discord_code(code);
        let Target::User(user) = pending.target else {
            return self.outcome_of_channel_refusal(pending, attempt, code, reason).await;
        };
        // The channel is gone, or belongs to another bot that used this database: the next attempt opens another one.
        if matches!(code, UNKNOWN_CHANNEL | NO_ACCESS) {
            self.client.directs.forget(user).await;
            let failure = TransientFailure::unknown_refusal(reason);
            return self.outcome_of_transient(pending, attempt, failure).await;
        }
        match reaction(RequestKind::Direct, classify_code(code)) {
            Reaction::GiveUpOnPerson => self.outcome_of_player_refusal(pending, attempt, user, reason).await,
            Reaction::WaitForFix => {
                self.tell_waiting(pending, attempt, &reason).await;
                self.retry_until_fixed(pending, attempt, reason)
            }
            Reaction::Retry => {
                self.outcome_of_transient(pending, attempt, TransientFailure::unknown_refusal(reason)).await
            }
            // A fault of the message itself says nothing about the player.
            Reaction::RetryWithoutPicture | Reaction::GiveUp => DeliveryOutcome::Dead(reason),
        }
    }

    /// Returns what becomes of a message whose player seems to take no direct messages. If that is certain, it is announced in the
    /// channel of the match.
    async fn outcome_of_player_refusal(
        &self,
        pending: &Pending,
        attempt: &Attempt,
        user: UserId,
        reason: String,
    ) -> DeliveryOutcome {
        if let Err(outcome) = self.check_player_refuses(pending, attempt, user, &reason).await {
            return outcome;
        }
        // Announced before the message is given up: if the bot stops in between, it is announced twice rather than never.
        if let Some(match_id) = pending.match_id
            && let Err(error) = self.matches.dm_failed(match_id, user, &attempt.notice).await
        {
            tracing::error!(message = pending.id.0, %error, "closed direct messages cannot be noted; trying again");
            return self.retry_or_give_up(pending, reason);
        }
        DeliveryOutcome::Dead(reason)
    }

    /// Checks that a refusal is due to the player and to nothing temporary: that the bot was in the server of the match
    /// when it sent the message, and that the player has not just joined. If not, or if Discord does not say, returns
    /// what becomes of the message instead.
    async fn check_player_refuses(
        &self,
        pending: &Pending,
        attempt: &Attempt,
        user: UserId,
        reason: &str,
    ) -> Result<(), DeliveryOutcome> {
        let Some(guild) = self.guild_of(pending, attempt, user).await? else {
            // It is not known which server the bot should be in. If the refusal lasts for a day, it counts.
            let failure = TransientFailure { reason: reason.to_owned(), is_known: false, is_refusal: false };
            return Err(self.outcome_of_transient(pending, attempt, failure).await);
        };
        let retry_in_doubt = |failure: RequestError| {
            tracing::info!(
                message = pending.id.0,
                ?failure,
                "it is not known whether the bot is in the server"
            );
            self.retry_or_give_up(pending, reason.to_owned())
        };
        let bot = self.in_server_since(guild).await.map_err(retry_in_doubt)?;
        let now = self.matches.clock().now();
        let retry_soon = || DeliveryOutcome::Retry(now + MIN_SEEN_PERIOD, reason.to_owned());
        if !self.memberships.was_member(guild, bot, attempt.begun, now) {
            return Err(match bot {
                Some(_) => retry_soon(),
                None => self.retry_until_fixed(pending, attempt, texts::discord_code(UNKNOWN_SERVER)),
            });
        }
        let player = self.client.joined_at(guild, &user.to_string()).await.map_err(retry_in_doubt)?;
        match player {
            Some(joined)
                if pending.attempts < MAX_NEW_PLAYER_ATTEMPTS && had_just_joined(joined, attempt.begun) =>
            {
                Err(retry_soon())
            }
            Some(_) => Ok(()),
            // The player is not in the server. Asking them to allow direct messages would not help.
            None => Err(DeliveryOutcome::Dead(texts::LEFT.to_owned())),
        }
    }

    /// Returns the server of the match that a message is about, or, if it is about none, of a match that the user plays in.
    async fn guild_of(
        &self,
        pending: &Pending,
        attempt: &Attempt,
        user: UserId,
    ) -> Result<Option<GuildId>, DeliveryOutcome> {
        if let Some(game) = &attempt.game {
            return Ok(Some(game.guild_id));
        }
        if let Notice::Post(Post { guild_id, .. }) | Notice::PostStuck(StuckPost { guild_id, .. }) =
            &attempt.notice
        {
            return Ok(Some(*guild_id));
        }
        let unreadable = |error: StoreError| self.cannot_compose(pending, &error.into());
        let summary = match pending.match_id {
            Some(match_id) => self.matches.summary(match_id).await.map_err(unreadable)?,
            None => self.matches.played_by(user).await.map_err(unreadable)?.into_iter().next(),
        };
        Ok(summary.map(|summary| summary.guild_id))
    }

    /// Returns what becomes of a message that the channel refuses. If the cause may still be fixed, the message waits and the hosts are
    /// told.
    async fn outcome_of_channel_refusal(
        &self,
        pending: &Pending,
        attempt: &Attempt,
        code: i64,
        reason: String,
    ) -> DeliveryOutcome {
        // A post for onlookers does not wait: by the time somebody has fixed the channel, the post is out of date.
        let may_wait = attempt.notice != Notice::Inside;
        // The news that a match has moved away is not needed where nothing can be posted.
        if matches!(attempt.notice, Notice::Moved { from, .. } if pending.target == Target::Channel(from)) {
            return DeliveryOutcome::Obsolete;
        }
        match reaction(RequestKind::Post, classify_code(code)) {
            Reaction::WaitForFix if may_wait => {
                if let Target::Channel(channel) = pending.target {
                    self.note_lost_channel(channel, attempt, code).await;
                }
                self.tell_waiting(pending, attempt, &reason).await;
                self.retry_until_fixed(pending, attempt, reason)
            }
            Reaction::Retry => {
                self.outcome_of_transient(pending, attempt, TransientFailure::unknown_refusal(reason)).await
            }
            _ => DeliveryOutcome::Dead(reason),
        }
    }

    /// Returns what becomes of a message that Discord could not take, or refused for a reason that may pass.
    pub(super) async fn outcome_of_transient(
        &self,
        pending: &Pending,
        attempt: &Attempt,
        TransientFailure { reason, is_known, is_refusal }: TransientFailure,
    ) -> DeliveryOutcome {
        let now = self.matches.clock().now();
        let tried_for = now - pending.first_attempt_at.unwrap_or(now).min(now);
        if is_refusal && tried_for >= TELL_HOSTS_AFTER {
            self.tell_waiting(pending, attempt, &reason).await;
        }
        let is_given_up = if is_known {
            self.unexplained().remove(&pending.id);
            !self.is_worth_sending(pending, attempt)
        } else {
            // The day begins with the first of these refusals: before that, the message may have waited for somebody.
            let mut unexplained = self.unexplained();
            let since = unexplained.entry(pending.id).or_insert(now);
            *since = now.min(*since);
            now - *since >= UNEXPLAINED_TIMEOUT
        };
        if is_given_up {
            return DeliveryOutcome::Dead(texts::gave_up(&reason));
        }
        DeliveryOutcome::Retry(now + retry_wait(pending.attempts) + spread(pending), reason)
    }

    /// Returns whether a message is still worth sending, however often it has failed: its match goes on, or has ended not
    /// long ago.
    fn is_worth_sending(&self, pending: &Pending, attempt: &Attempt) -> bool {
        let game = attempt.game.as_deref();
        let last = game.and_then(|game| game.log.last()).map_or(pending.enqueued_at, |entry| entry.at);
        let is_recent = self.matches.clock().now() - last.max(pending.enqueued_at) < RETRIED_AFTER_END;
        is_recent || game.is_some_and(Match::is_going_on)
    }

    /// Returns a retry of a message that waits for somebody, with growing waits of at most an hour. If something changes in
    /// the server, it is tried at once.
    fn retry_until_fixed(&self, pending: &Pending, attempt: &Attempt, reason: String) -> DeliveryOutcome {
        self.unexplained().remove(&pending.id);
        if !self.is_worth_sending(pending, attempt) {
            return DeliveryOutcome::Dead(texts::gave_up(&reason));
        }
        let wait = exponential(FIRST_WAIT, pending.attempts, HOUR);
        DeliveryOutcome::Retry(self.matches.clock().now() + wait + spread(pending), reason)
    }

    /// Tells the hosts that a message cannot be sent.
    async fn tell_waiting(&self, pending: &Pending, attempt: &Attempt, reason: &str) {
        if let Notice::Post(post) = &attempt.notice {
            self.tell_stuck(pending, post, reason, false).await;
        }
        if let Some(game) = &attempt.game
            && let Err(error) = self.matches.tell_waiting(game, pending, reason).await
        {
            // The next attempt will tell them.
            tracing::error!(message = pending.id.0, %error, "the hosts cannot be told of a refused message");
        }
    }

    /// Tells the hosts of a season that a post waits, or was given up.
    pub(super) async fn tell_stuck(&self, pending: &Pending, post: &Post, reason: &str, is_given_up: bool) {
        if let Err(error) = self.matches.tell_stuck(pending, post, reason, is_given_up).await {
            // If it waits, the next attempt will tell them.
            tracing::error!(message = pending.id.0, %error, "the hosts cannot be told of a post that is not sent");
        }
    }

    /// Returns the messages that Discord refuses for reasons that the bot does not know, and since when.
    pub(super) fn unexplained(&self) -> MutexGuard<'_, BTreeMap<OutboxId, Millis>> {
        locked(&self.unexplained)
    }
}
