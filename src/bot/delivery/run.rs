//! The loop of delivery: it starts to send what can be sent, a limited number of messages at a time, and whatever else is due.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use reqwest::header::HeaderValue;
use tokio::task::{Id, JoinError, JoinSet};

use super::client::Client;
use super::courier::{Courier, STORAGE_RETRY};
use super::settle::FIRST_WAIT;
use super::texts;
use super::writer::Writer;
use crate::directs::Directs;
use crate::limiter::Limiter;
use trigon_engine::figures::figures;
use trigon_engine::matches::{DeliveryOutcome, Matches, Millis, Pending, Target};
use trigon_engine::store::{self, StoreError};

/// The maximum number of messages that are sent at the same time, each to another target.
const MAX_IN_FLIGHT: usize = 24;

/// The number of places that must be free before delivery looks for more messages, because taking one from the store
/// takes nearly as long as taking several. The messages still being sent are enough to keep the pace that Discord
/// allows.
const MIN_FREE: usize = 12;

/// The number of answers that may be sent at the same time in addition.
const MAX_URGENT: usize = 8;

/// Delivers messages forever, with a writer of its own. `token` is the value of the `Authorization` header, such as `Bot MTIz…`.
pub async fn run(matches: Matches, limiter: Limiter, token: &str, directs: Arc<Directs>) {
    let Some(token) = authorization_header(token) else {
        tracing::error!(error = "the token is malformed", "nothing can be delivered");
        return;
    };
    let writer = Writer::new(matches.clone(), limiter.clone(), token.clone(), directs.clone());
    run_with(matches, limiter, token, directs, Arc::new(writer)).await;
}

/// Returns the value of the `Authorization` header, unless the token is malformed.
pub(crate) fn authorization_header(token: &str) -> Option<HeaderValue> {
    let mut token = HeaderValue::from_str(token).ok()?;
    token.set_sensitive(true);
    Some(token)
}

/// Delivers messages forever, with a writer that handlers of presses use, too.
///
/// Each round of the loop starts whatever can be done now, and then waits: for one of the started tasks to end, for something to
/// happen, or for the time at which something is due.
pub(crate) async fn run_with(
    matches: Matches,
    limiter: Limiter,
    token: HeaderValue,
    directs: Arc<Directs>,
    writer: Arc<Writer>,
) {
    let client = Client::new(limiter, token, directs);
    let courier = Arc::new(Courier::new(matches, client, writer));
    let mut in_flight = InFlight::default();
    // The tasks that update direct messages with questions, and those that update what channels show.
    let (mut question_updates, mut channel_updates) = (JoinSet::new(), JoinSet::new());
    let (mut stored_answers, mut changes) = (courier.matches.stored_answers(), courier.matches.changes());
    let look_around = courier.writer.look_around();
    tokio::pin!(look_around);
    // Work that another process leaves undone is found by looking regularly.
    let look_interval = courier.matches.store().process().beat();
    go_on_after_start(&courier).await;
    loop {
        figures().delivery_rounds.inc();
        // Registered before looking, so that a message arriving in between causes a wake-up.
        let nudge = courier.matches.wake_up().notified();
        tokio::pin!(nudge);
        nudge.as_mut().enable();
        let next_message_at = match courier.begin_due(&mut in_flight).await {
            Ok(at) => at,
            Err(error) => {
                tracing::error!(%error, "the outbox cannot be read; trying again");
                tokio::time::sleep(STORAGE_RETRY).await;
                continue;
            }
        };
        let next_probe_at = courier.outage.next_probe_at();
        let next_channel_at = courier.writer.begin_due(&mut channel_updates);
        let wake_at = [next_message_at, next_probe_at, next_channel_at].into_iter().flatten().min();
        courier.tell_unseen().await;
        courier.begin_updating(&mut question_updates, in_flight.len());
        courier.begin_showing_answers(&mut question_updates, |user| in_flight.has(Target::User(user)));
        let clock = courier.matches.clock();
        tokio::select! {
            Some(ended) = in_flight.tasks.join_next_with_id() => {
                courier.clone().note_ended(&mut in_flight, ended).await;
            }
            Ok(stored) = stored_answers.recv() => courier.schedule_answer(stored),
            Some(_) = question_updates.join_next() => {}
            changed = changes.recv() => courier.note_changed_match(changed).await,
            Some(_) = channel_updates.join_next() => {}
            () = &mut look_around => {}
            () = nudge => {}
            () = clock.sleep_until(wake_at.unwrap_or_default()), if wake_at.is_some() => {}
            () = tokio::time::sleep(look_interval) => {}
        }
    }
}

/// Goes on with what an earlier run has left undone.
async fn go_on_after_start(courier: &Courier) {
    courier.release_all().await;
    while let Err(error) = courier.writer.schedule_all().await {
        tracing::error!(%error, "it cannot be read which messages may be out of date; trying again");
        tokio::time::sleep(STORAGE_RETRY).await;
    }
    if let Err(error) = courier.follow_up().await {
        // A press on an outdated message shows the current state.
        tracing::info!(%error, "it cannot be read which questions may look open");
    }
    if let Err(error) = courier.matches.hasten_channels().await {
        // Each is tried at its own time.
        tracing::warn!(%error, "what waits for Discord cannot be hastened");
    }
}

impl Courier {
    /// Starts sending what can be sent. Returns when to look again, or `None` if that is when a message has been sent.
    pub(super) async fn begin_due(
        self: &Arc<Self>,
        in_flight: &mut InFlight,
    ) -> Result<Option<Millis>, StoreError> {
        let now = self.matches.clock().now();
        let quiet_until = self.quiet_until.load(Ordering::Relaxed);
        // A time further ahead than any limit was set before the clock was set back.
        if now < quiet_until && quiet_until <= now + store::MAX_RETRY_WAIT {
            return Ok(Some(quiet_until));
        }
        if let Some(target) = self.outage.due_probe(now) {
            self.matches.store().hasten(&[target], now).await?;
        }
        let free = MAX_IN_FLIGHT.saturating_sub(in_flight.tasks.len());
        if free < MIN_FREE {
            // Only answers to people, for which there are extra places.
            let free = (MAX_IN_FLIGHT + MAX_URGENT).saturating_sub(in_flight.tasks.len());
            let taken = self.matches.take_urgent(free as u32).await?;
            self.begin(in_flight, taken);
            // The next look is due when enough of them have ended.
            return Ok(None);
        }
        let taken = self.matches.take_pending(free as u32).await?;
        let is_full = taken.len() >= free;
        self.is_rush.store(is_full, Ordering::Relaxed);
        self.begin(in_flight, taken);
        if is_full {
            // Every place is taken.
            return Ok(None);
        }
        // A message that is due now is in flight already, so the next look need not come at once.
        let next = self.matches.next_delivery().await?;
        Ok(next.map(|next| if next <= now { now + FIRST_WAIT } else { next }))
    }

    /// Starts sending the messages that were taken.
    fn begin(self: &Arc<Self>, in_flight: &mut InFlight, taken: Vec<Pending>) {
        for pending in taken {
            if let (Target::User(user), Some(channel)) = (pending.target, pending.direct_channel) {
                self.client.directs.cache(user, channel);
            }
            let courier = self.clone();
            let task = in_flight.tasks.spawn({
                let pending = pending.clone();
                async move { Box::pin(courier.deliver(pending)).await }
            });
            in_flight.rows.insert(task.id(), pending);
        }
    }

    /// Forgets a message whose task has ended, and gives it up if the task has panicked.
    pub(super) async fn note_ended(
        self: Arc<Self>,
        in_flight: &mut InFlight,
        ended: Result<(Id, ()), JoinError>,
    ) {
        match ended {
            Ok((id, ())) => drop(in_flight.rows.remove(&id)),
            Err(error) => {
                // The panic is a bug: at another attempt it would come again, and hold up everything behind the message.
                if let Some(pending) = in_flight.rows.remove(&error.id()) {
                    tracing::error!(message = pending.id.0, "delivery broke off");
                    self.settle(&pending, DeliveryOutcome::Dead(texts::UNREADABLE.to_owned())).await;
                }
            }
        }
    }
}

/// The messages that are being sent.
#[derive(Default)]
pub(super) struct InFlight {
    pub(super) tasks: JoinSet<()>,
    /// The message that each task sends.
    rows: HashMap<Id, Pending>,
}

impl InFlight {
    /// Returns the number of messages that are being sent.
    pub(super) fn len(&self) -> usize {
        self.tasks.len()
    }

    /// Returns whether a message to this target is being sent.
    pub(super) fn has(&self, target: Target) -> bool {
        self.rows.values().any(|pending| pending.target == target)
    }
}
