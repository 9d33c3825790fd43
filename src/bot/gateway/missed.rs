//! Fetching direct messages that Discord did not deliver, because the bot was not connected when they were sent.

use std::collections::{BTreeMap, BTreeSet};
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::futures::{Stream, StreamExt as _, stream};
use serenity::{GetMessages, Http};

use super::opening::open_direct;
use super::{direct, edits};
use crate::codes::{Reaction, RequestKind, reaction};
use crate::locks::locked;
use crate::ui::snowflakes::{ToDiscord, ToStored, first_at};
use crate::ui::{Bot, Fetched, describe, is_transient, refusal_class};
use trigon_engine::ids::{MatchId, MessageId, UserId};
use trigon_engine::matches::{Match, MatchError, Millis};
use trigon_engine::store::StoreError;

/// The number of people whose messages are fetched at the same time while a deadline waits for them.
const MAX_PARALLEL: usize = 8;

/// The maximum number of messages that Discord returns at once.
const PAGE_SIZE: u8 = 100;

/// The wait before messages that could not be fetched are fetched again; it doubles with each further failure.
pub(super) const FIRST_WAIT: Duration = Duration::from_secs(1);

/// The longest a deadline waits for messages that Discord has not delivered while nobody’s can be fetched.
const STALL_TIMEOUT: Duration = Duration::from_mins(1);

/// The longest it waits altogether: at Discord’s limits, fetching the messages of thousands of people takes a few minutes.
const MAX_RUN: Duration = Duration::from_mins(10);

/// Whose messages have been fetched so far, and in which matches everybody’s.
#[derive(Default)]
pub(super) struct Progress(Mutex<CompletedFetches>);

/// Whose messages have been fetched.
#[derive(Default)]
struct CompletedFetches {
    people: BTreeSet<UserId>,
    /// The matches of which everybody’s have been.
    matches: BTreeSet<MatchId>,
}

impl Progress {
    fn lock(&self) -> MutexGuard<'_, CompletedFetches> {
        locked(&self.0)
    }

    /// Returns whether everybody’s messages of a match have been fetched.
    pub(super) fn is_done(&self, match_id: MatchId) -> bool {
        self.lock().matches.contains(&match_id)
    }

    /// Waits until nothing gets on any more, or until it has taken too long altogether.
    pub(super) async fn until_stalled(&self) {
        let stands_still = async {
            let mut people = usize::MAX;
            while std::mem::replace(&mut people, self.lock().people.len()) != people {
                tokio::time::sleep(STALL_TIMEOUT).await;
            }
        };
        // In either case, nothing is waited for any longer.
        let _ = tokio::time::timeout(MAX_RUN, stands_still).await;
    }
}

/// A run of fetching messages.
pub(super) struct FetchRun<'a> {
    /// The people whose messages need not be fetched.
    pub(super) fetched: &'a Fetched,
    /// Whether a deadline waits for it.
    pub(super) is_urgent: bool,
    pub(super) progress: &'a Progress,
    /// What is called with a match once the messages of all its people have been fetched.
    pub(super) done: &'a (dyn Fn(MatchId) + Send + Sync),
}

/// Loads some matches, several at a time. There may be thousands, so they are not kept.
pub(super) fn read(bot: &Bot, matches: &[MatchId]) -> impl Stream<Item = Result<Arc<Match>, MatchError>> {
    stream::iter(matches.to_vec()).map(|id| bot.matches.load(id)).buffered(MAX_PARALLEL)
}

/// Fetches what players have sent since their matches began and the bot has not answered yet. Unless a deadline is
/// waiting, this is done one player at a time, because there may be thousands of them, and others are waiting for
/// answers to what they do now. Returns whether nothing is missing.
pub(super) async fn fetch_for_matches(
    http: &Arc<Http>,
    bot: &Bot,
    matches: &[MatchId],
    run: &FetchRun<'_>,
) -> bool {
    let senders = senders(bot, matches).await;
    fetch_from_senders(http, bot, matches, senders, run).await
}

/// Fetches what the players of some matches have sent, as [`fetch_for_matches`] does.
pub(super) async fn fetch_from_senders(
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
            bot.arrivals.no_urgent_fetch().await;
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

/// The people who may have written, and the matches of which that cannot be read.
pub(super) struct Senders {
    pub(super) people: BTreeMap<UserId, Sender>,
    unread: BTreeSet<MatchId>,
}

/// Somebody who may have written.
pub(super) struct Sender {
    /// Their matches, as far as they are looked at.
    plays_in: Vec<MatchId>,
    /// The place of the first of these among all matches that are looked at.
    place: usize,
    /// When the match began; the earliest of several.
    since: Millis,
    /// When its current question was asked; the earliest of several.
    asked: Millis,
    /// When the answer to a private question is due; the earliest of several. `None` if there is no such question, so
    /// that no channel is worth opening.
    due: Option<Millis>,
}

/// Returns the players of some matches, with those whose substitutes’ time is over; and the matches that cannot be read. Players who
/// are asked nothing, or in public, also want an answer to what they have written, as do those whose round has ended since.
pub(super) async fn senders(bot: &Bot, matches: &[MatchId]) -> Senders {
    let (mut people, mut unread, now) = (BTreeMap::new(), BTreeSet::new(), bot.matches.clock().now());
    let mut games = pin!(read(bot, matches).zip(stream::iter(matches)).enumerate());
    while let Some((place, (game, match_id))) = games.next().await {
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                // The others need not wait for it.
                tracing::error!(id = match_id.0, %error, "cannot read which users’ direct messages were missed");
                unread.insert(*match_id);
                continue;
            }
        };
        let Some(begun) = game.log.first().map(|entry| entry.at) else { continue };
        // What people have written before they had their seats was not meant for the match.
        let players = game.players.iter().filter(|player| player.computed().is_none());
        let players = players.map(|player| (player.user_id, game.seated_since(player.user_id)));
        let back = game.ended_loans(now).map(|lent| (lent.owner, Some(lent.back)));
        for (user, since) in players.chain(back) {
            let since = since.map_or(begun, |since| since.max(begun));
            let asked = game.asked_since();
            let first = Sender { plays_in: Vec::new(), place, since, asked, due: None };
            let sender: &mut Sender = people.entry(user).or_insert(first);
            sender.since = since.min(sender.since);
            sender.asked = asked.min(sender.asked);
            if !sender.plays_in.contains(match_id) {
                sender.plays_in.push(*match_id);
            }
        }
        let due = game.deadline.unwrap_or(Millis::MAX);
        for seat in game.asked_in_private() {
            let owner = game.ended_loans(now).find(|lent| lent.seat == seat).map(|lent| lent.owner);
            for user in game.player(seat).map(|player| player.user_id).into_iter().chain(owner) {
                if let Some(sender) = people.get_mut(&user) {
                    sender.due = Some(sender.due.map_or(due, |before| before.min(due)));
                }
            }
        }
    }
    Senders { people, unread }
}

/// Returns people in the order in which their messages are fetched: those whose answers are due first come first, so that at
/// Discord’s limit they wait for nobody whose answer is due later. If deadlines are waiting, they have been given in that order.
fn in_order(people: BTreeMap<UserId, Sender>, is_urgent: bool) -> Vec<(UserId, Sender)> {
    let mut people: Vec<_> = people.into_iter().collect();
    people.sort_by_key(|(_, sender)| {
        let due = sender.due.unwrap_or(Millis::MAX);
        if is_urgent { (sender.place, due) } else { (0, due) }
    });
    people
}

/// Fetches the messages of one person. Returns whether none is missing: all have been fetched, or Discord will never show them.
pub(super) async fn fetch_person(http: &Arc<Http>, bot: &Bot, user: UserId, sender: &Sender) -> bool {
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
            let message = edits::as_sent(&message).unwrap_or(message);
            if message.id.stored() <= dealt_with {
                continue;
            }
            // An answer written before the question was asked was meant for one that has been closed since.
            let is_late = edits::written(&message) < sender.asked;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whose_answer_is_due_first_is_fetched_first_whatever_their_match_and_number() {
        let sender =
            |(user, due)| (UserId(user), Sender { plays_in: Vec::new(), place: 0, since: 0, asked: 0, due });
        let people = [(1, None), (2, Some(30)), (3, Some(10)), (4, Some(20)), (5, Some(10))];
        let people = people.into_iter().map(sender).collect();
        let order: Vec<UserId> = in_order(people, false).into_iter().map(|(user, _)| user).collect();
        assert_eq!(order, [3, 5, 4, 2, 1].map(UserId));
    }

    #[test]
    fn at_deadlines_the_people_of_the_first_match_come_first_whatever_else_they_are_asked() {
        let sender = |(user, place, due)| {
            (UserId(user), Sender { plays_in: Vec::new(), place, since: 0, asked: 0, due })
        };
        let people = [(1, 2, Some(10)), (2, 0, None), (3, 1, Some(20)), (4, 0, Some(30))];
        let people = people.into_iter().map(sender).collect();
        let order: Vec<UserId> = in_order(people, true).into_iter().map(|(user, _)| user).collect();
        assert_eq!(order, [4, 2, 3, 1].map(UserId));
    }
}
