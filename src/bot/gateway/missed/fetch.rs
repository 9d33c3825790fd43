//! Fetching what people have written, one person after the other or, while a deadline waits, several at a time.

use std::collections::BTreeMap;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::futures::{StreamExt as _, stream};
use serenity::{GetMessages, Http};

use super::progress::Progress;
use super::senders::{Sender, Senders, in_order, senders};
use crate::codes::{Reaction, RequestKind, reaction};
use crate::gateway::opening::open_direct;
use crate::gateway::{direct, edits};
use crate::ui::snowflakes::{ToDiscord, ToStored, first_at};
use crate::ui::{Bot, Fetched, describe, is_transient, refusal_class};
use trigon_engine::ids::{MatchId, MessageId, UserId};
use trigon_engine::store::StoreError;

/// The number of people whose messages are fetched at the same time while a deadline waits for them.
const MAX_PARALLEL: usize = 8;

/// The maximum number of messages that Discord returns at once.
const PAGE_SIZE: u8 = 100;

/// The wait before messages that could not be fetched are fetched again; it doubles with each further failure.
pub(in crate::gateway) const FIRST_WAIT: Duration = Duration::from_secs(1);

/// A run of fetching messages.
pub(in crate::gateway) struct FetchRun<'a> {
    /// The people whose messages need not be fetched.
    pub(in crate::gateway) fetched: &'a Fetched,
    /// Whether a deadline waits for it.
    pub(in crate::gateway) is_urgent: bool,
    pub(in crate::gateway) progress: &'a Progress,
    /// What is called with a match once the messages of all its people have been fetched.
    pub(in crate::gateway) done: &'a (dyn Fn(MatchId) + Send + Sync),
}

/// Fetches what players have sent since their matches began and the bot has not answered yet. Unless a deadline is
/// waiting, this is done one player at a time, because there may be thousands of them, and others are waiting for
/// answers to what they do now. Returns whether nothing is missing.
pub(in crate::gateway) async fn fetch_for_matches(
    http: &Arc<Http>,
    bot: &Bot,
    matches: &[MatchId],
    run: &FetchRun<'_>,
) -> bool {
    let senders = senders(bot, matches).await;
    fetch_from_senders(http, bot, matches, senders, run).await
}

/// Fetches what the players of some matches have sent, as [`fetch_for_matches`] does.
pub(in crate::gateway) async fn fetch_from_senders(
    http: &Arc<Http>,
    bot: &Bot,
    matches: &[MatchId],
    Senders { people, unread }: Senders,
    run: &FetchRun<'_>,
) -> bool {
    let people = in_order(people, run.is_urgent);
    // The number of people of each match whose messages are still to be fetched.
    let mut left: BTreeMap<MatchId, usize> = matches.iter().map(|match_id| (*match_id, 0)).collect();
    for match_id in people.iter().flat_map(|(_, sender)| &sender.plays_in) {
        *left.entry(*match_id).or_default() += 1;
    }
    left.retain(|match_id, _| !unread.contains(match_id));
    let finish = |match_id: MatchId| {
        run.progress.lock().matches.insert(match_id);
        (run.done)(match_id);
    };
    for (match_id, _) in left.iter().filter(|(_, people)| **people == 0) {
        finish(*match_id);
    }
    let fetch = async |(user, sender): (UserId, Sender)| {
        if !run.is_urgent {
            bot.arrivals.wait_for_urgent_fetches().await;
        }
        let is_fetched = Box::pin(run.fetched.once(user, fetch_person(http, bot, user, &sender))).await;
        (user, sender, is_fetched)
    };
    let parallel = if run.is_urgent { MAX_PARALLEL } else { 1 };
    let mut all = pin!(stream::iter(people).map(fetch).buffer_unordered(parallel));
    let mut is_complete = unread.is_empty();
    // Those after somebody whose messages cannot be fetched are fetched all the same.
    while let Some((user, sender, is_fetched)) = all.next().await {
        is_complete &= is_fetched;
        if !is_fetched {
            continue;
        }
        run.progress.lock().people.insert(user);
        for match_id in sender.plays_in {
            let Some(people) = left.get_mut(&match_id) else { continue };
            *people -= 1;
            if *people == 0 {
                finish(match_id);
            }
        }
    }
    is_complete
}

/// Fetches the messages of one person. Returns whether none is missing: all have been fetched, or Discord will never show them.
pub(in crate::gateway) async fn fetch_person(
    http: &Arc<Http>,
    bot: &Bot,
    user: UserId,
    sender: &Sender,
) -> bool {
    if let Err(error) = receive_from_channel(http, bot, user, sender).await {
        let passes = match &error {
            Missing::Discord(error) => {
                tracing::error!(user = user.0, error = describe(error), "direct messages cannot be fetched");
                // A proxy's page in place of Discord's answer says nothing about the next attempt.
                match refusal_class(error) {
                    Some(class) => reaction(RequestKind::Fetch, class) == Reaction::Retry,
                    None => is_transient(error) || matches!(error, serenity::Error::Json(_)),
                }
            }
            Missing::Store(error) => {
                tracing::error!(%error, "the last direct message of a person cannot be read");
                true
            }
        };
        if passes {
            return false;
        }
    }
    if let Err(error) = bot.matches.store().close_gap(user).await {
        tracing::error!(%error, "cannot note that direct messages have been fetched");
    }
    true
}

/// Why messages are missing.
enum Missing {
    Discord(serenity::Error),
    Store(StoreError),
}

impl From<serenity::Error> for Missing {
    fn from(error: serenity::Error) -> Self {
        Self::Discord(error)
    }
}

async fn receive_from_channel(
    http: &Arc<Http>,
    bot: &Bot,
    user: UserId,
    sender: &Sender,
) -> Result<(), Missing> {
    let known = bot.matches.store().direct_channel(user).await.map_err(Missing::Store)?;
    let author = user.discord();
    let (channel, answered) = match known {
        Some((channel, answered)) => (channel.discord(), answered),
        None if sender.due.is_none() => return Ok(()),
        None => (open_direct(http, bot, author).await?, MessageId(0)),
    };
    let dealt_with = answered.max(MessageId(first_at(sender.since)));
    // What was written since the question was asked may have been edited.
    let mut after = dealt_with.min(MessageId(first_at(sender.asked.max(sender.since))));
    loop {
        let page = GetMessages::new().after(after.discord()).limit(PAGE_SIZE);
        let mut messages = channel.messages(http, page).await?;
        messages.sort_unstable_by_key(|message| message.id);
        let Some(last) = messages.last() else { return Ok(()) };
        after = last.id.stored();
        let is_last = messages.len() < usize::from(PAGE_SIZE);
        for message in messages {
            if message.author.id != author || !direct::is_text(&message) {
                continue;
            }
            let message = edits::as_new(&message).unwrap_or(message);
            if message.id.stored() <= dealt_with {
                continue;
            }
            // An answer written before the question was asked was meant for one that has been closed since.
            let is_late = edits::written_at(&message) < sender.asked;
            let is_new = if is_late && direct::is_answer(&message) {
                direct::refuse_late(bot, &message).await
            } else {
                direct::receive(http, bot, message, std::future::ready(()))
            };
            if is_new {
                tracing::info!("a direct message was missed and is answered now");
            }
        }
        if is_last {
            return Ok(());
        }
    }
}
