//! One attempt to deliver a message: it is put into words, sent, and what follows from having sent it is done.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::client::Sent;
use super::courier::{Attempt, Courier};
use super::earlier::{EarlierAttempt, find_earlier};
use super::request_error::{RequestError, may_pass_with_less};
use super::settle::{LONGEST_WAIT, log_outcome};
use super::texts;
use super::writer::content_key;
use crate::announce::{announce, clock_stuck};
use crate::season;
use crate::ui::Announcement;
use trigon_engine::matches::{
    DeliveryOutcome, InternalError, Match, MatchError, Millis, Notice, Pending, PersonSettings, Target,
    WorkGuard,
};
use trigon_engine::store::StoreError;

/// The time that must be left on a lease for a message to be sent.
const MIN_LEASE: Duration = Duration::from_millis(200);

impl Courier {
    /// Tries to send a message, and stores the result before doing anything that could be interrupted.
    pub(super) async fn deliver(&self, mut pending: Pending) {
        let in_hand = self.matches.take_in_hand();
        let changes_before = self.matches.changes_in_servers();
        let _turn = self.turns.wait(pending.target).await;
        let (attempt, message) = match self.prepare(&pending).await {
            Ok(prepared) => prepared,
            Err(outcome) => {
                self.settle(&pending, outcome).await;
                return;
            }
        };
        let content_key = content_key(&message);
        let sent = match self.send(&mut pending, message).await {
            Err(RequestError::Refused(code)) if may_pass_with_less(code) => {
                self.send_reduced(&mut pending, &attempt, code).await
            }
            sent => sent,
        };
        if !matches!(sent, Err(RequestError::Transient(_) | RequestError::Limited { .. }) | Ok(None)) {
            self.note_answer_of_discord(pending.target).await;
        }
        match sent {
            Ok(Some(sent)) => self.after_sending(&pending, &attempt, sent, content_key, in_hand).await,
            Ok(None) => tracing::debug!(message = pending.id.0, "taken or settled by another process"),
            Err(failure) => {
                let is_refusal = matches!(failure, RequestError::Refused(_));
                let outcome = self.outcome_of_failure(&pending, &attempt, failure).await;
                self.settle(&pending, outcome).await;
                // If something in a server has changed during the attempt, the refusal may be out of date. Whoever noted the
                // change could not hasten this message, because it was being sent.
                if is_refusal && self.matches.changes_in_servers() != changes_before {
                    self.hasten(&[pending.target]).await;
                }
            }
        }
    }

    /// Puts a message into words and checks that it may be sent now.
    ///
    /// # Errors
    /// Returns what becomes of the message if it is not sent.
    async fn prepare(&self, pending: &Pending) -> Result<(Attempt, Announcement), DeliveryOutcome> {
        if let Err(turn) = self.admit_opening(pending).await {
            // If its turn is far away, it asks again earlier: no message waits longer than this.
            let turn = turn.min(self.matches.clock().now() + LONGEST_WAIT);
            return Err(DeliveryOutcome::Retry(turn, texts::ONE_BY_ONE.to_owned()));
        }
        let (attempt, message) = Box::pin(self.compose(pending)).await?;
        match self.check_leak(pending, &attempt).await {
            Some(leak) => Err(leak),
            None => Ok((attempt, message)),
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

    /// Puts a message into words.
    ///
    /// # Errors
    /// Returns what becomes of the message if it is not needed any more, or cannot be put into words.
    pub(super) async fn compose(
        &self,
        pending: &Pending,
    ) -> Result<(Attempt, Announcement), DeliveryOutcome> {
        let begun = self.matches.clock().now();
        let Some(notice) = pending.notice.clone() else {
            tracing::error!(message = pending.id.0, "a message to be sent cannot be read");
            return Err(DeliveryOutcome::Dead(texts::UNREADABLE.to_owned()));
        };
        if let Some(message) = self.compose_without_match(pending, &notice).await? {
            return Ok((Attempt::without_match(notice, begun), message));
        }
        let match_id = pending.match_id.ok_or(DeliveryOutcome::Obsolete)?;
        let game = self.matches.load_since(match_id, pending.version).await;
        let game = game.map_err(|error| self.cannot_compose(pending, &error))?;
        let settings = pending.settings();
        let is_wanted = self.is_wanted(pending, &settings, &notice, &game).await;
        if !is_wanted.map_err(|error| self.cannot_compose(pending, &error.into()))? {
            return Err(DeliveryOutcome::Obsolete);
        }
        let draft = self.draft_to_name(pending, &notice, &game).await;
        let message = announce(&self.matches, pending, &notice, &game, draft.as_ref()).await;
        let message = message.map_err(|error| self.cannot_compose(pending, &error))?;
        let mut message = message.ok_or(DeliveryOutcome::Obsolete)?;
        let quiet_hours = [game.terms.quiet, settings.quiet];
        message.silent = quiet_hours.into_iter().flatten().any(|hours| hours.contains(begun));
        let reminds = std::mem::take(&mut message.reminds);
        Ok((Attempt { notice, game: Some(game), begun, reminds }, message))
    }

    /// Puts a notice into words for which the match is not loaded: a reply, a post of a season, or the news that a match has stopped,
    /// perhaps because it cannot be loaded. Returns `None` for every other notice.
    async fn compose_without_match(
        &self,
        pending: &Pending,
        notice: &Notice,
    ) -> Result<Option<Announcement>, DeliveryOutcome> {
        Ok(Some(match notice {
            Notice::Reply(reply) => Announcement::reply(reply),
            Notice::Post(post) => season::announcement(post).await,
            Notice::PostStuck(stuck) => season::stuck(stuck),
            Notice::ClockStuck { planned } => {
                let match_id = pending.match_id.ok_or(DeliveryOutcome::Obsolete)?;
                let stored = self.matches.summary(match_id).await;
                let stored = stored.map_err(|error| self.cannot_compose(pending, &error.into()))?;
                clock_stuck(&stored.ok_or(DeliveryOutcome::Obsolete)?, *planned)
            }
            _ => return Ok(None),
        }))
    }

    /// Returns whether the person to whom a message goes wants it, according to their settings and to what they have been
    /// told by now.
    async fn is_wanted(
        &self,
        pending: &Pending,
        settings: &PersonSettings,
        notice: &Notice,
        game: &Match,
    ) -> Result<bool, StoreError> {
        let (Notice::Reminder { by_host: false, chosen, .. }, Target::User(user)) = (notice, pending.target)
        else {
            return Ok(true);
        };
        if settings.in_channel {
            return Ok(false);
        }
        let last = self.matches.reminded(game.id).await?.remove(&user);
        Ok(settings.wants_reminder(game, *chosen, last, self.matches.clock().now()))
    }

    /// Returns what becomes of a message that cannot be put into words.
    pub(super) fn cannot_compose(&self, pending: &Pending, error: &MatchError) -> DeliveryOutcome {
        match error {
            MatchError::Internal(InternalError::Store(_) | InternalError::Busy(_)) => {
                tracing::error!(message = pending.id.0, %error, "a match cannot be loaded; trying again");
                self.retry_or_give_up(pending, texts::UNREADABLE.to_owned())
            }
            error => {
                tracing::error!(message = pending.id.0, match_id = pending.match_id.map(|id| id.0), %error, "a message is given up");
                DeliveryOutcome::Dead(texts::UNREADABLE.to_owned())
            }
        }
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

    /// Stores that a message was sent, and then does everything that follows from that.
    async fn after_sending(
        &self,
        pending: &Pending,
        attempt: &Attempt,
        sent: Sent,
        content_key: String,
        in_hand: WorkGuard,
    ) {
        self.note_working_channel(pending.target);
        let keeps_target = if self.is_rush.load(Ordering::Relaxed) {
            log_outcome(pending, &DeliveryOutcome::Sent(sent.message_id));
            self.receipts.settle(&self.matches, pending, sent.message_id).await
        } else {
            self.settle(pending, DeliveryOutcome::Sent(sent.message_id)).await
        };
        self.note_reminded(pending, attempt).await;
        self.note_open_direct_messages(pending, attempt).await;
        if let (Target::Channel(_), Some(match_id)) = (pending.target, pending.match_id) {
            self.writer.note_sent(pending.id, content_key);
            self.writer.schedule(match_id, Arc::new(self.matches.take_in_hand()));
        }
        self.show_deadline(pending, attempt, sent.message_id).await;
        self.schedule_closing(pending, attempt, sent.message_id);
        drop(in_hand);
        // Until Discord allows the next message, the target stays taken.
        tokio::time::sleep(sent.rest).await;
        if keeps_target && let Err(error) = self.matches.release(pending).await {
            tracing::warn!(message = pending.id.0, %error, "a target stays taken until its lease ends");
        }
    }

    /// Notes that Discord has taken or refused a message. If it has not answered for a while, everything that waits for that is
    /// tried at once.
    async fn note_answer_of_discord(&self, target: Target) {
        self.hasten(&self.outage.note_answer(target)).await;
    }

    /// Records whom a message has reminded of what. A failure is only logged: at worst they are reminded again.
    async fn note_reminded(&self, pending: &Pending, attempt: &Attempt) {
        if !attempt.reminds.is_empty()
            && let Err(error) = self.matches.note_reminded(&attempt.reminds).await
        {
            tracing::warn!(message = pending.id.0, %error, "a reminder cannot be noted");
        }
    }

    /// Notes that a player’s direct messages are open again.
    async fn note_open_direct_messages(&self, pending: &Pending, attempt: &Attempt) {
        if let (Target::User(user), Some(game)) = (pending.target, &attempt.game)
            && let Err(error) = self.matches.dm_arrived(game, user, &attempt.notice).await
        {
            // The next message will note it.
            tracing::warn!(message = pending.id.0, %error, "open direct messages cannot be noted");
        }
    }
}
