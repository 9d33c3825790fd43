//! [`DirectsLastCall`]: the last call before a deadline. The scheduler makes it, and waits until no direct message is missing that
//! was sent in time.
//!
//! First a [`Probe`] finds out whether everything that people have sent has arrived. If it has, only messages that Discord may
//! deliver late are fetched, for two seconds at most. If it has not, the connection is down or new: then the messages of all players
//! are fetched until none is missing, or until nothing can be fetched any more.

use std::collections::BTreeSet;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serde_json::json;
use serenity::futures::TryStreamExt as _;
use serenity::futures::future::{Either, select};
use serenity::{Cache, Http};

use super::missed::{
    FIRST_WAIT, FetchRun, Progress, fetch_for_matches, fetch_from_senders, find_senders, load_matches,
};
use crate::link::Health;
use crate::ui::snowflakes::ToStored;
use crate::ui::{Arrivals, Bot, Fetched};
use trigon_engine::ids::{GuildId, MatchId, UserId};
use trigon_engine::matches::{LastCall, Match, MatchError};

/// The longest wait before messages that could not be fetched are fetched again while a deadline waits.
const LONGEST_URGENT_WAIT: Duration = Duration::from_secs(5);

/// The maximum number of people whose messages are fetched at a deadline although everything seems to have arrived. More would
/// hold up what the deadline itself has to say.
const MAX_LATE_SENDERS: usize = 64;

/// The longest a deadline waits for messages that are fetched although everything seems to have arrived.
const LATE_TIMEOUT: Duration = Duration::from_secs(2);

/// The longest a deadline waits for the first session. Messages that are fetched before a session begins have to be fetched again.
const SESSION_TIMEOUT: Duration = Duration::from_secs(5);

/// The longest a deadline waits for messages that have arrived to be stored.
const STORE_TIMEOUT: Duration = Duration::from_secs(3);

/// The last call before a deadline, which makes sure that no direct message was missed.
pub(super) struct DirectsLastCall {
    pub(super) http: Arc<Http>,
    pub(super) bot: Bot,
    pub(super) probe: Probe,
}

/// What the scheduler calls with each match for which the call is done.
type OnDone<'a> = dyn Fn(MatchId) + Send + Sync + 'a;

impl LastCall for DirectsLastCall {
    fn call<'a>(
        &'a self,
        matches: &'a [MatchId],
        done: &'a OnDone<'a>,
    ) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>> {
        Box::pin(async move {
            let progress = Progress::default();
            let call = async {
                if self.probe.has_all_arrived().await {
                    self.fetch_late(matches, &progress, done).await;
                } else {
                    self.fetch_all(matches, &progress, done).await;
                }
            };
            if let Either::Right(_) = select(pin!(call), pin!(progress.until_stalled())).await {
                tracing::error!("direct messages could not all be fetched in time for a deadline");
            }
        })
    }

    fn reaches_guild(&self, guild_id: GuildId) -> bool {
        // Of several processes, each knows only its own servers; and before the first session, none are known.
        let knows_all =
            self.bot.matches.store().process().is_alone() && self.bot.arrivals.latest_session().is_some();
        !knows_all || self.probe.cache.guilds().iter().any(|guild| guild.stored() == guild_id)
    }

    fn wait_until_stored<'a>(
        &'a self,
        matches: &'a [MatchId],
    ) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>> {
        Box::pin(async move {
            let stored = async {
                if self.bot.inbox.is_empty() {
                    return;
                }
                let players = players(&self.bot, matches).await;
                self.bot.inbox.wait_until_processed(players.as_ref().ok()).await;
            };
            if tokio::time::timeout(STORE_TIMEOUT, stored).await.is_err() {
                tracing::error!("direct messages could not all be stored in time for a deadline");
            }
        })
    }
}

impl DirectsLastCall {
    /// Fetches once what the players of a few matches may have sent just now. Discord delivers direct messages independently of
    /// what happens in servers, so one may still be on its way although the probe is back.
    async fn fetch_late(&self, matches: &[MatchId], progress: &Progress, done: &OnDone<'_>) {
        if matches.len() > MAX_LATE_SENDERS {
            return;
        }
        let fetch = async {
            let senders = find_senders(&self.bot, matches).await;
            if senders.people.len() <= MAX_LATE_SENDERS {
                let _urgent = self.bot.arrivals.fetch_urgently();
                let nobody = Fetched::default();
                let run = FetchRun { fetched: &nobody, is_urgent: true, progress, done };
                fetch_from_senders(&self.http, &self.bot, matches, senders, &run).await;
            }
        };
        if tokio::time::timeout(LATE_TIMEOUT, fetch).await.is_err() {
            tracing::info!("direct messages that may be late could not all be looked for at a deadline");
        }
    }

    /// Fetches what the players of some matches have sent, again and again until nothing is missing.
    async fn fetch_all(&self, matches: &[MatchId], progress: &Progress, done: &OnDone<'_>) {
        tracing::warn!("the connection is down or new at a deadline; direct messages are fetched");
        let already_fetched = self.already_fetched().await;
        let _urgent = self.bot.arrivals.fetch_urgently();
        let (mut unfetched, mut wait) = (matches.to_vec(), FIRST_WAIT);
        loop {
            let run = FetchRun { fetched: &already_fetched, is_urgent: true, progress, done };
            fetch_for_matches(&self.http, &self.bot, &unfetched, &run).await;
            unfetched.retain(|match_id| !progress.is_done(*match_id));
            if unfetched.is_empty() {
                return;
            }
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(LONGEST_URGENT_WAIT);
        }
    }

    /// Returns the people whose messages need not be fetched. In a session that is alive, those are the ones whose messages have
    /// been fetched since it began; otherwise nobody.
    async fn already_fetched(&self) -> Arc<Fetched> {
        if self.bot.matches.store().process().hears_directs() {
            let session = tokio::time::timeout(SESSION_TIMEOUT, self.bot.arrivals.wait_for_session()).await;
            if let Ok(Some(fetched)) = session
                && self.probe.has_session_arrived().await
            {
                return fetched;
            }
        }
        Arc::default()
    }
}

/// Returns the players of some matches.
async fn players(bot: &Bot, matches: &[MatchId]) -> Result<BTreeSet<UserId>, MatchError> {
    let add = async |mut users: BTreeSet<UserId>, game: Arc<Match>| {
        let people = game.players.iter().filter(|player| player.computed().is_none());
        users.extend(people.map(|player| player.user_id));
        Ok(users)
    };
    load_matches(bot, matches).try_fold(BTreeSet::new(), add).await
}

/// How long Discord may take to answer a probe.
const ECHO_TIMEOUT: Duration = Duration::from_secs(2);

/// The opcode of a request for members of a server.
const REQUEST_MEMBERS: u8 = 8;

/// The shard that receives direct messages.
const DIRECT_SHARD: u32 = 0;

/// A request to Discord over the gateway connection itself, whose response arrives after everything that was sent before. The
/// bot asks for its own membership in a server, with a number; `events.rs` notes the number when the response comes back.
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
    async fn has_all_arrived(&self) -> bool {
        self.arrivals.has_no_gap() && self.has_session_arrived().await
    }

    /// Returns whether everything that people have sent since the session began has arrived.
    ///
    /// Each event is handled in its own task, and the newest task may run first. By the time a second probe is back,
    /// the tasks for everything that came before the first one have run.
    async fn has_session_arrived(&self) -> bool {
        self.send_and_wait().await && self.send_and_wait().await
    }

    /// Sends a probe, and returns whether it comes back in time.
    async fn send_and_wait(&self) -> bool {
        let me = self.cache.current_user().id;
        let shards = self.cache.shard_count();
        let on_shard = |guild: &serenity::GuildId| serenity::utils::shard_id(*guild, shards) == DIRECT_SHARD;
        let Some(guild) = self.cache.guilds().into_iter().find(on_shard) else { return false };
        let number = self.sent.fetch_add(1, Ordering::Relaxed) + 1;
        let members = json!({
            "guild_id": guild, "user_ids": [me], "limit": 1, "presences": false, "nonce": number.to_string(),
        });
        // Not through serenity, which would stop reading if it could not send this.
        if !self.health.send(DIRECT_SHARD, json!({ "op": REQUEST_MEMBERS, "d": members }).to_string()) {
            return false;
        }
        // Messages sent before this connection was made do not arrive over it.
        let is_back = tokio::time::timeout(ECHO_TIMEOUT, self.arrivals.wait_for_probe(number)).await.is_ok();
        if !is_back {
            self.health.test(DIRECT_SHARD);
        }
        is_back
    }
}
