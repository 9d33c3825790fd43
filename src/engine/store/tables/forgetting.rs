//! Taking people out of what is stored, who asked for it.

use sqlx::AnyConnection;

use super::log::{ACTION, row_name};
use super::outbox::NOTICE;
use super::{matches, seasons, seats};
use crate::ids::{MatchId, OutboxId, SeasonId, UserId};
use crate::store::connect::sqlite;
use crate::store::{Keys, LogRow, MatchRow, SeasonRow, SeatRow, Store, StoreError};

/// A match without somebody who had a part in it.
#[derive(Debug, Clone)]
pub struct RewrittenMatch {
    /// The row, in the version that was read.
    pub row: MatchRow,
    /// All seats.
    pub seats: Vec<SeatRow>,
    /// The entries that have changed. Only their author and action count.
    pub entries: Vec<LogRow>,
    /// The season that the match belongs to, if its row has to change, too.
    pub season: Option<SeasonRow>,
}

/// Rewrites JSON, or returns `None` if nothing changes.
pub type Rewrite<'a> = &'a (dyn Fn(&str) -> Option<String> + Sync);

impl Store {
    /// Returns the numbers of all matches, oldest first.
    pub async fn all_matches(&self) -> Result<Vec<MatchId>, StoreError> {
        Ok(sqlx::query_scalar("SELECT id FROM matches ORDER BY id").fetch_all(&self.readers).await?)
    }

    /// Returns the numbers of all seasons, oldest first.
    pub async fn all_seasons(&self) -> Result<Vec<SeasonId>, StoreError> {
        Ok(sqlx::query_scalar("SELECT id FROM seasons ORDER BY id").fetch_all(&self.readers).await?)
    }

    /// Stores a match without somebody, as the next version: completely or not at all. What `rewrite` returns replaces what was sent
    /// about the match; messages to the person are deleted.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the match or the season has changed since it was read.
    pub async fn rewrite_match(
        &self,
        person: UserId,
        rewritten: &RewrittenMatch,
        rewrite: Rewrite<'_>,
    ) -> Result<(), StoreError> {
        let (id, version) = (rewritten.row.id, rewritten.row.version);
        let work = || async {
            let mut transaction = self.begin_announced().await?;
            matches::update(&mut transaction, &self.keys, &rewritten.row).await?;
            seats::replace(&mut transaction, id, &rewritten.seats).await?;
            for entry in &rewritten.entries {
                let name = row_name(id, entry.seq);
                let sql = "UPDATE match_log SET user_id = $1, action = $2 WHERE match_id = $3 AND seq = $4";
                let action = self.keys.seal(ACTION, &name, &entry.action)?;
                let query = sqlx::query(sql).bind(entry.user_id).bind(action).bind(id).bind(entry.seq);
                query.execute(&mut *transaction).await?;
            }
            delete_messages(&mut transaction, person, Some(id)).await?;
            rewrite_messages(&mut transaction, &self.keys, id, rewrite).await?;
            if let Some(season) = &rewritten.season {
                seasons::update_row(&mut transaction, &self.keys, season).await?;
            }
            let sql = "DELETE FROM reminded WHERE match_id = $1 AND user_id = $2";
            sqlx::query(sql).bind(id).bind(person).execute(&mut *transaction).await?;
            // What the server shows of the match stays as it is.
            let sql = "UPDATE upkeep SET version = $1 WHERE match_id = $2 AND version = $3";
            let query = sqlx::query(sql).bind(version + 1).bind(id).bind(version);
            query.execute(&mut *transaction).await?;
            self.end(transaction).await
        };
        self.run_write(work).await
    }

    /// Stores a season without somebody, as the next version, in which `stand_in` is the author of what the person has entered.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if it has changed since it was read.
    pub async fn rewrite_season(
        &self,
        person: UserId,
        stand_in: UserId,
        row: &SeasonRow,
    ) -> Result<(), StoreError> {
        let work = || async {
            let mut transaction = self.begin().await?;
            // Posts say in words what was booked for whom, and are not needed once they are sent.
            let sql = "DELETE FROM outbox WHERE season_id = $1 AND state <> 'pending'";
            sqlx::query(sql).bind(row.id).execute(&mut *transaction).await?;
            seasons::update_row(&mut transaction, &self.keys, row).await?;
            let sql = "UPDATE season_entries SET user_id = $1 WHERE season_id = $2 AND user_id = $3";
            let query = sqlx::query(sql).bind(stand_in).bind(row.id).bind(person);
            query.execute(&mut *transaction).await?;
            self.end(transaction).await
        };
        self.run_write(work).await
    }

    /// Deletes what is stored about a person apart from matches and seasons, and every message to them.
    pub async fn forget_person(&self, person: UserId) -> Result<(), StoreError> {
        let work = || async {
            let mut transaction = self.begin().await?;
            if !self.is_on_a_server() {
                // What is deleted is overwritten.
                sqlx::query("PRAGMA secure_delete = ON").execute(&mut *transaction).await?;
            }
            let sql = "DELETE FROM targets WHERE kind = 'user' AND id = $1";
            sqlx::query(sql).bind(person).execute(&mut *transaction).await?;
            delete_messages(&mut transaction, person, None).await?;
            for sql in [
                "DELETE FROM direct_channels WHERE user_id = $1",
                "DELETE FROM person_settings WHERE user_id = $1",
                "DELETE FROM reminded WHERE user_id = $1",
                "UPDATE templates SET saved_by = NULL WHERE saved_by = $1",
            ] {
                sqlx::query(sql).bind(person).execute(&mut *transaction).await?;
            }
            if !self.is_on_a_server() {
                sqlx::query("PRAGMA secure_delete = OFF").execute(&mut *transaction).await?;
            }
            self.end(transaction).await
        };
        self.run_write(work).await?;
        if !self.is_on_a_server() {
            sqlite::checkpoint(&mut *self.writer.acquire().await?).await?;
        }
        Ok(())
    }

    /// Has SQLite write its file anew, so that nothing that was deleted is left in its free space. A server does that in its own
    /// time.
    pub async fn compact(&self) -> Result<(), StoreError> {
        if !self.is_on_a_server() {
            sqlite::compact(&mut *self.writer.acquire().await?).await?;
        }
        Ok(())
    }
}

/// Deletes messages to a person: those about a match, or all of them.
async fn delete_messages(
    connection: &mut AnyConnection,
    person: UserId,
    match_id: Option<MatchId>,
) -> Result<(), StoreError> {
    let sql =
        "DELETE FROM outbox WHERE target_kind = 'user' AND target_id = $1 AND (match_id = $2 OR $3 = 1)";
    let query = sqlx::query(sql).bind(person).bind(match_id.unwrap_or_default());
    query.bind(i64::from(match_id.is_none())).execute(connection).await?;
    Ok(())
}

async fn rewrite_messages(
    connection: &mut AnyConnection,
    keys: &Keys,
    match_id: MatchId,
    rewrite: Rewrite<'_>,
) -> Result<(), StoreError> {
    let sql = "SELECT id, notice FROM outbox WHERE match_id = $1";
    let rows: Vec<(OutboxId, String)> =
        sqlx::query_as(sql).bind(match_id).fetch_all(&mut *connection).await?;
    for (id, notice) in rows {
        let Some(rewritten) = rewrite(&keys.open(NOTICE, id, notice)?) else { continue };
        let query = sqlx::query("UPDATE outbox SET notice = $1 WHERE id = $2");
        query.bind(keys.seal(NOTICE, id, &rewritten)?).bind(id).execute(&mut *connection).await?;
    }
    Ok(())
}
