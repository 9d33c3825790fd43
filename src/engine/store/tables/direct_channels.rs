//! The table `direct_channels`: where people write to the bot, and which of their messages have been answered.

use crate::ids::{ChannelId, MessageId, UserId};
use crate::store::connect::store::Statement;
use crate::store::{Store, StoreError};

/// The user ID of the row that holds for everyone. No Discord user has it.
const EVERYBODY: UserId = UserId(0);

impl Store {
    /// Returns the direct-message channel of a person, and the ID of the last message there after which nothing is missing: the
    /// last one answered, or one before a [gap](Self::note_gap), or 0.
    pub async fn direct_channel(
        &self,
        user_id: UserId,
    ) -> Result<Option<(ChannelId, MessageId)>, StoreError> {
        let sql =
            "SELECT channel_id, COALESCE(open_after, message_id) FROM direct_channels WHERE user_id = $1";
        Ok(sqlx::query_as(sql).bind(user_id).fetch_optional(&self.readers).await?)
    }

    /// Records that what a person has sent after the last message answered there could not be fetched, although later messages
    /// may be answered.
    pub async fn note_gap(&self, user_id: UserId, channel_id: ChannelId) -> Result<(), StoreError> {
        let query = sqlx::query(
            "INSERT INTO direct_channels (user_id, channel_id, message_id, open_after) VALUES ($1, $2, 0, 0)
             ON CONFLICT (user_id) DO UPDATE SET open_after = direct_channels.message_id
             WHERE direct_channels.open_after IS NULL",
        );
        self.write(query.bind(user_id).bind(channel_id)).await.map(drop)
    }

    /// Records that everything a person has sent has been fetched.
    pub async fn close_gap(&self, user_id: UserId) -> Result<(), StoreError> {
        let sql = "SELECT user_id FROM direct_channels WHERE user_id = $1 AND open_after IS NOT NULL";
        let open: Option<(i64,)> = sqlx::query_as(sql).bind(user_id).fetch_optional(&self.readers).await?;
        if open.is_none() {
            return Ok(());
        }
        let query = sqlx::query("UPDATE direct_channels SET open_after = NULL WHERE user_id = $1");
        self.write(query.bind(user_id)).await.map(drop)
    }

    /// Records that a message in a person's direct-message channel was answered. A message older than the last one
    /// changes nothing.
    pub async fn set_direct_channel(
        &self,
        user_id: UserId,
        channel_id: ChannelId,
        message_id: MessageId,
    ) -> Result<(), StoreError> {
        self.write(answered(user_id, channel_id, message_id)).await.map(drop)
    }

    /// Records a person's direct-message channel. The last message answered there stays the same.
    pub async fn note_direct_channel(
        &self,
        user_id: UserId,
        channel_id: ChannelId,
    ) -> Result<(), StoreError> {
        let query = sqlx::query(
            "INSERT INTO direct_channels (user_id, channel_id, message_id) VALUES ($1, $2, 0)
             ON CONFLICT (user_id) DO UPDATE SET channel_id = excluded.channel_id",
        );
        self.write(query.bind(user_id).bind(channel_id)).await.map(drop)
    }

    /// Returns the message up to which everything that anyone has sent was dealt with, or `None` if it is not known
    /// yet.
    pub async fn heard_directs(&self) -> Result<Option<MessageId>, StoreError> {
        Ok(self.direct_channel(EVERYBODY).await?.map(|(_, message_id)| message_id))
    }

    /// Records the message up to which everything that anyone has sent was dealt with.
    pub async fn set_heard_directs(&self, message_id: MessageId) -> Result<(), StoreError> {
        self.set_direct_channel(EVERYBODY, ChannelId(0), message_id).await
    }

    /// Removes a person's direct-message channel, which no longer exists.
    pub async fn forget_direct_channel(&self, user_id: UserId) -> Result<(), StoreError> {
        let query = sqlx::query("DELETE FROM direct_channels WHERE user_id = $1");
        self.write(query.bind(user_id)).await.map(drop)
    }
}

/// Returns the statement that records an answered message in a person's direct-message channel, unless a later one was
/// answered.
pub(in crate::store) fn answered(
    user_id: UserId,
    channel_id: ChannelId,
    message_id: MessageId,
) -> Statement<'static> {
    sqlx::query(
        "INSERT INTO direct_channels (user_id, channel_id, message_id) VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO UPDATE SET channel_id = excluded.channel_id, message_id = excluded.message_id
         WHERE direct_channels.message_id < excluded.message_id",
    )
    .bind(user_id)
    .bind(channel_id)
    .bind(message_id)
}
