//! [`OutdatedQuestion`]: a question whose message no longer shows what it should.

use trigon_engine::ids::{MessageId, UserId};
use trigon_engine::matches::{Seq, WorkGuard};

/// A question whose message is to be brought up to date.
pub(super) struct OutdatedQuestion {
    /// The entry that closed it or moved its deadline.
    pub(super) seq: Seq,
    /// The player who was asked.
    pub(super) user: UserId,
    /// The message that told the player about that entry, if there is one; the question is in an earlier message.
    pub(super) entry_message: Option<MessageId>,
    pub(super) update: Update,
    /// Held until the update is done, so that a shutdown waits for it.
    pub(super) _in_hand: WorkGuard,
}

/// How the message with a question is brought up to date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Update {
    /// It is made to show what became of the question.
    Close,
    /// It is made to show what became of the question, unless it already shows that: the bot may have stopped before or
    /// after the update.
    CloseUnlessClosed,
    /// It is made to show the present deadline, unless it already does.
    Deadline,
}
