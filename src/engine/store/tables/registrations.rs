//! The table `registrations`: the servers in which an application may have registered commands.

use crate::ids::{ApplicationId, GuildId};
use crate::store::{Store, StoreError};

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
