//! Channels that take no messages, because they are gone or locked, or because the bot may not write there: players are told
//! in direct messages what they would have read in the channel, until it takes messages again.

use std::collections::BTreeMap;
use std::sync::MutexGuard;

use poise::serenity_prelude::Timestamp;

use super::courier::{Attempt, Courier};
use super::request_error::RequestError;
use crate::codes::UNKNOWN_CHANNEL;
use crate::locks::locked;
use trigon_engine::ids::{ChannelId, GuildId, OutboxId};
use trigon_engine::matches::Target;

/// Discord’s code for a thread that is locked.
const THREAD_LOCKED: i64 = 160_005;

impl Courier {
    /// Notes that a channel takes no messages, and tells players what they would have read there. While the bot is not in the
    /// server, nothing reaches them anyway.
    pub(super) async fn note_lost_channel(&self, channel: ChannelId, attempt: &Attempt, code: i64) {
        // These two codes are about the channel. Any other may also mean that the bot is not in the server.
        let is_certain = matches!(code, UNKNOWN_CHANNEL | THREAD_LOCKED);
        let is_lost = is_certain || self.lost_channels().contains_key(&channel);
        if !is_lost && !self.was_in_server_of(attempt).await {
            return;
        }
        self.lost_channels().entry(channel).or_insert(OutboxId(0));
        self.tell_unseen().await;
    }

    /// Tells players directly what they would have read in channels that take no messages, as far as they have not been told yet.
    /// Called in each round of delivery, for messages that have been added to the outbox since.
    pub(super) async fn tell_unseen(&self) {
        let lost = self.lost_channels().clone();
        for (channel, last_told) in lost {
            match self.matches.tell_unseen(channel, last_told).await {
                Ok(Some(last_told)) => drop(self.lost_channels().insert(channel, last_told)),
                Ok(None) => drop(self.lost_channels().remove(&channel)),
                // It is tried again with the next message.
                Err(error) => tracing::error!(%error, "players cannot be told what a channel does not take"),
            }
        }
    }

    /// Notes that a channel takes messages.
    pub(super) fn note_working_channel(&self, target: Target) {
        if let Target::Channel(channel) = target {
            self.lost_channels().remove(&channel);
        }
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
    pub(super) async fn in_server_since(&self, guild: GuildId) -> Result<Option<Timestamp>, RequestError> {
        self.client.joined_at(guild, self.client.me().await?).await
    }

    fn lost_channels(&self) -> MutexGuard<'_, BTreeMap<ChannelId, OutboxId>> {
        locked(&self.lost_channels)
    }
}
