//! Building blocks of statements: placeholders, rows, the dialects of a server and of a file, new numbers.

use serde::de::DeserializeOwned;
use sqlx::AnyConnection;

use crate::store::StoreError;

/// The maximum number of rows stored per statement.
pub(in crate::store) const MAX_ROWS_PER_STATEMENT: usize = 500;

/// Returns the placeholders of `count` values, numbered from `first`: `$1, $2`.
pub(in crate::store) fn placeholders(first: usize, count: usize) -> String {
    (first..first + count).map(|n| format!("${n}")).collect::<Vec<_>>().join(", ")
}

/// Returns the placeholders of `count` rows of `width` values, numbered from `first`: `($1, $2), ($3, $4)`.
pub(in crate::store) fn row_placeholders(first: usize, count: usize, width: usize) -> String {
    let row = |n: usize| format!("({})", placeholders(first + n * width, width));
    (0..count).map(row).collect::<Vec<_>>().join(", ")
}

/// Builds a query for a list of rows as JSON, in the dialect of a server or of a file: the driver for both kinds takes
/// twice as long row by row. A server returns NULL instead of an empty list.
macro_rules! list {
    (server, $columns:expr, $order:expr, $($rest:expr),+) => {
        concat!(
            "SELECT CAST(json_agg(json_build_array(", $columns, ") ORDER BY ", $order, ") AS TEXT) FROM ",
            $($rest),+
        )
    };
    (file, $columns:expr, $order:expr, $($rest:expr),+) => {
        concat!(
            "SELECT CAST(json_group_array(json_array(", $columns, ") ORDER BY ", $order, ") AS TEXT) FROM ",
            $($rest),+
        )
    };
}
pub(in crate::store) use list;

/// Parses a list, each row as the tuple of its columns.
pub(in crate::store) fn read_list<T: DeserializeOwned>(json: Option<&str>) -> Result<Vec<T>, StoreError> {
    let rows = json.map(serde_json::from_str).transpose();
    Ok(rows.map_err(|error| sqlx::Error::Decode(error.into()))?.unwrap_or_default())
}

/// The time on the database's clock, in milliseconds since 1970, because the clocks of machines differ.
macro_rules! now_on_a_server {
    () => {
        "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
    };
}
pub(in crate::store) use now_on_a_server;

/// The same in a file.
macro_rules! now_in_a_file {
    () => {
        "CAST(unixepoch('subsec') * 1000 AS INTEGER)"
    };
}
pub(in crate::store) use now_in_a_file;

/// Chooses between the versions of a statement for a server and for a file, which differ in the present time and in
/// skipping rows that others have locked.
macro_rules! dialect {
    ($store:expr, $statement:ident) => {
        if $store.is_on_a_server() {
            $statement!(crate::store::connect::sql::now_on_a_server!(), " FOR UPDATE SKIP LOCKED")
        } else {
            $statement!(crate::store::connect::sql::now_in_a_file!(), "")
        }
    };
}
pub(in crate::store) use dialect;

/// A table whose rows are numbered.
#[derive(Debug, Clone, Copy)]
pub(in crate::store) enum NumberedTable {
    Matches,
    Messages,
    Seasons,
}

/// Returns whether a connection leads to a server rather than a file.
pub(in crate::store) fn is_server(connection: &AnyConnection) -> bool {
    connection.backend_name() == "PostgreSQL"
}

/// Returns `count` new numbers in ascending order. For messages to a target, its row in `targets` has to be locked, so
/// that later messages get higher numbers.
///
/// A file has only one writer at a time. On a server, writers taking the largest number + 1 would collide.
pub(in crate::store) async fn next_numbers(
    connection: &mut AnyConnection,
    what: NumberedTable,
    count: usize,
) -> Result<Vec<i64>, sqlx::Error> {
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    if is_server(connection) {
        let sql = match what {
            NumberedTable::Matches => "SELECT nextval('match_ids') FROM generate_series(1, $1)",
            NumberedTable::Messages => "SELECT nextval('message_ids') FROM generate_series(1, $1)",
            NumberedTable::Seasons => "SELECT nextval('season_ids') FROM generate_series(1, $1)",
        };
        return sqlx::query_scalar(sql).bind(count).fetch_all(connection).await;
    }
    let sql = match what {
        NumberedTable::Matches => "SELECT COALESCE(MAX(id), 0) FROM matches",
        NumberedTable::Messages => "SELECT COALESCE(MAX(id), 0) FROM outbox",
        NumberedTable::Seasons => "SELECT COALESCE(MAX(id), 0) FROM seasons",
    };
    let last: i64 = sqlx::query_scalar(sql).fetch_one(connection).await?;
    Ok((1..=count).map(|n| last.saturating_add(n)).collect())
}

/// Makes the sequences of a server continue after the largest numbers, once rows have been copied into it.
pub(in crate::store) const NUMBERS_GO_ON: &str =
    "SELECT setval('match_ids', (SELECT COALESCE(MAX(id), 0) + 1 FROM matches), false);
     SELECT setval('message_ids', (SELECT COALESCE(MAX(id), 0) + 1 FROM outbox), false);
     SELECT setval('season_ids', (SELECT COALESCE(MAX(id), 0) + 1 FROM seasons), false)";
