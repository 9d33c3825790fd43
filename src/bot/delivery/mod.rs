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
//! What a message that was sent has to show later is up to the writer (`delivery/writer/`).
//!
//! | file | what |
//! |---|---|
//! | `client.rs`, `request_error.rs` | `Client`: the requests that delivery and upkeep make, and why they fail |
//! | `courier.rs` | `Courier`: what delivery works with, and what waits in it |
//! | `in_flight.rs` | starting to send what can be sent, a limited number at a time |
//! | `deliver.rs` | one attempt to deliver a message: its words, sending it, and what follows |
//! | `drafts.rs` | what a player has drawn and not submitted, which a message may name |
//! | `earlier.rs` | whether an earlier attempt succeeded although its response was lost |
//! | `settle.rs`, `receipts.rs`, `texts.rs` | what becomes of a message after the attempt, with the reasons |
//! | `refused.rs`, `membership.rs` | refusals: by players, by channels, or because the bot is not in the server |
//! | `lost.rs` | channels that take no messages, whose players are told what they miss |
//! | `reduced.rs` | sending a refused message with less in it |
//! | `outage.rs` | noticing soon when Discord works again |
//! | `spectators.rs` | posts for onlookers, which no player may be able to read |
//! | `questions.rs`, `deadlines.rs` | keeping the direct messages that asked players up to date |
//! | `writer/` | `Writer`: edits what channels show of a match |

use std::sync::Arc;

use reqwest::header::HeaderValue;
use tokio::task::JoinSet;

pub(crate) mod client;
mod courier;
mod deadlines;
mod deliver;
mod drafts;
mod earlier;
mod in_flight;
mod lost;
mod membership;
mod outage;
mod questions;
mod receipts;
mod reduced;
mod refused;
mod request_error;
mod settle;
mod spectators;
mod texts;
mod writer;

use self::client::Client;
use self::courier::{Courier, STORAGE_RETRY};
use self::in_flight::InFlight;
pub(crate) use self::request_error::{RequestError, TransientFailure};
pub(crate) use self::writer::{Shared, Writer};
use super::directs::Directs;
use super::limiter::Limiter;
use trigon_engine::figures::figures;
use trigon_engine::matches::{Matches, Target};

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
