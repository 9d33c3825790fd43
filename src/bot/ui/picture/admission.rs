//! [`Admissions`]: one replay at a time for each user.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The users for whom a replay is being drawn.
#[derive(Clone, Default)]
pub(crate) struct Admissions(Arc<Mutex<HashSet<i64>>>);

/// The replay that is being drawn for a user. Dropping it admits the next one.
pub(crate) struct Admission {
    admissions: Admissions,
    user: i64,
}

impl Admissions {
    /// Admits a user to a replay, or returns nothing while another one is being drawn for them.
    pub(crate) fn admit(&self, user: i64) -> Option<Admission> {
        self.lock().insert(user).then(|| Admission { admissions: self.clone(), user })
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<i64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        self.admissions.lock().remove(&self.user);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_replay_for_a_user_waits_until_the_first_is_drawn_and_others_do_not() {
        let admissions = Admissions::default();
        let first = admissions.admit(7);
        assert!(first.is_some() && admissions.admit(8).is_some());
        assert!(admissions.admit(7).is_none());
        // A refusal takes nothing away from the first.
        assert!(admissions.admit(7).is_none());
        drop(first);
        assert!(admissions.admit(7).is_some());
    }
}
