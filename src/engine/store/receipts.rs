//! Recording many messages as sent in one transaction, which costs little more than recording one.

use sqlx::{AnyConnection, AssertSqlSafe};

use super::marks::forgets_answers;
use super::sql::rows;
use super::targets::move_heads;
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
            let own = own(&mut transaction, receipts, self.is_on_a_server()).await?;
            let own: Vec<_> = receipts.iter().filter(|receipt| own.contains(&receipt.id)).copied().collect();
            let marked = mark(&mut transaction, at, &own).await?;
            let moved = move_heads(&mut transaction, &marked, true).await?;
            self.end(transaction).await?;
            let kept = |receipt: &Receipt<'_>| {
                moved.iter().find(|moved| moved.is_of(receipt.lease)).map(|moved| moved.has_more)
            };
            Ok(receipts.iter().map(kept).collect())
        };
        self.stored(work).await
    }
}

/// Returns the numbers of those messages whose targets nobody has taken since. On a server these targets are locked, in the
/// order in which everyone locks them.
async fn own(
    connection: &mut AnyConnection,
    receipts: &[Receipt<'_>],
    lock: bool,
) -> Result<Vec<i64>, sqlx::Error> {
    let sql = format!(
        "WITH mine (k, i, f, o) AS (VALUES {})
         SELECT o FROM targets JOIN mine ON kind = k AND id = i AND fence = f ORDER BY kind, id{}",
        rows(1, receipts.len(), 4),
        if lock { " FOR UPDATE OF targets" } else { "" }
    );
    let query = sqlx::query_scalar(AssertSqlSafe(sql));
    let bind = |query: sqlx::query::QueryScalar<'static, _, i64, _>, receipt: &Receipt<'_>| {
        let (kind, id) = receipt.lease.target();
        query.bind(kind).bind(id).bind(receipt.lease.fence()).bind(receipt.id)
    };
    receipts.iter().fold(query, bind).fetch_all(connection).await
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
         UPDATE outbox SET state = 'sent', attempts = attempts + 1, done_at = $1, message_id = m, {}
         FROM sent WHERE id = i AND state = 'pending' RETURNING id",
        rows(2, receipts.len(), 2),
        forgets_answers!()
    );
    let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(at);
    let bind = |query: sqlx::query::QueryScalar<'static, _, i64, _>, receipt: &Receipt<'_>| {
        query.bind(receipt.id).bind(receipt.message_id)
    };
    receipts.iter().fold(query, bind).fetch_all(connection).await
}
