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

/// Asks for the last answers before a deadline takes effect.
pub trait LastCall: Send + Sync {
    /// Waits until everything that the players of these matches have sent so far has arrived, as far as can be known. The matches are
    /// sorted by what is due in them, earliest first; each may be reported as `done` before the others.
    fn call<'a>(
        &'a self,
        matches: &'a [MatchId],
        done: &'a (dyn Fn(MatchId) + Send + Sync),
    ) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

    /// Returns whether people can reach the bot in a server, as far as is known: whether it was not removed from it.
    fn is_in(&self, _guild_id: GuildId) -> bool {
        true
    }

    /// Waits, for a few seconds at most, until everything that has arrived so far from the players of these matches is
    /// stored.
    fn arrived<'a>(&'a self, matches: &'a [MatchId]) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>>;
}

/// A match, and when something is due in it.
type Due = (MatchId, Millis);

/// The last call, and the times for which it is being made or has been made. Clones share them.
#[derive(Clone)]
pub(crate) struct LastCalls {
    caller: Arc<dyn LastCall>,
    /// Whether it is done.
    made: Arc<Mutex<BTreeMap<Due, bool>>>,
    answered: Arc<Notify>,
}

impl LastCalls {
    pub(crate) fn new(caller: Arc<dyn LastCall>) -> Self {
        Self { caller, made: Arc::default(), answered: Arc::default() }
    }

    fn made(&self) -> MutexGuard<'_, BTreeMap<Due, bool>> {
        // A poisoned lock only means that another thread panicked after a complete change.
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the call for the times that decide something and for which it has not been made yet, if there are any.
    pub(crate) fn make(&self, due: &[DueRow]) -> Option<impl Future<Output = ()> + Send + use<>> {
        let decides = |row: &&DueRow| TimerKind::of(row).is_some_and(TimerKind::decides);
        let due = due.iter().filter(decides).map(|row| (row.match_id, row.at));
        let due: Vec<Due> = due.collect();
        let mut made = self.made();
        let open: BTreeSet<Due> = due.iter().copied().collect();
        made.retain(|due, _| open.contains(due));
        let mut new = Vec::new();
        for due in due {
            made.entry(due).or_insert_with(|| {
                new.push(due);
                false
            });
        }
        drop(made);
        let call = PendingCall { calls: self.clone(), due: new };
        (!call.due.is_empty()).then_some(async move {
            let mut matches: Vec<MatchId> = call.due.iter().map(|(match_id, _)| *match_id).collect();
            let mut seen = BTreeSet::new();
            matches.retain(|match_id| seen.insert(*match_id));
            call.calls.caller.call(&matches, &|match_id| call.is_done(match_id)).await;
            for match_id in matches {
                call.is_done(match_id);
            }
        })
    }

    /// Returns the matches for which a call is still being made, and the earliest time that waits for one.
    pub(crate) fn waiting(&self) -> (BTreeSet<MatchId>, Option<Millis>) {
        let made = self.made();
        let waiting = made.iter().filter(|(_, done)| !**done).map(|(due, _)| *due);
        let (matches, times): (BTreeSet<MatchId>, Vec<Millis>) = waiting.unzip();
        (matches, times.into_iter().min())
    }

    /// Waits until a call is done for another match.
    pub(crate) async fn answered(&self) {
        self.answered.notified().await;
    }

    /// Returns whether people can reach the bot in a server, as far as is known.
    pub(crate) fn is_in(&self, guild_id: GuildId) -> bool {
        self.caller.is_in(guild_id)
    }

    /// Waits until everything that has arrived so far from the players of the matches in `due` is stored.
    pub(crate) async fn arrived(&self, due: &[&DueRow]) {
        let matches: BTreeSet<MatchId> = due.iter().map(|row| row.match_id).collect();
        let matches: Vec<MatchId> = matches.into_iter().collect();
        self.caller.arrived(&matches).await;
    }
}

/// A call that is being made. If it is given up, it can be made again.
struct PendingCall {
    calls: LastCalls,
    due: Vec<Due>,
}

impl PendingCall {
    fn is_done(&self, match_id: MatchId) {
        let mut made = self.calls.made();
        for due in self.due.iter().filter(|(of, _)| *of == match_id) {
            if let Some(done) = made.get_mut(due) {
                *done = true;
            }
        }
        self.calls.answered.notify_one();
    }
}

impl Drop for PendingCall {
    fn drop(&mut self) {
        let mut made = self.calls.made();
        for due in &self.due {
            if made.get(due) == Some(&false) {
                made.remove(due);
            }
        }
    }
}
