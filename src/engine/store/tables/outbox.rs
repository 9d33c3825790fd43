//! The table `outbox`: messages to send, in order for each target.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, FromRow, Row};

use crate::ids::{ChannelId, MatchId, MessageId, OutboxId, UserId};
use crate::store::connect::sql::placeholders;
use crate::store::connect::store::Statement;
use crate::store::errors::fault::unknown_word;
use crate::store::{
    DeliveryState, Keys, OutboxRow, SeatRequestRow, SentMessage, SentNotice, Store, StoreError, Target,
};

/// The longest wait before a retry, in milliseconds: a little more than an hour. A message that would have to wait longer
/// may be sent at once: the clock has been set back since its last attempt.
pub const MAX_RETRY_WAIT: i64 = 3_601_000;

/// The due time of an answer: before everything that nobody is waiting for.
pub(in crate::store) const URGENT_DUE_AT: i64 = 0;

/// A query for the last message sent to a target.
pub(in crate::store) const LAST_SENT: &str =
    "SELECT MAX(message_id) FROM outbox WHERE target_kind = $1 AND target_id = $2 AND state = 'sent'";

/// A query for rows of the outbox.
macro_rules! select {
    ($($rest:tt)*) => {
        concat!(
            "SELECT id, match_id, season_id, target_kind, target_id, kind, notice, seq, nonce, attempts, enqueued_at, not_before,
             first_attempt_at, last_error,
             COALESCE((SELECT version FROM matches WHERE matches.id = match_id), 0) AS match_version,
             (SELECT channel_id FROM direct_channels WHERE target_kind = 'user' AND user_id = target_id)
                 AS direct_channel,
             (SELECT settings FROM person_settings WHERE target_kind = 'user' AND user_id = target_id) AS settings
             FROM outbox ",
            $($rest)*
        )
    };
}

/// Whether a message waits because Discord has refused it, or one before it to the same target.
macro_rules! is_refused {
    () => {
        "outbox.state = 'pending' AND EXISTS (
             SELECT 1 FROM targets JOIN outbox AS head ON head.id = targets.head_id
             WHERE targets.kind = outbox.target_kind AND targets.id = outbox.target_id AND head.last_error IS NOT NULL)"
    };
}
pub(in crate::store) use is_refused;

/// Returns the columns in which a target is stored.
pub(in crate::store) const fn target_columns(target: Target) -> (&'static str, i64) {
    match target {
        Target::Channel(id) => ("channel", id.0),
        Target::User(id) => ("user", id.0),
    }
}

/// Binds targets as their columns, in order.
pub(super) fn bind_targets<'q>(query: Statement<'q>, targets: &[Target]) -> Statement<'q> {
    targets.iter().fold(query, |query, target| {
        let (kind, id) = target_columns(*target);
        query.bind(kind).bind(id)
    })
}

fn target(row: &AnyRow) -> Result<Target, sqlx::Error> {
    match row.try_get("target_kind")? {
        "channel" => Ok(Target::Channel(row.try_get("target_id")?)),
        "user" => Ok(Target::User(row.try_get("target_id")?)),
        _ => Err(unknown_word("target_kind")),
    }
}

impl<'r> FromRow<'r, AnyRow> for OutboxRow {
    fn from_row(row: &'r AnyRow) -> Result<Self, sqlx::Error> {
        Ok(OutboxRow {
            id: row.try_get("id")?,
            match_id: row.try_get("match_id")?,
            season_id: row.try_get("season_id")?,
            target: target(row)?,
            kind: row.try_get::<String, _>("kind")?.into(),
            notice: row.try_get("notice")?,
            seq: row.try_get("seq")?,
            nonce: row.try_get("nonce")?,
            attempts: row.try_get("attempts")?,
            enqueued_at: row.try_get("enqueued_at")?,
            not_before: row.try_get("not_before")?,
            first_attempt_at: row.try_get("first_attempt_at")?,
            last_error: row.try_get("last_error")?,
            version: row.try_get("match_version")?,
            direct_channel: row.try_get("direct_channel")?,
            settings: row.try_get("settings")?,
        })
    }
}

/// The name of the sealed column, which is authenticated with the value.
pub(in crate::store) const NOTICE: &str = "outbox.notice";

/// Opens a notice. If it does not open, it is left empty, which no front end understands: the message is given up, and
/// does not hold up all others.
pub(in crate::store) fn open_notice(
    keys: &Keys,
    id: OutboxId,
    notice: &mut String,
) -> Result<(), StoreError> {
    *notice = match keys.open(NOTICE, id, std::mem::take(notice)) {
        Err(StoreError::Database(fault)) if fault.is_misplaced() => {
            tracing::error!(message = id.0, %fault, "a message cannot be read");
            String::new()
        }
        opened => opened?,
    };
    Ok(())
}

impl Store {
    /// Opens the sealed column of rows.
    fn open_rows(&self, mut rows: Vec<OutboxRow>) -> Result<Vec<OutboxRow>, StoreError> {
        rows.iter_mut().try_for_each(|row| self.open_row(row))?;
        Ok(rows)
    }

    /// Opens the sealed column of a row.
    pub(in crate::store) fn open_row(&self, row: &mut OutboxRow) -> Result<(), StoreError> {
        open_notice(&self.keys, row.id, &mut row.notice)
    }

    /// Returns at most `limit` messages that may be sent at `now`, oldest first: the first pending one of each target,
    /// if it is due. If there are more, returns those due first. A message waiting for a retry holds back later ones,
    /// for at most [`MAX_RETRY_WAIT`]. Nothing is [taken](Store::take).
    pub async fn deliverable(&self, now: i64, limit: u32) -> Result<Vec<OutboxRow>, StoreError> {
        let sql = select!(
            "WHERE id IN (
                 SELECT head_id FROM (
                     SELECT head_id FROM targets WHERE head_id IS NOT NULL AND kind <> 'clock' AND due_at <= $1
                     ORDER BY due_at, head_id LIMIT $3) AS due
                 UNION ALL
                 SELECT head_id FROM (
                     SELECT head_id FROM targets WHERE head_id IS NOT NULL AND kind <> 'clock' AND due_at > $2
                     ORDER BY due_at, head_id LIMIT $3) AS far)
             ORDER BY id LIMIT $3"
        );
        let query = sqlx::query_as(sql).bind(now).bind(now.saturating_add(MAX_RETRY_WAIT));
        self.open_rows(query.bind(i64::from(limit)).fetch_all(&self.readers).await?)
    }

    /// Returns the earliest time at which a message may be sent, which may be in the past.
    pub async fn next_delivery(&self) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT MIN(due_at) FROM targets WHERE head_id IS NOT NULL AND kind <> 'clock'";
        Ok(sqlx::query_scalar(sql).fetch_one(&self.readers).await?)
    }

    /// Returns the messages of a match that were given up, oldest first, except answers, which concern only the people
    /// who asked.
    pub async fn dead(&self, match_id: MatchId) -> Result<Vec<OutboxRow>, StoreError> {
        let sql = select!("WHERE match_id = $1 AND state = 'dead' AND request IS NULL ORDER BY id");
        self.open_rows(sqlx::query_as(sql).bind(match_id).fetch_all(&self.readers).await?)
    }

    /// Returns the messages of a match that are still to be sent after a failed attempt, oldest first, except answers.
    pub async fn waiting_after_failure(&self, match_id: MatchId) -> Result<Vec<OutboxRow>, StoreError> {
        let sql = select!(
            "WHERE match_id = $1 AND state = 'pending' AND last_error IS NOT NULL AND request IS NULL ORDER BY id"
        );
        self.open_rows(sqlx::query_as(sql).bind(match_id).fetch_all(&self.readers).await?)
    }

    /// Returns the number of messages of a match that are still to be sent, except answers.
    pub async fn pending_count(&self, match_id: MatchId) -> Result<i64, StoreError> {
        let sql = "SELECT COUNT(*) FROM outbox
                   WHERE match_id = $1 AND state = 'pending' AND request IS NULL";
        Ok(sqlx::query_scalar(sql).bind(match_id).fetch_one(&self.readers).await?)
    }

    /// Returns how many messages of a match to its channel are still to be sent, and why an attempt failed; `None` if
    /// none has failed.
    pub async fn unposted(&self, match_id: MatchId) -> Result<Option<(i64, String)>, StoreError> {
        let sql = "SELECT COUNT(*), MAX(last_error) FROM outbox
                   WHERE match_id = $1 AND state = 'pending' AND target_kind = 'channel'";
        let row: (i64, Option<String>) = sqlx::query_as(sql).bind(match_id).fetch_one(&self.readers).await?;
        Ok(row.1.map(|reason| (row.0, reason)))
    }

    /// Returns the people to whom Discord has refused to bring a question about a match so far.
    pub async fn unreached(&self, match_id: MatchId) -> Result<Vec<UserId>, StoreError> {
        let sql = concat!(
            "SELECT target_id FROM outbox WHERE match_id = $1 AND kind = 'personal' AND target_kind = 'user' AND ",
            is_refused!()
        );
        Ok(sqlx::query_scalar(sql).bind(match_id).fetch_all(&self.readers).await?)
    }

    /// Returns whether the last post in the channel that shows what is asked in a match can be read; `None` if nobody has tried to
    /// send one.
    pub async fn news_shown(&self, match_id: MatchId) -> Result<Option<DeliveryState>, StoreError> {
        let sql = concat!(
            "SELECT done_at FROM outbox WHERE match_id = $1 AND kind = 'news' AND target_kind = 'channel'
             AND (state = 'sent' OR ",
            is_refused!(),
            ") ORDER BY id DESC LIMIT 1"
        );
        let query = sqlx::query_scalar(sql).bind(match_id);
        let shown: Option<Option<i64>> = query.fetch_optional(&self.readers).await?;
        Ok(shown.map(|done_at| done_at.map_or(DeliveryState::Waiting, DeliveryState::At)))
    }

    /// Returns the messages of a match that ask people to take seats, oldest first, without those that nobody has tried to send
    /// yet.
    pub async fn seat_requests(&self, match_id: MatchId) -> Result<Vec<SeatRequestRow>, StoreError> {
        let sql = concat!(
            "SELECT id, notice, seq, state, done_at FROM outbox WHERE match_id = $1 AND kind = 'handover'
             AND (state <> 'pending' OR ",
            is_refused!(),
            ") ORDER BY id"
        );
        let rows: Vec<_> = sqlx::query_as(sql).bind(match_id).fetch_all(&self.readers).await?;
        let read = |(id, mut notice, seq, state, done_at): (OutboxId, String, i64, String, Option<i64>)| {
            open_notice(&self.keys, id, &mut notice)?;
            let state = match (state.as_str(), done_at) {
                ("sent", Some(at)) => DeliveryState::At(at),
                ("pending", _) => DeliveryState::Waiting,
                _ => DeliveryState::GivenUp,
            };
            Ok(SeatRequestRow { notice, seq, state })
        };
        rows.into_iter().map(read).collect()
    }

    /// Returns the messages that are still to be posted in a channel, after the one with the given number, oldest first.
    pub async fn unposted_in(
        &self,
        channel_id: ChannelId,
        after: OutboxId,
    ) -> Result<Vec<OutboxRow>, StoreError> {
        let sql = select!(
            "WHERE target_kind = 'channel' AND target_id = $1 AND state = 'pending' AND id > $2 ORDER BY id"
        );
        self.open_rows(sqlx::query_as(sql).bind(channel_id).bind(after).fetch_all(&self.readers).await?)
    }

    /// Returns the channels that have not taken a message so far.
    pub async fn refusing_channels(&self) -> Result<Vec<Target>, StoreError> {
        let sql = "SELECT DISTINCT target_id FROM outbox
                   WHERE state = 'pending' AND target_kind = 'channel' AND last_error IS NOT NULL";
        let ids: Vec<ChannelId> = sqlx::query_scalar(sql).fetch_all(&self.readers).await?;
        Ok(ids.into_iter().map(Target::Channel).collect())
    }

    /// Returns whether a message is still to be sent.
    pub async fn is_pending(&self, id: OutboxId) -> Result<bool, StoreError> {
        let sql = "SELECT COUNT(*) FROM outbox WHERE id = $1 AND state = 'pending'";
        let count: i64 = sqlx::query_scalar(sql).bind(id).fetch_one(&self.readers).await?;
        Ok(count > 0)
    }

    /// Returns the message that was sent to a target with this Discord ID.
    pub async fn sent_as(
        &self,
        target: Target,
        message_id: MessageId,
    ) -> Result<Option<SentNotice>, StoreError> {
        let (kind, id) = target_columns(target);
        let sql = "SELECT id, match_id, seq, kind, notice FROM outbox
                   WHERE message_id = $1 AND target_kind = $2 AND target_id = $3 AND state = 'sent'";
        let query = sqlx::query(sql).bind(message_id).bind(kind).bind(id);
        let row = query.fetch_optional(&self.readers).await?;
        let Some(row) = row else { return Ok(None) };
        let mut notice = row.try_get("notice")?;
        open_notice(&self.keys, row.try_get("id")?, &mut notice)?;
        let (match_id, seq, kind) =
            (row.try_get("match_id")?, row.try_get("seq")?, row.try_get::<String, _>("kind")?);
        let kind = kind.into();
        Ok(Some(SentNotice { match_id, seq, kind, notice }))
    }

    /// Returns Discord's ID of the last message sent to a target, whatever it was about.
    pub async fn last_sent(&self, target: Target) -> Result<Option<MessageId>, StoreError> {
        let (kind, id) = target_columns(target);
        Ok(sqlx::query_scalar(LAST_SENT).bind(kind).bind(id).fetch_one(&self.readers).await?)
    }

    /// Returns the last `limit` sent messages of a match, newest first, except answers: those to one target, or all.
    pub async fn sent_messages(
        &self,
        match_id: MatchId,
        to: Option<Target>,
        limit: u32,
    ) -> Result<Vec<SentMessage>, StoreError> {
        let sql = "SELECT id, target_kind, target_id, seq, notice, message_id FROM outbox
                   WHERE match_id = $1 AND state = 'sent' AND request IS NULL
                   AND ($3 = '' OR target_kind = $3 AND target_id = $4) ORDER BY id DESC LIMIT $2";
        let (kind, target_id) = to.map_or(("", 0), target_columns);
        let query = sqlx::query(sql).bind(match_id).bind(i64::from(limit)).bind(kind).bind(target_id);
        let read = |row: AnyRow| {
            let mut notice = row.try_get("notice")?;
            open_notice(&self.keys, row.try_get("id")?, &mut notice)?;
            let (message_id, seq) = (row.try_get("message_id")?, row.try_get("seq")?);
            Ok(SentMessage { target: target(&row)?, message_id, seq, notice })
        };
        query.fetch_all(&self.readers).await?.into_iter().map(read).collect()
    }

    /// Returns the sent messages of all matches whose Discord IDs are at most `back` less than the highest one, oldest first, except
    /// answers.
    pub async fn sent_last(&self, back: i64) -> Result<Vec<(MatchId, SentMessage)>, StoreError> {
        let sql = "SELECT id, match_id, target_kind, target_id, seq, notice, message_id FROM outbox
                   WHERE message_id >= (SELECT MAX(message_id) FROM outbox) - $1 AND state = 'sent' AND request IS NULL
                   AND match_id IS NOT NULL ORDER BY id";
        let read = |row: AnyRow| {
            let mut notice = row.try_get("notice")?;
            open_notice(&self.keys, row.try_get("id")?, &mut notice)?;
            let (message_id, seq) = (row.try_get("message_id")?, row.try_get("seq")?);
            let sent = SentMessage { target: target(&row)?, message_id, seq, notice };
            Ok((row.try_get("match_id")?, sent))
        };
        sqlx::query(sql).bind(back).fetch_all(&self.readers).await?.into_iter().map(read).collect()
    }
}

/// Returns the messages with these IDs, oldest first.
pub(in crate::store) async fn with_ids(
    connection: &mut AnyConnection,
    ids: &[OutboxId],
) -> Result<Vec<OutboxRow>, sqlx::Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!("{} WHERE id IN ({}) ORDER BY id", select!(), placeholders(1, ids.len()));
    let query = sqlx::query_as(AssertSqlSafe(sql));
    ids.iter().fold(query, |query, id| query.bind(*id)).fetch_all(connection).await
}

/// Records that pending messages are about to be sent.
pub(in crate::store) async fn mark_first_attempts(
    connection: &mut AnyConnection,
    ids: &[OutboxId],
    at: i64,
) -> Result<(), sqlx::Error> {
    if ids.is_empty() {
        return Ok(());
    }
    let sql = format!(
        "UPDATE outbox SET first_attempt_at = COALESCE(first_attempt_at, $1) WHERE id IN ({})",
        placeholders(2, ids.len())
    );
    let query = sqlx::query(AssertSqlSafe(sql)).bind(at);
    ids.iter().fold(query, |query, id| query.bind(*id)).execute(connection).await.map(drop)
}

/// Returns the statement that records that a message is about to be sent, if it is pending.
pub(in crate::store) fn mark_first_attempt(id: OutboxId, at: i64) -> Statement<'static> {
    let sql = "UPDATE outbox SET first_attempt_at = COALESCE(first_attempt_at, $1)
               WHERE id = $2 AND state = 'pending'";
    sqlx::query(sql).bind(at).bind(id)
}
