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

    /// Returns the same in milliseconds, as the database counts.
    pub(super) fn lease_millis(&self) -> i64 {
        i64::try_from(self.lease.as_millis()).unwrap_or(i64::MAX)
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
