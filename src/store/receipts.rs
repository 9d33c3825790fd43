//! Many messages that were sent at nearly the same time, recorded together: one transaction costs nearly as much as ten.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};

use super::open::Statement;
use super::{Lease, Store, StoreError};

/// A message that was sent, for [`Store::settle_sent`].
#[derive(Debug, Clone, Copy)]
pub struct Receipt<'a> {
    /// The row of the outbox.
    pub id: i64,
    /// Discord's number for the message.
    pub message_id: i64,
    /// The lease under which it was sent.
    pub lease: &'a Lease,
}

impl Store {
    /// Records at `at` that messages to different targets were sent, as [`settle`](Self::settle) does for each of them.
    /// Returns in the same order whether each target is kept, or `None` where that would be a conflict: another process
    /// has taken the target since, or the message is not pending.
    ///
    /// # Errors
    /// [`StoreError::Fault`]. Then nothing is recorded.
    pub async fn settle_sent(
        &self,
        at: i64,
        receipts: &[Receipt<'_>],
    ) -> Result<Vec<Option<bool>>, StoreError> {
        if receipts.is_empty() {
            return Ok(Vec::new());
        }
        let work = async {
            let mut transaction = self.begin().await?;
            let own = own_targets(&mut transaction, receipts, self.is_on_a_server()).await?;
            let is_own = |receipt: &&Receipt<'_>| own.contains(&receipt.lease.target());
            let own: Vec<_> = receipts.iter().filter(is_own).copied().collect();
            let marked = mark(&mut transaction, at, &own).await?;
            let heads = move_heads(&mut transaction, &marked).await?;
            self.end(transaction).await?;
            let kept = |receipt: &Receipt<'_>| {
                let target = receipt.lease.target();
                let found = heads.iter().find(|(kind, id, _)| (kind.as_str(), *id) == target);
                found.filter(|_| marked.contains(&receipt.id)).map(|(.., has_more)| *has_more)
            };
            Ok(receipts.iter().map(kept).collect())
        };
        self.stored(work).await
    }
}

/// Returns the targets that nobody has taken since. On a server they are locked, in the order in which everyone locks them.
async fn own_targets(
    connection: &mut AnyConnection,
    receipts: &[Receipt<'_>],
    lock: bool,
) -> Result<Vec<(&'static str, i64)>, sqlx::Error> {
    let sql = format!(
        "WITH mine (k, i, f) AS (VALUES {})
         SELECT kind, id FROM targets JOIN mine ON kind = k AND id = i AND fence = f ORDER BY kind, id{}",
        rows(0, receipts.len(), 3),
        if lock { " FOR UPDATE OF targets" } else { "" }
    );
    let query = receipts.iter().fold(sqlx::query(AssertSqlSafe(sql)), |query, receipt| {
        let (kind, id) = receipt.lease.target();
        query.bind(kind).bind(id).bind(receipt.lease.fence())
    });
    let read = |row: &AnyRow| {
        let kind: &str = row.try_get("kind")?;
        Ok((if kind == "channel" { "channel" } else { "user" }, row.try_get("id")?))
    };
    query.fetch_all(connection).await?.iter().map(read).collect()
}

/// Marks those messages as sent that are pending, and returns their numbers.
async fn mark(
    connection: &mut AnyConnection,
    at: i64,
    receipts: &[Receipt<'_>],
) -> Result<Vec<i64>, sqlx::Error> {
    if receipts.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!(
        "WITH sent (i, m) AS (VALUES {})
         UPDATE outbox SET state = 'sent', attempts = attempts + 1, done_at = $1, message_id = m
         FROM sent WHERE id = i AND state = 'pending' RETURNING id",
        rows(1, receipts.len(), 2)
    );
    let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(at);
    let bind = |query: sqlx::query::QueryScalar<'static, _, i64, _>, receipt: &Receipt<'_>| {
        query.bind(receipt.id).bind(receipt.message_id)
    };
    receipts.iter().fold(query, bind).fetch_all(connection).await
}

/// Finds the next pending message of each target, as [`super::targets::move_head`] does for one, and returns whether there
/// is one.
async fn move_heads(
    connection: &mut AnyConnection,
    ids: &[i64],
) -> Result<Vec<(String, i64, bool)>, sqlx::Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!(
        "WITH done (d) AS (VALUES {})
         UPDATE targets
         SET head_id = head, due_at = COALESCE(next, due_at),
             leased_until = CASE WHEN head IS NOT NULL THEN leased_until ELSE 0 END
         FROM (SELECT target_kind AS k, target_id AS i,
                      (SELECT MIN(id) FROM outbox AS p WHERE p.state = 'pending'
                              AND p.target_kind = o.target_kind AND p.target_id = o.target_id) AS head,
                      (SELECT not_before FROM outbox AS p WHERE p.state = 'pending'
                              AND p.target_kind = o.target_kind AND p.target_id = o.target_id
                       ORDER BY id LIMIT 1) AS next
               FROM outbox AS o WHERE id IN (SELECT d FROM done)) AS first
         WHERE kind = k AND id = i RETURNING kind, id, head_id",
        rows(0, ids.len(), 1)
    );
    let query: Statement<'_> = sqlx::query(AssertSqlSafe(sql));
    let moved = ids.iter().fold(query, |query, id| query.bind(*id)).fetch_all(connection).await?;
    let read = |row: &AnyRow| {
        let head: Option<i64> = row.try_get("head_id")?;
        Ok((row.try_get("kind")?, row.try_get("id")?, head.is_some()))
    };
    moved.iter().map(read).collect()
}

/// Returns the places of `count` rows of `width` values each in a statement, after `before` other values.
fn rows(before: usize, count: usize, width: usize) -> String {
    let row = |n: usize| {
        let places = (1..=width).map(|place| format!("${}", before + n * width + place));
        format!("({})", places.collect::<Vec<_>>().join(", "))
    };
    (0..count).map(row).collect::<Vec<_>>().join(", ")
}
