//! The table `reminded`: when each person was last reminded of a match.

use sqlx::AssertSqlSafe;
use sqlx::any::AnyRow;
use sqlx::{FromRow, Row};

use crate::ids::{MatchId, UserId};
use crate::store::connect::sql;
use crate::store::{RemindedRow, Store, StoreError};

impl<'r> FromRow<'r, AnyRow> for RemindedRow {
    fn from_row(row: &'r AnyRow) -> Result<Self, sqlx::Error> {
        Ok(RemindedRow {
            user_id: row.try_get("user_id")?,
            match_id: row.try_get("match_id")?,
            question: row.try_get("question")?,
            deadline: row.try_get("deadline")?,
            at: row.try_get("at")?,
        })
    }
}

impl Store {
    /// Returns the last times at which people were reminded of a match.
    pub async fn reminded(&self, match_id: MatchId) -> Result<Vec<RemindedRow>, StoreError> {
        let sql = "SELECT user_id, match_id, question, deadline, at FROM reminded WHERE match_id = $1
                   ORDER BY user_id";
        Ok(sqlx::query_as(sql).bind(match_id).fetch_all(&self.readers).await?)
    }

    /// Records that people were reminded of matches, replacing the earlier times. No two rows may be for the same person
    /// and match.
    pub async fn note_reminded(&self, rows: &[RemindedRow]) -> Result<(), StoreError> {
        if rows.is_empty() {
            return Ok(());
        }
        let sql = format!(
            "INSERT INTO reminded (user_id, match_id, question, deadline, at) VALUES {}
             ON CONFLICT (user_id, match_id) DO UPDATE
             SET question = excluded.question, deadline = excluded.deadline, at = excluded.at",
            sql::row_placeholders(1, rows.len(), 5)
        );
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for row in rows {
            query = query.bind(row.user_id).bind(row.match_id).bind(row.question.clone());
            query = query.bind(row.deadline).bind(row.at);
        }
        self.write(query).await.map(drop)
    }

    /// Returns the settings, as JSON, of the players of a match who have chosen any.
    pub async fn settings_of_players(&self, match_id: MatchId) -> Result<Vec<(UserId, String)>, StoreError> {
        let sql = "SELECT user_id, settings FROM person_settings
                   WHERE user_id IN (SELECT user_id FROM seats WHERE match_id = $1)
                   ORDER BY user_id";
        Ok(sqlx::query_as(sql).bind(match_id).fetch_all(&self.readers).await?)
    }
}
