//! Messages waiting to be sent, and sent: what delivery takes, stores and looks up. Those that do not arrive are in `undelivered.rs`.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::atomic::Ordering;

use super::live_messages::LiveMessages;
use super::matches::Matches;
use super::memory::WorkGuard;
use crate::ids::{GuildId, MatchId, MessageId, OutboxId, UserId};
use crate::matches::model::control::Seq;
use crate::matches::model::notice::Notice;
use crate::matches::model::settings::PersonSettings;
use crate::store::{DeliveryOutcome, Lease, OutboxRow, SentMessage, SentReceipt, StoreError, Target};
use trigon_clock::Millis;

/// A message waiting to be sent that this process has taken.
#[derive(Debug, Clone)]
pub struct Pending {
    row: OutboxRow,
    /// The notice, or `None` if it cannot be read.
    pub notice: Option<Notice>,
    /// How long this process may send it.
    pub lease: Lease,
}

impl Deref for Pending {
    type Target = OutboxRow;

    fn deref(&self) -> &OutboxRow {
        &self.row
    }
}

impl Pending {
    /// Returns what the person to whom it goes has chosen.
    pub fn settings(&self) -> PersonSettings {
        PersonSettings::read(self.row.settings.as_deref())
    }

    pub(super) fn read((row, lease): (OutboxRow, Lease)) -> Self {
        Self { notice: Notice::read(&row.notice), row, lease }
    }
}

/// A message that Discord has accepted.
#[derive(Debug, Clone)]
pub struct Posted {
    /// The notice, or `None` if it cannot be read.
    pub notice: Option<Notice>,
    /// The target.
    pub target: Target,
    /// Discord's ID for it; 0 if unknown, because another program sent it.
    pub message_id: MessageId,
    /// The log entry after which it shows the match.
    pub seq: Seq,
}

impl Posted {
    pub(super) fn read(sent: SentMessage) -> Self {
        let SentMessage { target, message_id, seq, notice } = sent;
        Self { notice: Notice::read(&notice), target, message_id, seq }
    }
}

/// How many messages to a player to search for the last question: reminders and clock changes may follow it.
const MAX_MESSAGES_SEARCHED: u32 = 50;

impl Matches {
    /// Takes at most `limit` messages that can be sent now, oldest first: the first pending one of each target, if it
    /// is due. No other process takes them until they are settled or their leases end.
    pub async fn take_pending(&self, limit: u32) -> Result<Vec<Pending>, StoreError> {
        let rows = self.store().take(self.clock().now(), limit).await?;
        Ok(rows.into_iter().map(Pending::read).collect())
    }

    /// Takes at most `limit` answers that somebody is waiting for, as [`take_pending`](Self::take_pending) does.
    pub async fn take_urgent(&self, limit: u32) -> Result<Vec<Pending>, StoreError> {
        let rows = self.store().take_urgent(self.clock().now(), limit).await?;
        Ok(rows.into_iter().map(Pending::read).collect())
    }

    /// Has the messages that are waiting for a retry sent at once to these targets.
    pub async fn hasten(&self, targets: &[Target]) -> Result<(), StoreError> {
        if self.store().hasten(targets, self.clock().now()).await? > 0 {
            self.wake_up().notify_waiters();
        }
        Ok(())
    }

    /// Tries again at once whatever could not be sent or shown in a server, because something has changed there.
    pub async fn something_changed_in(&self, guild_id: GuildId) -> Result<(), StoreError> {
        // First, so that an attempt that ends meanwhile learns of it.
        self.server_changes().fetch_add(1, Ordering::SeqCst);
        let now = self.clock().now();
        let hastened = self.store().hasten_in_guild(guild_id, now).await?;
        if hastened + self.store().mend_upkeep(guild_id, now).await? > 0 {
            self.wake_up().notify_waiters();
        }
        Ok(())
    }

    /// Returns the number of changes of servers of which this program has heard. If it has grown while Discord was refusing
    /// something, what was refused may be possible now.
    pub fn changes_in_servers(&self) -> u64 {
        self.server_changes().load(Ordering::SeqCst)
    }

    /// Returns the earliest time at which a message can be sent, which may be in the past.
    pub async fn next_delivery(&self) -> Result<Option<Millis>, StoreError> {
        self.store().next_delivery().await
    }

    /// Records that a message is about to be sent, and renews its lease.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if another process has taken it since, or it is no longer pending.
    pub async fn begin_attempt(&self, row: &mut Pending) -> Result<(), StoreError> {
        self.store().begin_attempt(row.id, self.clock().now(), &mut row.lease).await
    }

    /// Returns whether a message is still waiting to be sent.
    pub async fn is_pending(&self, id: OutboxId) -> Result<bool, StoreError> {
        self.store().is_pending(id).await
    }

    /// Stores the outcome of a message. Returns whether its target is kept because there is more to send to it; it must
    /// then be [released](Self::release).
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if another process has taken it since, or it is no longer pending.
    pub async fn settle(&self, row: &Pending, settlement: &DeliveryOutcome) -> Result<bool, StoreError> {
        self.store().settle(row.id, self.clock().now(), &row.lease, settlement).await
    }

    /// Stores that messages to different targets were sent, each with the given Discord ID, as [`settle`](Self::settle)
    /// does for one. Returns, in the same order, whether each target is kept, or `None` on a conflict.
    ///
    /// # Errors
    /// Fails if storage fails; nothing is stored then.
    pub async fn settle_sent(&self, sent: &[(&Pending, MessageId)]) -> Result<Vec<Option<bool>>, StoreError> {
        let receipts: Vec<_> = sent
            .iter()
            .map(|&(row, message_id)| SentReceipt { id: row.id, message_id, lease: &row.lease })
            .collect();
        self.store().settle_sent(self.clock().now(), &receipts).await
    }

    /// Releases the target of a sent message.
    pub async fn release(&self, row: &Pending) -> Result<(), StoreError> {
        self.store().release(&row.lease).await
    }

    /// Returns the last `limit` sent messages about a match, newest first.
    pub async fn posted(&self, id: MatchId, limit: u32) -> Result<Vec<Posted>, StoreError> {
        Ok(self.store().sent_messages(id, None, limit).await?.into_iter().map(Posted::read).collect())
    }

    /// Like [`posted`](Self::posted), to one target. How many messages others got, such as reminders, changes nothing.
    pub async fn posted_to(&self, id: MatchId, to: Target, limit: u32) -> Result<Vec<Posted>, StoreError> {
        Ok(self.store().sent_messages(id, Some(to), limit).await?.into_iter().map(Posted::read).collect())
    }

    /// Returns the messages of all matches, with their matches, whose Discord IDs are at most `back` less than the highest one, oldest
    /// first.
    pub async fn posted_last(&self, back: i64) -> Result<Vec<(MatchId, Posted)>, StoreError> {
        let sent = self.store().sent_last(back).await?;
        Ok(sent.into_iter().map(|(match_id, sent)| (match_id, Posted::read(sent))).collect())
    }

    /// Returns the message with the last private question to a player, and all later messages to that player, newest
    /// first. Empty if there is no question. With `before`, only older messages count.
    pub async fn asked_last(
        &self,
        id: MatchId,
        user_id: UserId,
        before: Option<MessageId>,
    ) -> Result<Vec<Posted>, StoreError> {
        let sent = self.store().sent_messages(id, Some(Target::User(user_id)), MAX_MESSAGES_SEARCHED).await?;
        let sent = sent.into_iter().map(Posted::read);
        let earlier = sent.filter(|posted| before.is_none_or(|before| posted.message_id < before));
        let mut found: Vec<Posted> = Vec::new();
        for posted in earlier {
            let asks = matches!(posted.notice, Some(Notice::Personal { .. }));
            found.push(posted);
            if asks {
                return Ok(found);
            }
        }
        Ok(Vec::new())
    }

    /// Returns the first channel message about a match with a wanted notice.
    pub async fn first_posted(
        &self,
        id: MatchId,
        wanted: impl Fn(&Notice) -> bool,
    ) -> Result<Option<Posted>, StoreError> {
        let posted = self.posted(id, u32::MAX).await?.into_iter().rev();
        let mut in_channel = posted.filter(|posted| matches!(posted.target, Target::Channel(_)));
        Ok(in_channel.find(|posted| posted.notice.as_ref().is_some_and(&wanted)))
    }

    /// Returns the messages of a match that may have to show something else.
    pub async fn live_messages(&self, id: MatchId) -> Result<LiveMessages, StoreError> {
        Ok(LiveMessages::read(&self.store().shown(id).await?))
    }

    /// Stores what Discord was given of messages; `None` if they never change again.
    pub async fn keep_shown(&self, given: &BTreeMap<OutboxId, Option<String>>) -> Result<(), StoreError> {
        self.store().keep_shown(given).await
    }

    /// Returns the version of each match that has such messages.
    pub async fn with_live_messages(&self) -> Result<BTreeMap<MatchId, i64>, StoreError> {
        self.store().showing().await
    }

    /// Counts something as under way until the result is dropped: a message, from before it is stored as sent until nothing
    /// is left to do for it, such as removing old buttons; or a thought.
    pub fn take_in_hand(&self) -> WorkGuard {
        self.underway().take()
    }

    /// Returns whether this program is delivering messages or thinking. Everything is delivered once the store has none
    /// pending and, after that, none is being delivered.
    pub fn is_delivering(&self) -> bool {
        self.underway().any()
    }
}
