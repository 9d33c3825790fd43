//! Which players direct messages reach, and what the channel may learn of it.
//!
//! A reminder of a game of rounds goes only to those who have not answered. If the channel showed that one failed, or
//! that one arrived after others had failed, it would show who has not answered. So only messages that everyone knows
//! of count: those of a new round to everyone who is asked, and those to the player whose turn it is, which is public.
//! For the same reason, what players write to the bot does not count.

use super::command::Message;
use super::error::{Fault, MatchError};
use super::game_match::Match;
use super::notice::Notice;
use super::rows;
use super::service::Matches;
use super::underway::InHand;
use crate::store::{StoreError, Target};

/// Returns whether everyone knows that a direct message with this notice was sent.
fn is_public(game: &Match, notice: &Notice) -> bool {
    match notice {
        Notice::Personal { .. }
        | Notice::Paused { .. }
        | Notice::Resumed { .. }
        | Notice::Extended { .. } => true,
        Notice::Reminder { .. } | Notice::Nudged { .. } => game.has_turns(),
        _ => false,
    }
}

impl Matches {
    /// Counts a message as in hand, from before it is stored as sent until nothing is left to do for it, such as removing
    /// old buttons.
    pub fn take_in_hand(&self) -> InHand {
        self.underway().take()
    }

    /// Returns whether this program has messages in hand. Nothing is left to deliver if none is pending in the store,
    /// and then none is in hand.
    pub fn is_delivering(&self) -> bool {
        self.underway().any()
    }

    /// Records that a direct message could not be delivered because the player's messages are closed, and mentions
    /// the player in the channel, once in a match. Messages that not everyone knows of change nothing.
    ///
    /// # Errors
    /// If loading or storing fails.
    pub async fn dm_failed(&self, id: i64, user_id: i64, notice: &Notice) -> Result<(), MatchError> {
        let game = self.load(id).await?;
        if !is_public(&game, notice) {
            return Ok(());
        }
        let mention = rows::message(&game.in_channel(Notice::DmClosed { user_id }))?;
        let added = self.store().enqueue_once(id, &mention, self.clock().now()).await;
        if added.map_err(Fault::from)? {
            self.wake_up().notify_waiters();
        }
        self.store().set_dm_closed(id, user_id, true).await?;
        self.forget(id);
        Ok(())
    }

    /// Tells the hosts of a match directly that a message cannot be posted in its channel, once for each message.
    ///
    /// # Errors
    /// If storing fails.
    pub async fn channel_refused(&self, game: &Match, message: i64, reason: &str) -> Result<(), Fault> {
        for host in std::iter::once(game.host_id).chain(game.terms.co_hosts.iter().copied()) {
            let notice = Notice::Unposted { host, message, reason: reason.to_owned() };
            let told = Message { to: Target::User(host), notice, seq: game.seq() };
            if self.store().enqueue_once(game.id, &rows::message(&told)?, self.clock().now()).await? {
                self.wake_up().notify_waiters();
            }
        }
        Ok(())
    }

    /// Returns how many messages wait because the channel of a match refuses them, and why. `None` if there are none.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn unposted(&self, id: i64) -> Result<Option<(i64, String)>, StoreError> {
        self.store().unposted(id).await
    }

    /// Records that a player has checked in, and whether direct messages reach them.
    ///
    /// # Errors
    /// If storing fails.
    pub async fn check_in(&self, id: i64, user_id: i64, is_reached: bool) -> Result<(), StoreError> {
        self.store().check_in(id, user_id, !is_reached).await?;
        self.forget(id);
        Ok(())
    }

    /// Records that a direct message has arrived, where earlier ones did not.
    ///
    /// # Errors
    /// If storing fails.
    pub async fn dm_arrived(&self, game: &Match, user_id: i64, notice: &Notice) -> Result<(), StoreError> {
        let was_closed = game.players.iter().any(|player| player.user_id == user_id && player.dm_closed);
        if was_closed && is_public(game, notice) {
            self.store().set_dm_closed(game.id, user_id, false).await?;
            self.forget(game.id);
        }
        Ok(())
    }
}
