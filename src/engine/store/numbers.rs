//! The numbers of matches and messages.

use sqlx::AnyConnection;

/// What is numbered.
#[derive(Debug, Clone, Copy)]
pub(super) enum Numbered {
    Matches,
    Messages,
}

/// Returns whether a connection leads to a server, and not to a file.
pub(super) fn is_server(connection: &AnyConnection) -> bool {
    connection.backend_name() == "PostgreSQL"
}

/// Returns this many new numbers in ascending order. With those of one target, its row in `targets` has to be locked, so that
/// later messages get higher numbers.
///
/// A file has only one writer at a time. On a server, those who take the largest number + 1 would be in each other's way.
pub(super) async fn next(
    connection: &mut AnyConnection,
    what: Numbered,
    count: usize,
) -> Result<Vec<i64>, sqlx::Error> {
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    if is_server(connection) {
        let sql = match what {
            Numbered::Matches => "SELECT nextval('match_ids') FROM generate_series(1, $1)",
            Numbered::Messages => "SELECT nextval('message_ids') FROM generate_series(1, $1)",
        };
        return sqlx::query_scalar(sql).bind(count).fetch_all(connection).await;
    }
    let sql = match what {
        Numbered::Matches => "SELECT COALESCE(MAX(id), 0) FROM matches",
        Numbered::Messages => "SELECT COALESCE(MAX(id), 0) FROM outbox",
    };
    let last: i64 = sqlx::query_scalar(sql).fetch_one(connection).await?;
    Ok((1..=count).map(|n| last.saturating_add(n)).collect())
}

/// Lets the sequences of a server go on after the largest numbers, once rows were copied into it.
pub(super) const GO_ON: &str =
    "SELECT setval('match_ids', (SELECT COALESCE(MAX(id), 0) + 1 FROM matches), false);
     SELECT setval('message_ids', (SELECT COALESCE(MAX(id), 0) + 1 FROM outbox), false)";
