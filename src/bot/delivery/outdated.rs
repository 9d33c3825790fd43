//! [`OutdatedQuestion`]: a question whose message no longer shows what it should.

use trigon_engine::ids::{MessageId, UserId};
use trigon_engine::matches::{Seq, WorkGuard};

/// A question whose message is to be brought up to date.
pub(super) struct OutdatedQuestion {
    /// The entry that closed it or moved its deadline.
    pub(super) seq: Seq,
    /// The player who was asked.
    pub(super) user: UserId,
    /// The message that told the player so, if there is one. The question was asked before it.
    pub(super) told: Option<MessageId>,
    pub(super) update: Update,
    /// Counts this as being delivered.
    pub(super) _in_hand: WorkGuard,
}

/// How the message with a question is brought up to date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Update {
    /// It shows what became of the question.
    Close,
    /// The same, unless it already does: the bot may have been stopped before or after that.
    CloseUnlessClosed,
    /// It shows the present deadline, unless it already does.
    Deadline,
}
