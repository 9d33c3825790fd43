//! Direct messages that Discord did not deliver, because the bot was not connected when they were sent.

use crate::ui::snowflakes::{ToDiscord, ToStored};
use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use trigon_engine::ids::{ChannelId, GuildId, MatchId, MessageId, UserId};

use poise::serenity_prelude as serenity;
use serde_json::json;
use serenity::futures::future::{Either, select};
use serenity::futures::{Stream, StreamExt as _, TryStreamExt as _, stream};
use serenity::{Cache, GetMessages, Http};

use super::opening::open_direct;
use super::{direct, edits};
use crate::codes::{Kind, Verdict, verdict};
use crate::link::Health;
use crate::ui::snowflakes::{first_at, time};
use crate::ui::{Arrivals, Bot, Failure, Fetched, describe, is_passing, meant};
use trigon_engine::matches::{LastCall, Match, MatchError, Millis, UNCERTAIN};
use trigon_engine::store::StoreError;

/// The number of people whose messages are fetched at the same time while a deadline waits for them.
const PARALLEL: usize = 8;

/// The maximum number of messages that Discord returns at once.
const PAGE: u8 = 100;

/// The wait before messages that could not be fetched are fetched again; it doubles with each further failure.
const FIRST_WAIT: Duration = Duration::from_secs(1);

/// The longest of these waits, and the longest while a deadline waits.
const LONGEST_WAIT: Duration = Duration::from_mins(1);
const LONGEST_URGENT_WAIT: Duration = Duration::from_secs(5);

/// The maximum number of people whose messages are fetched at a deadline although everything seems to have arrived. More would
/// hold up what the deadline itself has to say.
const FEW: usize = 64;

/// The longest a deadline waits for them.
const LATE: Duration = Duration::from_secs(2);

/// How long a message waits for what its author had sent before. A deadline does not wait much longer for the message.
const EARLIER: Duration = Duration::from_secs(2);

/// The longest a deadline waits for messages that Discord has not delivered while nobody’s can be fetched, and the longest altogether:
/// at Discord’s limits, those of thousands of people take a few minutes.
const OWED: Duration = Duration::from_mins(1);
const LONGEST_OWED: Duration = Duration::from_mins(10);

/// The longest a deadline waits for the first session. Anything fetched before that has to be fetched again.
const CONNECTING: Duration = Duration::from_secs(5);

/// The longest a deadline waits for messages that have arrived to be stored.
const STORING: Duration = Duration::from_secs(3);

/// The last call before a deadline, which makes sure that no direct message was missed.
pub(super) struct Missed {
    pub(super) http: Arc<Http>,
    pub(super) bot: Bot,
    pub(super) probe: Probe,
}

impl LastCall for Missed {
    fn call<'a>(
        &'a self,
        matches: &'a [MatchId],
        done: &'a (dyn Fn(MatchId) + Send + Sync),
    ) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>> {
        let progress = Progress::default();
        Box::pin(async move {
            let call = async {
                if self.probe.comes_back().await {
                    // Discord orders direct messages and what happens in servers each for itself: one may still be under way.
                    let late = self.look_for_late(matches, &progress, done);
                    if tokio::time::timeout(LATE, late).await.is_err() {
                        tracing::info!(
                            "direct messages that may be late could not all be looked for at a deadline"
                        );
                    }
                    return;
                }
                tracing::warn!("the connection is down or new at a deadline; direct messages are fetched");
                let fetched = self.fetched().await;
                let _hurry = self.bot.arrivals.hurry();
                let (mut owed, mut wait) = (matches.to_vec(), FIRST_WAIT);
                loop {
                    let fetched = Fetching { fetched: &fetched, is_urgent: true, progress: &progress, done };
                    fetch(&self.http, &self.bot, &owed, &fetched).await;
                    owed.retain(|match_id| !progress.is_done(*match_id));
                    if owed.is_empty() {
                        return;
                    }
                    tokio::time::sleep(wait).await;
                    wait = (wait * 2).min(LONGEST_URGENT_WAIT);
                }
            };
            if let Either::Right(_) = select(pin!(call), pin!(progress.ends())).await {
                tracing::error!("direct messages could not all be fetched in time for a deadline");
            }
        })
    }

    fn is_in(&self, guild_id: GuildId) -> bool {
        // Of several processes, each knows only its own servers; and before the first session, none are known.
        let knows = self.bot.matches.store().process().is_alone() && self.bot.arrivals.latest().is_some();
        !knows || self.probe.cache.guilds().iter().any(|guild| guild.stored() == guild_id)
    }

    fn arrived<'a>(&'a self, matches: &'a [MatchId]) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>> {
        Box::pin(async move {
            let stored = async {
                if self.bot.inbox.is_empty() {
                    return;
                }
                let players = players(&self.bot, matches).await;
                self.bot.inbox.stored(players.as_ref().ok()).await;
            };
            if tokio::time::timeout(STORING, stored).await.is_err() {
                tracing::error!("direct messages could not all be stored in time for a deadline");
            }
        })
    }
}

/// Whose messages have been fetched so far, and in which matches everybody’s.
#[derive(Default)]
struct Progress(Mutex<(BTreeSet<UserId>, BTreeSet<MatchId>)>);

impl Progress {
    fn lock(&self) -> MutexGuard<'_, (BTreeSet<UserId>, BTreeSet<MatchId>)> {
        // Each change is a single insertion, so a panic elsewhere leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_done(&self, match_id: MatchId) -> bool {
        self.lock().1.contains(&match_id)
    }

    /// Waits until nothing gets on any more, or until it has taken too long altogether.
    async fn ends(&self) {
        let stands_still = async {
            let mut people = usize::MAX;
            while std::mem::replace(&mut people, self.lock().0.len()) != people {
                tokio::time::sleep(OWED).await;
            }
        };
        // In either case, nothing is waited for any longer.
        let _ = tokio::time::timeout(LONGEST_OWED, stands_still).await;
    }
}

/// How messages are fetched.
struct Fetching<'a> {
    /// The people whose messages need not be fetched.
    fetched: &'a Fetched,
    /// Whether a deadline waits for it.
    is_urgent: bool,
    progress: &'a Progress,
    /// What is called with a match once the messages of all its people have been fetched.
    done: &'a (dyn Fn(MatchId) + Send + Sync),
}

impl Missed {
    /// Fetches once what the players of a few matches have sent and Discord has not delivered yet.
    async fn look_for_late(
        &self,
        matches: &[MatchId],
        progress: &Progress,
        done: &(dyn Fn(MatchId) + Send + Sync),
    ) {
        if matches.len() > FEW {
            return;
        }
        let writers = writers(&self.bot, matches).await;
        if writers.people.len() <= FEW {
            let _hurry = self.bot.arrivals.hurry();
            let fetched = Fetched::default();
            let how = Fetching { fetched: &fetched, is_urgent: true, progress, done };
            fetch_from_all(&self.http, &self.bot, matches, writers, &how).await;
        }
    }

    /// Returns the people whose messages need not be fetched: in a new session that is alive, those fetched since it
    /// began.
    async fn fetched(&self) -> Arc<Fetched> {
        if self.bot.matches.store().process().hears_directs() {
            let session = tokio::time::timeout(CONNECTING, self.bot.arrivals.session()).await;
            if let Ok(Some(fetched)) = session
                && self.probe.answers().await
            {
                return fetched;
            }
        }
        Arc::default()
    }
}

/// Loads some matches, several at a time. There may be thousands, so they are not kept.
fn read(bot: &Bot, matches: &[MatchId]) -> impl Stream<Item = Result<Arc<Match>, MatchError>> {
    stream::iter(matches.to_vec()).map(|id| bot.matches.load(id)).buffered(PARALLEL)
}

/// Returns the players of some matches.
async fn players(bot: &Bot, matches: &[MatchId]) -> Result<BTreeSet<UserId>, MatchError> {
    let add = async |mut users: BTreeSet<UserId>, game: Arc<Match>| {
        let people = game.players.iter().filter(|player| player.computed().is_none());
        users.extend(people.map(|player| player.user_id));
        Ok(users)
    };
    read(bot, matches).try_fold(BTreeSet::new(), add).await
}

/// Fetches what players sent before the session that has just begun, because Discord repeats none of it. Until all of it has
/// been fetched, the gap is open: it is tried again, also before a deadline, and after a restart.
pub(super) async fn catch_up(http: &Arc<Http>, bot: &Bot) -> Result<(), Failure> {
    let gap = bot.arrivals.gap();
    let begun = first_at(bot.matches.clock().now() - UNCERTAIN);
    let mut wait = FIRST_WAIT;
    loop {
        match caught_up(http, bot, begun, &gap.fetched).await {
            Ok(true) => break,
            Ok(false) => {}
            Err(failure) => failure.log(),
        }
        tokio::time::sleep(wait).await;
        wait = (wait * 2).min(LONGEST_WAIT);
        // Another session has begun since, which fetches this, too.
        if !bot.arrivals.is_latest(&gap.fetched) {
            return Ok(());
        }
    }
    drop(gap);
    bot.inbox.stored(None).await;
    Ok(bot.matches.store().set_heard_directs(MessageId(begun)).await?)
}

/// Fetches what has not been fetched yet, and returns whether that was everything.
async fn caught_up(http: &Arc<Http>, bot: &Bot, begun: i64, fetched: &Fetched) -> Result<bool, Failure> {
    let store = bot.matches.store();
    if store.heard_directs().await?.is_none() {
        store.set_heard_directs(MessageId(begun)).await?;
    }
    let matches = owing(bot, None).await?;
    let progress = Progress::default();
    let fetching = Fetching { fetched, is_urgent: false, progress: &progress, done: &|_| {} };
    Ok(fetch(http, bot, &matches, &fetching).await)
}

/// Returns the matches in which the players, or only `user`, may have sent something that has not been fetched,
/// including those that have ended since everything was last fetched.
async fn owing(bot: &Bot, user: Option<UserId>) -> Result<Vec<MatchId>, StoreError> {
    let store = bot.matches.store();
    let since =
        store.heard_directs().await?.map_or_else(|| bot.matches.clock().now(), |message| time(message.0))
            - UNCERTAIN;
    match user {
        Some(user) => bot.matches.played_since(since, user).await,
        None => store.played_since(since, None).await,
    }
}

/// Fetches what somebody who has just written had sent before the session began, so that it comes first and does not
/// count as answered once a later message is. If it cannot be fetched now, that is remembered, and the message counts without it.
pub(super) async fn catch_up_with(http: &Arc<Http>, bot: &Bot, user: UserId, channel: ChannelId) {
    let Some(fetched) = bot.arrivals.latest().filter(|fetched| !fetched.has(user)) else { return };
    let writer = async {
        let matches = owing(bot, Some(user)).await?;
        let people = writers(bot, &matches).await.people;
        Ok::<_, StoreError>(people.into_iter().find(|(person, _)| *person == user))
    };
    let fetch = async {
        match writer.await {
            Ok(Some((_, writer))) => {
                while !Box::pin(fetched.once(user, fetch_from(http, bot, user, &writer))).await {
                    tokio::time::sleep(EARLIER / 4).await;
                }
                true
            }
            Ok(None) => fetched.once(user, std::future::ready(true)).await,
            Err(error) => {
                tracing::error!(%error, "cannot read which users’ direct messages were missed");
                false
            }
        }
    };
    if !tokio::time::timeout(EARLIER, fetch).await.unwrap_or(false)
        && let Err(error) = bot.matches.store().note_gap(user, channel).await
    {
        tracing::error!(%error, "cannot note that direct messages could not be fetched");
    }
}

/// Fetches what players have sent since their matches began and the bot has not answered yet. Unless a deadline is
/// waiting, this is done one player at a time, because there may be thousands of them, and others are waiting for
/// answers to what they do now. Returns whether nothing is missing.
async fn fetch(http: &Arc<Http>, bot: &Bot, matches: &[MatchId], how: &Fetching<'_>) -> bool {
    let writers = writers(bot, matches).await;
    fetch_from_all(http, bot, matches, writers, how).await
}

/// Fetches what the players of some matches have sent, as [`fetch`] does.
async fn fetch_from_all(
    http: &Arc<Http>,
    bot: &Bot,
    matches: &[MatchId],
    Writers { people, unread }: Writers,
    how: &Fetching<'_>,
) -> bool {
    let people = in_order(people, how.is_urgent);
    // The number of people of each match whose messages are still to be fetched.
    let mut left: BTreeMap<MatchId, usize> = matches.iter().map(|match_id| (*match_id, 0)).collect();
    for match_id in people.iter().flat_map(|(_, writer)| &writer.plays_in) {
        *left.entry(*match_id).or_default() += 1;
    }
    left.retain(|match_id, _| !unread.contains(match_id));
    let is_done = |match_id: MatchId| {
        how.progress.lock().1.insert(match_id);
        (how.done)(match_id);
    };
    for (match_id, _) in left.iter().filter(|(_, people)| **people == 0) {
        is_done(*match_id);
    }
    let fetch = async |(user, writer): (UserId, Writer)| {
        if !how.is_urgent {
            bot.arrivals.calm().await;
        }
        let is_fetched = Box::pin(how.fetched.once(user, fetch_from(http, bot, user, &writer))).await;
        (user, writer, is_fetched)
    };
    let parallel = if how.is_urgent { PARALLEL } else { 1 };
    let mut all = pin!(stream::iter(people).map(fetch).buffer_unordered(parallel));
    let mut is_complete = unread.is_empty();
    // Those after somebody whose messages cannot be fetched are fetched all the same.
    while let Some((user, writer, is_fetched)) = all.next().await {
        is_complete &= is_fetched;
        if !is_fetched {
            continue;
        }
        how.progress.lock().0.insert(user);
        for match_id in writer.plays_in {
            let Some(people) = left.get_mut(&match_id) else { continue };
            *people -= 1;
            if *people == 0 {
                is_done(match_id);
            }
        }
    }
    is_complete
}

/// The people who may have written, and the matches of which that cannot be read.
struct Writers {
    people: BTreeMap<UserId, Writer>,
    unread: BTreeSet<MatchId>,
}

/// Somebody who may have written.
struct Writer {
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
async fn writers(bot: &Bot, matches: &[MatchId]) -> Writers {
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
            let first = Writer { plays_in: Vec::new(), place, since, asked, due: None };
            let writer: &mut Writer = people.entry(user).or_insert(first);
            writer.since = since.min(writer.since);
            writer.asked = asked.min(writer.asked);
            if !writer.plays_in.contains(match_id) {
                writer.plays_in.push(*match_id);
            }
        }
        let due = game.deadline.unwrap_or(Millis::MAX);
        for seat in game.asked_in_private() {
            let owner = game.ended_loans(now).find(|lent| lent.seat == seat).map(|lent| lent.owner);
            for user in game.player(seat).map(|player| player.user_id).into_iter().chain(owner) {
                if let Some(writer) = people.get_mut(&user) {
                    writer.due = Some(writer.due.map_or(due, |before| before.min(due)));
                }
            }
        }
    }
    Writers { people, unread }
}

/// Returns people in the order in which their messages are fetched: those whose answers are due first come first, so that at
/// Discord’s limit they wait for nobody whose answer is due later. If deadlines are waiting, they have been given in that order.
fn in_order(people: BTreeMap<UserId, Writer>, is_urgent: bool) -> Vec<(UserId, Writer)> {
    let mut people: Vec<_> = people.into_iter().collect();
    people.sort_by_key(|(_, writer)| {
        let due = writer.due.unwrap_or(Millis::MAX);
        if is_urgent { (writer.place, due) } else { (0, due) }
    });
    people
}

/// Fetches the messages of one person. Returns whether none is missing: all have been fetched, or Discord will never show them.
async fn fetch_from(http: &Arc<Http>, bot: &Bot, user: UserId, writer: &Writer) -> bool {
    if let Err(error) = receive_missed(http, bot, user, writer).await {
        let passes = match &error {
            Missing::Discord(error) => {
                tracing::error!(user = user.0, error = describe(error), "direct messages cannot be fetched");
                // A proxy's page in place of Discord's answer says nothing about the next attempt.
                match meant(error) {
                    Some(meaning) => verdict(Kind::Fetch, meaning) == Verdict::Again,
                    None => is_passing(error) || matches!(error, serenity::Error::Json(_)),
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

async fn receive_missed(http: &Arc<Http>, bot: &Bot, user: UserId, writer: &Writer) -> Result<(), Missing> {
    let known = bot.matches.store().direct_channel(user).await.map_err(Missing::Store)?;
    let author = user.discord();
    let (channel, answered) = match known {
        Some((channel, answered)) => (channel.discord(), answered),
        None if writer.due.is_none() => return Ok(()),
        None => (open_direct(http, bot, author).await?, MessageId(0)),
    };
    let dealt_with = answered.max(MessageId(first_at(writer.since)));
    // What was written since the question was asked may have been edited.
    let mut after = dealt_with.min(MessageId(first_at(writer.asked.max(writer.since))));
    loop {
        let page = GetMessages::new().after(after.discord()).limit(PAGE);
        let mut messages = channel.messages(http, page).await?;
        messages.sort_unstable_by_key(|message| message.id);
        let Some(last) = messages.last() else { return Ok(()) };
        after = last.id.stored();
        let is_last = messages.len() < usize::from(PAGE);
        for message in messages {
            if message.author.id != author || !direct::is_text(&message) {
                continue;
            }
            let message = edits::as_sent(&message).unwrap_or(message);
            if message.id.stored() <= dealt_with {
                continue;
            }
            // An answer written before the question was asked was meant for one that has been closed since.
            let is_late = edits::written(&message) < writer.asked;
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

/// How long Discord may take to answer a probe.
const PATIENCE: Duration = Duration::from_secs(2);

/// The opcode of a request for members of a server.
const REQUEST_MEMBERS: u8 = 8;

/// The shard that receives direct messages.
const DIRECT: u32 = 0;

/// A request to Discord over the connection itself, whose response arrives after everything that was sent before.
pub(super) struct Probe {
    health: Health,
    cache: Arc<Cache>,
    arrivals: Arrivals,
    sent: AtomicU64,
}

impl Probe {
    pub(super) fn new(health: Health, cache: Arc<Cache>, arrivals: Arrivals) -> Self {
        Self { health, cache, arrivals, sent: AtomicU64::new(0) }
    }

    /// Returns whether everything that people have sent so far has arrived.
    ///
    /// The loss of a connection may go unnoticed for a minute, until heartbeats are missed; and a new connection says
    /// nothing about what was sent before it.
    pub(super) async fn comes_back(&self) -> bool {
        self.arrivals.has_no_gap() && self.answers().await
    }

    /// Returns whether everything that people have sent since the session began has arrived.
    ///
    /// Each event is handled in its own task, and the newest task may run first. By the time a second probe is back,
    /// the tasks for everything that came before the first one have run.
    pub(super) async fn answers(&self) -> bool {
        self.is_echoed().await && self.is_echoed().await
    }

    async fn is_echoed(&self) -> bool {
        let me = self.cache.current_user().id;
        let shards = self.cache.shard_count();
        let on_shard = |guild: &serenity::GuildId| serenity::utils::shard_id(*guild, shards) == DIRECT;
        let Some(guild) = self.cache.guilds().into_iter().find(on_shard) else { return false };
        let number = self.sent.fetch_add(1, Ordering::Relaxed) + 1;
        let members = json!({
            "guild_id": guild, "user_ids": [me], "limit": 1, "presences": false, "nonce": number.to_string(),
        });
        // Not through serenity, which would stop reading if it could not send this.
        if !self.health.send(DIRECT, json!({ "op": REQUEST_MEMBERS, "d": members }).to_string()) {
            return false;
        }
        // Messages sent before this connection was made do not arrive over it.
        let is_back = tokio::time::timeout(PATIENCE, self.arrivals.comes_back(number)).await.is_ok();
        if !is_back {
            self.health.test(DIRECT);
        }
        is_back
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whose_answer_is_due_first_is_fetched_first_whatever_their_match_and_number() {
        let writer =
            |(user, due)| (UserId(user), Writer { plays_in: Vec::new(), place: 0, since: 0, asked: 0, due });
        let people = [(1, None), (2, Some(30)), (3, Some(10)), (4, Some(20)), (5, Some(10))];
        let people = people.into_iter().map(writer).collect();
        let order: Vec<UserId> = in_order(people, false).into_iter().map(|(user, _)| user).collect();
        assert_eq!(order, [3, 5, 4, 2, 1].map(UserId));
    }

    #[test]
    fn at_deadlines_the_people_of_the_first_match_come_first_whatever_else_they_are_asked() {
        let writer = |(user, place, due)| {
            (UserId(user), Writer { plays_in: Vec::new(), place, since: 0, asked: 0, due })
        };
        let people = [(1, 2, Some(10)), (2, 0, None), (3, 1, Some(20)), (4, 0, Some(30))];
        let people = people.into_iter().map(writer).collect();
        let order: Vec<UserId> = in_order(people, true).into_iter().map(|(user, _)| user).collect();
        assert_eq!(order, [4, 2, 3, 1].map(UserId));
    }
}
