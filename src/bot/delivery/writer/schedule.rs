//! [`Writer`]: what it remembers, which matches it looks at, and when.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use reqwest::header::HeaderValue;
use tokio::task::JoinSet;

use crate::backoff::exponential;
use crate::delivery::client::Client;
use crate::directs::Directs;
use crate::limiter::Limiter;
use crate::locks::locked;
use crate::ui::{Prefix, PressResponse};
use trigon_engine::ids::{MatchId, MessageId, OutboxId, UserId};
use trigon_engine::matches::{
    HOUR, InternalError, MatchError, Matches, Millis, QuestionId, Queues, WorkGuard,
};
use trigon_engine::store::StoreError;

/// How long a request without an answer may still take effect.
pub(super) const STRAY_LIFETIME: Millis = 60_000;

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
    state: Mutex<WriterState>,
}

impl Writer {
    /// Creates the writer. `token` is the value of the `Authorization` header.
    pub(crate) fn new(matches: Matches, limiter: Limiter, token: HeaderValue, directs: Arc<Directs>) -> Self {
        let client = Client::new(limiter, token, directs);
        Self { matches, client, turns: Queues::default(), state: Mutex::default() }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, WriterState> {
        locked(&self.state)
    }

    /// Schedules a look at the messages of a match, as soon as possible.
    pub(in crate::delivery) fn schedule(&self, match_id: MatchId, in_hand: Arc<WorkGuard>) {
        let mut state = self.lock();
        let due = state.due.entry(match_id).or_default();
        due.at = 0;
        due.in_hand.push(in_hand);
    }

    /// Returns whether a player has drawn something on a pad since they were last asked, as far as this process knows. What was drawn
    /// before a restart, or with another process, is not known: to look for it in the messages of all players who are silent would
    /// take as many requests as the deadline itself.
    pub(in crate::delivery) fn has_drawn(&self, match_id: MatchId, user: UserId) -> bool {
        self.lock().drawn.contains(&(match_id, user))
    }

    /// Forgets what a player has drawn, because what they were asked is closed.
    pub(in crate::delivery) fn forget_drawing(&self, match_id: MatchId, user: UserId) {
        self.lock().drawn.remove(&(match_id, user));
    }

    /// Notes the content of a message that was just sent.
    pub(in crate::delivery) fn note_sent(&self, row: OutboxId, content_key: String) {
        self.lock().sent.insert(row, content_key);
    }

    /// Schedules a look at all matches whose messages may have to change. Called once, after the start.
    pub(in crate::delivery) async fn schedule_all(&self) -> Result<(), StoreError> {
        self.schedule_those(|_, _| true).await
    }

    /// Schedules a look at all matches whose messages may have to change, except those that have not changed since their messages
    /// were last seen to be up to date.
    pub(in crate::delivery) async fn schedule_changed(&self) -> Result<(), StoreError> {
        self.schedule_those(|seen, version| seen != Some(version)).await
    }

    /// Schedules a look at those matches that `is_meant` chooses by two versions: the last one with messages that were seen to be up
    /// to date, and the present one.
    async fn schedule_those(&self, is_meant: impl Fn(Option<i64>, i64) -> bool) -> Result<(), StoreError> {
        let in_hand = Arc::new(self.matches.take_in_hand());
        let all = self.matches.with_live_messages().await?;
        let meant: Vec<MatchId> = {
            let mut state = self.lock();
            state.seen_versions.retain(|id, _| all.contains_key(id));
            state.drafts.retain(|id, _| all.contains_key(id));
            state.looked_at.retain(|id| all.contains_key(id));
            let is_meant =
                |id: &MatchId, version: i64| is_meant(state.seen_versions.get(id).copied(), version);
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
    pub(in crate::delivery) fn begin_due(self: &Arc<Self>, updates: &mut JoinSet<()>) -> Option<Millis> {
        let now = self.matches.clock().now();
        loop {
            let mut state = self.lock();
            if updates.len() >= MAX_MATCHES {
                return None;
            }
            let is_free = |id: &MatchId| !state.expected_presses.contains_key(id);
            let free = || state.due.iter().filter(|(id, _)| is_free(id));
            // A time further ahead than any wait was set before the clock was set back.
            let is_due = |due: &Due| due.at <= now || due.at > now + 2 * HOUR;
            let Some(id) = free().find(|(_, due)| is_due(due)).map(|(id, _)| *id) else {
                return free().map(|(_, due)| due.at).min();
            };
            let due = state.due.remove(&id).unwrap_or_default();
            drop(state);
            let writer = self.clone();
            updates.spawn(async move { Box::pin(writer.look(id, due, None)).await });
        }
    }

    /// Looks at a match: brings its messages up to date, and plans another look if something is left to do.
    pub(super) async fn look(&self, match_id: MatchId, due: Due, pressed: Option<PressedMessage<'_>>) {
        let _turn = self.turns.wait(match_id).await;
        let outcome = match self.bring_up_to_date(match_id, pressed).await {
            Ok(outcome) => outcome,
            Err(MatchError::Internal(InternalError::Store(error))) => {
                tracing::error!(match_id = match_id.0, %error, "it cannot be read what messages should show; trying again");
                LookOutcome::Failed { wait: None, is_over: false }
            }
            Err(error) => {
                tracing::error!(match_id = match_id.0, %error, "messages stay as they are");
                LookOutcome::Done
            }
        };
        if let Err(error) = self.store_given().await {
            // At worst, the messages are edited once more after a start.
            tracing::warn!(match_id = match_id.0, %error, "what messages show cannot be stored");
        }
        let now = self.matches.clock().now();
        let (wait, failures) = match outcome {
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
        // The loop of delivery waits for the earliest time that it knows, so it has to learn of this one.
        self.matches.wake_up().notify_waiters();
    }
}

/// A pressed message, and how to respond to the press.
#[derive(Clone, Copy)]
pub(super) struct PressedMessage<'a> {
    pub(super) message_id: MessageId,
    pub(super) response: &'a dyn PressResponse,
}

/// How a look at a match has ended.
pub(super) enum LookOutcome {
    /// All messages are up to date, or cannot be brought up to date.
    Done,
    /// Another look comes without being planned: after a message that is about to be sent, or with the response to a press.
    LaterAnyway,
    /// There is more to do, after this wait.
    Again(Millis),
    /// Something is in the way.
    Failed {
        /// How long it lasts, if that is known.
        wait: Option<Millis>,
        /// Whether the match is over.
        is_over: bool,
    },
}

/// What the writer remembers while it runs. Without it, at worst, a message is edited once more.
#[derive(Default)]
pub(super) struct WriterState {
    /// The matches to look at.
    pub(super) due: BTreeMap<MatchId, Due>,
    /// The number of presses that are being handled, by match. Until all of them are answered, the writer leaves the match to the
    /// responses.
    pub(super) expected_presses: HashMap<MatchId, usize>,
    /// What a player who decides in public has chosen so far, by match.
    pub(super) drafts: HashMap<MatchId, (QuestionId, Prefix)>,
    /// The players of matches who have drawn something on a pad since they were last asked.
    pub(super) drawn: HashSet<(MatchId, UserId)>,
    /// The content of messages when they were sent, as a [key](super::content_key), by row of the outbox.
    pub(super) sent: HashMap<OutboxId, String>,
    /// What Discord was given of messages and is not yet stored.
    pub(super) given: BTreeMap<OutboxId, Given>,
    /// The messages of which an earlier request may still take effect.
    pub(super) unsure: HashMap<OutboxId, Unsure>,
    /// The version of each match when its messages were last seen to be up to date.
    pub(super) seen_versions: HashMap<MatchId, i64>,
    /// The matches that this process has looked at.
    pub(super) looked_at: HashSet<MatchId>,
}

/// What Discord was given of a message, as it is stored: the key of its content, [`UNKNOWN_KEY`], or `None` if the message never
/// changes again.
pub(super) type Given = Option<String>;

/// Stands for the key of a message of which it is not known what it shows. It equals no other key, so the message is edited again.
pub(super) const UNKNOWN_KEY: &str = "";

/// A match to look at.
#[derive(Default)]
pub(super) struct Due {
    /// When to look at it.
    at: Millis,
    /// The number of failures in a row.
    failures: u32,
    /// Held so that the match counts as being delivered, unless it waits for something outside.
    in_hand: Vec<Arc<WorkGuard>>,
}

/// A message of which an earlier request may still take effect.
pub(super) struct Unsure {
    /// Until when the request may take effect.
    pub(super) until: Millis,
    /// The key of what Discord was given since.
    pub(super) given: String,
}
