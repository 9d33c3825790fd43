//! Fetching what people have written, one person after the other or, while a deadline waits, several at a time.

use std::collections::{BTreeMap, BTreeSet};
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::futures::{StreamExt as _, stream};
use serenity::{GetMessages, Http, Message};

use super::senders::{Sender, Senders, find_senders, in_order};
use crate::codes::{Reaction, RequestKind, reaction};
use crate::gateway::opening::open_direct;
use crate::gateway::{direct, edits};
use crate::locks::locked;
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

/// The longest a deadline waits while nobody’s messages can be fetched.
const STALL_TIMEOUT: Duration = Duration::from_mins(1);

/// The longest a deadline waits for messages to be fetched: at Discord’s limits, those of thousands of people take a few minutes.
const MAX_RUN: Duration = Duration::from_mins(10);

/// A run of fetching messages: how it is done, and who is told of it.
pub(in crate::gateway) struct FetchRun<'a> {
    /// The people whose messages need not be fetched; those who are fetched are added.
    pub(in crate::gateway) fetched: &'a Fetched,
    /// Whether a deadline waits for the messages.
    pub(in crate::gateway) is_urgent: bool,
    pub(in crate::gateway) progress: &'a Progress,
    /// What is called with a match once the messages of all its people have been fetched.
    pub(in crate::gateway) done: &'a (dyn Fn(MatchId) + Send + Sync),
}

impl FetchRun<'_> {
    /// Records that the messages of all people of a match have been fetched.
    fn finish(&self, match_id: MatchId) {
        locked(&self.progress.0).matches.insert(match_id);
        (self.done)(match_id);
    }
}

/// Whose messages a run has fetched so far. It tells a deadline when there is nothing more to wait for.
#[derive(Default)]
pub(in crate::gateway) struct Progress(Mutex<CompletedFetches>);

#[derive(Default)]
struct CompletedFetches {
    people: BTreeSet<UserId>,
    /// The matches of which the messages of all people have been fetched.
    matches: BTreeSet<MatchId>,
}

impl Progress {
    fn note_person(&self, user: UserId) {
        locked(&self.0).people.insert(user);
    }

    /// Returns whether the messages of all people of a match have been fetched.
    pub(in crate::gateway) fn is_done(&self, match_id: MatchId) -> bool {
        locked(&self.0).matches.contains(&match_id)
    }

    /// Waits until nobody’s messages have been fetched for [`STALL_TIMEOUT`], and no longer than [`MAX_RUN`].
    pub(in crate::gateway) async fn until_stalled(&self) {
        let stalled = async {
            let mut people_before = usize::MAX;
            loop {
                let people = locked(&self.0).people.len();
                if people == people_before {
                    return;
                }
                people_before = people;
                tokio::time::sleep(STALL_TIMEOUT).await;
            }
        };
        // Either way, the deadline waits no longer.
        let _ = tokio::time::timeout(MAX_RUN, stalled).await;
    }
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
    let senders = find_senders(bot, matches).await;
    fetch_from_senders(http, bot, matches, senders, run).await
}

/// Fetches what these senders in some matches have sent, as [`fetch_for_matches`] does.
pub(in crate::gateway) async fn fetch_from_senders(
    http: &Arc<Http>,
    bot: &Bot,
    matches: &[MatchId],
    Senders { people, unreadable_matches }: Senders,
    run: &FetchRun<'_>,
) -> bool {
    let people = in_order(people, run.is_urgent);
    let readable = matches.iter().copied().filter(|match_id| !unreadable_matches.contains(match_id));
    let mut unfetched = UnfetchedPeople::of(readable, people.iter().map(|(_, sender)| sender));
    unfetched.take_finished().into_iter().for_each(|match_id| run.finish(match_id));
    let fetch = async |(user, sender): (UserId, Sender)| {
        if !run.is_urgent {
            bot.arrivals.wait_for_urgent_fetches().await;
        }
        let is_fetched = Box::pin(run.fetched.once(user, fetch_person(http, bot, user, &sender))).await;
        (user, sender, is_fetched)
    };
    let parallel = if run.is_urgent { MAX_PARALLEL } else { 1 };
    let mut all = pin!(stream::iter(people).map(fetch).buffer_unordered(parallel));
    let mut is_complete = unreadable_matches.is_empty();
    // Somebody whose messages cannot be fetched holds up nobody else.
    while let Some((user, sender, is_fetched)) = all.next().await {
        if !is_fetched {
            is_complete = false;
            continue;
        }
        run.progress.note_person(user);
        unfetched.remove(&sender);
        unfetched.take_finished().into_iter().for_each(|match_id| run.finish(match_id));
    }
    is_complete
}

/// The number of people of each match whose messages are still to be fetched.
struct UnfetchedPeople(BTreeMap<MatchId, usize>);

impl UnfetchedPeople {
    fn of<'a>(matches: impl Iterator<Item = MatchId>, senders: impl Iterator<Item = &'a Sender>) -> Self {
        let mut counts: BTreeMap<MatchId, usize> = matches.map(|match_id| (match_id, 0)).collect();
        for match_id in senders.flat_map(|sender| &sender.plays_in) {
            if let Some(count) = counts.get_mut(match_id) {
                *count += 1;
            }
        }
        Self(counts)
    }

    fn remove(&mut self, sender: &Sender) {
        for match_id in &sender.plays_in {
            if let Some(count) = self.0.get_mut(match_id) {
                *count -= 1;
            }
        }
    }

    /// Removes the matches in which nobody is left, and returns them.
    fn take_finished(&mut self) -> Vec<MatchId> {
        self.0.extract_if(.., |_, count| *count == 0).map(|(match_id, _)| match_id).collect()
    }
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

/// Receives the messages of a person that Discord shows in their channel and that have not been answered yet, oldest first.
async fn receive_from_channel(
    http: &Arc<Http>,
    bot: &Bot,
    user: UserId,
    sender: &Sender,
) -> Result<(), Missing> {
    let stored = bot.matches.store().direct_channel(user).await.map_err(Missing::Store)?;
    let (channel, last_answered) = match stored {
        Some((channel, last_answered)) => (channel.discord(), last_answered),
        None if sender.due.is_none() => return Ok(()),
        None => (open_direct(http, bot, user.discord()).await?, MessageId(0)),
    };
    // Up to this message, everything was answered or was not meant for a match. But an answer to the current question may have
    // been edited since, so the search begins where the question was asked.
    let dealt_with = last_answered.max(MessageId(first_at(sender.since)));
    let mut after = dealt_with.min(MessageId(first_at(sender.asked.max(sender.since))));
    loop {
        let page = GetMessages::new().after(after.discord()).limit(PAGE_SIZE);
        let mut messages = channel.messages(http, page).await?;
        messages.sort_unstable_by_key(|message| message.id);
        let Some(last) = messages.last() else { return Ok(()) };
        after = last.id.stored();
        let is_last = messages.len() < usize::from(PAGE_SIZE);
        for message in messages {
            if message.author.id != user.discord() || !direct::is_text(&message) {
                continue;
            }
            let message = edits::as_new(&message).unwrap_or(message);
            if message.id.stored() > dealt_with {
                receive_missed(http, bot, message, sender).await;
            }
        }
        if is_last {
            return Ok(());
        }
    }
}

/// Receives a message that was missed. An answer that was written before the current question was asked is refused, because it was
/// meant for a question that has been closed since.
async fn receive_missed(http: &Arc<Http>, bot: &Bot, message: Message, sender: &Sender) {
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
