//! The table `matches`, and queries about matches.

use serde::Deserialize;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, FromRow, Row};

use crate::ids::{GuildId, MatchId, UserId};
use crate::store::connect::sql::{self, NumberedTable};
use crate::store::errors::fault::unknown_word;
use crate::store::{Keys, MatchRow, Status, Store, StoreError, Summary};

/// The names of the sealed columns, which are authenticated with the values.
const SEED: &str = "matches.seed";
const SETUP: &str = "matches.setup";
const START_HASH: &str = "matches.start_hash";

/// A query for summaries of matches, without secrets.
macro_rules! summarize {
    ($($rest:tt)*) => {
        concat!(
            "SELECT id, version, game, guild_id, channel_id, host_id, terms, title, status FROM matches ",
            $($rest)*
        )
    };
}

/// The condition for an unfinished match, using the words of [`Status::word`].
macro_rules! unfinished {
    () => {
        "status IN ('signup', 'pregame', 'running')"
    };
}

impl Status {
    /// Returns the word with which it is stored.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Signup => "signup",
            Self::Pregame => "pregame",
            Self::Running => "running",
            Self::Over => "over",
            Self::Cancelled => "cancelled",
        }
    }
}

pub(super) fn status(text: &str) -> Option<Status> {
    let all = [Status::Signup, Status::Pregame, Status::Running, Status::Over, Status::Cancelled];
    all.into_iter().find(|status| status.word() == text)
}

impl<'r> FromRow<'r, AnyRow> for MatchRow {
    fn from_row(row: &'r AnyRow) -> Result<Self, sqlx::Error> {
        Ok(MatchRow {
            id: row.try_get("id")?,
            version: row.try_get("version")?,
            game: row.try_get("game")?,
            rules_version: row.try_get("rules_version")?,
            stopped_by_rules: row.try_get("stopped_by_rules")?,
            guild_id: row.try_get("guild_id")?,
            channel_id: row.try_get("channel_id")?,
            host_id: row.try_get("host_id")?,
            title: row.try_get("title")?,
            status: status(row.try_get("status")?).ok_or_else(|| unknown_word("status"))?,
            terms: row.try_get("terms")?,
            seed: row.try_get("seed")?,
            words: row.try_get("words")?,
            beacon: row.try_get("beacon")?,
            onlookers: row.try_get("onlookers")?,
            setup: row.try_get("setup")?,
            start_hash: row.try_get("start_hash")?,
            created_at: row.try_get("created_at")?,
            ended_at: row.try_get("ended_at")?,
            rematch_id: row.try_get("rematch_id")?,
        })
    }
}

/// Returns the co-hosts in the terms of a match, or nobody if the terms cannot be read.
fn co_hosts(terms: &str) -> Vec<UserId> {
    #[derive(Default, Deserialize)]
    struct Hosting {
        #[serde(default)]
        co_hosts: Vec<UserId>,
    }
    serde_json::from_str::<Hosting>(terms).unwrap_or_default().co_hosts
}

impl<'r> FromRow<'r, AnyRow> for Summary {
    fn from_row(row: &'r AnyRow) -> Result<Self, sqlx::Error> {
        Ok(Summary {
            id: row.try_get("id")?,
            version: row.try_get("version")?,
            game: row.try_get("game")?,
            guild_id: row.try_get("guild_id")?,
            channel_id: row.try_get("channel_id")?,
            host_id: row.try_get("host_id")?,
            co_hosts: co_hosts(row.try_get("terms")?),
            title: row.try_get("title")?,
            status: status(row.try_get("status")?).ok_or_else(|| unknown_word("status"))?,
        })
    }
}

impl MatchRow {
    /// Opens the sealed columns.
    fn opened(self, keys: &Keys) -> Result<Self, StoreError> {
        let id = self.id;
        Ok(Self {
            seed: keys.open(SEED, id, self.seed)?,
            setup: keys.open_some(SETUP, id, self.setup)?,
            start_hash: keys.open_some(START_HASH, id, self.start_hash)?,
            ..self
        })
    }
}

impl Store {
    /// Returns a match without its secrets, seats and log.
    pub async fn summary(&self, id: MatchId) -> Result<Option<Summary>, StoreError> {
        let query = sqlx::query_as(summarize!("WHERE id = $1")).bind(id);
        Ok(query.fetch_optional(&self.readers).await?)
    }

    /// Returns the version of a match, which tells whether a cached match is still current.
    pub async fn version(&self, id: MatchId) -> Result<Option<i64>, StoreError> {
        let query = sqlx::query_scalar("SELECT version FROM matches WHERE id = $1").bind(id);
        Ok(query.fetch_optional(&self.readers).await?)
    }

    /// Returns the unfinished matches in which a person has a seat, oldest first.
    pub async fn matches_of(&self, user_id: UserId) -> Result<Vec<Summary>, StoreError> {
        let sql = summarize!(
            "WHERE ",
            unfinished!(),
            " AND id IN (SELECT match_id FROM seats WHERE user_id = $1 AND vacant = 0) ORDER BY id"
        );
        Ok(sqlx::query_as(sql).bind(user_id).fetch_all(&self.readers).await?)
    }

    /// Returns the numbers of the matches that a person has created since `at`, oldest first.
    pub async fn created_by(&self, user_id: UserId, at: i64) -> Result<Vec<MatchId>, StoreError> {
        let sql = "SELECT id FROM matches WHERE host_id = $1 AND created_at > $2 ORDER BY id";
        Ok(sqlx::query_scalar(sql).bind(user_id).bind(at).fetch_all(&self.readers).await?)
    }

    /// Returns the numbers of the matches that are unfinished or have ended since `at`, oldest first: all of them, or
    /// only those in which a person has a seat.
    pub async fn played_since(&self, at: i64, user_id: Option<UserId>) -> Result<Vec<MatchId>, StoreError> {
        let sql = concat!(
            "SELECT id FROM matches WHERE (",
            unfinished!(),
            " OR ended_at >= $1) AND (CAST($2 AS BIGINT) IS NULL
              OR id IN (SELECT match_id FROM seats WHERE user_id = $2)) ORDER BY id"
        );
        Ok(sqlx::query_scalar(sql).bind(at).bind(user_id).fetch_all(&self.readers).await?)
    }

    /// Returns the unfinished matches that a person hosts, oldest first.
    pub async fn hosted_by(&self, host_id: UserId) -> Result<Vec<Summary>, StoreError> {
        let sql = summarize!("WHERE ", unfinished!(), " AND (host_id = $1 OR terms LIKE $2) ORDER BY id");
        let among = format!("%co_hosts%{host_id}%");
        let mut rows: Vec<Summary> =
            sqlx::query_as(sql).bind(host_id).bind(among).fetch_all(&self.readers).await?;
        rows.retain(|row| row.hosts().any(|host| host == host_id));
        Ok(rows)
    }

    /// Returns the matches of a guild, oldest first: the unfinished ones, or all of them.
    pub async fn matches_in(
        &self,
        guild_id: GuildId,
        include_ended: bool,
    ) -> Result<Vec<Summary>, StoreError> {
        let sql = if include_ended {
            summarize!("WHERE guild_id = $1 ORDER BY id")
        } else {
            summarize!("WHERE guild_id = $1 AND ", unfinished!(), " ORDER BY id")
        };
        Ok(sqlx::query_as(sql).bind(guild_id).fetch_all(&self.readers).await?)
    }

    /// Returns the numbers of the unfinished matches of a game under a version of its rules, oldest first.
    pub async fn unfinished_under(&self, game: &str, rules_version: i64) -> Result<Vec<MatchId>, StoreError> {
        let sql = concat!(
            "SELECT id FROM matches WHERE ",
            unfinished!(),
            " AND game = $1 AND rules_version = $2 ORDER BY id"
        );
        Ok(sqlx::query_scalar(sql).bind(game).bind(rules_version).fetch_all(&self.readers).await?)
    }

    /// Returns the distinct games and rules versions of the unfinished matches, of which there may be thousands.
    pub async fn rules_in_use(&self) -> Result<Vec<(String, i64)>, StoreError> {
        let sql = concat!(
            "SELECT DISTINCT game, rules_version FROM matches WHERE ",
            unfinished!(),
            " ORDER BY game"
        );
        Ok(sqlx::query_as(sql).fetch_all(&self.readers).await?)
    }

    /// Returns the numbers of all unfinished matches, oldest first.
    pub async fn unfinished(&self) -> Result<Vec<MatchId>, StoreError> {
        let sql = concat!("SELECT id FROM matches WHERE ", unfinished!(), " ORDER BY id");
        Ok(sqlx::query_scalar(sql).fetch_all(&self.readers).await?)
    }
}

/// Reads a row, and opens the sealed columns.
pub(in crate::store) fn read(row: &AnyRow, keys: &Keys) -> Result<MatchRow, StoreError> {
    MatchRow::from_row(row)?.opened(keys)
}

/// Adds a match with the next free number, in version 1.
pub(in crate::store) async fn insert(
    connection: &mut AnyConnection,
    keys: &Keys,
    row: &MatchRow,
) -> Result<MatchRow, StoreError> {
    StoreError::check_text(&row.title)?;
    let ids = sql::next_numbers(connection, NumberedTable::Matches, 1).await?;
    let id = *ids.first().ok_or(sqlx::Error::RowNotFound)?;
    sqlx::query(
        "INSERT INTO matches (id, version, game, rules_version, guild_id, channel_id, host_id, title, status,
                              terms, seed, setup, rematch_id, created_at, ended_at, stopped_by_rules,
                              start_hash, words, onlookers, beacon)
         VALUES ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)",
    )
    .bind(id)
    .bind(&row.game)
    .bind(row.rules_version)
    .bind(row.guild_id)
    .bind(row.channel_id)
    .bind(row.host_id)
    .bind(&row.title)
    .bind(row.status.word())
    .bind(&row.terms)
    .bind(keys.seal(SEED, id, &row.seed)?)
    .bind(keys.seal_some(SETUP, id, row.setup.as_deref())?)
    .bind(row.rematch_id)
    .bind(row.created_at)
    .bind(row.ended_at)
    .bind(row.stopped_by_rules)
    .bind(keys.seal_some(START_HASH, id, row.start_hash.as_deref())?)
    .bind(&row.words)
    .bind(&row.onlookers)
    .bind(&row.beacon)
    .execute(connection)
    .await
    .map_err(StoreError::of_numbered_row)?;
    Ok(MatchRow { id: MatchId(id), version: 1, ..row.clone() })
}

/// Stores the row with the next version, if the stored version is still the same.
pub(in crate::store) async fn update(
    connection: &mut AnyConnection,
    keys: &Keys,
    row: &MatchRow,
) -> Result<(), StoreError> {
    StoreError::check_text(&row.title)?;
    let done = sqlx::query(
        "UPDATE matches
         SET version = version + 1, game = $1, rules_version = $2, guild_id = $3, channel_id = $4, host_id = $5,
             title = $6, status = $7, terms = $8, seed = $9, setup = $10, rematch_id = $11, created_at = $12,
             ended_at = $13, stopped_by_rules = $14, start_hash = $15, words = $16,
             onlookers = $17, beacon = $18
         WHERE id = $19 AND version = $20",
    )
    .bind(&row.game)
    .bind(row.rules_version)
    .bind(row.guild_id)
    .bind(row.channel_id)
    .bind(row.host_id)
    .bind(&row.title)
    .bind(row.status.word())
    .bind(&row.terms)
    .bind(keys.seal(SEED, row.id, &row.seed)?)
    .bind(keys.seal_some(SETUP, row.id, row.setup.as_deref())?)
    .bind(row.rematch_id)
    .bind(row.created_at)
    .bind(row.ended_at)
    .bind(row.stopped_by_rules)
    .bind(keys.seal_some(START_HASH, row.id, row.start_hash.as_deref())?)
    .bind(&row.words)
    .bind(&row.onlookers)
    .bind(&row.beacon)
    .bind(row.id)
    .bind(row.version)
    .execute(connection)
    .await?;
    if done.rows_affected() == 1 { Ok(()) } else { Err(StoreError::Conflict) }
}
