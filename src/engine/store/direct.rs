//! The table `direct_channels`.

use super::open::Statement;
use super::{Store, StoreError};

/// The row that holds for everybody. No user of Discord has this number.
const EVERYBODY: i64 = 0;

impl Store {
    /// Returns the channel of direct messages with a person, and the ID of the last message that was answered there, or 0.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn direct_channel(&self, user_id: i64) -> Result<Option<(i64, i64)>, StoreError> {
        let sql = "SELECT channel_id, message_id FROM direct_channels WHERE user_id = $1";
        Ok(sqlx::query_as(sql).bind(user_id).fetch_optional(&self.readers).await?)
    }

    /// Records that a message in the channel of direct messages with a person was answered. An older message than the last
    /// one changes nothing.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn set_direct_channel(
        &self,
        user_id: i64,
        channel_id: i64,
        message_id: i64,
    ) -> Result<(), StoreError> {
        self.write(answered(user_id, channel_id, message_id)).await.map(drop)
    }

    /// Records that the channel of direct messages with a person is open. The last message that was answered stays the same.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn note_direct_channel(&self, user_id: i64, channel_id: i64) -> Result<(), StoreError> {
        let query = sqlx::query(
            "INSERT INTO direct_channels (user_id, channel_id, message_id) VALUES ($1, $2, 0)
             ON CONFLICT (user_id) DO UPDATE SET channel_id = excluded.channel_id",
        );
        self.write(query.bind(user_id).bind(channel_id)).await.map(drop)
    }

    /// Returns up to which message everything that anybody has sent was dealt with, or `None` if that is not known yet.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn heard_directs(&self) -> Result<Option<i64>, StoreError> {
        Ok(self.direct_channel(EVERYBODY).await?.map(|(_, message_id)| message_id))
    }

    /// Records up to which message everything that anybody has sent was dealt with.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn set_heard_directs(&self, message_id: i64) -> Result<(), StoreError> {
        self.set_direct_channel(EVERYBODY, 0, message_id).await
    }

    /// Removes the channel of direct messages with a person, which no longer exists.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn forget_direct_channel(&self, user_id: i64) -> Result<(), StoreError> {
        let query = sqlx::query("DELETE FROM direct_channels WHERE user_id = $1");
        self.write(query.bind(user_id)).await.map(drop)
    }
}

/// Records that a message in the channel of direct messages with a person was answered, unless a later one was.
pub(super) fn answered(user_id: i64, channel_id: i64, message_id: i64) -> Statement<'static> {
    sqlx::query(
        "INSERT INTO direct_channels (user_id, channel_id, message_id) VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO UPDATE SET channel_id = excluded.channel_id, message_id = excluded.message_id
         WHERE direct_channels.message_id < excluded.message_id",
    )
    .bind(user_id)
    .bind(channel_id)
    .bind(message_id)
}
