//! Catching up with what people sent while the bot was not connected: with everybody when a session begins, and with one person who
//! writes before their turn has come. Both are called from `events.rs`.

use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::Http;

use super::missed::{FIRST_WAIT, FetchRun, Progress, fetch_for_matches, fetch_person, find_senders};
use crate::ui::snowflakes::{first_at, time};
use crate::ui::{Bot, Failure, Fetched};
use trigon_engine::ids::{ChannelId, MatchId, MessageId, UserId};
use trigon_engine::matches::TIMESTAMP_TOLERANCE;
use trigon_engine::store::StoreError;

/// The longest wait before messages that could not be fetched are fetched again.
const LONGEST_WAIT: Duration = Duration::from_mins(1);

/// How long a message waits for what its author had sent before. A deadline does not wait much longer until the message is stored.
const EARLIER_TIMEOUT: Duration = Duration::from_secs(2);

/// Fetches what players sent before the session that has just begun, because Discord repeats none of it. Until all of it has
/// been fetched, the gap is open: it is tried again, also before a deadline, and after a restart.
pub(super) async fn catch_up(http: &Arc<Http>, bot: &Bot) -> Result<(), Failure> {
    let gap = bot.arrivals.open_gap();
    let session_start = MessageId(first_at(bot.matches.clock().now() - TIMESTAMP_TOLERANCE));
    let mut wait = FIRST_WAIT;
    loop {
        match fetch_missed(http, bot, session_start, &gap.fetched).await {
            Ok(true) => break,
            Ok(false) => {}
            Err(failure) => failure.log(),
        }
        tokio::time::sleep(wait).await;
        wait = (wait * 2).min(LONGEST_WAIT);
        // If another session has begun since, it fetches what is still missing.
        if !bot.arrivals.is_latest_session(&gap.fetched) {
            return Ok(());
        }
    }
    drop(gap);
    // What was fetched has to be stored before the mark moves past it.
    bot.inbox.wait_until_processed(None).await;
    Ok(bot.matches.store().set_heard_directs(session_start).await?)
}

/// Fetches what has not been fetched yet, and returns whether that was everything.
async fn fetch_missed(
    http: &Arc<Http>,
    bot: &Bot,
    session_start: MessageId,
    fetched: &Fetched,
) -> Result<bool, Failure> {
    let store = bot.matches.store();
    if store.heard_directs().await?.is_none() {
        // The mark is set for the first time: nothing was missed before.
        store.set_heard_directs(session_start).await?;
    }
    let matches = matches_to_fetch(bot, None).await?;
    let progress = Progress::default();
    let run = FetchRun { fetched, is_urgent: false, progress: &progress, done: &|_| {} };
    Ok(fetch_for_matches(http, bot, &matches, &run).await)
}

/// Returns the matches in which the players, or only `user`, may have sent something that has not been fetched,
/// including those that have ended since everything was last fetched.
async fn matches_to_fetch(bot: &Bot, user: Option<UserId>) -> Result<Vec<MatchId>, StoreError> {
    let store = bot.matches.store();
    let since =
        store.heard_directs().await?.map_or_else(|| bot.matches.clock().now(), |message| time(message.0))
            - TIMESTAMP_TOLERANCE;
    match user {
        // Also those in which a substitute still has this person's seat, although the loan is over.
        Some(user) => bot.matches.played_since(since, user).await,
        // The matches of everybody include those.
        None => store.played_since(since, None).await,
    }
}

/// Fetches what somebody who has just written had sent before the session began, so that it comes first and does not
/// count as answered once a later message is. If it cannot be fetched now, that is remembered, and the message counts without it.
pub(super) async fn catch_up_on(http: &Arc<Http>, bot: &Bot, user: UserId, channel: ChannelId) {
    let Some(fetched) = bot.arrivals.latest_session().filter(|fetched| !fetched.has(user)) else { return };
    let fetch = fetch_earlier(http, bot, user, &fetched);
    if !tokio::time::timeout(EARLIER_TIMEOUT, fetch).await.unwrap_or(false)
        && let Err(error) = bot.matches.store().note_gap(user, channel).await
    {
        tracing::error!(%error, "cannot note that direct messages could not be fetched");
    }
}

/// Fetches what somebody has sent before, however often that has to be tried. Returns whether nothing is missing: `false` only if
/// the store cannot be read.
async fn fetch_earlier(http: &Arc<Http>, bot: &Bot, user: UserId, fetched: &Fetched) -> bool {
    let matches = match matches_to_fetch(bot, Some(user)).await {
        Ok(matches) => matches,
        Err(error) => {
            tracing::error!(%error, "cannot read which users’ direct messages were missed");
            return false;
        }
    };
    let Some(sender) = find_senders(bot, &matches).await.people.remove(&user) else {
        return fetched.once(user, std::future::ready(true)).await;
    };
    while !Box::pin(fetched.once(user, fetch_person(http, bot, user, &sender))).await {
        tokio::time::sleep(EARLIER_TIMEOUT / 4).await;
    }
    true
}
