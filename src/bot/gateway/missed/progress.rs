//! [`Progress`]: whose messages have been fetched so far.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use crate::locks::locked;
use trigon_engine::ids::{MatchId, UserId};

/// The longest a deadline waits for messages that Discord has not delivered while nobody’s can be fetched.
const STALL_TIMEOUT: Duration = Duration::from_mins(1);

/// The longest it waits altogether: at Discord’s limits, fetching the messages of thousands of people takes a few minutes.
const MAX_RUN: Duration = Duration::from_mins(10);

/// Whose messages have been fetched so far, and in which matches everybody’s.
#[derive(Default)]
pub(in crate::gateway) struct Progress(Mutex<CompletedFetches>);

/// Whose messages have been fetched.
#[derive(Default)]
pub(super) struct CompletedFetches {
    pub(super) people: BTreeSet<UserId>,
    /// The matches of which everybody’s have been.
    pub(super) matches: BTreeSet<MatchId>,
}

impl Progress {
    pub(super) fn lock(&self) -> MutexGuard<'_, CompletedFetches> {
        locked(&self.0)
    }

    /// Returns whether everybody’s messages of a match have been fetched.
    pub(in crate::gateway) fn is_done(&self, match_id: MatchId) -> bool {
        self.lock().matches.contains(&match_id)
    }

    /// Waits until nobody’s messages have been fetched for a while, or until it has taken too long altogether.
    pub(in crate::gateway) async fn until_stalled(&self) {
        let stands_still = async {
            let mut people = usize::MAX;
            while std::mem::replace(&mut people, self.lock().people.len()) != people {
                tokio::time::sleep(STALL_TIMEOUT).await;
            }
        };
        // In either case, nothing is waited for any longer.
        let _ = tokio::time::timeout(MAX_RUN, stands_still).await;
    }
}
