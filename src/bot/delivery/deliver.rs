//! One attempt to deliver a message, from its words to what follows from having sent it.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::client::Sent;
use super::courier::{Attempt, Courier};
use super::earlier::{EarlierAttempt, find_earlier};
use super::request_error::{RequestError, is_picture_refused};
use super::settle::{LONGEST_WAIT, log_outcome};
use super::texts;
use super::writer::content_key;
use crate::ui::Announcement;
use trigon_engine::matches::{DeliveryOutcome, Millis, Pending, Target, WorkGuard};

/// The time that must be left on a lease for a message to be sent.
const MIN_LEASE: Duration = Duration::from_millis(200);

impl Courier {
    /// Tries to send a message, and stores the result before doing anything that could be interrupted.
    pub(super) async fn deliver(&self, mut pending: Pending) {
        let (in_hand, changes) = (self.matches.take_in_hand(), self.matches.changes_in_servers());
        let _turn = self.turns.wait(pending.target).await;
        if let Err(turn) = self.admit_opening(&pending).await {
            // If its turn is far away, it asks again earlier: no message waits longer than this.
            let turn = turn.min(self.matches.clock().now() + LONGEST_WAIT);
            self.settle(&pending, DeliveryOutcome::Retry(turn, texts::ONE_BY_ONE.to_owned())).await;
            return;
        }
        let (attempt, message) = match Box::pin(self.compose(&pending)).await {
            Ok(composed) => composed,
            Err(outcome) => {
                self.settle(&pending, outcome).await;
                return;
            }
        };
        if let Some(leak) = self.check_leak(&pending, &attempt).await {
            self.settle(&pending, leak).await;
            return;
        }
        let key = content_key(&message);
        let sent = match self.send(&mut pending, message).await {
            Err(RequestError::Refused(code)) if is_picture_refused(code) => {
                self.send_reduced(&mut pending, &attempt, code).await
            }
            sent => sent,
        };
        if !matches!(sent, Err(RequestError::Transient(_) | RequestError::Limited { .. }) | Ok(None)) {
            self.discord_has_answered(pending.target).await;
        }
        match sent {
            Ok(Some(sent)) => self.after_sending(&pending, &attempt, sent, key, in_hand).await,
            Ok(None) => tracing::debug!(message = pending.id.0, "taken or settled by another process"),
            Err(failure) => {
                let is_refusal = matches!(failure, RequestError::Refused(_));
                let outcome = self.outcome_of_failure(&pending, &attempt, failure).await;
                self.settle(&pending, outcome).await;
                // What was in the way may have been fixed during the attempt: then nobody else tries it again at once.
                if is_refusal && self.matches.changes_in_servers() != changes {
                    self.hasten(&[pending.target]).await;
                }
            }
        }
    }

    /// Stores that a message was sent, and then does everything that follows from that.
    async fn after_sending(
        &self,
        pending: &Pending,
        attempt: &Attempt,
        sent: Sent,
        key: String,
        in_hand: WorkGuard,
    ) {
        self.note_working_channel(pending.target);
        let kept = if self.is_rush.load(Ordering::Relaxed) {
            log_outcome(pending, &DeliveryOutcome::Sent(sent.message_id));
            self.receipts.settle(&self.matches, pending, sent.message_id).await
        } else {
            self.settle(pending, DeliveryOutcome::Sent(sent.message_id)).await
        };
        self.note_reminded(pending, attempt).await;
        self.note_open_direct_messages(pending, attempt).await;
        if let (Target::Channel(_), Some(match_id)) = (pending.target, pending.match_id) {
            self.writer.note_sent(pending.id, key);
            self.writer.schedule(match_id, Arc::new(self.matches.take_in_hand()));
        }
        self.show_deadline(pending, attempt, sent.message_id).await;
        self.schedule_closing(pending, attempt, sent.message_id);
        drop(in_hand);
        // The target stays busy in the meantime.
        tokio::time::sleep(sent.rest).await;
        if kept && let Err(error) = self.matches.release(pending).await {
            tracing::warn!(message = pending.id.0, %error, "a target stays taken until its lease ends");
        }
    }

    /// Checks that a message needs no new channel, or that it is its turn to open one.
    ///
    /// # Errors
    /// Returns when to ask again.
    async fn admit_opening(&self, pending: &Pending) -> Result<(), Millis> {
        let Target::User(user) = pending.target else { return Ok(()) };
        if self.client.directs.channel(user).await.is_some() {
            return Ok(());
        }
        self.client.directs.admit(user, self.matches.clock().now())
    }

    /// Sends a message unless it is already there. Returns `None` if another process has taken or settled it.
    pub(super) async fn send(
        &self,
        pending: &mut Pending,
        message: Announcement,
    ) -> Result<Option<Sent>, RequestError> {
        let channel = match pending.target {
            Target::Channel(channel) => channel,
            Target::User(user) => self.client.direct_channel(user).await?,
        };
        match find_earlier(&self.matches, &self.client, pending, channel, &message.text).await? {
            // This process may have been stopped for a while.
            EarlierAttempt::None if pending.lease.left() < MIN_LEASE => Ok(None),
            EarlierAttempt::None => self.client.send(channel, &pending.nonce, message).await.map(Some),
            EarlierAttempt::Arrived(message_id) => Ok(Some(Sent { message_id, rest: Duration::ZERO })),
            EarlierAttempt::Settled => Ok(None),
        }
    }

    /// Records that Discord has taken or refused a message. If it did neither before, everything that waits for that is tried
    /// at once.
    async fn discord_has_answered(&self, target: Target) {
        self.hasten(&self.outage.recovered(target)).await;
    }

    /// Records whom a message has reminded of what. A failure is only logged: at worst they are reminded again.
    async fn note_reminded(&self, pending: &Pending, attempt: &Attempt) {
        if !attempt.reminds.is_empty()
            && let Err(error) = self.matches.note_reminded(&attempt.reminds).await
        {
            tracing::warn!(message = pending.id.0, %error, "a reminder cannot be noted");
        }
    }
}
