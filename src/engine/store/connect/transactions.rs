//! Transactions: each change is stored completely or not at all, and tried again if the server undid it.

use std::future::Future;
use std::sync::PoisonError;
use std::time::Duration;

use sqlx::any::AnyArguments;
use sqlx::{Any, AssertSqlSafe, Execute, Transaction};

use super::postgres;
use super::sqlite;
use super::store::{DatabaseKind, Statement, Store};
use crate::store::StoreError;
use crate::store::errors::fault::{DatabaseFault, is_lost};

impl Store {
    /// Begins a write transaction. If it is dropped without a commit, nothing is stored.
    pub(in crate::store) async fn begin(&self) -> Result<Transaction<'static, Any>, StoreError> {
        match &self.kind {
            DatabaseKind::File(file) => {
                file.check()?;
                Ok(self.writer.begin_with(sqlite::BEGIN_WRITING).await?)
            }
            DatabaseKind::Server(_) => self.begin_on_server(postgres::BEGIN_WRITING).await,
        }
    }

    /// Begins a write transaction, as [`begin`](Self::begin) does, that wakes up the other processes once it is
    /// committed, because there is something new to send or to wait for.
    pub(in crate::store) async fn begin_announced(&self) -> Result<Transaction<'static, Any>, StoreError> {
        if !self.is_on_a_server() || self.process.is_alone() {
            return self.begin().await;
        }
        // Both in one round trip to the server.
        let begin = format!("{}; {}", postgres::BEGIN_WRITING, postgres::announcement(self.process.name()));
        self.begin_on_server(&begin).await
    }

    /// Begins a transaction on the server. If a connection was lost since its last use, nothing has begun yet, and
    /// another one is taken.
    async fn begin_on_server(&self, begin: &str) -> Result<Transaction<'static, Any>, StoreError> {
        for _ in 0..postgres::WRITERS {
            match self.writer.begin_with(AssertSqlSafe(begin.to_owned())).await {
                Err(error) if is_lost(&error) => {}
                begun => return Ok(begun?),
            }
        }
        Ok(self.writer.begin_with(AssertSqlSafe(begin.to_owned())).await?)
    }

    /// Commits a transaction that [`begin`](Self::begin) has begun, and checks that it went to the right file.
    pub(in crate::store) async fn end(
        &self,
        transaction: Transaction<'static, Any>,
    ) -> Result<(), StoreError> {
        transaction.commit().await?;
        match &self.kind {
            DatabaseKind::File(file) => file.check(),
            DatabaseKind::Server(_) => Ok(()),
        }
    }

    /// Runs work that stores something, and remembers whether storing works at all. If the server undoes it because of another
    /// transaction, it is done again.
    pub(in crate::store) async fn run_write<T, W: Future<Output = Result<T, StoreError>>>(
        &self,
        work: impl Fn() -> W,
    ) -> Result<T, StoreError> {
        let work = repeat_if_undone(&work);
        let done = match &self.kind {
            DatabaseKind::File(_) => work.await,
            // A network that drops everything would keep people waiting for a quarter of an hour.
            DatabaseKind::Server(_) => tokio::time::timeout(postgres::WRITE_TIMEOUT, work)
                .await
                .unwrap_or(Err(StoreError::Database(DatabaseFault::no_answer()))),
        };
        match done.as_ref().map_err(StoreError::trouble) {
            Ok(_) => self.set_trouble(None),
            Err(Some(trouble)) => self.set_trouble(Some(trouble)),
            // A mistake in one statement says nothing about whether storing works.
            Err(None) => {}
        }
        done
    }

    /// Remembers why nothing can be stored at present, or that storing works, and tells the operator if that has changed.
    fn set_trouble(&self, trouble: Option<&'static str>) {
        let before =
            std::mem::replace(&mut *self.trouble.lock().unwrap_or_else(PoisonError::into_inner), trouble);
        match (before, trouble) {
            (None, Some(reason)) => match &self.kind {
                DatabaseKind::File(file) if let Some(file) = file.unwritable() => {
                    tracing::error!(reason, file = %file.display(), "nothing can be stored");
                }
                _ => tracing::error!(reason, "nothing can be stored"),
            },
            (Some(reason), None) => tracing::warn!(reason, "storing works again"),
            _ => {}
        }
    }

    /// Runs a single write statement, and returns the number of rows it has changed.
    pub(in crate::store) async fn write(&self, mut query: Statement<'_>) -> Result<u64, StoreError> {
        let values = query.take_arguments().map_err(sqlx::Error::Encode)?.unwrap_or_default();
        let sql = query.sql();
        // A query can run only once, so each attempt gets a copy of it.
        let work = || async {
            let mut arguments = AnyArguments::default();
            arguments.values.0.clone_from(&values.values.0);
            let query = sqlx::query_with(sql.clone(), arguments);
            if self.is_on_a_server() {
                // A single statement is its own transaction, in one round trip instead of three.
                return Ok(query.execute(&self.writer).await?.rows_affected());
            }
            let mut transaction = self.begin().await?;
            let done = query.execute(&mut *transaction).await?;
            self.end(transaction).await?;
            Ok(done.rows_affected())
        };
        self.run_write(work).await
    }
}

/// The number of times that work is tried which the server undoes because of other transactions.
const MAX_ATTEMPTS: u32 = 6;

/// Does some work, and does it again if the server has undone it because of another transaction.
async fn repeat_if_undone<T, W: Future<Output = Result<T, StoreError>>>(
    work: &impl Fn() -> W,
) -> Result<T, StoreError> {
    for attempt in 1..=MAX_ATTEMPTS {
        match work().await {
            Err(StoreError::Undone) if attempt < MAX_ATTEMPTS => {
                tracing::debug!(
                    attempt,
                    "the server undid a transaction because of another one; trying again"
                );
                tokio::time::sleep(Duration::from_millis(5) * attempt * attempt).await;
            }
            Err(StoreError::Undone) => break,
            done => return done,
        }
    }
    Err(StoreError::Conflict)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{GuildId, RoleId};
    use crate::store::GuildSettings;

    #[tokio::test]
    async fn once_a_file_may_be_written_again_storing_goes_on_by_itself() {
        let folder = std::env::temp_dir().join(format!("trigon-readonly-{}", std::process::id()));
        let store = Store::open(&format!("sqlite://{}/trigon.db", folder.display())).await.unwrap();
        let settings = GuildSettings { guild_id: GuildId(1), host_role_id: Some(RoleId(7)) };
        // A connection that may not write is refused with the code of a file that may not be written.
        sqlx::query("PRAGMA query_only = ON").execute(&store.writer).await.unwrap();
        let refused = store.set_guild_settings(&settings).await.unwrap_err();
        assert_eq!((refused.trouble(), store.trouble()), (Some("it may not be written"), refused.trouble()));
        store.set_guild_settings(&settings).await.unwrap();
        assert_eq!(store.trouble(), None);
        store.close().await;
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[tokio::test]
    async fn a_full_disk_is_named_and_storing_goes_on_when_there_is_room_again() {
        let folder = std::env::temp_dir().join(format!("trigon-full-{}", std::process::id()));
        let store = Store::open(&format!("sqlite://{}/trigon.db", folder.display())).await.unwrap();
        let settings = |guild_id| GuildSettings { guild_id, host_role_id: Some(RoleId(7)) };
        store.set_guild_settings(&settings(GuildId(1))).await.unwrap();
        // A database that may not grow fails with the code of a full disk.
        sqlx::query("PRAGMA max_page_count = 1").execute(&store.writer).await.unwrap();
        let mut guilds = 2..;
        let full = loop {
            if let Err(error) = store.set_guild_settings(&settings(GuildId(guilds.next().unwrap()))).await {
                break error;
            }
        };
        assert!(full.to_string().contains("the disk is full"), "{full}");
        assert_eq!(store.trouble(), Some("the disk is full"));
        // There is room again, at the latest on a new connection.
        store.set_guild_settings(&settings(GuildId(0))).await.unwrap();
        assert_eq!(store.trouble(), None);
        assert_eq!(store.guild_settings(GuildId(0)).await.unwrap().host_role_id, Some(RoleId(7)));
        store.close().await;
        std::fs::remove_dir_all(folder).unwrap();
    }
}
