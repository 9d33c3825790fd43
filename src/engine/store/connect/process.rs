//! [`Process`]: one of the processes that share a database.

use std::time::Duration;

/// A process that works on a database, alone or with others.
#[derive(Debug, Clone)]
pub struct Process {
    name: String,
    lease: Duration,
    hears_directs: bool,
    is_alone: bool,
}

impl Process {
    /// How long a process keeps what it has taken. If it hangs or dies, others take over a few seconds after that, but
    /// its clocks as soon as it no longer counts as alive.
    pub const LEASE: Duration = Duration::from_secs(20);

    /// Returns the only process on a database.
    pub fn alone() -> Self {
        Self { name: "all".to_owned(), lease: Self::LEASE, hears_directs: true, is_alone: true }
    }

    /// Returns one of several processes, with a unique name. Only one of them receives direct messages.
    pub fn among_others(name: impl Into<String>, hears_directs: bool) -> Self {
        Self { name: name.into(), hears_directs, is_alone: false, ..Self::alone() }
    }

    /// Sets how long it keeps what it has taken.
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

    /// Returns the lease in milliseconds, for the database.
    pub(in crate::store) fn lease_millis(&self) -> i64 {
        millis(self.lease)
    }

    /// Returns how long it counts as alive after reporting so. This is shorter than a lease: what is done twice because
    /// a process was taken for dead is refused when it is stored, but a message sent twice cannot be taken back.
    pub fn life(&self) -> Duration {
        self.lease * 3 / 10
    }

    /// Returns the same in milliseconds, for the database.
    pub(in crate::store) fn life_millis(&self) -> i64 {
        millis(self.life())
    }

    /// Returns whether it has the database to itself.
    pub fn is_alone(&self) -> bool {
        self.is_alone
    }

    /// Returns whether it receives direct messages.
    pub fn hears_directs(&self) -> bool {
        self.hears_directs
    }

    /// Returns how often it has to tell the others that it is alive, and look for what they have left undone.
    pub fn beat(&self) -> Duration {
        self.life() / 4
    }
}

fn millis(length: Duration) -> i64 {
    i64::try_from(length.as_millis()).unwrap_or(i64::MAX)
}
