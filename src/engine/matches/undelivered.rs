//! Messages that wait although they have been tried, or were given up; and telling the hosts of it.
//!
//! A reminder of a game of rounds goes only to those who have not answered, so reminders are left out: a host who plays reads
//! this, too. Answers are nobody's business but those of the people who asked.

use super::command::Message;
use super::error::Fault;
use super::notice::Notice;
use super::outbox::Pending;
use super::rows;
use super::service::Matches;
use crate::store::{OutboxRow, StoreError, Target};
use trigon_clock::Millis;

/// How long a direct message may wait before hosts read of it. Many pass by themselves.
const SOON: Millis = 60_000;

/// A message that has not arrived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undelivered {
    /// What it tells: a kind of notices.
    pub what: String,
    /// The target.
    pub to: Target,
    /// The time at which it was added.
    pub since: Millis,
    /// Why it has not arrived, in words for hosts.
    pub reason: String,
    /// Whether it was given up; otherwise it is tried again.
    pub is_given_up: bool,
}

/// Returns whether hosts may know of a message with this notice. Without one, it cannot be read.
fn may_be_told(notice: Option<&Notice>, target: Target) -> bool {
    match notice {
        None => matches!(target, Target::Channel(_)),
        Some(notice) => !matches!(notice, Notice::Reminder { .. } | Notice::Reply(_)),
    }
}

fn listed(row: OutboxRow, is_given_up: bool) -> Option<Undelivered> {
    let notice = serde_json::from_str(&row.message.notice).ok();
    may_be_told(notice.as_ref(), row.message.target).then(|| Undelivered {
        what: row.message.kind,
        to: row.message.target,
        since: row.enqueued_at,
        reason: row.last_error.unwrap_or_default(),
        is_given_up,
    })
}

impl Matches {
    /// Returns the messages of a match that were given up, and those that wait after an attempt has failed, oldest first.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn undelivered(&self, id: i64) -> Result<Vec<Undelivered>, StoreError> {
        let given_up = self.store().dead(id).await?;
        let waiting = self.store().waiting(id).await?;
        let soon = self.clock().now() - SOON;
        let waiting = waiting.into_iter().filter(|row| match row.message.target {
            Target::Channel(_) => true,
            Target::User(_) => row.enqueued_at <= soon,
        });
        let given_up = given_up.into_iter().filter_map(|row| listed(row, true));
        Ok(given_up.chain(waiting.filter_map(|row| listed(row, false))).collect())
    }

    /// Tells the hosts of a match that a message is given up, once for messages of the same kind. If it was a message to a
    /// host of this kind that direct messages do not reach, the channel tells it. `is_closed` says that a player takes no
    /// direct messages, of which the channel tells anyway.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn tell_given_up(&self, row: &Pending, reason: &str, is_closed: bool) -> Result<(), Fault> {
        let Some(id) = row.match_id else { return Ok(()) };
        // The match itself may be what cannot be read.
        let Some(summary) = self.summary(id).await? else { return Ok(()) };
        let mut told = Vec::new();
        match &row.notice {
            Some(Notice::GivenUp { host, what, seq, reason, in_channel: false }) => {
                let (host, what, reason) = (*host, what.clone(), reason.clone());
                let notice = Notice::GivenUp { host, what, seq: *seq, reason, in_channel: true };
                told.push((Target::Channel(summary.channel_id), notice));
            }
            // The channel does not take it either. Answers to a host's commands say it.
            Some(Notice::GivenUp { .. } | Notice::Unposted { .. }) => {}
            _ if is_closed => {}
            notice if may_be_told(notice.as_ref(), row.target) => {
                let what = notice.as_ref().map(Notice::kind).unwrap_or_default();
                // Without its terms, nobody knows of other hosts.
                let others = self.load(id).await.map(|game| game.terms.co_hosts.clone()).unwrap_or_default();
                for host in std::iter::once(summary.host_id).chain(others) {
                    let (what, reason) = (what.clone(), reason.to_owned());
                    let notice = Notice::GivenUp { host, what, seq: row.seq, reason, in_channel: false };
                    told.push((Target::User(host), notice));
                }
            }
            _ => {}
        }
        for (to, notice) in told {
            let message = rows::message(&Message { to, notice, seq: row.seq })?;
            if self.store().enqueue_once(id, &message, self.clock().now()).await? {
                self.wake_up().notify_waiters();
            }
        }
        Ok(())
    }
}
