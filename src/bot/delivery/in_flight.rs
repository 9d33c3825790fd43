//! [`InFlight`]: the messages that are being sent, and starting to send more.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use tokio::task::{Id, JoinError, JoinSet};

use super::courier::Courier;
use super::settle::FIRST_WAIT;
use super::texts;
use trigon_engine::matches::{DeliveryOutcome, Millis, Pending, Target};
use trigon_engine::store::{self, StoreError};

/// The maximum number of messages that are sent at the same time, each to another target.
const MAX_IN_FLIGHT: usize = 24;

/// The number of places that must be free before delivery looks for more messages, because taking one from the store
/// takes nearly as long as taking several. The messages still being sent are enough to keep the pace that Discord
/// allows.
const MIN_FREE: usize = 12;

/// The number of answers that may be sent at the same time in addition.
const MAX_URGENT: usize = 8;

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
