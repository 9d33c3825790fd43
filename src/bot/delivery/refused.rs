//! Messages that Discord refuses: to players with closed direct messages, and to channels or servers that the bot can
//! no longer reach. A message that is refused because of its content is sent again with less in it before it is given
//! up.

use std::collections::BTreeMap;
use std::sync::{MutexGuard, PoisonError};

use poise::serenity_prelude::Timestamp;

use super::client::{RequestError, Sent, refused, takes_less};
use super::membership::{SEEN_BEFORE, is_new};
use super::{Attempt, Courier, DeliveryOutcome, FIRST_WAIT, TRIES, apart, texts, wait};
use crate::codes::{Kind, TELL_AFTER, UNKNOWN_CHANNEL, Verdict, verdict};
use crate::ui::Announcement;
use crate::ui::escape::shortened;
use crate::ui::limits::MESSAGE;
use crate::ui::words::WITHOUT_FILES;
use trigon_engine::ids::{ChannelId, GuildId, OutboxId, UserId};
use trigon_engine::matches::{HOUR, Match, Millis, Notice, Pending, Post, PostStuck, Target, UpkeepProblem};
use trigon_engine::store::StoreError;

/// How long a message is tried again while Discord refuses it for reasons that the bot does not know.
const UNKNOWN: Millis = 24 * HOUR;

/// How long a message is tried again once its match is over, or if it is about none.
const AFTERWARDS: Millis = 14 * 24 * HOUR;

/// The number of attempts after which a refusal counts even if the player has just joined the server.
const NEW_PLAYER_TRIES: i64 = 5;

impl Courier {
    /// Returns the messages that Discord refuses for reasons that the bot does not know, and since when.
    pub(super) fn unexplained(&self) -> MutexGuard<'_, BTreeMap<OutboxId, Millis>> {
        // Each change is complete, even if a thread has panicked.
        self.unexplained.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Handles a message that Discord could not take, or refused for a reason that may pass.
    pub(super) async fn passing(
        &self,
        pending: &Pending,
        attempt: &Attempt,
        reason: String,
        is_known: bool,
        is_refusal: bool,
    ) -> DeliveryOutcome {
        let now = self.matches.clock().now();
        let tried = now - pending.first_attempt_at.unwrap_or(now).min(now);
        if is_refusal && tried >= TELL_AFTER {
            self.tell_waiting(pending, attempt, &reason).await;
        }
        let is_over = if is_known {
            self.unexplained().remove(&pending.id);
            !self.lives(pending, attempt)
        } else {
            // It may have waited for somebody before, for as long as that took.
            let mut unexplained = self.unexplained();
            let since = unexplained.entry(pending.id).or_insert(now);
            *since = now.min(*since);
            now - *since >= UNKNOWN
        };
        if is_over {
            return DeliveryOutcome::Dead(texts::gave_up(&reason));
        }
        DeliveryOutcome::Retry(now + wait(pending.attempts) + apart(pending), reason)
    }

    /// Returns whether a message is still worth sending, however often it has failed: its match goes on, or has ended not
    /// long ago.
    fn lives(&self, pending: &Pending, attempt: &Attempt) -> bool {
        let game = attempt.game.as_deref();
        let last = game.and_then(|game| game.log.last()).map_or(pending.enqueued_at, |entry| entry.at);
        let is_recent = self.matches.clock().now() - last.max(pending.enqueued_at) < AFTERWARDS;
        is_recent || game.is_some_and(Match::is_going_on)
    }

    /// Tells those who are to know that a post waits, or was given up.
    pub(super) async fn tell_stuck(&self, pending: &Pending, post: &Post, reason: &str, is_given_up: bool) {
        if let Err(error) = self.matches.tell_stuck(pending, post, reason, is_given_up).await {
            // If it waits, the next attempt will tell them.
            tracing::error!(message = pending.id.0, %error, "the hosts cannot be told of a post that is not sent");
        }
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

    /// Returns a retry of a message that waits for somebody, with growing waits of at most an hour. If something changes in
    /// the server, it is tried at once.
    fn until_mended(&self, pending: &Pending, attempt: &Attempt, reason: String) -> DeliveryOutcome {
        self.unexplained().remove(&pending.id);
        if !self.lives(pending, attempt) {
            return DeliveryOutcome::Dead(texts::gave_up(&reason));
        }
        let wait = (FIRST_WAIT << pending.attempts.clamp(0, 16)).min(HOUR);
        DeliveryOutcome::Retry(self.matches.clock().now() + wait + apart(pending), reason)
    }

    /// Handles a message that Discord has refused as it is.
    pub(super) async fn refused(&self, pending: &Pending, attempt: &Attempt, code: i64) -> DeliveryOutcome {
        tracing::info!(message = pending.id.0, code, "Discord has refused a message");
        let reason = texts::discord_code(code);
        let Target::User(user) = pending.target else {
            return self.channel_refused(pending, attempt, code, reason).await;
        };
        // The channel is gone, or belongs to another bot that used this database.
        if matches!(code, UNKNOWN_CHANNEL | 50_001) {
            self.client.directs.forget(user).await;
            return self.passing(pending, attempt, reason, false, true).await;
        }
        match verdict(Kind::Direct, refused(code)) {
            Verdict::Unreachable => {}
            Verdict::WaitToBeMended => {
                self.tell_waiting(pending, attempt, &reason).await;
                return self.until_mended(pending, attempt, reason);
            }
            Verdict::Again => return self.passing(pending, attempt, reason, false, true).await,
            // A fault of the message itself says nothing about the player.
            Verdict::WithoutPicture | Verdict::GiveUp => return DeliveryOutcome::Dead(reason),
        }
        if let Err(outcome) = self.says_something(pending, attempt, user, &reason).await {
            return outcome;
        }
        // This is announced before the message is given up, so that after a stop in between it is announced again rather
        // than never.
        if let Some(match_id) = pending.match_id
            && let Err(error) = self.matches.dm_failed(match_id, user, &attempt.notice).await
        {
            tracing::error!(message = pending.id.0, %error, "closed direct messages cannot be noted; trying again");
            return self.later(pending, reason, TRIES);
        }
        DeliveryOutcome::Dead(reason)
    }

    /// Checks that a refusal is due to the player and to nothing temporary: that the bot was in the server of the match
    /// when it sent the message, and that the player has not just joined. If not, or if Discord does not say, returns
    /// what becomes of the message instead.
    async fn says_something(
        &self,
        pending: &Pending,
        attempt: &Attempt,
        user: UserId,
        reason: &str,
    ) -> Result<(), DeliveryOutcome> {
        let Some(guild) = self.guild_of(pending, attempt, user).await? else {
            // It is not known which server the bot should be in, so time will tell.
            return Err(self.passing(pending, attempt, reason.to_owned(), false, false).await);
        };
        let doubtful = |failure: RequestError| {
            tracing::info!(
                message = pending.id.0,
                ?failure,
                "it is not known whether the bot is in the server"
            );
            self.later(pending, reason.to_owned(), TRIES)
        };
        let bot = self.in_server_since(guild).await.map_err(doubtful)?;
        let now = self.matches.clock().now();
        let again = || DeliveryOutcome::Retry(now + SEEN_BEFORE, reason.to_owned());
        if !self.memberships.was_member(guild, bot, attempt.begun, now) {
            return Err(match bot {
                Some(_) => again(),
                None => self.until_mended(pending, attempt, texts::discord_code(10_004)),
            });
        }
        let player = self.client.member_since(guild, &user.to_string()).await.map_err(doubtful)?;
        match player {
            Some(joined) if pending.attempts < NEW_PLAYER_TRIES && is_new(joined, attempt.begun) => {
                Err(again())
            }
            Some(_) => Ok(()),
            // Allowing direct messages would not help.
            None => Err(DeliveryOutcome::Dead(texts::LEFT.to_owned())),
        }
    }

    /// Returns the server of the match that a message is about, or, if it is about none, of one that the user plays.
    async fn guild_of(
        &self,
        pending: &Pending,
        attempt: &Attempt,
        user: UserId,
    ) -> Result<Option<GuildId>, DeliveryOutcome> {
        if let Some(game) = &attempt.game {
            return Ok(Some(game.guild_id));
        }
        if let Notice::Post(Post { guild_id, .. }) | Notice::PostStuck(PostStuck { guild_id, .. }) =
            &attempt.notice
        {
            return Ok(Some(*guild_id));
        }
        let unsaid = |error: StoreError| self.unsaid(pending, &error.into());
        let summary = match pending.match_id {
            Some(match_id) => self.matches.summary(match_id).await.map_err(unsaid)?,
            None => self.matches.played_by(user).await.map_err(unsaid)?.into_iter().next(),
        };
        Ok(summary.map(|summary| summary.guild_id))
    }

    /// Handles a message that the channel refuses. If the cause may still be fixed, the message waits and the hosts are
    /// told.
    async fn channel_refused(
        &self,
        pending: &Pending,
        attempt: &Attempt,
        code: i64,
        reason: String,
    ) -> DeliveryOutcome {
        // Nobody waits for what onlookers see: by the time that is mended, it is out of date.
        let is_aside = attempt.notice == Notice::Inside;
        // Where a match has moved away, nobody may be left to read it.
        if matches!(attempt.notice, Notice::Moved { from, .. } if pending.target == Target::Channel(from)) {
            return DeliveryOutcome::Obsolete;
        }
        match verdict(Kind::Post, refused(code)) {
            Verdict::WaitToBeMended if !is_aside => {
                if let Target::Channel(channel) = pending.target {
                    self.lose(channel, attempt, code).await;
                }
                self.tell_waiting(pending, attempt, &reason).await;
                self.until_mended(pending, attempt, reason)
            }
            Verdict::Again => self.passing(pending, attempt, reason, false, true).await,
            _ => DeliveryOutcome::Dead(reason),
        }
    }
}

/// Discord’s codes for a channel that is gone, and a thread that is locked. Every other refusal may also mean that the bot is not
/// in the server.
const LOST: [i64; 2] = [UNKNOWN_CHANNEL, 160_005];

impl Courier {
    /// Notes that a channel takes no messages, and tells players what they would have read there. While the bot is not in the
    /// server, nothing reaches them anyway.
    async fn lose(&self, channel: ChannelId, attempt: &Attempt, code: i64) {
        let is_known = LOST.contains(&code) || self.lost().contains_key(&channel);
        if !is_known && !self.was_in_server_of(attempt).await {
            return;
        }
        self.lost().entry(channel).or_insert(OutboxId(0));
        self.tell_unseen().await;
    }

    /// Returns whether the bot was in the server of the match that a message is about when it sent the message. If Discord does not
    /// say, the next attempt asks again.
    async fn was_in_server_of(&self, attempt: &Attempt) -> bool {
        let Some(game) = &attempt.game else { return false };
        let since = self.in_server_since(game.guild_id).await;
        let now = self.matches.clock().now();
        since.is_ok_and(|bot| self.memberships.was_member(game.guild_id, bot, attempt.begun, now))
    }

    /// Returns since when the bot has been in a server, or `None` if it is not in it.
    async fn in_server_since(&self, guild: GuildId) -> Result<Option<Timestamp>, RequestError> {
        self.client.member_since(guild, self.client.me().await?).await
    }

    fn lost(&self) -> MutexGuard<'_, BTreeMap<ChannelId, OutboxId>> {
        // Each change is a single insertion or removal, so a panic leaves nothing half done.
        self.lost.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells players what they would have read in channels that take no messages.
    pub(super) async fn tell_unseen(&self) {
        let lost = self.lost().clone();
        for (channel, told) in lost {
            match self.matches.tell_unseen(channel, told).await {
                Ok(Some(last)) => drop(self.lost().insert(channel, last)),
                Ok(None) => drop(self.lost().remove(&channel)),
                // It is tried again with the next message.
                Err(error) => tracing::error!(%error, "players cannot be told what a channel does not take"),
            }
        }
    }

    /// Records that a channel takes messages.
    pub(super) fn found(&self, target: Target) {
        if let Target::Channel(channel) = target {
            self.lost().remove(&channel);
        }
    }
}

/// The length of a text that is certainly acceptable.
const SHORT: usize = 1_000;

/// What to leave out of a message.
#[derive(Debug, Clone, Copy)]
enum Without {
    /// The embed, pictures and other files.
    Files,
    /// All of these, the components and the end of a long text.
    AllButText,
}

impl Without {
    /// Leaves something out of a message, or returns `None` if there is nothing to leave out.
    fn reduce(self, mut message: Announcement) -> Option<Announcement> {
        let is_plain = message.files.is_empty() && message.embed.is_none();
        let note = if message.files.is_empty() { "" } else { WITHOUT_FILES };
        message.files = Vec::new();
        message.embed = None;
        match self {
            Self::Files if is_plain => return None,
            Self::Files => message.text = shortened(&message.text, MESSAGE - note.chars().count()),
            Self::AllButText => {
                message.text = shortened(&message.text, SHORT);
                message.rows = Vec::new();
                message.components = None;
            }
        }
        message.text.push_str(note);
        Some(message)
    }
}

impl Courier {
    /// Resends a message that Discord has refused, with less in it.
    pub(super) async fn send_reduced(
        &self,
        pending: &mut Pending,
        attempt: &Attempt,
        mut code: i64,
    ) -> Result<Option<Sent>, RequestError> {
        for without in [Without::Files, Without::AllButText] {
            let Ok((_, whole)) = Box::pin(self.write(pending)).await else { break };
            let Some(less) = without.reduce(whole) else { continue };
            tracing::warn!(
                message = pending.id.0,
                code,
                ?without,
                "Discord refuses a message; it is sent with less in it"
            );
            match self.send(pending, less).await {
                Err(RequestError::Refused(again)) if takes_less(again) => code = again,
                done => {
                    if matches!((without, &done), (Without::Files, Ok(Some(_)))) {
                        self.tell_of_pictures(pending, attempt, code).await;
                    }
                    return done;
                }
            }
        }
        Err(RequestError::Refused(code))
    }

    /// Tells the hosts, once, that Discord does not take the pictures of a match, rather than only one of them.
    async fn tell_of_pictures(&self, pending: &Pending, attempt: &Attempt, code: i64) {
        if matches!(code, 400_001 | 50_045 | 50_046)
            && let (Some(game), Target::Channel(_)) = (&attempt.game, pending.target)
            && let Err(error) = self.matches.tell_trouble(game, UpkeepProblem::PicturesRefused).await
        {
            // The next message will tell them.
            tracing::error!(message = pending.id.0, %error, "the hosts cannot be told of a refused message");
        }
    }
}
