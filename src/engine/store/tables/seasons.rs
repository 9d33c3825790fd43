//! The tables `seasons`, `season_entries` and `season_matches`. Entries are only appended; none is deleted, and none changes but for
//! its author, if they asked to be forgotten.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, FromRow, Row};

use super::enqueue;
use crate::ids::{GuildId, MatchId, SeasonId, UserId};
use crate::store::connect::sql::{self, MAX_ROWS_PER_STATEMENT, NumberedTable, row_placeholders};
use crate::store::{
    About, Keys, SeasonEntryRow, SeasonMatchRow, SeasonRow, SeasonSummary, SeasonUpdate, Store, StoreError,
    StoredSeason,
};

/// The names of the sealed columns, which are authenticated with the values.
const PLAN: &str = "seasons.plan";
const CONTENT: &str = "season_entries.content";

/// The columns of an entry, in the order in which they are read.
type Columns =
    (i64, i64, i64, String, String, String, String, Option<UserId>, String, String, i64, Option<i64>);

/// A query for a whole season, in a single statement, which reads a consistent state.
macro_rules! whole {
    ($words:ident) => {
        concat!(
            "SELECT id, version, guild_id, title, created_at, ended_at, plan, (",
            sql::list!(
                $words,
                "seq, at, member, counter, mark, content, author, user_id, source_kind, source_key, episode, reverses",
                "seq",
                "season_entries WHERE season_id = seasons.id"
            ),
            ") AS entries FROM seasons WHERE id = $1"
        )
    };
}

/// Returns the name of a row, which is authenticated with its sealed values.
fn row_name(season_id: SeasonId, seq: i64) -> String {
    format!("{season_id}/{seq}")
}

fn read_row(row: &AnyRow, keys: &Keys) -> Result<SeasonRow, StoreError> {
    let id = row.try_get("id")?;
    Ok(SeasonRow {
        id,
        version: row.try_get("version")?,
        guild_id: row.try_get("guild_id")?,
        title: row.try_get("title")?,
        created_at: row.try_get("created_at")?,
        ended_at: row.try_get("ended_at")?,
        plan: keys.open(PLAN, id, row.try_get("plan")?)?,
    })
}

fn read_entries(
    json: Option<&str>,
    keys: &Keys,
    season_id: SeasonId,
) -> Result<Vec<SeasonEntryRow>, StoreError> {
    let entry = |columns: Columns| {
        let (seq, at, member, counter, mark, content, author, user_id, kind, key, episode, reverses) =
            columns;
        Ok(SeasonEntryRow {
            seq,
            at,
            member,
            counter,
            mark,
            content: keys.open(CONTENT, row_name(season_id, seq), content)?,
            author,
            user_id,
            source_kind: kind,
            source_key: key,
            episode,
            reverses,
        })
    };
    sql::read_list(json)?.into_iter().map(entry).collect()
}

impl<'r> FromRow<'r, AnyRow> for SeasonSummary {
    fn from_row(row: &'r AnyRow) -> Result<Self, sqlx::Error> {
        Ok(SeasonSummary {
            id: row.try_get("id")?,
            guild_id: row.try_get("guild_id")?,
            title: row.try_get("title")?,
            ended_at: row.try_get("ended_at")?,
        })
    }
}

impl<'r> FromRow<'r, AnyRow> for SeasonMatchRow {
    fn from_row(row: &'r AnyRow) -> Result<Self, sqlx::Error> {
        Ok(SeasonMatchRow {
            match_id: row.try_get("match_id")?,
            season_id: row.try_get("season_id")?,
            booked_at: row.try_get("booked_at")?,
        })
    }
}

impl Store {
    /// Stores a new season without entries. Ignores the row's `id` and `version`, and returns the row as stored.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if another program took the number at the same time (never with SQLite).
    pub async fn create_season(&self, row: &SeasonRow) -> Result<SeasonRow, StoreError> {
        let work = || async {
            let mut transaction = self.begin().await?;
            StoreError::check_text(&row.title)?;
            let ids = sql::next_numbers(&mut transaction, NumberedTable::Seasons, 1).await?;
            let id = *ids.first().ok_or(sqlx::Error::RowNotFound)?;
            let sql = "INSERT INTO seasons (id, version, guild_id, title, created_at, ended_at, plan)
                       VALUES ($1, 1, $2, $3, $4, $5, $6)";
            let query = sqlx::query(sql).bind(id).bind(row.guild_id).bind(&row.title).bind(row.created_at);
            let query = query.bind(row.ended_at).bind(self.keys.seal(PLAN, id, &row.plan)?);
            query.execute(&mut *transaction).await.map_err(StoreError::of_numbered_row)?;
            self.end(transaction).await?;
            Ok(SeasonRow { id: SeasonId(id), version: 1, ..row.clone() })
        };
        self.run_write(work).await
    }

    /// Loads everything about a season at one moment, or returns `None` if there is no such season.
    pub async fn load_season(&self, id: SeasonId) -> Result<Option<StoredSeason>, StoreError> {
        let sql = if self.is_on_a_server() { whole!(server) } else { whole!(file) };
        let Some(read) = sqlx::query(sql).bind(id).fetch_optional(&self.readers).await? else {
            return Ok(None);
        };
        let row = read_row(&read, &self.keys)?;
        Ok(Some(StoredSeason { row, entries: read_entries(read.try_get("entries")?, &self.keys, id)? }))
    }

    /// Stores a change of a season made at `now`, completely or not at all, and increases its version by one. The messages may
    /// be sent at once.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the season no longer has the version on which the change is based, does not exist, or
    /// already has an entry with the same number or from the same source, or if a match belongs to another season.
    pub async fn commit_season(&self, change: &SeasonUpdate, now: i64) -> Result<(), StoreError> {
        let work = || async {
            let mut transaction =
                if change.messages.is_empty() { self.begin().await? } else { self.begin_announced().await? };
            update(&mut transaction, &self.keys, change, now).await?;
            self.end(transaction).await
        };
        match self.run_write(work).await {
            Err(StoreError::Database(fault)) if fault.is_unsure() && self.has_season(change).await => Ok(()),
            done => done,
        }
    }

    /// Returns whether exactly this change is stored.
    pub(in crate::store) async fn has_season(&self, change: &SeasonUpdate) -> bool {
        let Ok(Some(stored)) = self.load_season(change.row.id).await else { return false };
        let expected = SeasonRow { version: change.row.version + 1, ..change.row.clone() };
        stored.row == expected && stored.entries.ends_with(&change.entries)
    }

    /// Returns the seasons of a guild, newest first.
    pub async fn seasons_in(&self, guild_id: GuildId) -> Result<Vec<SeasonSummary>, StoreError> {
        let sql = "SELECT id, guild_id, title, ended_at FROM seasons WHERE guild_id = $1 ORDER BY id DESC";
        Ok(sqlx::query_as(sql).bind(guild_id).fetch_all(&self.readers).await?)
    }

    /// Returns to which season a match belongs, if it belongs to one.
    pub async fn season_of(&self, match_id: MatchId) -> Result<Option<SeasonMatchRow>, StoreError> {
        let sql = "SELECT match_id, season_id, booked_at FROM season_matches WHERE match_id = $1";
        Ok(sqlx::query_as(sql).bind(match_id).fetch_optional(&self.readers).await?)
    }

    /// Returns the matches of seasons that have ended, one way or another, and whose results are not booked, oldest first.
    pub async fn unbooked(&self) -> Result<Vec<SeasonMatchRow>, StoreError> {
        let sql = "SELECT s.match_id, s.season_id, s.booked_at
                   FROM season_matches AS s JOIN matches AS m ON m.id = s.match_id
                   WHERE s.booked_at IS NULL AND m.status IN ('over', 'cancelled') ORDER BY s.match_id";
        Ok(sqlx::query_as(sql).fetch_all(&self.readers).await?)
    }
}

/// Stores the row of a season with the next version, if the stored version is still the same.
pub(in crate::store) async fn update_row(
    connection: &mut AnyConnection,
    keys: &Keys,
    row: &SeasonRow,
) -> Result<(), StoreError> {
    StoreError::check_text(&row.title)?;
    let sql = "UPDATE seasons SET version = version + 1, title = $1, ended_at = $2, plan = $3
               WHERE id = $4 AND version = $5";
    let query = sqlx::query(sql).bind(&row.title).bind(row.ended_at);
    let query = query.bind(keys.seal(PLAN, row.id, &row.plan)?).bind(row.id).bind(row.version);
    if query.execute(&mut *connection).await?.rows_affected() == 1 {
        Ok(())
    } else {
        Err(StoreError::Conflict)
    }
}

/// Stores a change of a season.
pub(in crate::store) async fn update(
    connection: &mut AnyConnection,
    keys: &Keys,
    change: &SeasonUpdate,
    now: i64,
) -> Result<(), StoreError> {
    let row = &change.row;
    enqueue::append(connection, keys, About::Season(row.id), &change.messages, now).await?;
    update_row(connection, keys, row).await?;
    append(connection, keys, row.id, &change.entries).await?;
    for match_id in &change.freed {
        let sql = "DELETE FROM season_matches WHERE match_id = $1 AND season_id = $2";
        sqlx::query(sql).bind(*match_id).bind(row.id).execute(&mut *connection).await?;
    }
    for match_id in &change.bound {
        let sql = "INSERT INTO season_matches (match_id, season_id) VALUES ($1, $2)
                   ON CONFLICT (match_id) DO UPDATE SET season_id = excluded.season_id
                   WHERE season_matches.season_id = excluded.season_id";
        let query = sqlx::query(sql).bind(*match_id).bind(row.id);
        if query.execute(&mut *connection).await?.rows_affected() == 0 {
            return Err(StoreError::Conflict);
        }
    }
    for match_id in &change.booked {
        let sql = "UPDATE season_matches SET booked_at = $1
                   WHERE match_id = $2 AND season_id = $3 AND booked_at IS NULL";
        let query = sqlx::query(sql).bind(now).bind(*match_id).bind(row.id);
        if query.execute(&mut *connection).await?.rows_affected() == 0 {
            return Err(StoreError::Conflict);
        }
    }
    Ok(())
}

/// Appends entries. Returns a conflict if a number is taken, or if the same was booked from the same source.
async fn append(
    connection: &mut AnyConnection,
    keys: &Keys,
    season_id: SeasonId,
    entries: &[SeasonEntryRow],
) -> Result<(), StoreError> {
    for entries in entries.chunks(MAX_ROWS_PER_STATEMENT) {
        let sql = format!(
            "INSERT INTO season_entries (season_id, seq, at, member, counter, mark, content, author, user_id,
                                         source_kind, source_key, episode, reverses)
             VALUES {}",
            row_placeholders(1, entries.len(), 13)
        );
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for entry in entries {
            let content = keys.seal(CONTENT, row_name(season_id, entry.seq), &entry.content)?;
            query = query.bind(season_id).bind(entry.seq).bind(entry.at).bind(entry.member);
            query = query.bind(&entry.counter).bind(&entry.mark).bind(content).bind(&entry.author);
            query = query.bind(entry.user_id).bind(&entry.source_kind).bind(&entry.source_key);
            query = query.bind(entry.episode).bind(entry.reverses);
        }
        query.execute(&mut *connection).await.map_err(StoreError::of_numbered_row)?;
    }
    Ok(())
}
