//! The table `templates`: settings of matches that hosts have saved under a name.

use sqlx::any::AnyRow;
use sqlx::{FromRow, Row};

use crate::ids::{GuildId, UserId};
use crate::store::{Store, StoreError, TemplateRow};

impl<'r> FromRow<'r, AnyRow> for TemplateRow {
    fn from_row(row: &'r AnyRow) -> Result<Self, sqlx::Error> {
        Ok(TemplateRow {
            guild_id: row.try_get("guild_id")?,
            folded: row.try_get("folded")?,
            name: row.try_get("name")?,
            game: row.try_get("game")?,
            terms: row.try_get("terms")?,
            saved_by: row.try_get("saved_by")?,
            saved_at: row.try_get("saved_at")?,
        })
    }
}

impl Store {
    /// Returns the templates of a guild, sorted by name.
    pub async fn templates(&self, guild_id: GuildId) -> Result<Vec<TemplateRow>, StoreError> {
        let sql = "SELECT guild_id, folded, name, game, terms, saved_by, saved_at FROM templates
                   WHERE guild_id = $1";
        let mut found: Vec<TemplateRow> = sqlx::query_as(sql).bind(guild_id).fetch_all(&self.readers).await?;
        // Databases sort text differently.
        found.sort_by(|a, b| a.folded.cmp(&b.folded));
        Ok(found)
    }

    /// Returns the names of the templates that a person has saved, each with its guild.
    pub async fn templates_of(&self, user_id: UserId) -> Result<Vec<(GuildId, String)>, StoreError> {
        let sql = "SELECT guild_id, name FROM templates WHERE saved_by = $1";
        let mut found: Vec<(GuildId, String)> =
            sqlx::query_as(sql).bind(user_id).fetch_all(&self.readers).await?;
        found.sort();
        Ok(found)
    }

    /// Stores a template, replacing one of the same name, and returns whether there was room: a guild has at most `most`.
    pub async fn save_template(&self, row: &TemplateRow, most: i64) -> Result<bool, StoreError> {
        StoreError::check_text(&row.name)?;
        let query = sqlx::query(
            "INSERT INTO templates (guild_id, folded, name, game, terms, saved_by, saved_at)
             SELECT $1, $2, $3, $4, $5, $6, $7
             WHERE (SELECT COUNT(*) FROM templates WHERE guild_id = $1 AND folded <> $2) < $8
             ON CONFLICT (guild_id, folded) DO UPDATE SET name = excluded.name, game = excluded.game,
             terms = excluded.terms, saved_by = excluded.saved_by, saved_at = excluded.saved_at",
        );
        let query = query.bind(row.guild_id).bind(&row.folded).bind(&row.name).bind(&row.game);
        let query = query.bind(&row.terms).bind(row.saved_by).bind(row.saved_at).bind(most);
        Ok(self.write(query).await? > 0)
    }

    /// Deletes a template, and returns whether there was one.
    pub async fn delete_template(&self, guild_id: GuildId, folded: &str) -> Result<bool, StoreError> {
        let query = sqlx::query("DELETE FROM templates WHERE guild_id = $1 AND folded = $2");
        Ok(self.write(query.bind(guild_id).bind(folded.to_owned())).await? > 0)
    }
}
