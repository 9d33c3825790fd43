//! The table `upkeep`: what the servers of matches show besides messages.
//!
//! A row says which version of the match was last looked at, so whatever changes in a match is noticed later on, whether or not
//! this program was running at the time.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, FromRow, Row};

use crate::ids::{GuildId, MatchId, UserId};
use crate::store::connect::sql::dialect;
use crate::store::{Store, StoreError, UpkeepRow};

impl<'r> FromRow<'r, AnyRow> for UpkeepRow {
    fn from_row(row: &'r AnyRow) -> Result<Self, sqlx::Error> {
        Ok(UpkeepRow {
            match_id: row.try_get("match_id")?,
            attempts: row.try_get("attempts")?,
            state: row.try_get("state")?,
            fence: row.try_get("fence")?,
        })
    }
}

/// The rows that have to be looked at, with their matches.
macro_rules! open {
    () => {
        "FROM upkeep AS u JOIN matches AS m ON m.id = u.match_id
         WHERE (u.version <> m.version OR u.again_at <= $1)"
    };
}

/// Takes rows that have to be looked at. Rows are not locked before that: of two processes that pick the same one, the
/// second finds it taken.
macro_rules! take {
    ($now:expr, $lock:expr) => {
        concat!(
            "WITH picked AS MATERIALIZED (SELECT u.match_id AS p ",
            open!(),
            " AND u.leased_until <= ",
            $now,
            " ORDER BY u.match_id LIMIT $2)
             UPDATE upkeep SET holder = $3, leased_until = ",
            $now,
            " + $4, fence = fence + 1
             FROM picked WHERE match_id = p AND leased_until <= ",
            $now,
            " RETURNING match_id, attempts, state, fence"
        )
    };
}

macro_rules! keep {
    ($now:expr, $lock:expr) => {
        concat!(
            "UPDATE upkeep SET state = $1, leased_until = ",
            $now,
            " + $2 WHERE match_id = $3 AND fence = $4"
        )
    };
}

macro_rules! amend {
    ($now:expr, $lock:expr) => {
        concat!(
            "UPDATE upkeep SET state = $1, again_at = $2 WHERE match_id = $3 AND state = $4 AND leased_until <= ",
            $now
        )
    };
}

impl Store {
    /// Begins to keep up what the server of a match shows, if that has not begun.
    pub async fn begin_upkeep(&self, match_id: MatchId) -> Result<(), StoreError> {
        let query = sqlx::query(
            "INSERT INTO upkeep (match_id, version, again_at, attempts, state, holder, leased_until, fence)
             VALUES ($1, 0, NULL, 0, '{}', '', 0, 0) ON CONFLICT (match_id) DO NOTHING",
        );
        self.write(query.bind(match_id)).await.map(drop)
    }

    /// Has what the server of a match shows looked at right away, even if the match does not change, and whatever has failed before.
    pub async fn hurry_upkeep(&self, match_id: MatchId, now: i64) -> Result<(), StoreError> {
        self.look_again(match_id, now, UpkeepRow::HURRIED).await
    }

    /// Does the same as [`hurry_upkeep`](Self::hurry_upkeep) because a host asks for an event.
    pub async fn hurry_event(&self, match_id: MatchId, now: i64) -> Result<(), StoreError> {
        self.look_again(match_id, now, UpkeepRow::EVENT_WANTED).await
    }

    async fn look_again(&self, match_id: MatchId, at: i64, attempts: i64) -> Result<(), StoreError> {
        let sql = "UPDATE upkeep SET again_at = $1, attempts = $2 WHERE match_id = $3";
        self.write(sqlx::query(sql).bind(at).bind(attempts).bind(match_id)).await.map(drop)
    }

    /// Returns what a server shows of matches by now, with the numbers of the matches.
    pub async fn upkeep_states(&self, guild_id: GuildId) -> Result<Vec<(MatchId, String)>, StoreError> {
        let sql = "SELECT u.match_id, u.state FROM upkeep AS u JOIN matches AS m ON m.id = u.match_id
                   WHERE m.guild_id = $1 ORDER BY u.match_id";
        Ok(sqlx::query_as(sql).bind(guild_id).fetch_all(&self.readers).await?)
    }

    /// Returns what servers show of matches by now, where a person's number may occur in it, with the numbers of the servers.
    pub async fn upkeep_states_with(&self, user_id: UserId) -> Result<Vec<(GuildId, String)>, StoreError> {
        let sql = "SELECT m.guild_id, u.state FROM upkeep AS u JOIN matches AS m ON m.id = u.match_id
                   WHERE u.state LIKE $1 ORDER BY u.match_id";
        Ok(sqlx::query_as(sql).bind(format!("%{user_id}%")).fetch_all(&self.readers).await?)
    }

    /// Stores what the server of a match shows in fact, and has it looked at right away. Returns whether that was done: not if
    /// somebody is looking at it, or if something else than `before` is stored by now.
    pub async fn amend_upkeep(
        &self,
        match_id: MatchId,
        before: &str,
        state: &str,
        now: i64,
    ) -> Result<bool, StoreError> {
        let query = sqlx::query(dialect!(self, amend)).bind(state).bind(now).bind(match_id).bind(before);
        Ok(self.write(query).await? == 1)
    }

    /// Has what a server shows of its matches looked at right away where something is left to do, because whatever was in
    /// the way may have been mended. Returns of how many matches.
    pub async fn mend_upkeep(&self, guild_id: GuildId, now: i64) -> Result<u64, StoreError> {
        macro_rules! waiting {
            () => {
                "WHERE again_at > $1 AND attempts > 0 AND match_id IN (SELECT id FROM matches WHERE guild_id = $2)"
            };
        }
        let sql = concat!("SELECT COUNT(*) FROM upkeep ", waiting!());
        let count: i64 = sqlx::query_scalar(sql).bind(now).bind(guild_id).fetch_one(&self.readers).await?;
        if count == 0 {
            return Ok(0);
        }
        let sql = concat!("UPDATE upkeep SET again_at = $1, attempts = $3 ", waiting!());
        self.write(sqlx::query(sql).bind(now).bind(guild_id).bind(UpkeepRow::MENDED)).await
    }

    /// Returns whether a match has to be looked at at `now`.
    pub async fn has_upkeep(&self, now: i64) -> Result<bool, StoreError> {
        let sql = concat!("SELECT COUNT(*) ", open!());
        let count: i64 = sqlx::query_scalar(sql).bind(now).fetch_one(&self.readers).await?;
        Ok(count > 0)
    }

    /// Returns the earliest time at which a match has to be looked at even if it does not change.
    pub async fn next_upkeep(&self) -> Result<Option<i64>, StoreError> {
        Ok(sqlx::query_scalar("SELECT MIN(again_at) FROM upkeep").fetch_one(&self.readers).await?)
    }

    /// Returns the other unfinished matches of a guild for which something is kept up.
    pub async fn kept_up_in(&self, guild_id: GuildId, but: MatchId) -> Result<Vec<MatchId>, StoreError> {
        let sql = "SELECT id FROM matches WHERE guild_id = $1 AND id <> $2
                   AND status IN ('signup', 'pregame', 'running')
                   AND id IN (SELECT match_id FROM upkeep) ORDER BY id";
        Ok(sqlx::query_scalar(sql).bind(guild_id).bind(but).fetch_all(&self.readers).await?)
    }

    /// Takes at most `limit` matches that have to be looked at at `now`. No other process takes them until they are settled
    /// or their leases end.
    pub async fn take_upkeep(&self, now: i64, limit: u32) -> Result<Vec<UpkeepRow>, StoreError> {
        // Nearly always, there is nothing to take, and finding that out blocks nobody.
        if !self.has_upkeep(now).await? {
            return Ok(Vec::new());
        }
        let work = || async {
            if self.is_on_a_server() {
                return Ok(self.take_rows(&mut *self.writer.acquire().await?, now, limit).await?);
            }
            let mut transaction = self.begin().await?;
            let taken = self.take_rows(&mut transaction, now, limit).await?;
            self.end(transaction).await?;
            Ok(taken)
        };
        self.run_write(work).await
    }

    async fn take_rows(
        &self,
        connection: &mut AnyConnection,
        now: i64,
        limit: u32,
    ) -> Result<Vec<UpkeepRow>, sqlx::Error> {
        let query = sqlx::query_as(dialect!(self, take)).bind(now).bind(i64::from(limit));
        let query = query.bind(self.process.name().to_owned()).bind(self.process.lease_millis());
        query.fetch_all(connection).await
    }

    /// Stores what the server shows by now, and renews the lease.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if another process has taken it since.
    pub async fn keep_upkeep(&self, row: &UpkeepRow, state: &str) -> Result<(), StoreError> {
        let query = sqlx::query(dialect!(self, keep)).bind(state).bind(self.process.lease_millis());
        held(self.write(query.bind(row.match_id).bind(row.fence)).await?)
    }

    /// Stores what the server shows after a look at a version of the match, and releases the row. The next look is at `again_at` at
    /// the latest; `is_undone` means that something is left to do.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if another process has taken it since.
    pub async fn settle_upkeep(
        &self,
        row: &UpkeepRow,
        version: i64,
        state: &str,
        again_at: Option<i64>,
        is_undone: bool,
    ) -> Result<(), StoreError> {
        let attempts = if is_undone { row.attempts.max(0).saturating_add(1) } else { 0 };
        let query = sqlx::query(
            "UPDATE upkeep SET version = $1, again_at = $2, attempts = $3, state = $4, leased_until = 0
             WHERE match_id = $5 AND fence = $6",
        )
        .bind(version)
        .bind(again_at)
        .bind(attempts)
        .bind(state)
        .bind(row.match_id)
        .bind(row.fence);
        held(self.write(query).await?)
    }

    /// Ends what is kept up for a match that is over.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if another process has taken it since.
    pub async fn end_upkeep(&self, row: &UpkeepRow) -> Result<(), StoreError> {
        let sql = "DELETE FROM upkeep WHERE match_id = $1 AND fence = $2";
        held(self.write(sqlx::query(sql).bind(row.match_id).bind(row.fence)).await?)
    }

    /// Releases what this process has taken. Its name is unique, so at startup that is what it left behind.
    pub async fn release_upkeep(&self) -> Result<(), StoreError> {
        let sql =
            "UPDATE upkeep SET leased_until = 0, fence = fence + 1 WHERE leased_until > 0 AND holder = $1";
        self.write(sqlx::query(sql).bind(self.process.name().to_owned())).await.map(drop)
    }
}

fn held(changed: u64) -> Result<(), StoreError> {
    if changed == 1 { Ok(()) } else { Err(StoreError::Conflict) }
}
