//! Messages that do not arrive: what hosts are told of them, what players read instead, and whom direct messages reach.
//!
//! In round-based games, reminders go only to players who have not answered. If the channel showed that one failed, or
//! that one arrived after others had failed, it would reveal who has not answered, and a host who plays reads the
//! channel, too. So only messages that everyone knows about say whether direct messages reach somebody: those of a new round to
//! everyone who is asked, and those to the player whose turn it is, which is public. For the same reason, what players write to the
//! bot does not count. Answers concern only the people who asked.

use super::matches::Matches;
use super::outbox::Pending;
use super::rows;
use crate::ids::{ChannelId, MatchId, OutboxId, UserId};
use crate::matches::decide::change::Addressed;
use crate::matches::model::control::Seq;
use crate::matches::model::error::{InternalError, MatchError};
use crate::matches::model::game_match::Match;
use crate::matches::model::notice::Notice;
use crate::matches::model::post_and_reply::{Post, StuckPost};
use crate::store::{About, OutboxRow, StoreError, Target};
use trigon_clock::Millis;

/// How long a direct message may wait before hosts are told. Many such delays resolve themselves.
const REPORT_DELAY: Millis = 60_000;

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
        let waiting = self.store().waiting_after_failure(id).await?;
        let reported_before = self.clock().now() - REPORT_DELAY;
        let waiting = waiting.into_iter().filter(|row| match row.target {
            Target::Channel(_) => true,
            Target::User(_) => row.enqueued_at <= reported_before,
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

    /// Tells players by direct message what the messages say that a channel does not take, of those after the given one.
    /// Returns the number of the last one, or `None` if nothing is to be posted there. Each player hears of a message only once.
    pub async fn tell_unseen(
        &self,
        channel: ChannelId,
        after: OutboxId,
    ) -> Result<Option<OutboxId>, MatchError> {
        let rows = self.store().unposted_in(channel, after).await?;
        let last = rows.last().map(|row| row.id);
        for row in rows {
            let is_news = matches!(Notice::read(&row.notice), Some(Notice::News { .. }));
            if let Some(id) = row.match_id.filter(|_| is_news) {
                self.tell_unseen_news(id, channel, row.seq).await?;
            }
        }
        match last {
            Some(last) => Ok(Some(last)),
            None => Ok(Some(after).filter(|_| after > OutboxId(0))),
        }
    }

    async fn tell_unseen_news(&self, id: MatchId, channel: ChannelId, seq: Seq) -> Result<(), MatchError> {
        let game = self.load(id).await?;
        if game.channel_id != channel {
            return Ok(());
        }
        let then = game.up_to(seq)?;
        let is_over = then.result().is_some();
        let in_private = then.seems_asked_in_private();
        for (seat, player) in then.seated().filter(|(_, player)| player.computed().is_none()) {
            // Those who are asked in private are asked by direct message anyway.
            let seq = if is_over {
                seq
            } else if in_private.contains(&seat) {
                0
            } else if then.seems_to_act(seat) {
                seq
            } else {
                continue;
            };
            let notice = Notice::Unseen { user: player.user_id, channel, seq };
            let told = Addressed { to: Target::User(player.user_id), notice, seq: then.seq() };
            self.tell_once(About::Match(id), &told).await?;
        }
        Ok(())
    }

    /// Tries again at once to post in the channels that have not taken a message so far.
    pub async fn hasten_channels(&self) -> Result<(), StoreError> {
        let channels = self.store().refusing_channels().await?;
        self.hasten(&channels).await
    }

    /// Records that a direct message could not be delivered because the player's direct messages are closed, and
    /// mentions the player in the channel, once per match. Messages that not everyone knows about change nothing.
    pub async fn dm_failed(&self, id: MatchId, user_id: UserId, notice: &Notice) -> Result<(), MatchError> {
        let game = self.load(id).await?;
        if !is_known_to_all(&game, notice) {
            return Ok(());
        }
        self.tell_once(About::Match(id), &game.in_channel(Notice::DmClosed { user_id })).await?;
        self.store().set_dm_closed(id, user_id, true).await?;
        self.forget(id);
        Ok(())
    }

    /// Records that a player has checked in, and whether direct messages reach them.
    pub async fn check_in(&self, id: MatchId, user_id: UserId, is_reached: bool) -> Result<(), StoreError> {
        self.store().check_in(id, user_id, !is_reached).await?;
        self.forget(id);
        Ok(())
    }

    /// Records that a direct message arrived after earlier ones had failed.
    pub async fn dm_arrived(&self, game: &Match, user_id: UserId, notice: &Notice) -> Result<(), StoreError> {
        let was_closed = game.players.iter().any(|player| player.user_id == user_id && player.dm_closed);
        if was_closed && is_known_to_all(game, notice) {
            self.store().set_dm_closed(game.id, user_id, false).await?;
            self.forget(game.id);
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

/// Returns whether everyone knows that a direct message with this notice was sent.
fn is_known_to_all(game: &Match, notice: &Notice) -> bool {
    match notice {
        Notice::Personal { .. }
        | Notice::Paused { .. }
        | Notice::Resumed { .. }
        | Notice::Extended { .. }
        | Notice::Grace { .. }
        | Notice::Late { .. }
        | Notice::Absent { .. }
        | Notice::EndsEarly { .. }
        | Notice::GoesOn { .. } => true,
        Notice::Reminder { .. } | Notice::Nudged { .. } => game.has_turns(),
        _ => false,
    }
}
