//! The table `targets`: what is due first for each channel and person, and for the clock of each match.
//!
//! Each row has a head: the first pending message to a channel or a person, or the match of a clock that has something to do. It says
//! when the head is due, so that finding what is due needs no look at all messages. Whoever adds a message, settles one or changes a
//! timer sets the head anew. Which process has taken a target is in `leases.rs`.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};

use super::leases::Lease;
use super::outbox::{URGENT_DUE_AT, bind_targets, target_columns};
use crate::ids::{ChannelId, MatchId, OutboxId, UserId};
use crate::store::connect::sql::{self, NumberedTable, is_server, placeholders, row_placeholders};
use crate::store::connect::store::Statement;
use crate::store::{NewMessage, StoreError, Target};

/// Locks the target of a message. With a lease, returns a conflict if another process has taken the target since.
pub(in crate::store) async fn lock_of_message(
    connection: &mut AnyConnection,
    id: OutboxId,
    lease: Option<&Lease>,
) -> Result<(), StoreError> {
    let query = match lease {
        Some(lease) => {
            let sql =
                "UPDATE targets SET leased_until = leased_until WHERE kind = $1 AND id = $2 AND fence = $3";
            let (kind, target) = lease.target();
            sqlx::query(sql).bind(kind).bind(target).bind(lease.fence())
        }
        None => sqlx::query(
            "UPDATE targets SET leased_until = leased_until
             WHERE kind = (SELECT target_kind FROM outbox WHERE id = $1)
                   AND id = (SELECT target_id FROM outbox WHERE id = $1)",
        )
        .bind(id),
    };
    let locked = query.execute(connection).await?;
    if locked.rows_affected() == 1 { Ok(()) } else { Err(StoreError::Conflict) }
}

/// A target after one of its messages was marked.
pub(in crate::store) struct AdvancedTarget {
    kind: String,
    id: i64,
    fence: i64,
    /// Whether there is more to send to it.
    pub(in crate::store) has_more: bool,
}

impl AdvancedTarget {
    /// Returns whether this is the target of a lease, and nobody has taken it since.
    pub(in crate::store) fn is_of(&self, lease: &Lease) -> bool {
        ((self.kind.as_str(), self.id), self.fence) == (lease.target(), lease.fence())
    }
}

/// What happens to a target that this process has taken, once a message to it is settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::store) enum AfterSettling {
    /// It is kept if there is more to send to it.
    Keep,
    /// It is released.
    Release,
}

/// Updates the first pending message of each target of some messages, once those have been marked. A target is
/// released, unless it is to be kept and there is more to send to it.
///
/// This is a separate statement, after the one that locked the targets on a server, because only then does it see what
/// others stored before.
pub(in crate::store) async fn advance_heads(
    connection: &mut AnyConnection,
    ids: &[OutboxId],
    after: AfterSettling,
) -> Result<Vec<AdvancedTarget>, sqlx::Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!(
        "UPDATE targets
         SET head_id = head, due_at = COALESCE(next, due_at),
             leased_until = CASE WHEN $1 = 1 AND head IS NOT NULL THEN leased_until ELSE 0 END
         FROM (SELECT target_kind AS k, target_id AS i,
                      (SELECT MIN(id) FROM outbox AS p WHERE p.state = 'pending'
                              AND p.target_kind = o.target_kind AND p.target_id = o.target_id) AS head,
                      (SELECT not_before FROM outbox AS p WHERE p.state = 'pending'
                              AND p.target_kind = o.target_kind AND p.target_id = o.target_id
                       ORDER BY id LIMIT 1) AS next
               FROM outbox AS o WHERE id IN ({})) AS first
         WHERE kind = k AND id = i RETURNING kind, id, fence, head_id",
        placeholders(2, ids.len())
    );
    let query = sqlx::query(AssertSqlSafe(sql)).bind(i64::from(after == AfterSettling::Keep));
    let moved = ids.iter().fold(query, |query, id| query.bind(*id)).fetch_all(connection).await?;
    let read = |row: &AnyRow| {
        let head: Option<i64> = row.try_get("head_id")?;
        let (kind, id, fence) = (row.try_get("kind")?, row.try_get("id")?, row.try_get("fence")?);
        Ok(AdvancedTarget { kind, id, fence, has_more: head.is_some() })
    };
    moved.iter().map(read).collect()
}

/// Returns targets in the order of the table's key, in which everyone locks them.
fn in_order(targets: impl Iterator<Item = Target>) -> Vec<Target> {
    let mut targets: Vec<Target> = targets.collect();
    targets.sort_unstable_by_key(|target| target_columns(*target));
    targets.dedup();
    targets
}

/// Returns a statement that locks some targets in the given order, and adds those that are new.
fn lock_statement(count: usize) -> String {
    let rows: Vec<String> =
        (1..=count).map(|n| format!("(${}, ${}, NULL, 0, '', 0, 0)", 2 * n - 1, 2 * n)).collect();
    format!(
        "INSERT INTO targets (kind, id, head_id, due_at, holder, leased_until, fence) VALUES {}
         ON CONFLICT (kind, id) DO UPDATE SET fence = targets.fence",
        rows.join(", ")
    )
}

/// Locks a target, so that until the end of the transaction nobody else adds a message to it.
pub(in crate::store) async fn lock_target(
    connection: &mut AnyConnection,
    target: Target,
) -> Result<(), sqlx::Error> {
    bind_targets(sqlx::query(AssertSqlSafe(lock_statement(1))), &[target]).execute(connection).await?;
    Ok(())
}

/// Locks the targets of messages, so that messages to the same target get numbers in order. Always locks in the same
/// order, so that no two programs deadlock. Returns the targets, and a new number for each message.
pub(in crate::store) async fn lock_for_messages(
    connection: &mut AnyConnection,
    messages: &[NewMessage],
) -> Result<(Vec<Target>, Vec<OutboxId>), sqlx::Error> {
    let targets = in_order(messages.iter().map(|message| message.target));
    let lock = lock_statement(targets.len());
    if is_server(connection) {
        // In one round trip. The count makes sure that they are locked before the first number is taken.
        let sql = format!(
            "WITH rows AS ({lock} RETURNING 1)
             SELECT nextval('message_ids') FROM (SELECT COUNT(*) FROM rows) AS all_locked,
                    generate_series(1, ${})",
            2 * targets.len() + 1
        );
        let count = i64::try_from(messages.len()).unwrap_or(i64::MAX);
        let query = bind_targets(sqlx::query(AssertSqlSafe(sql)), &targets).bind(count);
        let numbers = query.fetch_all(connection).await?;
        let numbers = numbers.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
        return Ok((targets, numbers));
    }
    bind_targets(sqlx::query(AssertSqlSafe(lock)), &targets).execute(&mut *connection).await?;
    let numbers = sql::next_numbers(connection, NumberedTable::Messages, messages.len()).await?;
    Ok((targets, numbers.into_iter().map(OutboxId).collect()))
}

/// Has what is still to be posted about a match in one channel posted in another one. The messages of other matches stay.
/// `messages` are those that are stored with this: their targets are locked, too, because there is one order for all.
pub(in crate::store) async fn redirect(
    connection: &mut AnyConnection,
    match_id: MatchId,
    from: ChannelId,
    to: ChannelId,
    messages: &[NewMessage],
    now: i64,
) -> Result<(), sqlx::Error> {
    let channels = [Target::Channel(from), Target::Channel(to)];
    let all = in_order(channels.into_iter().chain(messages.iter().map(|message| message.target)));
    bind_targets(sqlx::query(AssertSqlSafe(lock_statement(all.len()))), &all)
        .execute(&mut *connection)
        .await?;
    let sql = "UPDATE outbox SET target_id = $1, not_before = $2
               WHERE match_id = $3 AND target_kind = 'channel' AND target_id = $4 AND state = 'pending'";
    sqlx::query(sql).bind(to).bind(now).bind(match_id).bind(from).execute(&mut *connection).await?;
    let sql = "UPDATE targets
               SET due_at = $1, head_id = (SELECT MIN(o.id) FROM outbox AS o WHERE o.state = 'pending'
                                           AND o.target_kind = 'channel' AND o.target_id = targets.id)
               WHERE kind = 'channel' AND id IN ($2, $3)";
    sqlx::query(sql).bind(now).bind(from).bind(to).execute(&mut *connection).await?;
    // Whoever is sending one of them finds that it has been taken away, and so would keep the channel.
    let sql = "UPDATE targets SET leased_until = 0, fence = fence + 1 WHERE kind = 'channel' AND id = $1";
    sqlx::query(sql).bind(from).execute(&mut *connection).await.map(drop)
}

/// Returns a statement that stores messages, and then sets the first message of their locked targets if they had none.
/// From the given placeholder on, it takes the time, and then each target with its first new message.
pub(in crate::store) fn with_heads(store: &str, placeholder: usize, count: usize) -> String {
    format!(
        "WITH stored AS ({store}), first (k, i, head) AS (VALUES {})
         UPDATE targets SET due_at = ${placeholder}, head_id = head
         FROM first WHERE kind = k AND id = i AND head_id IS NULL",
        row_placeholders(placeholder + 1, count, 3)
    )
}

/// Sets the first message of targets that had none pending. It may be sent from `now` on.
pub(in crate::store) async fn set_heads(
    connection: &mut AnyConnection,
    targets: &[Target],
    now: i64,
) -> Result<(), sqlx::Error> {
    let sql = format!(
        "UPDATE targets
         SET due_at = ${}, head_id = (SELECT MIN(o.id) FROM outbox AS o WHERE o.state = 'pending'
                                      AND o.target_kind = targets.kind AND o.target_id = targets.id)
         WHERE head_id IS NULL AND (kind, id) IN (VALUES {})",
        2 * targets.len() + 1,
        row_placeholders(1, targets.len(), 2)
    );
    bind_targets(sqlx::query(AssertSqlSafe(sql)), targets).bind(now).execute(connection).await.map(drop)
}

/// Moves people with answers to be sent ahead of others, unless a message to them is waiting for a retry.
pub(in crate::store) async fn move_ahead(
    connection: &mut AnyConnection,
    users: &[UserId],
    now: i64,
) -> Result<(), sqlx::Error> {
    let sql = format!(
        "UPDATE targets SET due_at = $1
         WHERE kind = 'user' AND head_id IS NOT NULL AND due_at <= $2 AND id IN ({})",
        placeholders(3, users.len())
    );
    let query = sqlx::query(AssertSqlSafe(sql)).bind(URGENT_DUE_AT).bind(now);
    users.iter().fold(query, |query, user| query.bind(*user)).execute(connection).await.map(drop)
}

/// Returns the statement that sets the clock of a match to the first thing it has to do, with `before` prepended. The
/// process that had taken the clock has done what was due, or finds that the match has changed.
pub(in crate::store) fn set_clock(match_id: MatchId, first: Option<i64>, before: &str) -> Statement<'static> {
    let sql = format!(
        "{before}INSERT INTO targets (kind, id, head_id, due_at, holder, leased_until, fence)
         VALUES ('clock', $1, $2, $3, '', 0, 0)
         ON CONFLICT (kind, id) DO UPDATE
         SET head_id = excluded.head_id, due_at = excluded.due_at, leased_until = 0"
    );
    let query = sqlx::query(AssertSqlSafe(sql)).bind(match_id);
    query.bind(first.map(|_| match_id)).bind(first.unwrap_or(0))
}
