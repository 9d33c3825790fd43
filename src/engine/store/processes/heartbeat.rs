//! What processes that share a database tell each other: the table `processes`.
//!
//! Each process [beats](Store::beat) again and again: it is alive until a time shortly after that. One of them hears players, which
//! means that it receives their direct messages. Before a deadline takes effect, it says [up to when](Store::set_heard) everything that
//! was sent has arrived, and the others wait for that. While none of them hears players, each finds out for its own
//! [`Partition`] of the matches.

use std::sync::Arc;

use crate::ids::MatchId;
use crate::store::connect::sql::dialect;
use crate::store::{Process, Store, StoreError};

macro_rules! beat {
    ($now:expr, $lock:expr) => {
        concat!(
            "INSERT INTO processes (name, hears_directs, alive_until, heard_until) VALUES ($1, $2, ",
            $now,
            " + $3, 0) ON CONFLICT (name) DO UPDATE
             SET hears_directs = excluded.hears_directs, alive_until = excluded.alive_until"
        )
    };
}

macro_rules! count_alive {
    ($now:expr, $lock:expr) => {
        concat!("SELECT COUNT(*) FROM processes WHERE alive_until > ", $now)
    };
}

macro_rules! listener {
    ($now:expr, $lock:expr) => {
        concat!(
            "SELECT name, hears_directs, heard_until FROM processes WHERE alive_until > ",
            $now,
            " ORDER BY hears_directs DESC, name"
        )
    };
}

/// Records what was heard and wakes up the processes waiting for it, in one round trip to the server.
const HEARD: &str = "WITH heard AS (
        UPDATE processes SET heard_until = $1 WHERE name = $2 AND heard_until < $1 RETURNING name
    )
    SELECT CAST(pg_notify('trigon', current_schema() || ' ' || name) AS TEXT) FROM heard";

/// One of equal parts of all matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Partition {
    /// The zero-based number of the part.
    pub number: i64,
    /// The number of parts.
    pub of: i64,
}

impl Partition {
    /// All matches.
    pub const WHOLE: Self = Self { number: 0, of: 1 };

    /// Returns whether a match is in this part.
    pub fn has(self, match_id: MatchId) -> bool {
        match_id.0 % self.of == self.number
    }
}

/// Who knows whether everything that players sent before a deadline has arrived.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listener {
    /// This process has to find out.
    Me,
    /// Another one does, and has dealt with everything up to this instant.
    Other(i64),
    /// Nobody listens, so each process has to find out about its own part of the matches.
    Each(Partition),
}

impl Store {
    /// Sets the process that works with this store.
    #[must_use]
    pub fn with_process(mut self, process: Process) -> Self {
        (self.process, self.alive_before) = (process.into(), Arc::default());
        self
    }

    /// Returns the process that works with this store.
    pub fn process(&self) -> &Process {
        &self.process
    }

    /// Records that this process is alive, and whether it currently receives everything that players send. Returns how
    /// many processes are alive, including this one.
    pub async fn beat(&self, hears: bool) -> Result<u32, StoreError> {
        if self.process.is_alone() {
            return Ok(1);
        }
        self.alive_before().await?;
        let query = sqlx::query(dialect!(self, beat)).bind(self.process.name());
        let query =
            query.bind(i64::from(hears && self.process.hears_directs())).bind(self.process.life_millis());
        self.write(query).await?;
        let alive: i64 = sqlx::query_scalar(dialect!(self, count_alive)).fetch_one(&self.readers).await?;
        Ok(u32::try_from(alive).unwrap_or(u32::MAX).max(1))
    }

    /// Returns who listens to players at present: the living process that receives direct messages. If there is none,
    /// the living processes have to fetch them, each for its part of the matches.
    pub async fn listener(&self) -> Result<Listener, StoreError> {
        if self.process.is_alone() {
            return Ok(Listener::Me);
        }
        let query = sqlx::query_as(dialect!(self, listener));
        let alive: Vec<(String, i64, i64)> = query.fetch_all(&self.readers).await?;
        if let Some((name, _, heard_until)) = alive.first().filter(|(_, hears, _)| *hears != 0) {
            let is_me = name == self.process.name();
            return Ok(if is_me { Listener::Me } else { Listener::Other(*heard_until) });
        }
        let of = i64::try_from(alive.len()).unwrap_or(i64::MAX);
        let own = (0..).zip(&alive).find(|(_, (name, ..))| name == self.process.name());
        // Otherwise, not even this process has reported that it is alive.
        Ok(own.map_or(Listener::Other(i64::MIN), |(number, _)| Listener::Each(Partition { number, of })))
    }

    /// Records that the bot is there. Processes among others [report](Self::beat) that anyway.
    pub async fn note_presence(&self, now: i64) -> Result<(), StoreError> {
        if !self.process.is_alone() {
            return Ok(());
        }
        let query = sqlx::query(
            "INSERT INTO processes (name, hears_directs, alive_until, heard_until) VALUES ($1, 0, $2, 0)
             ON CONFLICT (name) DO UPDATE SET alive_until = excluded.alive_until",
        );
        self.write(query.bind(self.process.name()).bind(now)).await.map(drop)
    }

    /// Returns until when the bot was last there, in whatever process; `None` if that is not known. What this process has reported
    /// itself does not count if it is among others.
    pub async fn last_presence(&self) -> Result<Option<i64>, StoreError> {
        let own = if self.process.is_alone() { "" } else { self.process.name() };
        let sql = "SELECT MAX(alive_until) FROM processes WHERE name <> $1";
        let others: Option<i64> = sqlx::query_scalar(sql).bind(own).fetch_one(&self.readers).await?;
        Ok(if self.process.is_alone() { others } else { others.max(self.alive_before().await?) })
    }

    /// Returns until when a process of the same name was alive before this one.
    async fn alive_before(&self) -> Result<Option<i64>, StoreError> {
        let read = async || {
            let sql = "SELECT alive_until FROM processes WHERE name = $1";
            sqlx::query_scalar(sql).bind(self.process.name()).fetch_optional(&self.readers).await
        };
        Ok(*self.alive_before.get_or_try_init(read).await?)
    }

    /// Records that everything that players have sent up to an instant has arrived here and been dealt with, and wakes
    /// up the processes waiting for it.
    pub async fn set_heard(&self, until: i64) -> Result<(), StoreError> {
        if self.process.is_alone() {
            return Ok(());
        }
        let work = || async {
            if self.is_on_a_server() {
                let query = sqlx::query(HEARD).bind(until).bind(self.process.name());
                return Ok(query.execute(&self.writer).await.map(drop)?);
            }
            let sql = "UPDATE processes SET heard_until = $1 WHERE name = $2 AND heard_until < $1";
            let mut transaction = self.begin().await?;
            sqlx::query(sql).bind(until).bind(self.process.name()).execute(&mut *transaction).await?;
            self.end(transaction).await
        };
        self.run_write(work).await
    }
}
