//! [`Undelivered`]: messages that have not arrived, and telling hosts of them.

use super::matches::Matches;
use super::outbox::Pending;
use super::rows;
use crate::ids::MatchId;
use crate::matches::decide::change::Addressed;
use crate::matches::model::error::InternalError;
use crate::matches::model::game_match::Match;
use crate::matches::model::notice::Notice;
use crate::matches::model::post_and_reply::{Post, StuckPost};
use crate::store::{About, OutboxRow, StoreError, Target};
use trigon_clock::Millis;

/// A message that has not arrived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undelivered {
    /// The kind of its notice.
    pub what: String,
    /// The target.
    pub to: Target,
    /// The time at which it was added.
    pub since: Millis,
    /// Why it has not arrived, in words for hosts.
    pub reason: String,
    /// Whether it was given up; otherwise, it will be retried.
    pub is_given_up: bool,
}

impl Matches {
    /// Returns the messages of a match that were given up, then those waiting after a failed attempt, each oldest
    /// first.
    pub async fn undelivered(&self, id: MatchId) -> Result<Vec<Undelivered>, StoreError> {
        let given_up = self.store().dead(id).await?;
        let waiting = self.store().waiting(id).await?;
        let soon = self.clock().now() - REPORT_DELAY;
        let waiting = waiting.into_iter().filter(|row| match row.target {
            Target::Channel(_) => true,
            Target::User(_) => row.enqueued_at <= soon,
        });
        let given_up = given_up.into_iter().filter_map(|row| listed(row, true));
        Ok(given_up.chain(waiting.filter_map(|row| listed(row, false))).collect())
    }

    /// Returns how many messages are waiting because the channel of a match refuses them, and why; `None` if there are
    /// none.
    pub async fn unposted(&self, id: MatchId) -> Result<Option<(i64, String)>, StoreError> {
        self.store().unposted(id).await
    }

    /// Tells the hosts of a match by direct message that a message cannot be sent, once per message. Of messages of which
    /// nobody else may know, they are not told.
    pub async fn tell_waiting(&self, game: &Match, row: &Pending, reason: &str) -> Result<(), InternalError> {
        let player = match row.target {
            Target::Channel(_) => None,
            Target::User(user) => Some(user),
        };
        let is_a_warning = matches!(
            row.notice,
            Some(Notice::Unposted { .. } | Notice::GivenUp { .. } | Notice::Trouble { .. })
        );
        if player.is_some() && (is_a_warning || !may_be_told(row.notice.as_ref(), row.target)) {
            return Ok(());
        }
        for host in game.hosts().filter(|host| player != Some(*host)) {
            let notice = Notice::Unposted { host, message: row.id, player, reason: reason.to_owned() };
            let told = Addressed { to: Target::User(host), notice, seq: game.seq() };
            self.tell_once(About::Match(game.id), &told).await?;
        }
        Ok(())
    }

    /// Tells the hosts of a match that a message was given up, once for equal notices. If it was itself such a notice
    /// to a host whom direct messages do not reach, it goes to the channel instead. `is_closed` means that a player
    /// takes no direct messages, which the channel is told anyway.
    pub async fn tell_given_up(
        &self,
        row: &Pending,
        reason: &str,
        is_closed: bool,
    ) -> Result<(), InternalError> {
        let Some(id) = row.match_id else { return Ok(()) };
        // The match itself may be unreadable.
        let Some(summary) = self.summary(id).await? else { return Ok(()) };
        let mut told = Vec::new();
        match &row.notice {
            Some(Notice::GivenUp { host, what, seq, reason, in_channel: false }) => {
                let (host, what, reason) = (*host, what.clone(), reason.clone());
                let notice = Notice::GivenUp { host, what, seq: *seq, reason, in_channel: true };
                told.push((Target::Channel(summary.channel_id), notice));
            }
            // The channel does not take it either. Answers to a host's commands mention it.
            Some(Notice::GivenUp { .. } | Notice::Unposted { .. }) => {}
            _ if is_closed => {}
            notice if may_be_told(notice.as_ref(), row.target) => {
                let what = notice.as_ref().map(|notice| notice.kind().to_string()).unwrap_or_default();
                for host in summary.hosts() {
                    let (what, reason) = (what.clone(), reason.to_owned());
                    let notice = Notice::GivenUp { host, what, seq: row.seq, reason, in_channel: false };
                    told.push((Target::User(host), notice));
                }
            }
            _ => {}
        }
        for (to, notice) in told {
            self.tell_once(About::Match(id), &Addressed { to, notice, seq: row.seq }).await?;
        }
        Ok(())
    }

    /// Tells those who are to know by direct message that a channel does not take a post, once while it waits and once when it
    /// is given up.
    pub async fn tell_stuck(
        &self,
        row: &Pending,
        post: &Post,
        reason: &str,
        is_given_up: bool,
    ) -> Result<(), InternalError> {
        let (Target::Channel(channel), Some(season)) = (row.target, row.season_id) else { return Ok(()) };
        let (guild_id, message) = (post.guild_id, row.id);
        for host in post.hosts.iter().copied() {
            let reason = reason.to_owned();
            let notice =
                Notice::PostStuck(StuckPost { host, guild_id, message, channel, reason, is_given_up });
            let told = Addressed { to: Target::User(host), notice, seq: 0 };
            self.tell_once(About::Season(season), &told).await?;
        }
        Ok(())
    }

    /// Sends a message about a match or a season, unless the same was sent to the same target before.
    pub(super) async fn tell_once(&self, about: About, told: &Addressed) -> Result<(), InternalError> {
        if self.store().enqueue_once(about, &rows::message(told)?, self.clock().now()).await? {
            self.wake_up().notify_waiters();
        }
        Ok(())
    }
}

fn listed(row: OutboxRow, is_given_up: bool) -> Option<Undelivered> {
    let notice = Notice::read(&row.notice);
    may_be_told(notice.as_ref(), row.target).then(|| Undelivered {
        what: row.kind.to_string(),
        to: row.target,
        since: row.enqueued_at,
        reason: row.last_error.unwrap_or_default(),
        is_given_up,
    })
}

/// How long a direct message may wait before hosts are told. Many such delays resolve themselves.
const REPORT_DELAY: Millis = 60_000;

/// Returns whether hosts may be told about a message with this notice, which is `None` if it cannot be read. What somebody gets
/// because of something that they alone know, such as a plan, would tell on them.
fn may_be_told(notice: Option<&Notice>, target: Target) -> bool {
    match notice {
        None => matches!(target, Target::Channel(_)),
        Some(notice) => !matches!(
            notice,
            Notice::Reminder { .. }
                | Notice::Reply(_)
                | Notice::PlanDropped { .. }
                | Notice::Told { .. }
                | Notice::TakenOut { .. }
                | Notice::HasLeft { .. }
        ),
    }
}
