//! Replies, which are stored with the change they report.

use super::changes::CommandOutcome;
use super::matches::Matches;
use super::reply_words::{PendingReply, ReplyWords};
use super::rows;
use crate::ids::{MatchId, UserId};
use crate::matches::decide::change::Addressed;
use crate::matches::decide::command::Command;
use crate::matches::decide::rights::{Actor, Person};
use crate::matches::model::error::{InternalError, MatchError};
use crate::matches::model::notice::Notice;
use crate::matches::model::post_and_reply::Reply;
use crate::store::{StoreError, Target};

impl Matches {
    /// Gives a command on behalf of a person, as [`ask`](Self::ask) does. If it came by direct message, the reply is
    /// stored with the change.
    pub async fn ask_telling(
        &self,
        id: MatchId,
        person: &Person,
        command: Command,
        words: ReplyWords<'_>,
    ) -> Result<CommandOutcome, MatchError> {
        self.give_telling(id, &Actor::Person(*person), &command, PendingReply::to(person, words)).await
    }

    /// Stores a reply to a person without a change. Returns whether it is the first one to this request.
    pub async fn reply(&self, user_id: UserId, reply: Reply) -> Result<bool, InternalError> {
        let (match_id, seq) = (reply.match_id, reply.shows_question_of.unwrap_or_default());
        let message = Addressed { to: Target::User(user_id), notice: Notice::Reply(reply), seq };
        match self.store().answer(match_id, &rows::message(&message)?, self.clock().now()).await {
            Ok(()) => {
                self.wake_up().notify_waiters();
                Ok(true)
            }
            Err(StoreError::Conflict) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}
