//! Adding messages to the outbox.

use sqlx::{AnyConnection, AssertSqlSafe};

use super::outbox::{NOTICE, URGENT_DUE_AT, open_notice, target_columns};
use super::{direct_channels, targets};
use crate::ids::{MatchId, OutboxId, UserId};
use crate::store::connect::sql::{MAX_ROWS_PER_STATEMENT, is_server};
use crate::store::connect::store::Statement;
use crate::store::{About, Answers, Keys, NewMessage, Store, StoreError, Target};

impl Store {
    /// Adds messages without a change to the match. They may be sent from `now` on.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if another program took the numbers at the same time (never with SQLite);
    /// [`StoreError::Database`], including when there is no such match.
    pub async fn enqueue(
        &self,
        match_id: MatchId,
        messages: &[NewMessage],
        now: i64,
    ) -> Result<(), StoreError> {
        let work = || async {
            let mut transaction = self.begin_announced().await?;
            append(&mut transaction, &self.keys, About::Match(match_id), messages, now).await?;
            self.end(transaction).await
        };
        self.run_write(work).await
    }

    /// Adds an answer, which need not be about a match.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the same request has already been answered.
    pub async fn answer(
        &self,
        match_id: Option<MatchId>,
        answer: &NewMessage,
        now: i64,
    ) -> Result<(), StoreError> {
        let work = || async {
            let mut transaction = self.begin_announced().await?;
            let about = match_id.map_or(About::Nothing, About::Match);
            append(&mut transaction, &self.keys, about, std::slice::from_ref(answer), now).await?;
            self.end(transaction).await
        };
        self.run_write(work).await
    }

    /// Adds a message, unless there already is one about the same with the same notice, in any status. Returns whether it
    /// was added.
    pub async fn enqueue_once(
        &self,
        about: About,
        message: &NewMessage,
        now: i64,
    ) -> Result<bool, StoreError> {
        let work = || async {
            let mut transaction = self.begin_announced().await?;
            // The target is locked first. Otherwise, two programs at once would both find no such message.
            targets::lock_target(&mut transaction, message.target).await?;
            // The same notice looks different each time it is sealed.
            let (column, id) = match about {
                About::Season(id) => ("season_id", Some(id.0)),
                About::Match(id) => ("match_id", Some(id.0)),
                About::Nothing => ("match_id", None),
            };
            let sql = format!("SELECT id, notice FROM outbox WHERE {column} = $1 AND kind = $2");
            let query = sqlx::query_as(AssertSqlSafe(sql)).bind(id).bind(message.kind.word());
            let alike: Vec<(OutboxId, String)> = query.fetch_all(&mut *transaction).await?;
            for (id, mut notice) in alike {
                open_notice(&self.keys, id, &mut notice)?;
                if notice == message.notice {
                    return Ok(false);
                }
            }
            append(&mut transaction, &self.keys, about, std::slice::from_ref(message), now).await?;
            self.end(transaction).await?;
            Ok(true)
        };
        self.run_write(work).await
    }
}

/// Returns a new nonce of 96 random bits. It is stored, so that every attempt to send the message uses the same one,
/// and random, so that it does not reveal how many messages others were sent.
fn nonce() -> Result<String, StoreError> {
    let mut bytes = [0; 12];
    getrandom::fill(&mut bytes).map_err(StoreError::Random)?;
    Ok(hex::encode(bytes))
}

/// Adds messages with the next free numbers.
pub(in crate::store) async fn append(
    connection: &mut AnyConnection,
    keys: &Keys,
    about: About,
    messages: &[NewMessage],
    now: i64,
) -> Result<(), StoreError> {
    if messages.is_empty() {
        return Ok(());
    }
    let (targets, ids) = targets::lock_for_messages(connection, messages).await?;
    let new: Vec<NewRow<'_>> =
        messages.iter().zip(ids).map(|(message, id)| NewRow { id, about, message }).collect();
    if is_server(connection) && new.len() <= MAX_ROWS_PER_STATEMENT {
        insert_with_heads(connection, keys, &new, &targets, now).await?;
    } else {
        for new in new.chunks(MAX_ROWS_PER_STATEMENT) {
            let query = sqlx::query(AssertSqlSafe(insert_rows(new.len())));
            let query = bind_rows(query, keys, new, now)?;
            query.execute(&mut *connection).await.map_err(StoreError::of_numbered_row)?;
        }
        targets::set_heads(connection, &targets, now).await?;
    }
    hurry_to_answered(connection, messages, now).await
}

/// A message that is added.
struct NewRow<'a> {
    id: OutboxId,
    about: About,
    message: &'a NewMessage,
}

/// Adds messages and sets the heads of their targets in one statement. While the targets are locked, everyone else writing to one of them
/// waits, so every round trip to a server counts.
async fn insert_with_heads(
    connection: &mut AnyConnection,
    keys: &Keys,
    new: &[NewRow<'_>],
    targets: &[Target],
    now: i64,
) -> Result<(), StoreError> {
    let after_rows = VALUES_PER_ROW * new.len() + 1;
    let sql = targets::with_heads(&insert_rows(new.len()), after_rows, targets.len());
    let mut query = bind_rows(sqlx::query(AssertSqlSafe(sql)), keys, new, now)?.bind(now);
    for target in targets {
        let (kind, id) = target_columns(*target);
        let first = new.iter().find(|row| row.message.target == *target);
        query = query.bind(kind).bind(id).bind(first.map(|row| row.id));
    }
    query.execute(connection).await.map_err(StoreError::of_numbered_row)?;
    Ok(())
}

/// Binds the values of new messages, in the order of [`insert_rows`].
fn bind_rows<'q>(
    mut query: Statement<'q>,
    keys: &Keys,
    new: &[NewRow<'q>],
    now: i64,
) -> Result<Statement<'q>, StoreError> {
    for NewRow { id, about, message } in new {
        let (target_kind, target) = target_columns(message.target);
        query = query
            .bind(*id)
            .bind(about.match_id())
            .bind(about.season_id())
            .bind(target_kind)
            .bind(target)
            .bind(message.kind.word());
        query = query
            .bind(keys.seal(NOTICE, *id, &message.notice)?)
            .bind(message.seq)
            .bind(nonce()?)
            .bind(now)
            .bind(if message.answers.is_some() { URGENT_DUE_AT } else { now })
            .bind(message.answers.map(|answers| answers.request));
    }
    Ok(query)
}

/// Has the direct messages of those whose requests are answered sent soon, and notes the channels from which they asked.
async fn hurry_to_answered(
    connection: &mut AnyConnection,
    messages: &[NewMessage],
    now: i64,
) -> Result<(), StoreError> {
    let answered: Vec<(UserId, Answers)> = messages.iter().filter_map(answered).collect();
    if answered.is_empty() {
        return Ok(());
    }
    let users: Vec<UserId> = answered.iter().map(|(user, _)| *user).collect();
    targets::move_ahead(connection, &users, now).await?;
    // Nearly always just one.
    for (user, answers) in answered {
        if let Some(channel) = answers.channel {
            direct_channels::answered(user, channel, answers.request.as_message())
                .execute(&mut *connection)
                .await?;
        }
    }
    Ok(())
}

/// How many values a new row takes.
const VALUES_PER_ROW: usize = 12;

/// Returns a statement that adds messages.
fn insert_rows(count: usize) -> String {
    let mut numbers = 1..;
    let mut place = |()| format!("${}", numbers.next().unwrap_or(1));
    let mut row = || {
        let [id, on, season, target_kind, target, kind, notice, seq, nonce, at, not_before, request] =
            [(); VALUES_PER_ROW].map(&mut place);
        format!(
            "({id}, {on}, {season}, {target_kind}, {target}, {kind}, {notice}, {seq}, {nonce}, 'pending', 0, {at}, {not_before},
              {request})"
        )
    };
    let rows: Vec<String> = std::iter::repeat_with(&mut row).take(count).collect();
    format!(
        "INSERT INTO outbox (id, match_id, season_id, target_kind, target_id, kind, notice, seq, nonce, state,
                             attempts, enqueued_at, not_before, request)
         VALUES {}",
        rows.join(", ")
    )
}

/// Returns whom and what a message answers.
fn answered(message: &NewMessage) -> Option<(UserId, Answers)> {
    match message.target {
        Target::User(user) => message.answers.map(|answers| (user, answers)),
        Target::Channel(_) => None,
    }
}
