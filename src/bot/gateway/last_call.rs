//! The last call before a deadline: making sure that no direct message was missed.

use std::collections::BTreeSet;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::Http;
use serenity::futures::TryStreamExt as _;
use serenity::futures::future::{Either, select};

use super::missed::{FIRST_WAIT, FetchRun, Progress, fetch_for_matches, fetch_from_senders, read, senders};
use super::probe::Probe;
use crate::ui::snowflakes::ToStored;
use crate::ui::{Bot, Fetched};
use trigon_engine::ids::{GuildId, MatchId, UserId};
use trigon_engine::matches::{LastCall, Match, MatchError};

/// The longest wait before messages that could not be fetched are fetched again while a deadline waits.
const LONGEST_URGENT_WAIT: Duration = Duration::from_secs(5);

/// The maximum number of people whose messages are fetched at a deadline although everything seems to have arrived. More would
/// hold up what the deadline itself has to say.
const MAX_LATE_SENDERS: usize = 64;

/// The longest a deadline waits for them.
const LATE_TIMEOUT: Duration = Duration::from_secs(2);

/// The longest a deadline waits for the first session. Anything fetched before that has to be fetched again.
const SESSION_TIMEOUT: Duration = Duration::from_secs(5);

/// The longest a deadline waits for messages that have arrived to be stored.
const STORE_TIMEOUT: Duration = Duration::from_secs(3);

/// The last call before a deadline, which makes sure that no direct message was missed.
pub(super) struct DirectsLastCall {
    pub(super) http: Arc<Http>,
    pub(super) bot: Bot,
    pub(super) probe: Probe,
}

impl LastCall for DirectsLastCall {
    fn call<'a>(
        &'a self,
        matches: &'a [MatchId],
        done: &'a (dyn Fn(MatchId) + Send + Sync),
    ) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>> {
        let progress = Progress::default();
        Box::pin(async move {
            let call = async {
                if self.probe.has_all_arrived().await {
                    // Discord orders direct messages and what happens in servers each for itself: one may still be under way.
                    let late = self.fetch_late(matches, &progress, done);
                    if tokio::time::timeout(LATE_TIMEOUT, late).await.is_err() {
                        tracing::info!(
                            "direct messages that may be late could not all be looked for at a deadline"
                        );
                    }
                    return;
                }
                tracing::warn!("the connection is down or new at a deadline; direct messages are fetched");
                let already = self.already_fetched().await;
                let _urgent = self.bot.arrivals.fetch_urgently();
                let (mut unfetched, mut wait) = (matches.to_vec(), FIRST_WAIT);
                loop {
                    let run = FetchRun { fetched: &already, is_urgent: true, progress: &progress, done };
                    fetch_for_matches(&self.http, &self.bot, &unfetched, &run).await;
                    unfetched.retain(|match_id| !progress.is_done(*match_id));
                    if unfetched.is_empty() {
                        return;
                    }
                    tokio::time::sleep(wait).await;
                    wait = (wait * 2).min(LONGEST_URGENT_WAIT);
                }
            };
            if let Either::Right(_) = select(pin!(call), pin!(progress.until_stalled())).await {
                tracing::error!("direct messages could not all be fetched in time for a deadline");
            }
        })
    }

    fn is_in(&self, guild_id: GuildId) -> bool {
        // Of several processes, each knows only its own servers; and before the first session, none are known.
        let knows_all =
            self.bot.matches.store().process().is_alone() && self.bot.arrivals.latest_session().is_some();
        !knows_all || self.probe.cache.guilds().iter().any(|guild| guild.stored() == guild_id)
    }

    fn arrived<'a>(&'a self, matches: &'a [MatchId]) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>> {
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
    /// Fetches once what the players of a few matches have sent and Discord has not delivered yet.
    async fn fetch_late(
        &self,
        matches: &[MatchId],
        progress: &Progress,
        done: &(dyn Fn(MatchId) + Send + Sync),
    ) {
        if matches.len() > MAX_LATE_SENDERS {
            return;
        }
        let senders = senders(&self.bot, matches).await;
        if senders.people.len() <= MAX_LATE_SENDERS {
            let _urgent = self.bot.arrivals.fetch_urgently();
            let nobody = Fetched::default();
            let run = FetchRun { fetched: &nobody, is_urgent: true, progress, done };
            fetch_from_senders(&self.http, &self.bot, matches, senders, &run).await;
        }
    }

    /// Returns the people whose messages need not be fetched: in a new session that is alive, those fetched since it
    /// began.
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
    read(bot, matches).try_fold(BTreeSet::new(), add).await
}
