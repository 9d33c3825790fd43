//! Replies to direct messages: put into words once the outcome is known, and stored with the change that they report.

use super::matches::Matches;
use super::rows;
use crate::ids::UserId;
use crate::matches::decide::change::{Addressed, Change};
use crate::matches::decide::rights::{Person, Request};
use crate::matches::model::error::InternalError;
use crate::matches::model::game_match::Match;
use crate::matches::model::notice::Notice;
use crate::matches::model::post_and_reply::Reply;
use crate::store::{StoreError, Target};
use trigon_rules::games::Narration;

/// A function that describes a change to the person who made it, given the match before, the match afterwards, and what
/// the last entry brought about.
pub type ReplyWords<'a> = &'a (dyn Fn(&Match, &Match, &[Narration]) -> String + Sync);

/// A direct message to answer, and the words for the reply. [`Matches::ask_telling`] stores the reply with the change.
#[derive(Clone, Copy)]
pub(super) struct PendingReply<'a> {
    user_id: UserId,
    request: Request,
    words: ReplyWords<'a>,
}

impl<'a> PendingReply<'a> {
    /// Returns how to answer a person who wrote a direct message; `None` if they did not. Interactions are answered separately.
    pub(super) fn to(person: &Person, words: ReplyWords<'a>) -> Option<Self> {
        let request = person.request.filter(|request| request.direct.is_some())?;
        Some(Self { user_id: person.user_id, request, words })
    }

    /// Adds the reply to the messages of a change.
    pub(super) fn add_to(&self, before: &Match, change: &mut Change) {
        let text = (self.words)(before, &change.after, change.after.told_by(change.done));
        let reply = Reply::text(self.request, text);
        let seq = change.after.seq();
        change.messages.push(Addressed { to: Target::User(self.user_id), notice: Notice::Reply(reply), seq });
    }
}

impl Reply {
    /// Creates a reply without components or files.
    pub fn text(request: Request, text: String) -> Self {
        let Request { id, direct, .. } = request;
        Self {
            request: id,
            channel: direct,
            text,
            components: serde_json::Value::Null,
            files: Vec::new(),
            match_id: None,
            shows_question_of: None,
        }
    }
}

impl Matches {
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
