//! Messages that Discord refuses: to players with closed direct messages, and to channels or servers that the bot can no
//! longer reach. One that is refused as it is, is sent once more with less in it before it is given up.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use poise::serenity_prelude::Timestamp;

use super::client::{RequestError, Sent, takes_less};
use super::{Courier, DOUBTFUL_TRIES, Letter, Outcome, TRIES, texts};
use crate::ui::Announcement;
use crate::ui::escape::shortened;
use crate::ui::limits::MESSAGE;
use trigon_engine::matches::{Millis, Pending, Target};
use trigon_engine::store::StoreError;

/// The number of attempts for a message that the channel refuses until somebody mends that: about two weeks.
const CHANNEL_TRIES: i64 = 4_000;

/// The number of attempts that a refusal to a player who has just joined the server may cost.
const NEW_PLAYER_TRIES: i64 = 5;

impl Courier {
    /// Handles a message that Discord refuses for good.
    pub(super) async fn refused(&self, row: &Pending, letter: &Letter, code: i64) -> Outcome {
        let reason = texts::discord_code(code);
        let Target::User(user) = row.target else {
            return self.channel_refused(row, letter, code, reason).await;
        };
        // Gone, or the channel of another bot whose database this was.
        if matches!(code, 10_003 | 50_001) {
            self.client.directs.forget(user).await;
            return self.later(row, reason, DOUBTFUL_TRIES);
        }
        // What is wrong with the message itself says nothing of the player.
        if matches!(code, 40_005 | 50_006 | 50_035) {
            return Outcome::Dead(reason);
        }
        if let Err(outcome) = self.says_something(row, letter, user, &reason).await {
            return outcome;
        }
        // This is announced before the message is given up, so that after a stop in between it is announced again rather
        // than never.
        if let Some(match_id) = row.match_id
            && let Err(error) = self.matches.dm_failed(match_id, user, &letter.notice).await
        {
            tracing::error!(message = row.id, %error, "closed direct messages cannot be noted; trying again");
            return self.later(row, reason, TRIES);
        }
        Outcome::Dead(reason)
    }

    /// Makes sure that a refusal is due to the player and to nothing that passes: that the bot was in the server of the match
    /// when it wrote, and that the player has not just joined. If not, or if Discord does not say, returns what becomes of the
    /// message instead.
    async fn says_something(
        &self,
        row: &Pending,
        letter: &Letter,
        user: i64,
        reason: &str,
    ) -> Result<(), Outcome> {
        let Some(guild) = self.guild_of(row, letter, user).await? else {
            // It is not known in which server the bot should be, so time tells.
            return Err(self.later(row, reason.to_owned(), DOUBTFUL_TRIES));
        };
        let doubtful = |failure: RequestError| {
            tracing::info!(message = row.id, ?failure, "it is not known whether the bot is in the server");
            self.later(row, reason.to_owned(), TRIES)
        };
        let bot = async { self.client.member_since(guild, self.client.me().await?).await };
        let bot = bot.await.map_err(doubtful)?;
        let now = self.matches.clock().now();
        let again = || self.again_at(row, now + SEEN_BEFORE, reason.to_owned());
        if !self.memberships.was_member(guild, bot, letter.begun, now) {
            return Err(match bot {
                Some(_) => again(),
                None => self.later(row, texts::discord_code(10_004), CHANNEL_TRIES),
            });
        }
        let player = self.client.member_since(guild, &user.to_string()).await.map_err(doubtful)?;
        match player {
            Some(joined) if row.attempts < NEW_PLAYER_TRIES && is_new(joined, letter.begun) => Err(again()),
            _ => Ok(()),
        }
    }

    /// Returns the server of the match that a message is about, or of one that the person plays if it is about none.
    async fn guild_of(&self, row: &Pending, letter: &Letter, user: i64) -> Result<Option<i64>, Outcome> {
        if let Some(game) = &letter.game {
            return Ok(Some(game.guild_id));
        }
        let unsaid = |error: StoreError| self.unsaid(row, &error.into());
        let summary = match row.match_id {
            Some(match_id) => self.matches.summary(match_id).await.map_err(unsaid)?,
            None => self.matches.played_by(user).await.map_err(unsaid)?.into_iter().next(),
        };
        Ok(summary.map(|summary| summary.guild_id))
    }

    /// Returns that a message is tried again at a time, unless it has been tried too often.
    fn again_at(&self, row: &Pending, at: Millis, reason: String) -> Outcome {
        match self.later(row, reason, CHANNEL_TRIES) {
            Outcome::Retry(_, reason) => Outcome::Retry(at, reason),
            given_up => given_up,
        }
    }

    /// Handles a message that the channel refuses. As long as that may be mended, it waits, and the hosts learn of it.
    async fn channel_refused(&self, row: &Pending, letter: &Letter, code: i64, reason: String) -> Outcome {
        if !matches!(code, 10_003 | 10_004 | 50_001 | 50_013 | 50_083) {
            return Outcome::Dead(reason);
        }
        if let Some(game) = &letter.game
            && let Err(error) = self.matches.channel_refused(game, row.id, &reason).await
        {
            // The next attempt tells them.
            tracing::error!(message = row.id, %error, "the hosts cannot be told of a refused message");
        }
        self.later(row, reason, CHANNEL_TRIES)
    }
}

/// The length of a text that nothing can be wrong with.
const SHORT: usize = 1_000;

/// What is left out of a message.
#[derive(Debug, Clone, Copy)]
enum Without {
    /// Pictures and other files.
    Files,
    /// Those, the components and the end of a long text.
    AllButText,
}

impl Without {
    /// Leaves something out of a message. Returns `None` if it is not in it.
    fn reduce(self, mut message: Announcement) -> Option<Announcement> {
        let is_plain = message.files.is_empty() && message.embed.is_none();
        let note = if message.files.is_empty() { "" } else { texts::WITHOUT_FILES };
        message.files = Vec::new();
        message.embed = None;
        match self {
            Self::Files if is_plain => return None,
            Self::Files => message.text = shortened(&message.text, MESSAGE - note.chars().count()),
            Self::AllButText => {
                message.text = shortened(&message.text, SHORT);
                message.rows = Vec::new();
                message.components = None;
            }
        }
        message.text.push_str(note);
        Some(message)
    }
}

impl Courier {
    /// Sends a message that Discord has refused once more with less in it.
    pub(super) async fn send_reduced(
        &self,
        row: &mut Pending,
        mut code: i64,
    ) -> Result<Option<Sent>, RequestError> {
        for without in [Without::Files, Without::AllButText] {
            let Ok((_, whole)) = self.write(row).await else { break };
            let Some(less) = without.reduce(whole) else { continue };
            tracing::warn!(
                message = row.id,
                code,
                ?without,
                "Discord refuses a message; it is sent with less in it"
            );
            match self.send(row, less).await {
                Err(RequestError::Refused(again)) if takes_less(again) => code = again,
                done => return done,
            }
        }
        Err(RequestError::Refused(code))
    }
}

/// How long after joining a server a refusal may still be due to that, if only two clocks can tell: Discord's, and the one of
/// this machine.
const SETTLED: Millis = 300_000;

/// How long a membership must have been seen before a message is sent, so that Discord knows of it everywhere. This is also
/// the wait before the next attempt.
const SEEN_BEFORE: Millis = 10_000;

/// What was last known of the bot in a server.
struct Known {
    /// When it joined; `None` if it was not in it.
    joined: Option<Timestamp>,
    /// When that was first seen.
    seen: Millis,
    /// Whether it was different before.
    has_changed: bool,
}

/// The bot's memberships, as far as this process has seen them. Without any, the time of joining has to suffice.
///
/// Removed from a server, the bot reaches none of its members, and Discord refuses as if they had closed their messages. If
/// the bot is invited back, it is in the server again by the time it asks. So a refusal says something of a player only if
/// the bot had been in the server for a while when it wrote, without interruption. The time at which it joined tells that,
/// also to a program that was not running when it was removed, and to one of several processes that hears of no server.
#[derive(Default)]
pub(super) struct Memberships(Mutex<HashMap<i64, Known>>);

impl Memberships {
    /// Notes when the bot has joined a server; `None` if it is not in it. Returns whether a message that was begun at a time
    /// was certainly sent by a member.
    fn was_member(&self, guild: i64, joined: Option<Timestamp>, begun: Millis, now: Millis) -> bool {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all.entry(guild).or_insert(Known { joined, seen: now, has_changed: false });
        if known.joined != joined {
            *known = Known { joined, seen: now, has_changed: true };
        }
        // The clock may have been set back.
        known.seen = known.seen.min(now);
        let Some(joined) = joined else { return false };
        let settled = millis(joined).saturating_add(SETTLED) <= begun;
        known.seen + SEEN_BEFORE <= begun || (settled && !known.has_changed)
    }
}

/// Returns whether somebody has just joined a server, or seems to join it in the future.
fn is_new(joined: Timestamp, begun: Millis) -> bool {
    millis(joined).saturating_add(SEEN_BEFORE) > begun
}

fn millis(time: Timestamp) -> Millis {
    time.unix_timestamp().saturating_mul(1_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bot joins at this second.
    const JOINED: i64 = 1_763_748_000;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_unix_timestamp(JOINED + seconds).unwrap()
    }

    /// Asks about an attempt that was begun at this second and refused at once.
    fn was_member(memberships: &Memberships, joined: impl Into<Option<Timestamp>>, second: i64) -> bool {
        let now = (JOINED + second) * 1_000;
        memberships.was_member(7, joined.into(), now, now)
    }

    #[test]
    fn a_bot_that_joined_long_ago_was_a_member() {
        assert!(was_member(&Memberships::default(), at(0), 3_600));
    }

    #[test]
    fn a_bot_that_has_just_joined_is_asked_twice() {
        let memberships = Memberships::default();
        assert!(!was_member(&memberships, at(0), 1));
        assert!(!was_member(&memberships, at(0), 10));
        assert!(was_member(&memberships, at(0), 11));
    }

    #[test]
    fn a_bot_that_was_removed_and_invited_back_is_asked_anew_whatever_the_clock_says() {
        let memberships = Memberships::default();
        assert!(was_member(&memberships, at(0), 3_600));
        // This machine's clock is an hour ahead of Discord's.
        assert!(!was_member(&memberships, at(10), 3_620));
        assert!(was_member(&memberships, at(10), 3_630));
        assert!(!was_member(&memberships, None, 3_640));
        assert!(!was_member(&memberships, at(40), 3_650));
        assert!(!was_member(&memberships, at(50), 3_660), "and once more");
        assert!(was_member(&memberships, at(50), 3_670));
    }

    #[test]
    fn a_clock_that_is_set_back_delays_nothing() {
        let memberships = Memberships::default();
        assert!(!was_member(&memberships, at(0), 1));
        assert!(!was_member(&memberships, at(0), -3_600));
        assert!(was_member(&memberships, at(0), -3_590));
    }

    #[test]
    fn a_player_is_new_for_some_seconds() {
        let joined = at(0);
        assert!(is_new(joined, (JOINED + 9) * 1_000) && !is_new(joined, (JOINED + 10) * 1_000));
    }
}
