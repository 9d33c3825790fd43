//! [`Lease`]: what a process has taken from the table `targets`, so that no other one sends it.
//!
//! A target is taken for a limited time, on the database's clock. Its fence grows each time it is taken: if a process
//! was suspended for too long, what it wants to store is refused, because somebody else has taken the target since.

use std::time::Duration;

use sqlx::any::AnyRow;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Decode, Row, Type};
use tokio::time::Instant;

use super::outbox::{self, MAX_RETRY_WAIT, URGENT_DUE_AT, bind_targets};
use crate::ids::{GuildId, MatchId, OutboxId};
use crate::store::connect::sql::{dialect, row_placeholders};
use crate::store::errors::fault::unknown_word;
use crate::store::{OutboxRow, Partition, Store, StoreError, Target};

/// Takes what is due, unless somebody else has it: processes looking at the same time take different things.
///
/// Bind: $1 due until, $2 limit, $3 holder, $4 length of the lease; for clocks, also $5 number of parts, $6 part.
macro_rules! take {
    ($now:expr, $lock:expr, $kinds:literal, $or_free:expr) => {
        concat!(
            "WITH picked AS MATERIALIZED (
                 SELECT kind AS k, id AS i FROM targets
                 WHERE head_id IS NOT NULL AND ",
            $kinds,
            " AND due_at <= $1 AND (leased_until <= ",
            $now,
            $or_free,
            ") ORDER BY due_at, head_id LIMIT $2",
            $lock,
            ")
             UPDATE targets SET holder = $3, leased_until = ",
            $now,
            " + $4, fence = fence + 1
             FROM picked WHERE kind = k AND id = i RETURNING kind, id, head_id, fence"
        )
    };
}

/// Takes targets of messages. Binds are those of `take`.
macro_rules! take_targets {
    ($now:expr, $lock:expr) => {
        take!($now, $lock, "kind <> 'clock'", "")
    };
}

/// A clock is also free if the process holding it is dead: another process that does what is due changes the match, and
/// decisions based on an older version of it are refused. Messages have no versions, so their leases have to end.
macro_rules! take_clocks {
    ($now:expr, $lock:expr) => {
        take!(
            $now,
            $lock,
            "kind = 'clock' AND head_id % $5 = $6",
            concat!(" OR EXISTS (SELECT 1 FROM processes WHERE name = holder AND alive_until <= ", $now, ")")
        )
    };
}

/// Changes all targets of some kind, locking them in the order in which everyone locks them. Binds are those in `$which` and `$set`.
macro_rules! change_all {
    ($store:expr, $which:expr, $set:literal) => {{
        macro_rules! ordered {
            ($lock:literal) => {
                concat!(
                    "WITH picked AS MATERIALIZED (SELECT kind AS k, id AS i FROM targets ",
                    $which,
                    " ORDER BY kind, id",
                    $lock,
                    ") UPDATE targets SET ",
                    $set,
                    " FROM picked WHERE kind = k AND id = i"
                )
            };
        }
        if $store.is_on_a_server() { ordered!(" FOR UPDATE") } else { ordered!("") }
    }};
}

/// Releases all targets of some kinds that a process has taken. Bind: $1 holder.
macro_rules! release {
    ($store:expr, $kinds:literal) => {
        change_all!(
            $store,
            concat!("WHERE leased_until > 0 AND holder = $1 AND ", $kinds),
            "leased_until = 0, fence = fence + 1"
        )
    };
}

/// Extends a lease. Bind: $1 length of the lease, $2 kind, $3 id, $4 fence. Locks nothing, but `dialect` passes that.
macro_rules! renew {
    ($now:expr, $lock:expr) => {
        concat!(
            "UPDATE targets SET leased_until = ",
            $now,
            " + $1 WHERE kind = $2 AND id = $3 AND fence = $4"
        )
    };
}

/// What is due first for a target: a message, or the match of a clock.
trait Head: for<'r> Decode<'r, Any> + Type<Any> {}

impl Head for OutboxId {}

impl Head for MatchId {}

/// A target that this process has taken.
#[derive(Debug, Clone)]
pub struct Lease {
    kind: &'static str,
    id: i64,
    fence: i64,
    /// On a clock that keeps running while the process is suspended.
    ends: Instant,
    /// Whether it has been recorded since the lease began that the target's message is about to be sent.
    has_begun: bool,
}

impl Lease {
    fn read<H: Head>(row: &AnyRow, ends: Instant) -> Result<(H, Self), sqlx::Error> {
        let kind = match row.try_get("kind")? {
            "channel" => "channel",
            "clock" => "clock",
            "user" => "user",
            _ => return Err(unknown_word("kind")),
        };
        let lease =
            Self { kind, id: row.try_get("id")?, fence: row.try_get("fence")?, ends, has_begun: false };
        Ok((row.try_get("head_id")?, lease))
    }

    /// Returns how long it is certain that nobody else takes the target. Zero if somebody may have taken it.
    pub fn left(&self) -> Duration {
        self.ends.saturating_duration_since(Instant::now())
    }

    /// Returns the target as stored.
    pub(in crate::store) fn target(&self) -> (&'static str, i64) {
        (self.kind, self.id)
    }

    /// Returns how often the target had been taken when this process took it.
    pub(in crate::store) fn fence(&self) -> i64 {
        self.fence
    }

    /// Returns whether nearly all of a lease of this length is left, because it has only just begun.
    fn is_nearly_whole(&self, length: Duration) -> bool {
        self.left() > length.mul_f64(0.95)
    }
}

/// Returns the end of a lease taken now. The database counts from a moment later.
fn end_of(lease: Duration) -> Instant {
    Instant::now() + lease
}

impl Store {
    /// Takes at most `limit` targets for which a message may be sent at `now`, oldest first, each with that message. A
    /// message waiting for a retry holds back later ones, for at most [`MAX_RETRY_WAIT`].
    ///
    /// Messages whose channel is known count as about to be sent from now on, as if each [attempt](Self::begin_attempt)
    /// had begun: a separate transaction for each would take longer than everything else stored about it.
    pub async fn take(&self, now: i64, limit: u32) -> Result<Vec<(OutboxRow, Lease)>, StoreError> {
        self.take_due(now, now, limit).await
    }

    /// Takes at most `limit` targets with an answer that somebody is waiting for, as [`take`](Self::take) does.
    pub async fn take_urgent(&self, now: i64, limit: u32) -> Result<Vec<(OutboxRow, Lease)>, StoreError> {
        self.take_due(URGENT_DUE_AT, now, limit).await
    }

    /// Takes targets that are due at `until`.
    async fn take_due(
        &self,
        until: i64,
        now: i64,
        limit: u32,
    ) -> Result<Vec<(OutboxRow, Lease)>, StoreError> {
        // A message that would have to wait for longer than any wait is due now: the clock has been set back.
        let far = now.saturating_add(MAX_RETRY_WAIT);
        // Nearly always, there is nothing to take, and finding that out blocks nobody.
        let sql = "SELECT (SELECT MIN(due_at) FROM targets WHERE head_id IS NOT NULL AND kind <> 'clock'),
                          (SELECT MAX(due_at) FROM targets WHERE head_id IS NOT NULL AND kind <> 'clock')";
        let (first, last): (Option<i64>, Option<i64>) = sqlx::query_as(sql).fetch_one(&self.readers).await?;
        let is_far = last.is_some_and(|last| last > far);
        if limit == 0 || !(is_far || first.is_some_and(|first| first <= until)) {
            return Ok(Vec::new());
        }
        let work = || async {
            let mut transaction = self.begin().await?;
            if is_far {
                let sql = change_all!(
                    self,
                    "WHERE head_id IS NOT NULL AND kind <> 'clock' AND due_at > $2",
                    "due_at = $1"
                );
                sqlx::query(sql).bind(now).bind(far).execute(&mut *transaction).await?;
            }
            let taken =
                self.take_from(&mut transaction, dialect!(self, take_targets), until, limit, None).await?;
            let rows = self.begin_attempts(&mut transaction, taken, now).await?;
            self.end(transaction).await?;
            Ok(rows)
        };
        self.run_write(work).await
    }

    /// Reads the messages of taken targets, oldest first, and records that those whose channel is known are about to be sent.
    async fn begin_attempts(
        &self,
        connection: &mut AnyConnection,
        mut taken: Vec<(OutboxId, Lease)>,
        now: i64,
    ) -> Result<Vec<(OutboxRow, Lease)>, StoreError> {
        taken.sort_unstable_by_key(|(head, _)| *head);
        let heads: Vec<OutboxId> = taken.iter().map(|(head, _)| *head).collect();
        let rows = outbox::with_ids(connection, &heads).await?;
        if rows.len() != heads.len() {
            return Err(sqlx::Error::RowNotFound.into());
        }
        let mut rows: Vec<_> = rows.into_iter().zip(taken.into_iter().map(|(_, lease)| lease)).collect();
        for (row, lease) in &mut rows {
            self.open_row(row)?;
            lease.has_begun = row.has_channel();
        }
        let begun: Vec<OutboxId> =
            rows.iter().filter(|(_, lease)| lease.has_begun).map(|(row, _)| row.id).collect();
        outbox::mark_first_attempts(connection, &begun, now).await?;
        Ok(rows)
    }

    /// Takes the clocks of at most `limit` matches of a part in which something is due at `now`, and returns the match
    /// numbers. They stay taken until [`release_clocks`](Self::release_clocks), or until the match is changed.
    pub async fn take_clocks(
        &self,
        now: i64,
        limit: u32,
        part: Partition,
    ) -> Result<Vec<MatchId>, StoreError> {
        let work = || async {
            let sql = dialect!(self, take_clocks);
            let taken = if self.is_on_a_server() {
                // A single statement is its own transaction, in one round trip instead of three.
                self.take_from(&mut *self.writer.acquire().await?, sql, now, limit, Some(part)).await?
            } else {
                let mut transaction = self.begin().await?;
                let taken = self.take_from(&mut transaction, sql, now, limit, Some(part)).await?;
                self.end(transaction).await?;
                taken
            };
            Ok(taken.into_iter().map(|(head, _)| head).collect())
        };
        self.run_write(work).await
    }

    /// Takes targets with a statement made by one of the macros, and returns each with what is due first for it.
    async fn take_from<H: Head>(
        &self,
        connection: &mut AnyConnection,
        sql: &'static str,
        now: i64,
        limit: u32,
        part: Option<Partition>,
    ) -> Result<Vec<(H, Lease)>, sqlx::Error> {
        let ends = end_of(self.process.lease());
        let query = sqlx::query(sql).bind(now).bind(i64::from(limit)).bind(self.process.name());
        let query = query.bind(self.process.lease_millis());
        let query = part.into_iter().fold(query, |query, part| query.bind(part.of).bind(part.number));
        let rows = query.fetch_all(connection).await?;
        rows.iter().map(|row| Lease::read(row, ends)).collect()
    }

    /// Releases the clocks that this process has taken.
    pub async fn release_clocks(&self) -> Result<(), StoreError> {
        self.write(sqlx::query(release!(self, "kind = 'clock'")).bind(self.process.name())).await.map(drop)
    }

    /// Releases the targets that this process has taken, and invalidates their leases. Its name is unique, so at
    /// startup these are the ones it left behind.
    pub async fn release_targets(&self) -> Result<(), StoreError> {
        self.write(sqlx::query(release!(self, "kind <> 'clock'")).bind(self.process.name())).await.map(drop)
    }

    /// Releases one target, if this process still holds it.
    pub async fn release(&self, lease: &Lease) -> Result<(), StoreError> {
        let sql = "UPDATE targets SET leased_until = 0 WHERE kind = $1 AND id = $2 AND fence = $3";
        let query = sqlx::query(sql).bind(lease.kind).bind(lease.id).bind(lease.fence);
        self.write(query).await.map(drop)
    }

    /// Has the messages that are waiting for a retry sent at once to these targets. Returns to how many of them.
    pub async fn hasten(&self, targets: &[Target], now: i64) -> Result<u64, StoreError> {
        if targets.is_empty() {
            return Ok(0);
        }
        let sql = change_all!(
            self,
            "WHERE head_id IS NOT NULL AND due_at > $2 AND (kind, id) IN (VALUES {})",
            "due_at = $1"
        );
        let sql = sql.replace("{}", &row_placeholders(3, targets.len(), 2));
        let query = sqlx::query(AssertSqlSafe(sql)).bind(now).bind(now);
        self.write(bind_targets(query, targets)).await
    }

    /// Has the messages that are waiting for a retry sent at once if they are about matches or seasons of a server. Returns
    /// to how many targets.
    pub async fn hasten_in_guild(&self, guild_id: GuildId, now: i64) -> Result<u64, StoreError> {
        macro_rules! waiting {
            () => {
                "WHERE head_id IS NOT NULL AND kind <> 'clock' AND due_at > $1 AND EXISTS (
                     SELECT 1 FROM outbox AS o LEFT JOIN matches AS m ON m.id = o.match_id
                     LEFT JOIN seasons AS s ON s.id = o.season_id
                     WHERE o.id = targets.head_id AND $2 IN (m.guild_id, s.guild_id))"
            };
        }
        // Nearly always, nothing is waiting.
        let sql = concat!("SELECT COUNT(*) FROM targets ", waiting!());
        let count: i64 = sqlx::query_scalar(sql).bind(now).bind(guild_id).fetch_one(&self.readers).await?;
        if count == 0 {
            return Ok(0);
        }
        let sql = change_all!(self, waiting!(), "due_at = $1");
        self.write(sqlx::query(sql).bind(now).bind(guild_id)).await
    }

    /// Records that a message is about to be sent. From then on, it may have arrived, whatever happens next. The lease
    /// is renewed.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if another process has taken the target in the meantime, or if the message is not
    /// pending.
    pub async fn begin_attempt(&self, id: OutboxId, at: i64, lease: &mut Lease) -> Result<(), StoreError> {
        let is_stored = std::mem::take(&mut lease.has_begun);
        if is_stored && lease.is_nearly_whole(self.process.lease()) {
            return Ok(());
        }
        let work = || async {
            let mut transaction = self.begin().await?;
            let ends = end_of(self.process.lease());
            let query = sqlx::query(dialect!(self, renew)).bind(self.process.lease_millis()).bind(lease.kind);
            let mine = query.bind(lease.id).bind(lease.fence).execute(&mut *transaction).await?;
            if mine.rows_affected() != 1 {
                return Err(StoreError::Conflict);
            }
            let pending = outbox::mark_first_attempt(id, at).execute(&mut *transaction).await?;
            if pending.rows_affected() != 1 {
                return Err(StoreError::Conflict);
            }
            self.end(transaction).await?;
            Ok(ends)
        };
        lease.ends = self.run_write(work).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_looked_for_often_is_found_without_reading_all_that_there_ever_was() {
        let folder = std::env::temp_dir().join(format!("trigon-plans-{}", std::process::id()));
        let store = Store::open(&format!("sqlite://{}/trigon.db", folder.display())).await.unwrap();
        let statements = [
            outbox::LAST_SENT,
            release!(store, "kind = 'clock'"),
            release!(store, "kind <> 'clock'"),
            take_clocks!("0", ""),
            take_targets!("0", ""),
        ];
        for sql in statements {
            let plan = sqlx::query(AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}")));
            let steps = plan.fetch_all(&store.readers).await.unwrap();
            let steps: Vec<String> = steps.iter().map(|step| step.get("detail")).collect();
            let reads_all = |step: &String| {
                let whole = ["SCAN outbox", "SCAN targets", "SCAN matches"];
                whole.iter().any(|scan| step == scan)
            };
            assert!(!steps.is_empty() && !steps.iter().any(reads_all), "{sql}\n{steps:#?}");
        }
        store.close().await;
        std::fs::remove_dir_all(folder).unwrap();
    }
}
