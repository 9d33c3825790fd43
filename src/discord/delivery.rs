//! Delivery: takes messages from the outbox to Discord, each once, in order for each target.
//!
//! It holds nothing that matters: what is stored decides, so it can be stopped at any point and started again.
//!
//! - **Order.** Of each target only the first pending message is sent; one that waits for another try holds back
//!   those after it. Targets do not wait for each other.
//! - **Once.** The number of the row makes the nonce: for some minutes Discord takes a message only once. When an
//!   earlier try may have been done longer ago than that, the channel is looked through first.
//! - **Nothing lost.** A row stays pending until Discord has answered; it is given up only when Discord refuses it
//!   for good, or after some hours' worth of tries.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use poise::serenity_prelude::Http;
use tokio::task::{Id, JoinError, JoinSet};

use super::announce::announce;
use super::texts;
use super::turns;
use super::wire::{Failure, Sent, Wire};
use crate::matches::{Fault, Match, MatchError, Matches, Millis};
use crate::store::{OutboxRow, StoreError, Target};

/// How many targets are written to at the same time.
const PARALLEL: usize = 8;

/// How many messages are looked at to find those that can be sent.
const LOOK: u32 = 100;

/// How long to wait after storage has failed.
const STORAGE_RETRY: Duration = Duration::from_secs(5);

/// How often to look although nobody said that there is something new: another program may have added it.
const LOOK_EVERY: Duration = Duration::from_mins(1);

/// The wait after the first failed try; it doubles with each.
const FIRST_WAIT: Millis = 1_000;

/// The longest wait between two tries.
const LONGEST_WAIT: Millis = 300_000;

/// How many of the messages that were sent are looked at.
const SENT: u32 = 100;

/// After so many tries a message is given up: about a day.
const TRIES: i64 = 300;

/// After so many when it will probably never work: about half an hour.
const DOUBTFUL_TRIES: i64 = 14;

/// For how long a nonce is relied on. Discord promises a few minutes.
const NONCE_HOLDS: Millis = 120_000;

/// When a message is sent so much later than it could be, something was in the way.
const LATE: Millis = 2_000;

/// How far Discord's clock and this one may be apart.
const SKEW: Millis = 30_000;

/// Delivers for ever.
pub async fn run(matches: Matches, http: Arc<Http>) {
    let wire = loop {
        match Wire::new(&http) {
            Ok(wire) => break wire,
            Err(error) => tracing::error!(%error, "nothing can be delivered"),
        }
        tokio::time::sleep(LOOK_EVERY).await;
    };
    let courier = Arc::new(Courier { matches, wire, quiet_until: AtomicI64::new(0) });
    let mut running = Running::default();
    loop {
        // Asked for before looking, so that a message that comes in between is not slept through.
        let nudge = courier.matches.nudge().notified();
        tokio::pin!(nudge);
        nudge.as_mut().enable();
        let wake = match courier.begin_due(&mut running).await {
            Ok(wake) => wake,
            Err(error) => {
                tracing::error!(%error, "the outbox cannot be read; trying again");
                tokio::time::sleep(STORAGE_RETRY).await;
                continue;
            }
        };
        let clock = courier.matches.clock();
        tokio::select! {
            Some(done) = running.tasks.join_next_with_id() => courier.clone().ended(&mut running, done).await,
            () = nudge => {}
            () = clock.sleep_until(wake.unwrap_or_default()), if wake.is_some() => {}
            () = tokio::time::sleep(LOOK_EVERY) => {}
        }
    }
}

/// What is being sent.
#[derive(Default)]
struct Running {
    tasks: JoinSet<()>,
    rows: HashMap<Id, OutboxRow>,
}

/// What became of a try.
enum Outcome {
    Sent(Sent),
    /// Given up, with the reason for hosts.
    Dead(String),
    /// To be tried again at a time.
    Retry(Millis, String),
}

struct Courier {
    matches: Matches,
    wire: Wire,
    /// Until when Discord wants to hear nothing at all.
    quiet_until: AtomicI64,
}

impl Courier {
    /// Begins to send what can be sent; gives the time to look again.
    async fn begin_due(self: &Arc<Self>, running: &mut Running) -> Result<Option<Millis>, StoreError> {
        let store = self.matches.store();
        let now = self.matches.clock().now();
        let quiet_until = self.quiet_until.load(Ordering::Relaxed);
        if now < quiet_until {
            return Ok(Some(quiet_until));
        }
        for row in store.deliverable(now, LOOK).await? {
            if running.tasks.len() >= PARALLEL {
                // The end of any of them is the time to look again.
                return Ok(None);
            }
            let target = row.message.target;
            if running.rows.values().all(|other| other.message.target != target) {
                let courier = self.clone();
                let task = running.tasks.spawn({
                    let row = row.clone();
                    async move { courier.deliver(&row).await }
                });
                running.rows.insert(task.id(), row);
            }
        }
        // What is due now is being sent, so its time says nothing about the others.
        Ok(store.next_delivery().await?.map(|next| if next <= now { now + FIRST_WAIT } else { next }))
    }

    async fn ended(self: Arc<Self>, running: &mut Running, done: Result<(Id, ()), JoinError>) {
        match done {
            Ok((id, ())) => drop(running.rows.remove(&id)),
            Err(error) => {
                // A bug, which would strike again and hold up everything behind it.
                if let Some(row) = running.rows.remove(&error.id()) {
                    tracing::error!(message = row.id, "delivery broke off");
                    self.settle(&row, Outcome::Dead(texts::UNREADABLE.to_owned())).await;
                }
            }
        }
    }

    /// Tries to send a message and notes what became of it.
    async fn deliver(&self, row: &OutboxRow) {
        let outcome = self.try_to_send(row).await;
        let rest = if let Outcome::Sent(sent) = &outcome { sent.rest } else { Duration::ZERO };
        self.settle(row, outcome).await;
        // The target stays taken meanwhile.
        tokio::time::sleep(rest).await;
    }

    async fn try_to_send(&self, row: &OutboxRow) -> Outcome {
        let game = match self.matches.load(row.match_id).await {
            Ok(game) => game,
            Err(error) => return self.unsaid(row, &error),
        };
        let message = match announce(&self.matches, row, &game).await {
            Ok(Some(message)) => message,
            Ok(None) => return Outcome::Dead(texts::OUTDATED.to_owned()),
            Err(error) => return self.unsaid(row, &error),
        };
        let sent = async {
            let channel = match row.message.target {
                Target::Channel(channel) => channel,
                Target::User(user) => self.wire.direct_channel(user).await?,
            };
            if let Some(message_id) = self.sent_before(row, &game, channel, &message.text).await? {
                return Ok(Sent { message_id, rest: Duration::ZERO });
            }
            self.wire.send(channel, &nonce(row, &game), &message).await
        };
        match sent.await {
            Ok(sent) => {
                self.opened(row, &game).await;
                self.strip(row, &game).await;
                Outcome::Sent(sent)
            }
            Err(failure) => self.failed(row, failure).await,
        }
    }

    /// The message, if an earlier try that Discord did not answer was done all the same, too long ago for the nonce.
    async fn sent_before(
        &self,
        row: &OutboxRow,
        game: &Match,
        channel: i64,
        text: &str,
    ) -> Result<Option<i64>, Failure> {
        let entry = game.log.iter().find(|entry| entry.seq == row.message.seq);
        let caused_at = entry.map_or(game.row.created_at, |entry| entry.at);
        // Before the first try nothing has moved the time from which the message was to be sent.
        let first_try = if row.attempts == 0 { row.due_at } else { caused_at };
        if self.matches.clock().now() - first_try < NONCE_HOLDS {
            return Ok(None);
        }
        let earlier = self.sent_earlier(row).await.map_err(|error| {
            tracing::error!(message = row.id, %error, "the outbox cannot be read; trying again");
            Failure::Passing { reason: texts::UNREADABLE.to_owned(), doubtful: false }
        })?;
        let Some(earlier) = earlier else { return Ok(Some(0)) };
        match self.wire.find(channel, text, first_try - SKEW, earlier).await {
            // Without a look at the channel the nonce has to do.
            Err(Failure::Refused(50_001 | 50_013)) => Ok(None),
            found => found,
        }
    }

    /// The last message of the match that was sent before this one, which is not to be taken for it: a match that
    /// stands as it did reads as it did. `None` when this one has been settled meanwhile, so that nothing is left to
    /// do.
    async fn sent_earlier(&self, row: &OutboxRow) -> Result<Option<i64>, StoreError> {
        let store = self.matches.store();
        // To one target they are sent in order: none of these came after this one.
        let sent = store.sent_messages(row.match_id, SENT).await?;
        let earlier = sent.iter().filter(|sent| sent.target == row.message.target);
        let earlier = earlier.map(|sent| sent.message_id).max().unwrap_or(0);
        // Asked last: as long as this one is pending, what was found cannot be itself.
        Ok(store.is_pending(row.id).await?.then_some(earlier))
    }

    /// What to do with a message that cannot be put into words.
    fn unsaid(&self, row: &OutboxRow, error: &MatchError) -> Outcome {
        match error {
            MatchError::Fault(Fault::Store(_) | Fault::Busy(_)) => {
                tracing::error!(message = row.id, %error, "a match cannot be loaded; trying again");
                self.later(row, texts::UNREADABLE.to_owned(), TRIES)
            }
            error => {
                tracing::error!(message = row.id, match_id = row.match_id, %error, "a message is given up");
                Outcome::Dead(texts::UNREADABLE.to_owned())
            }
        }
    }

    async fn failed(&self, row: &OutboxRow, failure: Failure) -> Outcome {
        match failure {
            Failure::Limited { wait, global } => {
                let until = self.matches.clock().now() + wait.as_millis() as Millis;
                if global {
                    self.quiet_until.fetch_max(until, Ordering::Relaxed);
                }
                Outcome::Retry(until, texts::discord_status(429))
            }
            Failure::Passing { reason, doubtful } => {
                self.later(row, reason, if doubtful { DOUBTFUL_TRIES } else { TRIES })
            }
            Failure::Refused(code) => self.refused(row, code).await,
        }
    }

    fn later(&self, row: &OutboxRow, reason: String, tries: i64) -> Outcome {
        if row.attempts + 1 >= tries {
            return Outcome::Dead(texts::gave_up(&reason));
        }
        // Rows that failed together do not all come back together.
        let apart = row.id.rem_euclid(8) * 125;
        Outcome::Retry(self.matches.clock().now() + wait(row.attempts) + apart, reason)
    }

    async fn refused(&self, row: &OutboxRow, code: i64) -> Outcome {
        let reason = texts::discord_code(code);
        let Target::User(user) = row.message.target else { return Outcome::Dead(reason) };
        if code == 10_003 {
            self.wire.forget_direct_channel(user).await;
            return self.later(row, reason, DOUBTFUL_TRIES);
        }
        // Unless the message is wrong in itself, this player cannot be reached. Told before the message is given up,
        // so that a stop in between tells it again rather than never.
        if !matches!(code, 40_005 | 50_006 | 50_035)
            && let Err(error) = self.matches.dm_failed(row.match_id, user).await
        {
            tracing::error!(message = row.id, %error, "closed direct messages cannot be noted; trying again");
            return self.later(row, reason, TRIES);
        }
        Outcome::Dead(reason)
    }

    /// Takes the buttons off the messages that a new one makes old. They do nothing any more either way, so a failure
    /// is only noted.
    async fn strip(&self, row: &OutboxRow, game: &Match) {
        let late = row.attempts > 0 || self.matches.clock().now() - row.due_at > LATE;
        let outdated = turns::newest::outdated(&self.matches, game, &row.message.notice, late).await;
        let outdated = match outdated {
            Ok(outdated) => outdated,
            Err(error) => {
                tracing::warn!(message = row.id, %error, "old buttons cannot be found");
                return;
            }
        };
        for (channel, message) in outdated {
            match self.wire.strip(channel, message).await {
                Ok(rest) => tokio::time::sleep(rest).await,
                Err(failure) => tracing::info!(message = row.id, ?failure, "old buttons stay"),
            }
        }
    }

    /// Notes that a player's direct messages are open again.
    async fn opened(&self, row: &OutboxRow, game: &Match) {
        let Target::User(user) = row.message.target else { return };
        if game.seats.iter().any(|seat| seat.user_id == user && seat.dm_closed)
            && let Err(error) = self.matches.store().set_dm_closed(row.match_id, user, false).await
        {
            // The next message notes it.
            tracing::warn!(message = row.id, %error, "open direct messages cannot be noted");
        }
    }

    /// Stores what became of a message, however long storage takes: a message that was sent must not be forgotten.
    async fn settle(&self, row: &OutboxRow, outcome: Outcome) {
        let (id, match_id) = (row.id, row.match_id);
        match &outcome {
            Outcome::Sent(_) => tracing::debug!(message = id, match_id, "sent"),
            Outcome::Dead(reason) if reason == texts::OUTDATED => {
                tracing::debug!(message = id, match_id, reason);
            }
            Outcome::Dead(reason) => tracing::warn!(message = id, match_id, reason, "given up"),
            Outcome::Retry(_, reason) => tracing::info!(message = id, match_id, reason, "not sent yet"),
        }
        let store = self.matches.store();
        loop {
            let now = self.matches.clock().now();
            let stored = match &outcome {
                Outcome::Sent(sent) => store.mark_sent(id, now, sent.message_id).await,
                Outcome::Dead(reason) => store.mark_dead(id, now, reason).await,
                Outcome::Retry(due, reason) => store.mark_retry(id, *due, reason).await,
            };
            match stored {
                // Somebody else has settled it, with the same nonce.
                Ok(()) | Err(StoreError::Conflict) => return,
                Err(error) => {
                    tracing::error!(message = id, %error, "the outbox cannot be written; trying again");
                }
            }
            tokio::time::sleep(STORAGE_RETRY).await;
        }
    }
}

/// What marks a message as this one, in at most 25 characters. The numbers of rows begin anew with a new database,
/// so the match's time stands beside.
fn nonce(row: &OutboxRow, game: &Match) -> String {
    format!("{}-{}", row.id, game.row.created_at / 1_000)
}

/// How long to wait after a failed try that was preceded by so many others.
fn wait(attempts: i64) -> Millis {
    let doubled = FIRST_WAIT << attempts.clamp(0, 16);
    doubled.min(LONGEST_WAIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_minutes_and_last_for_hours() {
        let waits: Vec<Millis> = (0..11).map(wait).collect();
        assert_eq!(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300].map(|seconds| seconds * 1_000));
        let total: Millis = (0..TRIES).map(wait).sum();
        assert!(total > 20 * 3_600_000, "{total}");
        let doubtful: Millis = (0..DOUBTFUL_TRIES).map(wait).sum();
        assert!(doubtful < 3_600_000, "{doubtful}");
    }
}
