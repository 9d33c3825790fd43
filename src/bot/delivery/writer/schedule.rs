//! [`Writer`]: which matches to look at, and when.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use reqwest::header::HeaderValue;
use tokio::task::JoinSet;

use super::state::{Due, State};
use crate::backoff::exponential;
use crate::delivery::client::Client;
use crate::directs::Directs;
use crate::limiter::Limiter;
use crate::locks::locked;
use crate::ui::PressResponse;
use trigon_engine::ids::{MatchId, MessageId, OutboxId, UserId};
use trigon_engine::matches::{
    HOUR, InternalError, MatchError, Matches, Millis, Queues, VisibleChange, WorkGuard,
};
use trigon_engine::store::StoreError;

/// The number of matches whose messages are brought up to date at the same time.
const MAX_MATCHES: usize = 4;

/// The wait after the first failure; it doubles with each further one.
pub(super) const FIRST_WAIT: Millis = 1_000;

/// The number of failures after which the messages of a match that is over stay as they are.
const MAX_FAILURES_AFTER_END: u32 = 20;

/// How often to look for matches that another process has changed.
const LOOK_AROUND_INTERVAL: Duration = Duration::from_mins(1);

/// The writer. It keeps no state that matters: at worst, a message is edited once more.
pub(crate) struct Writer {
    pub(super) matches: Matches,
    pub(super) client: Client,
    /// One edit at a time for each match.
    turns: Queues<MatchId>,
    state: Mutex<State>,
}

/// A pressed message, and how to respond to the press.
#[derive(Clone, Copy)]
pub(super) struct PressedMessage<'a> {
    pub(super) message_id: MessageId,
    pub(super) response: &'a dyn PressResponse,
}

/// How a look has ended.
pub(super) enum LookOutcome {
    /// Everything is as it should be.
    Done,
    /// A message that will change more is about to be sent, or a press is being handled, which causes another look.
    LaterAnyway,
    /// There is more to do, but not yet.
    Again(Millis),
    /// Something is in the way.
    Failed {
        /// How long it lasts, if that is known.
        wait: Option<Millis>,
        /// Whether the match is over.
        is_over: bool,
    },
}

impl Writer {
    /// Creates the writer. `token` is the value of the `Authorization` header.
    pub(crate) fn new(matches: Matches, limiter: Limiter, token: HeaderValue, directs: Arc<Directs>) -> Self {
        let client = Client::new(limiter, token, directs);
        Self { matches, client, turns: Queues::default(), state: Mutex::default() }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        locked(&self.state)
    }

    /// Has the messages of a match looked at.
    pub(in crate::delivery) fn schedule(&self, match_id: MatchId, in_hand: Arc<WorkGuard>) {
        let mut state = self.lock();
        let due = state.due.entry(match_id).or_default();
        due.at = 0;
        due.in_hand.push(in_hand);
    }

    /// Notes that a match has changed.
    pub(in crate::delivery) fn match_changed(&self, changed: VisibleChange) {
        self.schedule(changed.match_id, changed.in_hand);
    }

    /// Returns whether a player has drawn something here since they were last asked. What was drawn before a restart, or with another
    /// process, is not known: to look for it in the message of everyone who is silent would take as many requests again as a
    /// deadline does.
    pub(in crate::delivery) fn has_drawn(&self, match_id: MatchId, user: UserId) -> bool {
        self.lock().drawn.contains(&(match_id, user))
    }

    /// Notes that what a player was asked is closed.
    pub(in crate::delivery) fn forget_drawing(&self, match_id: MatchId, user: UserId) {
        self.lock().drawn.remove(&(match_id, user));
    }

    /// Notes what a message said when it was sent.
    pub(in crate::delivery) fn note_sent(&self, row: OutboxId, key: String) {
        self.lock().sent.insert(row, key);
    }

    /// Has the messages of all matches looked at that may have to change.
    pub(in crate::delivery) async fn schedule_all(&self) -> Result<(), StoreError> {
        self.schedule_those(|_, _| true).await
    }

    /// Has the messages of all matches looked at that may have to change, except those that have not changed since they were
    /// last seen to be up to date.
    pub(in crate::delivery) async fn schedule_changed(&self) -> Result<(), StoreError> {
        self.schedule_those(|seen, version| seen != Some(version)).await
    }

    /// Has matches looked at, each by the version that was last seen to be up to date and the present one.
    async fn schedule_those(&self, is_meant: impl Fn(Option<i64>, i64) -> bool) -> Result<(), StoreError> {
        let in_hand = Arc::new(self.matches.take_in_hand());
        let all = self.matches.with_live_messages().await?;
        let meant: Vec<MatchId> = {
            let mut state = self.lock();
            state.seen.retain(|id, _| all.contains_key(id));
            state.drafts.retain(|id, _| all.contains_key(id));
            state.compared.retain(|id| all.contains_key(id));
            let is_meant = |id: &MatchId, version: i64| is_meant(state.seen.get(id).copied(), version);
            all.iter().filter(|(id, version)| is_meant(id, **version)).map(|(id, _)| *id).collect()
        };
        for id in meant {
            self.schedule(id, in_hand.clone());
        }
        Ok(())
    }

    /// Looks from time to time for what other processes have changed and left undone.
    pub(in crate::delivery) async fn look_around(&self) {
        loop {
            tokio::time::sleep(LOOK_AROUND_INTERVAL).await;
            if self.matches.store().has_others()
                && let Err(error) = self.schedule_changed().await
            {
                tracing::warn!(%error, "it cannot be read which messages may be out of date");
            }
            self.matches.wake_up().notify_waiters();
        }
    }

    /// Starts looking at the matches that are due, and returns when the next one is.
    pub(in crate::delivery) fn begin_due(self: &Arc<Self>, writing: &mut JoinSet<()>) -> Option<Millis> {
        let now = self.matches.clock().now();
        loop {
            let mut state = self.lock();
            let free = |id: &MatchId| !state.expected.contains_key(id);
            if writing.len() >= MAX_MATCHES {
                return None;
            }
            let is_due = |due: &Due| due.at <= now || due.at > now + 2 * HOUR;
            let Some(id) = state.due.iter().find(|(id, due)| is_due(due) && free(id)).map(|(id, _)| *id)
            else {
                return state.due.iter().filter(|(id, _)| free(id)).map(|(_, due)| due.at).min();
            };
            let due = state.due.remove(&id).unwrap_or_default();
            drop(state);
            let writer = self.clone();
            writing.spawn(async move { Box::pin(writer.look(id, due, None)).await });
        }
    }

    /// Brings the messages of a match up to date, and plans another look if something is left to do.
    pub(super) async fn look(&self, match_id: MatchId, due: Due, pressed: Option<PressedMessage<'_>>) {
        let _turn = self.turns.wait(match_id).await;
        let looked = match self.bring_up_to_date(match_id, pressed).await {
            Ok(looked) => looked,
            Err(MatchError::Internal(InternalError::Store(error))) => {
                tracing::error!(match_id = match_id.0, %error, "it cannot be read what messages should show; trying again");
                LookOutcome::Failed { wait: None, is_over: false }
            }
            Err(error) => {
                tracing::error!(match_id = match_id.0, %error, "messages stay as they are");
                LookOutcome::Done
            }
        };
        if let Err(error) = self.keep_given().await {
            // At worst, the messages are edited once more after a start.
            tracing::warn!(match_id = match_id.0, %error, "what messages show cannot be stored");
        }
        let now = self.matches.clock().now();
        let (wait, failures) = match looked {
            LookOutcome::Done | LookOutcome::LaterAnyway => return,
            LookOutcome::Again(wait) => (wait, due.failures),
            LookOutcome::Failed { is_over, .. } if is_over && due.failures >= MAX_FAILURES_AFTER_END => {
                return;
            }
            LookOutcome::Failed { wait, .. } => {
                let wait = wait.unwrap_or_else(|| exponential(FIRST_WAIT, i64::from(due.failures), HOUR));
                (wait.min(HOUR), due.failures + 1)
            }
        };
        let mut state = self.lock();
        let planned = state.due.entry(match_id).or_insert(Due { at: now + wait, ..Due::default() });
        planned.failures = planned.failures.max(failures);
        drop(state);
        // Whoever waits for the next time has to know this one.
        self.matches.wake_up().notify_waiters();
    }
}
