//! The tables `guild_settings` and `person_settings`: what servers and people have chosen.

use sqlx::any::AnyRow;
use sqlx::{FromRow, Row};

use crate::ids::{GuildId, UserId};
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
