//! The tables `guild_settings`, `person_settings`, `registrations` and `direct_channels`: what is known about servers and people.

use sqlx::any::AnyRow;
use sqlx::{FromRow, Row};

use crate::ids::{ApplicationId, ChannelId, GuildId, MessageId, UserId};
use crate::store::connect::open::Statement;
use crate::store::{GuildSettings, Store, StoreError};

impl<'r> FromRow<'r, AnyRow> for GuildSettings {
    fn from_row(row: &'r AnyRow) -> Result<Self, sqlx::Error> {
        Ok(GuildSettings { guild_id: row.try_get("guild_id")?, host_role_id: row.try_get("host_role_id")? })
    }
}

impl Store {
    /// Returns the settings of a guild, or the defaults if it has none.
    pub async fn guild_settings(&self, guild_id: GuildId) -> Result<GuildSettings, StoreError> {
        let query = sqlx::query_as("SELECT guild_id, host_role_id FROM guild_settings WHERE guild_id = $1");
        let stored = query.bind(guild_id).fetch_optional(&self.readers).await?;
        Ok(stored.unwrap_or(GuildSettings { guild_id, ..GuildSettings::default() }))
    }

    /// Stores the settings of a guild, replacing the earlier ones.
    pub async fn set_guild_settings(&self, settings: &GuildSettings) -> Result<(), StoreError> {
        let query = sqlx::query(
            "INSERT INTO guild_settings (guild_id, host_role_id) VALUES ($1, $2)
             ON CONFLICT (guild_id) DO UPDATE SET host_role_id = excluded.host_role_id",
        )
        .bind(settings.guild_id)
        .bind(settings.host_role_id);
        self.write(query).await.map(drop)
    }
}

impl Store {
    /// Returns the settings of a person as JSON, which the store does not interpret.
    pub async fn person_settings(&self, user_id: UserId) -> Result<Option<String>, StoreError> {
        let sql = "SELECT settings FROM person_settings WHERE user_id = $1";
        Ok(sqlx::query_scalar(sql).bind(user_id).fetch_optional(&self.readers).await?)
    }

    /// Stores the settings of a person, replacing the earlier ones.
    pub async fn set_person_settings(&self, user_id: UserId, settings: &str) -> Result<(), StoreError> {
        let query = sqlx::query(
            "INSERT INTO person_settings (user_id, settings) VALUES ($1, $2)
             ON CONFLICT (user_id) DO UPDATE SET settings = excluded.settings",
        );
        self.write(query.bind(user_id).bind(settings.to_owned())).await.map(drop)
    }
}

impl Store {
    /// Returns the servers in which an application may have registered commands. A 0 among them means that all other
    /// servers were checked, and have none.
    pub async fn registrations(&self, application_id: ApplicationId) -> Result<Vec<GuildId>, StoreError> {
        let sql = "SELECT guild_id FROM registrations WHERE application_id = $1 ORDER BY guild_id";
        Ok(sqlx::query_scalar(sql).bind(application_id).fetch_all(&self.readers).await?)
    }

    /// Records that an application may have registered commands in a server.
    pub async fn note_registration(
        &self,
        application_id: ApplicationId,
        guild_id: GuildId,
    ) -> Result<(), StoreError> {
        let query = sqlx::query(
            "INSERT INTO registrations (application_id, guild_id) VALUES ($1, $2)
             ON CONFLICT (application_id, guild_id) DO NOTHING",
        );
        self.write(query.bind(application_id).bind(guild_id)).await.map(drop)
    }

    /// Records that a server no longer has commands of an application.
    pub async fn forget_registration(
        &self,
        application_id: ApplicationId,
        guild_id: GuildId,
    ) -> Result<(), StoreError> {
        let query = sqlx::query("DELETE FROM registrations WHERE application_id = $1 AND guild_id = $2");
        self.write(query.bind(application_id).bind(guild_id)).await.map(drop)
    }
}

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
