//! Migrations: the tables of this version, step by step from those of earlier ones.

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, AssertSqlSafe, Connection, SqlSafeStr};

use super::postgres;
use super::sql::is_server;
use super::sqlite;
use super::upgrade::record;

/// The migrations, in order. A released migration is never edited, not even its comments, because its checksum is
/// stored.
const MIGRATIONS: [(i64, &str, &str); 16] = [
    (1, "matches", include_str!("../../../../migrations/0001_matches.sql")),
    (2, "replies", include_str!("../../../../migrations/0002_replies.sql")),
    (3, "people", include_str!("../../../../migrations/0003_people.sql")),
    (4, "settings", include_str!("../../../../migrations/0004_settings.sql")),
    (5, "onlookers", include_str!("../../../../migrations/0005_onlookers.sql")),
    (6, "reminded", include_str!("../../../../migrations/0006_reminded.sql")),
    (7, "beacon", include_str!("../../../../migrations/0007_beacon.sql")),
    (8, "upkeep", include_str!("../../../../migrations/0008_upkeep.sql")),
    (9, "gaps", include_str!("../../../../migrations/0009_gaps.sql")),
    (10, "shown", include_str!("../../../../migrations/0010_shown.sql")),
    (11, "messages", include_str!("../../../../migrations/0011_messages.sql")),
    (12, "found", include_str!("../../../../migrations/0012_found.sql")),
    (13, "programs", include_str!("../../../../migrations/0013_programs.sql")),
    (14, "seasons", include_str!("../../../../migrations/0014_seasons.sql")),
    (15, "posts", include_str!("../../../../migrations/0015_posts.sql")),
    (16, "templates", include_str!("../../../../migrations/0016_templates.sql")),
];

/// What is added to a migration on a server only.
const SERVER_ADDITIONS: [(i64, &str); 2] = [
    (1, include_str!("../../../../migrations/0001_sequences.sql")),
    (14, include_str!("../../../../migrations/0014_sequences.sql")),
];

/// Returns the number of the last migration.
pub(in crate::store) fn newest_version() -> i64 {
    MIGRATIONS.iter().map(|(version, ..)| *version).max().unwrap_or(0)
}

/// Runs all migrations in one transaction. If two programs start at once, the second one finds them done.
pub(super) async fn migrate(mut connection: AnyConnection) -> Result<(), sqlx::Error> {
    let server = is_server(&connection);
    let migrations = MIGRATIONS.into_iter().map(|(version, name, sql)| {
        let more = SERVER_ADDITIONS.iter().filter(|(number, _)| server && *number == version);
        let sql = more.fold(sql.to_owned(), |sql, (_, more)| sql + more);
        let sql = AssertSqlSafe(sql).into_sql_str();
        Migration::new(version, name.into(), MigrationType::Simple, sql, false)
    });
    let mut migrator = Migrator::with_migrations(migrations.collect());
    let begin = if server { postgres::BEGIN_WRITING } else { sqlite::BEGIN_WRITING };
    let mut transaction = connection.begin_with(begin).await?;
    if server {
        // Held until the end of the transaction, unlike the migrator's own lock.
        migrator.set_locking(false);
        postgres::lock_tables(&mut transaction).await?;
    }
    // Not `run`, whose future is not `Send` for a connection inside a transaction.
    let migrated = migrator.run_direct(None, &mut *transaction, false).await;
    migrated.map_err(|error| sqlx::Error::Migrate(Box::new(error)))?;
    record(&mut transaction, newest_version()).await?;
    if !server {
        // SQLite opens a file that may not be written, too, and says so only now.
        sqlx::query("UPDATE _sqlx_migrations SET success = success").execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    connection.close().await
}
