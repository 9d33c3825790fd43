//! What messages in channels show: the column `outbox.shown`, and the table `writers`.
//!
//! A message that shows a match may have to show something else later. What Discord was last given is compared with what follows
//! from the match, also after a start, so the difference is found whatever happened in between.

use std::collections::BTreeMap;

use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use super::outbox::open_notice;
use crate::ids::{MatchId, OutboxId};
use crate::store::connect::sql::{dialect, placeholders};
use crate::store::{LiveMessageRow, Store, StoreError};

/// The kinds of notices that become such messages.
macro_rules! kinds {
    () => {
        "'created', 'pregame', 'roster', 'news', 'board', 'offered', 'handover', 'proposed', 'time-out'"
    };
}
pub(in crate::store) use kinds;

/// Takes the right to edit the messages of a match, unless another process has it.
macro_rules! take_writing {
    ($now:expr, $lock:expr) => {
        concat!(
            "INSERT INTO writers (match_id, holder, leased_until) VALUES ($1, $2, ",
            $now,
            " + $3) ON CONFLICT (match_id) DO UPDATE
             SET holder = excluded.holder, leased_until = excluded.leased_until
             WHERE writers.holder = excluded.holder OR writers.leased_until <= ",
            $now
        )
    };
}

impl Store {
    /// Returns the messages of a match in channels that may have to show something else, and those that came after them, oldest
    /// first, with those about to be sent.
    pub async fn shown(&self, match_id: MatchId) -> Result<Vec<LiveMessageRow>, StoreError> {
        let sql = concat!(
            "SELECT id, kind, target_id, seq, message_id, shown,
                    CASE WHEN shown IS NOT NULL THEN notice END AS notice
             FROM outbox
             WHERE match_id = $1 AND state IN ('sent', 'pending') AND target_kind = 'channel' AND kind IN (",
            kinds!(),
            ") AND id >= (SELECT MIN(id) FROM outbox WHERE match_id = $1 AND shown IS NOT NULL) ORDER BY id"
        );
        let read = |row: AnyRow| {
            let id: OutboxId = row.try_get("id")?;
            let mut notice: Option<String> = row.try_get("notice")?;
            if let Some(notice) = &mut notice {
                open_notice(&self.keys, id, notice)?;
            }
            Ok(LiveMessageRow {
                id,
                kind: row.try_get::<String, _>("kind")?.into(),
                channel_id: row.try_get("target_id")?,
                seq: row.try_get("seq")?,
                message_id: row.try_get("message_id")?,
                shown: row.try_get("shown")?,
                notice,
            })
        };
        let rows = sqlx::query(sql).bind(match_id).fetch_all(&self.readers).await?;
        rows.into_iter().map(read).collect()
    }

    /// Returns the matches with messages that may have to show something else, with the version of each.
    pub async fn showing(&self) -> Result<BTreeMap<MatchId, i64>, StoreError> {
        let sql = "SELECT id, version FROM matches
                   WHERE id IN (SELECT DISTINCT match_id FROM outbox WHERE shown IS NOT NULL)";
        let rows: Vec<(MatchId, i64)> = sqlx::query_as(sql).fetch_all(&self.readers).await?;
        Ok(rows.into_iter().collect())
    }

    /// Records what Discord was given of messages; `None` if they never change again.
    pub async fn keep_shown(&self, given: &BTreeMap<OutboxId, Option<String>>) -> Result<(), StoreError> {
        if given.is_empty() {
            return Ok(());
        }
        let work = || async {
            let mut transaction = self.begin().await?;
            let last: Vec<OutboxId> =
                given.iter().filter(|(_, shown)| shown.is_none()).map(|(id, _)| *id).collect();
            if !last.is_empty() {
                let sql =
                    format!("UPDATE outbox SET shown = NULL WHERE id IN ({})", placeholders(1, last.len()));
                let query = sqlx::query(AssertSqlSafe(sql));
                last.iter().fold(query, |query, id| query.bind(*id)).execute(&mut *transaction).await?;
            }
            for (id, shown) in given {
                let Some(shown) = shown else { continue };
                let sql = "UPDATE outbox SET shown = $1 WHERE id = $2 AND shown IS NOT NULL";
                sqlx::query(sql).bind(shown.clone()).bind(*id).execute(&mut *transaction).await?;
            }
            self.end(transaction).await
        };
        self.run_write(work).await
    }

    /// Takes the right to edit the messages of a match for as long as a lease lasts. Returns `false` if another process has it.
    /// In a file, where there is only one process, nothing is stored.
    pub async fn take_writing(&self, match_id: MatchId) -> Result<bool, StoreError> {
        if !self.is_on_a_server() {
            return Ok(true);
        }
        let query = sqlx::query(dialect!(self, take_writing)).bind(match_id);
        let query = query.bind(self.process.name().to_owned()).bind(self.process.lease_millis());
        Ok(self.write(query).await? == 1)
    }

    /// Gives the right to edit the messages of a match back, if this process has it.
    pub async fn release_writing(&self, match_id: MatchId) -> Result<(), StoreError> {
        if !self.is_on_a_server() {
            return Ok(());
        }
        let sql = "UPDATE writers SET leased_until = 0 WHERE match_id = $1 AND holder = $2";
        self.write(sqlx::query(sql).bind(match_id).bind(self.process.name().to_owned())).await.map(drop)
    }

    /// Returns whether several processes may share the database, so that others may have changed a match.
    pub fn has_others(&self) -> bool {
        self.is_on_a_server()
    }
}
