//! The table `guild_settings`.

use sqlx::any::AnyRow;
use sqlx::{FromRow, Row};

use super::{GuildSettings, Store, StoreError};

impl<'r> FromRow<'r, AnyRow> for GuildSettings {
    fn from_row(row: &'r AnyRow) -> Result<Self, sqlx::Error> {
        Ok(GuildSettings { guild_id: row.try_get("guild_id")?, host_role_id: row.try_get("host_role_id")? })
    }
}

impl Store {
    /// Returns the settings of a guild, or the defaults if it has none.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn guild_settings(&self, guild_id: i64) -> Result<GuildSettings, StoreError> {
        let query = sqlx::query_as("SELECT guild_id, host_role_id FROM guild_settings WHERE guild_id = $1");
        let stored = query.bind(guild_id).fetch_optional(&self.readers).await?;
        Ok(stored.unwrap_or(GuildSettings { guild_id, ..GuildSettings::default() }))
    }

    /// Stores the settings of a guild and replaces the earlier ones.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
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
