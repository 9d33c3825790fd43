//! Replies: what a person is told about a change is stored with the change.

use super::command::{Change, Command, Message};
use super::error::{Fault, MatchError};
use super::game_match::Match;
use super::notice::{Notice, Reply};
use super::rights::{Actor, Person, Request};
use super::rows;
use super::service::{Done, Matches};
use crate::games::Narration;
use crate::store::{StoreError, Target};

/// Puts a change into words for the person who made it: from the match before, the match afterwards, and what the last entry
/// brought.
pub type Words<'a> = &'a (dyn Fn(&Match, &Match, &[Narration]) -> String + Sync);

/// A direct message that is to be answered, and the words for it.
#[derive(Clone, Copy)]
pub struct Telling<'a> {
    user_id: i64,
    request: Request,
    words: Words<'a>,
}

impl<'a> Telling<'a> {
    /// Returns how to answer a person, if they have written a direct message. An interaction is answered by itself.
    pub(super) fn to(person: &Person, words: Words<'a>) -> Option<Self> {
        let request = person.request.filter(|request| request.direct.is_some())?;
        Some(Self { user_id: person.user_id, request, words })
    }

    /// Adds the answer to the messages of a change.
    pub(super) fn add_to(&self, before: &Match, change: &mut Change) {
        let text = (self.words)(before, &change.after, change.after.latest());
        let reply = Reply::text(self.request, text);
        let seq = change.after.seq();
        change.messages.push(Message { to: Target::User(self.user_id), notice: Notice::Reply(reply), seq });
    }
}

impl Reply {
    /// Returns an answer without components and files.
    pub fn text(request: Request, text: String) -> Self {
        let Request { id, direct, .. } = request;
        Self { request: id, channel: direct, text, components: serde_json::Value::Null, files: Vec::new() }
    }
}

impl Matches {
    /// Gives a command for a person, as [`ask`](Self::ask) does. If the person has written a direct message, the answer to it
    /// is stored with the change.
    ///
    /// # Errors
    /// As [`give`](Self::give).
    pub async fn ask_telling(
        &self,
        id: i64,
        person: &Person,
        command: Command,
        words: Words<'_>,
    ) -> Result<Done, MatchError> {
        self.give_telling(id, &Actor::Person(*person), &command, Telling::to(person, words)).await
    }

    /// Stores an answer that changes nothing, to be sent to a person. Returns whether it is the first one to this request.
    ///
    /// # Errors
    /// If storing fails.
    pub async fn reply(&self, user_id: i64, reply: Reply) -> Result<bool, Fault> {
        let message = Message { to: Target::User(user_id), notice: Notice::Reply(reply), seq: 0 };
        match self.store().answer(None, &rows::message(&message)?, self.clock().now()).await {
            Ok(()) => {
                self.wake_up().notify_waiters();
                Ok(true)
            }
            Err(StoreError::Conflict) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}
