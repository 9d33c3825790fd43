//! [`LastCall`]: fetching what was sent before a deadline but has not arrived yet.

use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::ids::{GuildId, MatchId};
use crate::matches::model::timer::TimerKind;
use crate::store::DueRow;
use trigon_clock::Millis;

/// Asks for the last answers before a deadline takes effect. The bot does so at Discord, and gives it to
/// [`Matches::with_last_call`](super::matches::Matches::with_last_call).
pub trait LastCall: Send + Sync {
    /// Waits until everything that the players of these matches have sent so far has arrived, as far as can be known. The matches are
    /// sorted by what is due in them, earliest first; each may be reported as `done` before the others.
    fn call<'a>(
        &'a self,
        matches: &'a [MatchId],
        done: &'a (dyn Fn(MatchId) + Send + Sync),
    ) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

    /// Returns whether the bot is in a server, as far as is known.
    fn reaches_guild(&self, _guild_id: GuildId) -> bool {
        true
    }

    /// Waits, for a few seconds at most, until everything that has arrived so far from the players of these matches is
    /// stored.
    fn wait_until_stored<'a>(
        &'a self,
        matches: &'a [MatchId],
    ) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>>;
}

/// A match, and when something is due in it.
type Due = (MatchId, Millis);

/// How far the last call for a time is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CallState {
    /// It is being made.
    Pending,
    /// Everything that was sent has arrived.
    Done,
}

/// The last calls: one for each match and time at which something is decided, with how far it is. Clones share this.
///
/// The scheduler makes each call once. What is due in the match at that time is handled when the call is done. If a call is dropped
/// before that, it is made again.
#[derive(Clone)]
pub(crate) struct LastCalls {
    caller: Arc<dyn LastCall>,
    states: Arc<Mutex<BTreeMap<Due, CallState>>>,
    /// Fires whenever the call is done for a match.
    one_is_done: Arc<Notify>,
}

impl LastCalls {
    pub(crate) fn new(caller: Arc<dyn LastCall>) -> Self {
        Self { caller, states: Arc::default(), one_is_done: Arc::default() }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Due, CallState>> {
        // A poisoned lock only means that another thread panicked after a complete change.
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins the calls for the matches and times at which something is decided and that have none yet. Returns the future that makes
    /// these calls, if there are any. `due` is everything that is due.
    pub(crate) fn begin_calls(&self, due: &[DueRow]) -> Option<impl Future<Output = ()> + Send + use<>> {
        let new = self.mark_pending(due);
        if new.is_empty() {
            return None;
        }
        let call = PendingCall { calls: self.clone(), due: new };
        Some(async move {
            let matches = call.matches();
            call.calls.caller.call(&matches, &|match_id| call.finish(match_id)).await;
            for match_id in matches {
                call.finish(match_id);
            }
        })
    }

    /// Marks the calls as pending for the matches and times at which something is decided and that have none yet, and returns these.
    /// Forgets calls for times that are no longer due.
    fn mark_pending(&self, due: &[DueRow]) -> Vec<Due> {
        let decides = |row: &&DueRow| TimerKind::of(row).is_some_and(TimerKind::decides);
        let deciding: Vec<Due> = due.iter().filter(decides).map(|row| (row.match_id, row.at)).collect();
        let still_due: BTreeSet<Due> = deciding.iter().copied().collect();
        let mut states = self.lock();
        states.retain(|due, _| still_due.contains(due));
        let mut new = Vec::new();
        for due in deciding {
            states.entry(due).or_insert_with(|| {
                new.push(due);
                CallState::Pending
            });
        }
        new
    }

    /// Returns the matches for which the call is being made, and the earliest time that waits for it.
    pub(crate) fn pending(&self) -> (BTreeSet<MatchId>, Option<Millis>) {
        let states = self.lock();
        let pending = states.iter().filter(|(_, state)| **state == CallState::Pending).map(|(due, _)| *due);
        let (matches, times): (BTreeSet<MatchId>, Vec<Millis>) = pending.unzip();
        (matches, times.into_iter().min())
    }

    /// Waits until the call is done for another match.
    pub(crate) async fn wait_for_one(&self) {
        self.one_is_done.notified().await;
    }

    /// Returns whether the bot is in a server, as far as is known.
    pub(crate) fn reaches_guild(&self, guild_id: GuildId) -> bool {
        self.caller.reaches_guild(guild_id)
    }

    /// Waits until everything that has arrived so far from the players of the matches in `due` is stored.
    pub(crate) async fn wait_until_stored(&self, due: &[&DueRow]) {
        let matches: BTreeSet<MatchId> = due.iter().map(|row| row.match_id).collect();
        let matches: Vec<MatchId> = matches.into_iter().collect();
        self.caller.wait_until_stored(&matches).await;
    }
}

/// A call that is being made. If it is dropped before it is done, it can be made again.
struct PendingCall {
    calls: LastCalls,
    due: Vec<Due>,
}

impl PendingCall {
    /// Returns the matches of the call, each once, in the order in which something is due in them.
    fn matches(&self) -> Vec<MatchId> {
        let mut seen = BTreeSet::new();
        self.due.iter().map(|(match_id, _)| *match_id).filter(|match_id| seen.insert(*match_id)).collect()
    }

    /// Marks the call as done for a match.
    fn finish(&self, match_id: MatchId) {
        let mut states = self.calls.lock();
        for due in self.due.iter().filter(|(id, _)| *id == match_id) {
            if let Some(state) = states.get_mut(due) {
                *state = CallState::Done;
            }
        }
        self.calls.one_is_done.notify_one();
    }
}

impl Drop for PendingCall {
    fn drop(&mut self) {
        let mut states = self.calls.lock();
        for due in &self.due {
            if states.get(due) == Some(&CallState::Pending) {
                states.remove(due);
            }
        }
    }
}
