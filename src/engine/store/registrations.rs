//! The table `registrations`.

use super::{Store, StoreError};

impl Store {
    /// Returns the servers in which an application may have registered commands. 0 among them says that all other servers
    /// were looked at, and have none.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn registrations(&self, application_id: i64) -> Result<Vec<i64>, StoreError> {
        let sql = "SELECT guild_id FROM registrations WHERE application_id = $1 ORDER BY guild_id";
        Ok(sqlx::query_scalar(sql).bind(application_id).fetch_all(&self.readers).await?)
    }

    /// Records that an application may have registered commands in a server.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn note_registration(&self, application_id: i64, guild_id: i64) -> Result<(), StoreError> {
        let query = sqlx::query(
            "INSERT INTO registrations (application_id, guild_id) VALUES ($1, $2)
             ON CONFLICT (application_id, guild_id) DO NOTHING",
        );
        self.write(query.bind(application_id).bind(guild_id)).await.map(drop)
    }

    /// Records that a server no longer has commands of an application.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn forget_registration(&self, application_id: i64, guild_id: i64) -> Result<(), StoreError> {
        let query = sqlx::query("DELETE FROM registrations WHERE application_id = $1 AND guild_id = $2");
        self.write(query.bind(application_id).bind(guild_id)).await.map(drop)
    }
}
