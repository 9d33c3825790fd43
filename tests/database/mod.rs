//! An empty database of a test's own, of either kind.
#![allow(dead_code, reason = "no test program needs everything")]

#[cfg(unix)]
mod cluster;
#[cfg(unix)]
mod proxy;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::{AnyConnection, AssertSqlSafe, Connection};
use trigon::ids::MatchId;

/// Chooses the kind of database for tests that run on one only: `sqlite` or `postgres`.
const CHOICE: &str = "TRIGON_TEST_DATABASE";

/// A database, initially empty. Its files are deleted with the value, and a schema with the program.
pub(crate) struct Database {
    url: String,
    folder: Option<PathBuf>,
}

impl Drop for Database {
    fn drop(&mut self) {
        if let Some(folder) = &self.folder {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

/// Returns a number that no other test of this program has.
fn number() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Creates an empty folder.
pub(crate) fn folder() -> PathBuf {
    let name = format!("database-{}-{}", std::process::id(), number());
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

impl Database {
    /// Returns a database of the kind that the environment chooses, by default a file.
    pub(crate) async fn chosen() -> Self {
        match std::env::var(CHOICE).as_deref() {
            Ok("postgres") => {
                Self::postgres().await.unwrap_or_else(|| panic!("{CHOICE} asks for PostgreSQL: install it"))
            }
            Ok("sqlite") | Err(_) => Self::sqlite(),
            Ok(other) => panic!("{CHOICE} is {other:?}, neither sqlite nor postgres"),
        }
    }

    /// Returns an empty file.
    pub(crate) fn sqlite() -> Self {
        let folder = folder();
        Self { url: format!("sqlite://{}/made/by/itself.db", folder.display()), folder: Some(folder) }
    }

    /// Returns a schema of its own on this program's server, or `None` on a machine without PostgreSQL.
    pub(crate) async fn postgres() -> Option<Self> {
        #[cfg(unix)]
        {
            let cluster = cluster::cluster()?;
            let schema = format!("test_{}", number());
            sqlx::any::install_default_drivers();
            let mut raw = AnyConnection::connect(&cluster.url("public")).await.unwrap();
            sqlx::query(AssertSqlSafe(format!("CREATE SCHEMA {schema}"))).execute(&mut raw).await.unwrap();
            raw.close().await.unwrap();
            Some(Self { url: cluster.url(&schema), folder: None })
        }
        #[cfg(not(unix))]
        None
    }

    /// Opens a proxy to the server of a database that is on one, which counts the statements.
    #[cfg(unix)]
    pub(crate) async fn counting_proxy(&self) -> proxy::CountingProxy {
        let schema = self.url.rsplit("%3D").next().unwrap();
        proxy::CountingProxy::to(cluster::cluster().unwrap().folder(), schema).await
    }

    /// Returns the address.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Returns whether it is on a server.
    pub(crate) fn is_postgres(&self) -> bool {
        self.url.starts_with("postgres")
    }

    /// Returns a connection that bypasses the store, as another program would have it.
    pub(crate) async fn raw(&self) -> AnyConnection {
        AnyConnection::connect(&self.url).await.unwrap()
    }

    /// Runs a statement that bypasses the store, and returns how many rows it has changed.
    pub(crate) async fn run(&self, sql: &str) -> u64 {
        let mut raw = self.raw().await;
        let done = sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut raw).await.unwrap();
        raw.close().await.unwrap();
        done.rows_affected()
    }

    /// Returns everything that can be read by somebody who gets hold of the files: their bytes, or on a server all
    /// values of all tables.
    pub(crate) async fn everything(&self) -> Vec<u8> {
        let mut all = Vec::new();
        if !self.is_postgres() {
            let path = self.url.strip_prefix("sqlite://").unwrap();
            for ending in ["", "-wal", "-journal"] {
                all.extend(std::fs::read(format!("{path}{ending}")).unwrap_or_default());
            }
            return all;
        }
        let mut raw = self.raw().await;
        let tables = "SELECT CAST(table_name AS TEXT) FROM information_schema.tables
                      WHERE table_schema = current_schema()";
        let tables: Vec<String> = sqlx::query_scalar(tables).fetch_all(&mut raw).await.unwrap();
        for table in tables {
            let rows = AssertSqlSafe(format!("SELECT CAST(t AS TEXT) FROM {table} t"));
            let rows: Vec<String> = sqlx::query_scalar(rows).fetch_all(&mut raw).await.unwrap();
            all.extend(rows.join("\n").into_bytes());
        }
        raw.close().await.unwrap();
        all
    }

    /// Fills it with what an earlier version has stored, in a dump for each kind of database.
    pub(crate) async fn fill(&self, in_a_file: &str, on_a_server: &str) {
        if self.is_postgres() {
            self.run(on_a_server).await;
            return;
        }
        let file = Path::new(self.url.trim_start_matches("sqlite://"));
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, []).unwrap();
        sqlx::any::install_default_drivers();
        self.run(in_a_file).await;
    }

    /// Keeps everybody from writing until the connection is dropped.
    pub(crate) async fn lock(&self) -> AnyConnection {
        let mut raw = self.raw().await;
        let sql = if self.is_postgres() {
            "BEGIN; LOCK TABLE matches, seats, match_log, due, outbox, guild_settings IN EXCLUSIVE MODE"
        } else {
            "BEGIN IMMEDIATE"
        };
        sqlx::raw_sql(sql).execute(&mut raw).await.unwrap();
        raw
    }

    /// Makes the database refuse entries of one match, until it is mended.
    pub(crate) async fn break_match(&self, id: MatchId) {
        let sql = if self.is_postgres() {
            format!(
                "CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql
                     AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$;
                 CREATE TRIGGER broken BEFORE INSERT ON match_log FOR EACH ROW WHEN (NEW.match_id = {id})
                     EXECUTE FUNCTION broken()"
            )
        } else {
            format!(
                "CREATE TRIGGER broken BEFORE INSERT ON match_log WHEN NEW.match_id = {id}
                 BEGIN SELECT RAISE(ABORT, 'broken'); END"
            )
        };
        self.run(&sql).await;
    }

    /// Lets the database take entries again after [`break_match`](Self::break_match).
    pub(crate) async fn mend(&self) {
        let sql = if self.is_postgres() { "DROP FUNCTION broken CASCADE" } else { "DROP TRIGGER broken" };
        self.run(sql).await;
    }
}
