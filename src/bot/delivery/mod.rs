//! Delivery: sends messages from the outbox to Discord, each once, and in order for each target.
//!
//! Delivery keeps no state that matters: the store decides, so it can be stopped and restarted at any point.
//!
//! - **Order.** For each target, only the first pending message is sent; one that waits for another attempt holds back
//!   those after it. Targets do not wait for each other.
//! - **Once.** Each row has a nonce, and for some minutes Discord accepts only one message with it. If an attempt made
//!   longer ago than that may have succeeded, the channel is searched first (`delivery/earlier.rs`). The fact that a
//!   message was sent is stored before anything else is done; in a rush, several are stored together
//!   (`delivery/receipts.rs`).
//! - **By one process.** Messages are leased for a limited time. A process that was stopped for longer finds that its
//!   lease has expired, and neither sends nor stores anything.
//! - **Nothing lost.** A row stays pending until Discord has answered; it is given up only if Discord refuses it for
//!   good, or after hours of attempts.
//!
//! What a message that was sent has to show later is up to the writer (`delivery/writer.rs`).

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use reqwest::header::HeaderValue;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::{Id, JoinError, JoinSet};

mod after;
pub(crate) mod client;
mod drafts;
mod earlier;
mod membership;
mod pads;
mod receipts;
mod refused;
mod spectators;
mod texts;
mod weather;
mod writer;

use self::client::{Client, RequestError, Sent, takes_less};
use self::earlier::{Earlier, earlier};
use self::membership::Memberships;
use self::receipts::Receipts;
use self::weather::Weather;
pub(crate) use self::writer::{Shared, Writer};
use super::announce::{announce, clock_stuck};
use super::directs::Directs;
use super::limiter::Limiter;
use super::season;
use super::ui::Announcement;
use trigon_engine::figures::figures;
use trigon_engine::ids::{ChannelId, MatchId, MessageId, OutboxId, UserId};
use trigon_engine::matches::{
    DeliveryOutcome, InternalError, Match, MatchError, Matches, Millis, Notice, Pending, PersonSettings,
    Queues, Reminded, Seq, StoredAnswer, Target, VisibleChange, WorkGuard,
};
use trigon_engine::store::{self, StoreError};

/// The maximum number of targets to which messages are sent at the same time.
const PARALLEL: usize = 24;

/// The number of places that must be free before delivery looks for more messages, because taking one from the store
/// takes nearly as long as taking several. The messages still being sent are enough to keep the pace that Discord
/// allows.
const AT_ONCE: usize = 12;

/// The number of answers that may be sent at the same time in addition.
const URGENT: usize = 8;

/// How long to wait after storage has failed.
const STORAGE_RETRY: Duration = Duration::from_secs(5);

/// The time that must be left on a lease for a message to be sent.
const ENOUGH: Duration = Duration::from_millis(200);

/// The wait after the first failed attempt; it doubles with each further one.
const FIRST_WAIT: Millis = 1_000;

/// The longest wait between two attempts.
const LONGEST_WAIT: Millis = 300_000;

/// The number of attempts after which a message is given up that the bot itself cannot handle: about a day.
const TRIES: i64 = 300;

/// Delivers messages forever. `token` is the value of the `Authorization` header, such as `Bot MTIz…`.
pub async fn run(matches: Matches, limiter: Limiter, token: &str, directs: Arc<Directs>) {
    let Some(token) = header(token) else {
        tracing::error!(error = "the token is malformed", "nothing can be delivered");
        return;
    };
    let writer = Writer::new(matches.clone(), limiter.clone(), token.clone(), directs.clone());
    run_with(matches, limiter, token, directs, Arc::new(writer)).await;
}

/// Returns the value of the `Authorization` header, unless it is malformed.
pub(crate) fn header(token: &str) -> Option<HeaderValue> {
    let mut token = HeaderValue::from_str(token).ok()?;
    token.set_sensitive(true);
    Some(token)
}

/// Delivers messages forever, with a writer that others use, too.
pub(crate) async fn run_with(
    matches: Matches,
    limiter: Limiter,
    token: HeaderValue,
    directs: Arc<Directs>,
    writer: Arc<Writer>,
) {
    let client = Client::new(limiter, token, directs);
    let courier = Arc::new(Courier {
        matches,
        client,
        quiet_until: AtomicI64::new(0),
        turns: Queues::default(),
        is_rush: AtomicBool::new(false),
        receipts: Receipts::new(STORAGE_RETRY),
        memberships: Memberships::default(),
        showing: Mutex::default(),
        closing: Mutex::default(),
        weather: Weather::default(),
        writer,
        lost: Mutex::default(),
        unexplained: Mutex::default(),
    });
    let mut running = InFlight::default();
    let (mut answers, mut edits) = (courier.matches.stored_answers(), JoinSet::new());
    let (mut changes, mut writing) = (courier.matches.changes(), JoinSet::new());
    let around = courier.writer.look_around();
    tokio::pin!(around);
    // Work that another process leaves undone is found by looking regularly.
    let look_every = courier.matches.store().process().beat();
    courier.release_all().await;
    while let Err(error) = courier.writer.look_at_all(true).await {
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
    loop {
        figures().delivery_rounds.inc();
        // Registered before looking, so that a message arriving in between causes a wake-up.
        let nudge = courier.matches.wake_up().notified();
        tokio::pin!(nudge);
        nudge.as_mut().enable();
        let wake = match courier.begin_due(&mut running).await {
            // During an outage, something is tried sooner.
            Ok(wake) => wake.into_iter().chain(courier.weather.next_turn()).min(),
            Err(error) => {
                tracing::error!(%error, "the outbox cannot be read; trying again");
                tokio::time::sleep(STORAGE_RETRY).await;
                continue;
            }
        };
        let wake = wake.into_iter().chain(courier.writer.begin_due(&mut writing)).min();
        courier.tell_unseen().await;
        courier.begin_closing(&mut edits, running.tasks.len());
        courier.begin_showing(&mut edits, |user| {
            running.rows.values().any(|pending| pending.target == Target::User(user))
        });
        let clock = courier.matches.clock();
        tokio::select! {
            Some(done) = running.tasks.join_next_with_id() => courier.clone().ended(&mut running, done).await,
            Ok(stored) = answers.recv() => courier.show_answer(stored),
            Some(_) = edits.join_next() => {}
            changed = changes.recv() => courier.changed(changed).await,
            Some(_) = writing.join_next() => {}
            () = &mut around => {}
            () = nudge => {}
            () = clock.sleep_until(wake.unwrap_or_default()), if wake.is_some() => {}
            () = tokio::time::sleep(look_every) => {}
        }
    }
}

/// The messages that are being sent.
#[derive(Default)]
struct InFlight {
    tasks: JoinSet<()>,
    rows: HashMap<Id, Pending>,
}

/// What must be known about a message once it is sent.
struct Attempt {
    notice: Notice,
    /// The match; `None` if it may be unreadable.
    game: Option<Arc<Match>>,
    /// When this attempt began.
    begun: Millis,
    /// Whom it reminds of which matches.
    reminds: Vec<Reminded>,
}

/// A closed question.
struct Closing {
    /// The entry that closed it.
    seq: Seq,
    /// The player who was asked.
    user: UserId,
    /// The message that told the player so, if there is one. The question was asked before it.
    told: Option<MessageId>,
    /// What is to be done.
    what: Follow,
    /// Counts this as being delivered.
    _in_hand: WorkGuard,
}

/// What a sent message makes of the message with a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Follow {
    /// It shows what became of the question.
    Closed,
    /// The same, unless it already does: the bot may have been stopped before or after that.
    PerhapsClosed,
    /// It shows the deadline of now, unless it already does.
    PerhapsMoved,
}

struct Courier {
    matches: Matches,
    client: Client,
    /// The end of a global rate limit.
    quiet_until: AtomicI64,
    /// Makes messages to one target wait until everything is done for the previous one.
    turns: Queues<Target>,
    /// Whether more messages were due than there was room for.
    is_rush: AtomicBool,
    receipts: Receipts,
    memberships: Memberships,
    /// Stored answers that are yet to be shown in the messages that ask for them.
    showing: Mutex<VecDeque<StoredAnswer>>,
    /// Closed questions that still look open, by match.
    closing: Mutex<BTreeMap<MatchId, Vec<Closing>>>,
    weather: Weather,
    /// Edits what channels show.
    writer: Arc<Writer>,
    /// The channels that take no messages, each with the last message of which players have been told.
    lost: Mutex<BTreeMap<ChannelId, OutboxId>>,
    /// The messages that Discord refuses for reasons that the bot does not know, and since when.
    unexplained: Mutex<BTreeMap<OutboxId, Millis>>,
}

impl Courier {
    /// Has what channels show of a changed match looked at.
    async fn changed(&self, changed: Result<VisibleChange, RecvError>) {
        match changed {
            Ok(changed) => self.writer.changed(changed),
            Err(RecvError::Lagged(_)) => {
                if let Err(error) = self.writer.look_at_all(false).await {
                    tracing::warn!(%error, "it cannot be read which messages may be out of date");
                }
            }
            // The sender lives as long as the matches.
            Err(RecvError::Closed) => {}
        }
    }

    /// Starts sending what can be sent, and returns when to look again.
    async fn begin_due(self: &Arc<Self>, running: &mut InFlight) -> Result<Option<Millis>, StoreError> {
        let now = self.matches.clock().now();
        let quiet_until = self.quiet_until.load(Ordering::Relaxed);
        // A time further ahead than any limit was set before the clock was set back.
        if now < quiet_until && quiet_until <= now + store::MAX_RETRY_WAIT {
            return Ok(Some(quiet_until));
        }
        if let Some(target) = self.weather.turn(now) {
            self.matches.store().hasten(&[target], now).await?;
        }
        let free = PARALLEL.saturating_sub(running.tasks.len());
        if free < AT_ONCE {
            // There are extra places for people who are waiting for an answer.
            let free = (PARALLEL + URGENT).saturating_sub(running.tasks.len());
            let taken = self.matches.take_urgent(free as u32).await?;
            self.begin(running, taken);
            // The next look is due when enough of them have ended.
            return Ok(None);
        }
        let taken = self.matches.take_pending(free as u32).await?;
        let is_full = taken.len() >= free;
        self.is_rush.store(is_full, Ordering::Relaxed);
        self.begin(running, taken);
        if is_full {
            // Every place is taken.
            return Ok(None);
        }
        // What is due now is being sent, so its time says nothing about the others.
        Ok(self.matches.next_delivery().await?.map(|next| if next <= now { now + FIRST_WAIT } else { next }))
    }

    /// Starts sending the messages that were taken.
    fn begin(self: &Arc<Self>, running: &mut InFlight, taken: Vec<Pending>) {
        for pending in taken {
            if let (Target::User(user), Some(channel)) = (pending.target, pending.direct_channel) {
                self.client.directs.learn(user, channel);
            }
            let courier = self.clone();
            let task = running.tasks.spawn({
                let pending = pending.clone();
                async move { Box::pin(courier.deliver(pending)).await }
            });
            running.rows.insert(task.id(), pending);
        }
    }

    /// Releases what an earlier run took and left behind.
    async fn release_all(&self) {
        while let Err(error) = self.matches.store().release_targets().await {
            tracing::error!(%error, "the outbox cannot be written; trying again");
            tokio::time::sleep(STORAGE_RETRY).await;
        }
    }

    async fn ended(self: Arc<Self>, running: &mut InFlight, done: Result<(Id, ()), JoinError>) {
        match done {
            Ok((id, ())) => drop(running.rows.remove(&id)),
            Err(error) => {
                // A bug, which would strike again and hold up everything behind it.
                if let Some(pending) = running.rows.remove(&error.id()) {
                    tracing::error!(message = pending.id.0, "delivery broke off");
                    self.settle(&pending, DeliveryOutcome::Dead(texts::UNREADABLE.to_owned())).await;
                }
            }
        }
    }

    /// Tries to send a message, and stores the result before doing anything that could be interrupted.
    async fn deliver(&self, mut pending: Pending) {
        let (in_hand, changes) = (self.matches.take_in_hand(), self.matches.changes_in_servers());
        let _turn = self.turns.wait(pending.target).await;
        if let Err(turn) = self.may_write_to(&pending).await {
            // If its turn is far away, it asks again earlier: no message waits longer than this.
            let turn = turn.min(self.matches.clock().now() + LONGEST_WAIT);
            self.settle(&pending, DeliveryOutcome::Retry(turn, texts::ONE_BY_ONE.to_owned())).await;
            return;
        }
        let (attempt, message) = match Box::pin(self.write(&pending)).await {
            Ok(written) => written,
            Err(outcome) => {
                self.settle(&pending, outcome).await;
                return;
            }
        };
        if let Some(leak) = self.leak(&pending, &attempt).await {
            self.settle(&pending, leak).await;
            return;
        }
        let said = writer::said(&message);
        let sent = match self.send(&mut pending, message).await {
            Err(RequestError::Refused(code)) if takes_less(code) => {
                self.send_reduced(&mut pending, &attempt, code).await
            }
            sent => sent,
        };
        if !matches!(sent, Err(RequestError::Passing { .. } | RequestError::Limited { .. }) | Ok(None)) {
            self.discord_works(pending.target).await;
        }
        match sent {
            Ok(Some(sent)) => {
                self.found(pending.target);
                let kept = if self.is_rush.load(Ordering::Relaxed) {
                    note(&pending, &DeliveryOutcome::Sent(sent.message_id));
                    self.receipts.settle(&self.matches, &pending, sent.message_id).await
                } else {
                    self.settle(&pending, DeliveryOutcome::Sent(sent.message_id)).await
                };
                self.note_reminded(&pending, &attempt).await;
                self.opened(&pending, &attempt).await;
                if let (Target::Channel(_), Some(match_id)) = (pending.target, pending.match_id) {
                    self.writer.sent(pending.id, said);
                    self.writer.look_at(match_id, Arc::new(self.matches.take_in_hand()));
                }
                self.set_deadline(&pending, &attempt, sent.message_id).await;
                self.close_pads(&pending, &attempt, sent.message_id);
                drop(in_hand);
                // The target stays busy in the meantime.
                tokio::time::sleep(sent.rest).await;
                if kept && let Err(error) = self.matches.release(&pending).await {
                    tracing::warn!(message = pending.id.0, %error, "a target stays taken until its lease ends");
                }
            }
            Ok(None) => tracing::debug!(message = pending.id.0, "taken or settled by another process"),
            Err(failure) => {
                let is_refusal = matches!(failure, RequestError::Refused(_));
                let outcome = self.failed(&pending, &attempt, failure).await;
                self.settle(&pending, outcome).await;
                // What was in the way may have been mended during the attempt: then nobody else tries it again at once.
                if is_refusal && self.matches.changes_in_servers() != changes {
                    self.hasten(&[pending.target]).await;
                }
            }
        }
    }

    /// Has what waits for these targets tried at once.
    async fn hasten(&self, targets: &[Target]) {
        if let Err(error) = self.matches.hasten(targets).await {
            // All of it is tried at its own time.
            tracing::warn!(%error, "what waits for Discord cannot be hastened");
        }
    }

    /// Records that Discord has taken or refused a message. If it did neither before, everything that waits for that is tried
    /// at once.
    async fn discord_works(&self, target: Target) {
        self.hasten(&self.weather.cleared(target)).await;
    }

    /// Checks that a message needs no new channel, or that it is its turn to open one; otherwise returns when to ask
    /// again.
    async fn may_write_to(&self, pending: &Pending) -> Result<(), Millis> {
        let Target::User(user) = pending.target else { return Ok(()) };
        if self.client.directs.channel(user).await.is_some() {
            return Ok(());
        }
        self.client.directs.admit(user, self.matches.clock().now())
    }

    /// Puts a message into words.
    async fn write(&self, pending: &Pending) -> Result<(Attempt, Announcement), DeliveryOutcome> {
        let begun = self.matches.clock().now();
        let notice = pending.notice.clone().ok_or_else(|| {
            tracing::error!(message = pending.id.0, "a message to be sent cannot be read");
            DeliveryOutcome::Dead(texts::UNREADABLE.to_owned())
        })?;
        if let Notice::ClockStuck { planned } = notice {
            let stored = self.matches.summary(pending.match_id.ok_or(DeliveryOutcome::Obsolete)?).await;
            let stored = stored.map_err(|error| self.unsaid(pending, &error.into()))?;
            let message = clock_stuck(&stored.ok_or(DeliveryOutcome::Obsolete)?, planned);
            return Ok((Attempt { notice, game: None, begun, reminds: Vec::new() }, message));
        }
        if let Notice::Reply(reply) = notice {
            let message = Announcement::reply(&reply);
            return Ok((
                Attempt { notice: Notice::Reply(reply), game: None, begun, reminds: Vec::new() },
                message,
            ));
        }
        let in_words = match &notice {
            Notice::Post(post) => Some(season::announcement(post).await),
            Notice::PostStuck(stuck) => Some(season::stuck(stuck)),
            _ => None,
        };
        if let Some(message) = in_words {
            return Ok((Attempt { notice, game: None, begun, reminds: Vec::new() }, message));
        }
        let match_id = pending.match_id.ok_or(DeliveryOutcome::Obsolete)?;
        let game = self.matches.load_since(match_id, pending.version).await;
        let game = game.map_err(|error| self.unsaid(pending, &error))?;
        let settings = pending.settings();
        let wanted = self.is_wanted(pending, &settings, &notice, &game).await;
        if !wanted.map_err(|error| self.unsaid(pending, &error.into()))? {
            return Err(DeliveryOutcome::Obsolete);
        }
        let draft = self.draft_to_name(pending, &notice, &game).await;
        let message = announce(&self.matches, pending, &notice, &game, draft.as_ref()).await;
        let message = message.map_err(|error| self.unsaid(pending, &error))?;
        let mut message = message.ok_or(DeliveryOutcome::Obsolete)?;
        let quiet = [game.terms.quiet, settings.quiet];
        message.silent = quiet.into_iter().flatten().any(|hours| hours.contains(begun));
        let reminds = std::mem::take(&mut message.reminds);
        Ok((Attempt { notice, game: Some(game), begun, reminds }, message))
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

    /// Records whom a message has reminded of what. A failure is only logged: at worst they are reminded again.
    async fn note_reminded(&self, pending: &Pending, attempt: &Attempt) {
        if !attempt.reminds.is_empty()
            && let Err(error) = self.matches.note_reminded(&attempt.reminds).await
        {
            tracing::warn!(message = pending.id.0, %error, "a reminder cannot be noted");
        }
    }

    /// Sends a message unless it is already there. Returns `None` if another process has taken or settled it.
    async fn send(&self, pending: &mut Pending, message: Announcement) -> Result<Option<Sent>, RequestError> {
        let channel = match pending.target {
            Target::Channel(channel) => channel,
            Target::User(user) => self.client.direct_channel(user).await?,
        };
        match earlier(&self.matches, &self.client, pending, channel, &message.text).await? {
            // This process may have been stopped for a while.
            Earlier::Send if pending.lease.left() < ENOUGH => Ok(None),
            Earlier::Send => self.client.send(channel, &pending.nonce, message).await.map(Some),
            Earlier::There(message_id) => Ok(Some(Sent { message_id, rest: Duration::ZERO })),
            Earlier::Settled => Ok(None),
        }
    }

    /// Handles a message that cannot be put into words.
    fn unsaid(&self, pending: &Pending, error: &MatchError) -> DeliveryOutcome {
        match error {
            MatchError::Internal(InternalError::Store(_) | InternalError::Busy(_)) => {
                tracing::error!(message = pending.id.0, %error, "a match cannot be loaded; trying again");
                self.later(pending, texts::UNREADABLE.to_owned(), TRIES)
            }
            error => {
                tracing::error!(message = pending.id.0, match_id = pending.match_id.map(|id| id.0), %error, "a message is given up");
                DeliveryOutcome::Dead(texts::UNREADABLE.to_owned())
            }
        }
    }

    async fn failed(&self, pending: &Pending, attempt: &Attempt, failure: RequestError) -> DeliveryOutcome {
        figures().refusals.count(failure.class());
        match failure {
            RequestError::Limited { wait, global } => {
                let until = self.matches.clock().now() + (wait.as_millis() as Millis).min(LONGEST_WAIT);
                if global {
                    self.quiet_until.fetch_max(until, Ordering::Relaxed);
                }
                DeliveryOutcome::Retry(until, texts::discord_status(429))
            }
            RequestError::Passing { reason, is_known, is_refusal } => {
                self.weather.failed(pending.target, self.matches.clock().now());
                self.passing(pending, attempt, reason, is_known, is_refusal).await
            }
            RequestError::Refused(code) => self.refused(pending, attempt, code).await,
            RequestError::TooManyOpened => {
                let next = self.client.directs.refused(self.matches.clock().now());
                // Later turns are assigned when those messages ask again.
                DeliveryOutcome::Retry(next + apart(pending), texts::ONE_BY_ONE.to_owned())
            }
        }
    }

    fn later(&self, pending: &Pending, reason: String, tries: i64) -> DeliveryOutcome {
        if pending.attempts + 1 >= tries {
            return DeliveryOutcome::Dead(texts::gave_up(&reason));
        }
        DeliveryOutcome::Retry(self.matches.clock().now() + wait(pending.attempts) + apart(pending), reason)
    }

    /// Stores the result of an attempt, however long that takes: a message that was sent must not be forgotten. Returns
    /// whether the target is kept because there is more to send to it.
    async fn settle(&self, pending: &Pending, outcome: DeliveryOutcome) -> bool {
        note(pending, &outcome);
        if !matches!(outcome, DeliveryOutcome::Retry(..)) {
            // Nothing is left to try.
            self.weather.cleared(pending.target);
            self.unexplained().remove(&pending.id);
        }
        let given_up = matches!(outcome, DeliveryOutcome::Dead(_) | DeliveryOutcome::Obsolete);
        if let DeliveryOutcome::Dead(reason) = &outcome
            && let Err(error) = self.matches.tell_given_up(pending, reason, texts::is_closed(reason)).await
        {
            // `/host status` shows it anyway.
            tracing::error!(message = pending.id.0, %error, "the hosts cannot be told of a message that is given up");
        }
        if let (DeliveryOutcome::Dead(reason), Some(Notice::Post(post))) = (&outcome, &pending.notice) {
            self.tell_stuck(pending, post, reason, true).await;
        }
        loop {
            match self.matches.settle(pending, &outcome).await {
                Ok(kept) => {
                    if given_up
                        && let (Target::Channel(_), Some(match_id)) = (pending.target, pending.match_id)
                    {
                        // Others may have waited for it.
                        self.writer.look_at(match_id, Arc::new(self.matches.take_in_hand()));
                    }
                    return kept;
                }
                // Another process has taken or settled it, with the same nonce.
                Err(StoreError::Conflict) => return false,
                Err(error) => {
                    tracing::error!(message = pending.id.0, %error, "the outbox cannot be written; trying again");
                }
            }
            tokio::time::sleep(STORAGE_RETRY).await;
        }
    }
}

/// Records what became of a message in the figures and the log.
fn note(pending: &Pending, outcome: &DeliveryOutcome) {
    let (id, match_id) = (pending.id, pending.match_id);
    figures().deliveries.count(match outcome {
        DeliveryOutcome::Sent(_) => "sent",
        DeliveryOutcome::Obsolete => "obsolete",
        DeliveryOutcome::Dead(_) => "given up",
        DeliveryOutcome::Retry(..) => "to be tried again",
    });
    match outcome {
        DeliveryOutcome::Sent(_) => {
            tracing::debug!(message = id.0, match_id = match_id.map(|id| id.0), "sent");
        }
        DeliveryOutcome::Obsolete => {
            tracing::debug!(message = id.0, match_id = match_id.map(|id| id.0), "no longer needed");
        }
        DeliveryOutcome::Dead(reason) => {
            tracing::warn!(message = id.0, match_id = match_id.map(|id| id.0), reason, "given up");
        }
        DeliveryOutcome::Retry(_, reason) => {
            tracing::info!(message = id.0, match_id = match_id.map(|id| id.0), reason, "not sent yet");
        }
    }
}

/// Returns an additional wait, so that messages that failed together are not all retried at the same moment.
fn apart(pending: &Pending) -> Millis {
    pending.id.0.rem_euclid(8) * 125
}

/// Returns how long to wait after this many failed attempts.
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
    }
}
