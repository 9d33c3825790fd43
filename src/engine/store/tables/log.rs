//! The table `match_log`. Entries are only appended; none is deleted, and none changes but for the name of somebody who asked to be
//! forgotten.

use sqlx::{AnyConnection, AssertSqlSafe};

use crate::ids::{MatchId, RequestId, UserId};
use crate::store::connect::sql::{self, MAX_ROWS_PER_STATEMENT, row_placeholders};
use crate::store::errors::fault::unknown_word;
use crate::store::{EntryKind, Keys, LogRow, Store, StoreError};

/// The columns of an entry, in the order in which they are read.
type Columns = (i64, i64, String, Option<UserId>, String, String, String, Option<String>, Option<RequestId>);

fn row(columns: Columns) -> Result<LogRow, StoreError> {
    let (seq, at, actor, user_id, kind, action, draws, state_hash, request) = columns;
    let kind = match kind.as_str() {
        "game" => EntryKind::Game,
        "control" => EntryKind::Control,
        _ => return Err(StoreError::from(unknown_word("kind"))),
    };
    Ok(LogRow { seq, at, actor, user_id, kind, action, draws, state_hash, request })
}

/// The names of the sealed columns, which are authenticated with the values.
pub(in crate::store) const ACTION: &str = "match_log.action";
const DRAWS: &str = "match_log.draws";
const STATE_HASH: &str = "match_log.state_hash";

/// Returns the name of a row, which is authenticated with its sealed values.
pub(in crate::store) fn row_name(match_id: MatchId, seq: i64) -> String {
    format!("{match_id}/{seq}")
}

/// Opens the sealed columns.
fn opened(rows: Vec<LogRow>, keys: &Keys, match_id: MatchId) -> Result<Vec<LogRow>, StoreError> {
    let open = |row: LogRow| {
        let name = row_name(match_id, row.seq);
        Ok(LogRow {
            action: keys.open(ACTION, &name, row.action)?,
            draws: keys.open(DRAWS, &name, row.draws)?,
            state_hash: keys.open_some(STATE_HASH, &name, row.state_hash)?,
            ..row
        })
    };
    rows.into_iter().map(open).collect()
}

/// A query for the entries of a match.
macro_rules! entries {
    ($words:ident, $which:expr) => {
        $crate::store::connect::sql::list!(
            $words,
            "seq, at, actor, user_id, kind, action, draws, state_hash, request",
            "seq",
            "match_log WHERE match_id = ",
            $which
        )
    };
}
pub(in crate::store) use entries;

/// Parses a list of entries, and opens the sealed columns.
pub(in crate::store) fn read(
    json: Option<&str>,
    keys: &Keys,
    match_id: MatchId,
) -> Result<Vec<LogRow>, StoreError> {
    let rows = sql::read_list(json)?.into_iter().map(row).collect::<Result<_, _>>()?;
    opened(rows, keys, match_id)
}

impl Store {
    /// Returns the entries of a match after entry `seq`, in order.
    pub async fn log_after(&self, match_id: MatchId, seq: i64) -> Result<Vec<LogRow>, StoreError> {
        let sql = if self.is_on_a_server() {
            entries!(server, "$1 AND seq > $2")
        } else {
            entries!(file, "$1 AND seq > $2")
        };
        let query = sqlx::query_scalar(sql).bind(match_id).bind(seq);
        let json: Option<String> = query.fetch_one(&self.readers).await?;
        read(json.as_deref(), &self.keys, match_id)
    }
}

/// Appends entries. Returns a conflict if a number is taken, or if a request has already taken effect.
pub(in crate::store) async fn append(
    connection: &mut AnyConnection,
    keys: &Keys,
    match_id: MatchId,
    entries: &[LogRow],
) -> Result<(), StoreError> {
    for entries in entries.chunks(MAX_ROWS_PER_STATEMENT) {
        let sql = format!(
            "INSERT INTO match_log (match_id, seq, at, actor, user_id, kind, action, draws, state_hash, request)
             VALUES {}",
            row_placeholders(1, entries.len(), 10)
        );
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for entry in entries {
            let name = row_name(match_id, entry.seq);
            query =
                query.bind(match_id).bind(entry.seq).bind(entry.at).bind(&entry.actor).bind(entry.user_id);
            query = query
                .bind(match entry.kind {
                    EntryKind::Game => "game",
                    EntryKind::Control => "control",
                })
                .bind(keys.seal(ACTION, &name, &entry.action)?)
                .bind(keys.seal(DRAWS, &name, &entry.draws)?)
                .bind(keys.seal_some(STATE_HASH, &name, entry.state_hash.as_deref())?)
                .bind(entry.request);
        }
        query.execute(&mut *connection).await.map_err(StoreError::of_numbered_row)?;
    }
    Ok(())
}
