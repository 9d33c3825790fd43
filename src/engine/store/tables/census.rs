//! [`Census`]: the work to be done, in numbers.

use crate::store::{Store, StoreError};

/// The work to be done, in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Census {
    /// The number of matches whose roster is being filled.
    pub signup: i64,
    /// The number of matches that begin at a fixed time.
    pub pregame: i64,
    /// The number of matches that are being played.
    pub running: i64,
    /// The earliest time at which something is due in any match.
    pub next_due: Option<i64>,
    /// The number of messages waiting to be sent.
    pub waiting: i64,
    /// When the oldest of them was added.
    pub oldest: Option<i64>,
}

impl Store {
    /// Counts the work to be done.
    pub async fn census(&self) -> Result<Census, StoreError> {
        let mut snapshot = self.readers.begin().await?;
        let sql = "SELECT status, COUNT(*) FROM matches WHERE status IN ('signup', 'pregame', 'running')
                   GROUP BY status";
        let counts: Vec<(String, i64)> = sqlx::query_as(sql).fetch_all(&mut *snapshot).await?;
        let count = |status: &str| counts.iter().find(|row| row.0 == status).map_or(0, |row| row.1);
        let next_due = sqlx::query_scalar("SELECT MIN(at) FROM due").fetch_one(&mut *snapshot).await?;
        let sql = "SELECT COUNT(*), MIN(enqueued_at) FROM outbox WHERE state = 'pending'";
        let (waiting, oldest) = sqlx::query_as(sql).fetch_one(&mut *snapshot).await?;
        snapshot.commit().await?;
        Ok(Census {
            signup: count("signup"),
            pregame: count("pregame"),
            running: count("running"),
            next_due,
            waiting,
            oldest,
        })
    }
}
