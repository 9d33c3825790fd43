//! [`Process`]: one of the processes that share a database, and what they tell each other.

use std::time::Duration;

use sqlx::AnyConnection;

use super::{Store, StoreError};

/// The time on the clock of the database, in milliseconds since 1970: the clocks of machines differ.
macro_rules! now_on_a_server {
    () => {
        "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
    };
}
pub(super) use now_on_a_server;

/// The same in a file.
macro_rules! now_in_a_file {
    () => {
        "CAST(unixepoch('subsec') * 1000 AS INTEGER)"
    };
}
pub(super) use now_in_a_file;

/// Chooses between a statement with the words of a server and the same one with those of a file: the present time, and
/// leaving out rows that others have locked.
macro_rules! dialect {
    ($store:expr, $statement:ident) => {
        if $store.is_on_a_server() {
            $statement!(crate::store::process::now_on_a_server!(), " FOR UPDATE SKIP LOCKED")
        } else {
            $statement!(crate::store::process::now_in_a_file!(), "")
        }
    };
}
pub(super) use dialect;

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
            "SELECT name, heard_until FROM processes WHERE alive_until > ",
            $now,
            " ORDER BY hears_directs DESC, name LIMIT 1"
        )
    };
}

/// A process that works on a database, alone or with others.
#[derive(Debug, Clone)]
pub struct Process {
    name: String,
    lease: Duration,
    hears_directs: bool,
    is_alone: bool,
}

impl Process {
    /// How long a process keeps what it has taken. If it hangs or dies, others go on a few seconds after that.
    pub const LEASE: Duration = Duration::from_secs(20);

    /// Returns the only process on a database.
    pub fn alone() -> Self {
        Self { name: "all".to_owned(), lease: Self::LEASE, hears_directs: true, is_alone: true }
    }

    /// Returns one of several processes, with a name that no other one has. Direct messages come to one of them only.
    pub fn among_others(name: impl Into<String>, hears_directs: bool) -> Self {
        Self { name: name.into(), hears_directs, is_alone: false, ..Self::alone() }
    }

    /// Changes how long it keeps what it has taken.
    #[must_use]
    pub fn with_lease(mut self, lease: Duration) -> Self {
        self.lease = lease;
        self
    }

    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns how long it keeps what it has taken.
    pub fn lease(&self) -> Duration {
        self.lease
    }

    /// Returns whether it shares the database with nobody.
    pub fn is_alone(&self) -> bool {
        self.is_alone
    }

    /// Returns whether direct messages come to it.
    pub fn hears_directs(&self) -> bool {
        self.hears_directs
    }

    /// Returns how often it has to tell the others that it is alive, and to look for what they have left undone.
    pub fn beat(&self) -> Duration {
        self.lease / 4
    }
}

/// Who knows whether everything has arrived that players sent before a deadline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listener {
    /// This process has to find out.
    Me,
    /// Another one does, and knows that everything up to this instant has arrived and was dealt with.
    Other(i64),
}

impl Store {
    /// Changes which of several processes works with this store.
    #[must_use]
    pub fn with_process(mut self, process: Process) -> Self {
        self.process = process.into();
        self
    }

    /// Returns the process that works with this store.
    pub fn process(&self) -> &Process {
        &self.process
    }

    /// Records that this process is alive, and returns how many are, with this one.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn beat(&self) -> Result<u32, StoreError> {
        if self.process.is_alone {
            return Ok(1);
        }
        let lease = i64::try_from(self.process.lease.as_millis()).unwrap_or(i64::MAX);
        let query = sqlx::query(dialect!(self, beat)).bind(&self.process.name);
        self.write(query.bind(i64::from(self.process.hears_directs)).bind(lease)).await?;
        let alive: i64 = sqlx::query_scalar(dialect!(self, count_alive)).fetch_one(&self.readers).await?;
        Ok(u32::try_from(alive).unwrap_or(u32::MAX).max(1))
    }

    /// Returns who listens to players at present: the living process to which direct messages come, or else the first of
    /// those alive, which then has to fetch them.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn listener(&self) -> Result<Listener, StoreError> {
        if self.process.is_alone {
            return Ok(Listener::Me);
        }
        let query = sqlx::query_as(dialect!(self, listener));
        let listener: Option<(String, i64)> = query.fetch_optional(&self.readers).await?;
        Ok(match listener {
            Some((name, _)) if name == self.process.name => Listener::Me,
            Some((_, heard_until)) => Listener::Other(heard_until),
            // Not even this process has told that it is alive.
            None => Listener::Other(i64::MIN),
        })
    }

    /// Wakes up the other processes once a change is stored, because there is something new to send or to wait for.
    pub(super) async fn announce(&self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        if self.process.is_alone || !self.is_on_a_server() {
            return Ok(());
        }
        let sql = "SELECT CAST(pg_notify('trigon', current_schema() || ' ' || $1) AS TEXT)";
        sqlx::query(sql).bind(&self.process.name).execute(connection).await.map(drop)
    }

    /// Records that everything that players have sent up to an instant has arrived here and was dealt with, and wakes up
    /// those who wait for that.
    ///
    /// # Errors
    /// [`StoreError::Fault`].
    pub async fn set_heard(&self, until: i64) -> Result<(), StoreError> {
        if self.process.is_alone {
            return Ok(());
        }
        let work = async {
            let mut transaction = self.begin().await?;
            let sql = "UPDATE processes SET heard_until = $1 WHERE name = $2 AND heard_until < $1";
            let query = sqlx::query(sql).bind(until).bind(&self.process.name);
            if query.execute(&mut *transaction).await?.rows_affected() > 0 {
                self.announce(&mut transaction).await?;
            }
            self.end(transaction).await
        };
        self.stored(work).await
    }
}
