//! Records of what happened and who could see it, and of the requests to the API. They keep only a part of the past, so
//! that a sandbox can run for days.

use std::collections::VecDeque;

use serde::Serialize;
use serde_json::Value;

use super::id::Id;

/// An entry of the journal.
#[derive(Debug, Clone)]
pub struct JournalEntry {
    /// The number, counted from 0 since the beginning.
    pub number: usize,
    /// The time in Unix milliseconds of the sandbox's clock.
    pub at: i64,
    /// The channel.
    pub channel: Id,
    /// The people, without the bot, who could see it at that time.
    pub seen_by: Vec<Id>,
    /// Whether it concerns a message in the channel that only one person sees.
    pub private: bool,
    /// The event.
    pub event: JournalEvent,
}

/// An event in the journal.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum JournalEvent {
    /// A message was sent.
    MessageCreated {
        /// The message.
        message: Id,
        /// The author.
        author: Id,
        /// The text.
        content: String,
    },
    /// A message was edited, or a deferred response arrived.
    MessageEdited {
        /// The message.
        message: Id,
        /// The author.
        author: Id,
        /// The new text.
        content: String,
    },
    /// A message was deleted or dismissed.
    MessageDeleted {
        /// The message.
        message: Id,
        /// The author.
        author: Id,
        /// The last text.
        content: String,
    },
    /// A message was sent that only one person sees.
    EphemeralShown {
        /// The message.
        message: Id,
        /// The author.
        author: Id,
        /// The text.
        content: String,
    },
    /// A person used a command, a component or a modal, or typed into an option with autocomplete.
    InteractionSent {
        /// The interaction.
        interaction: Id,
        /// The person.
        user: Id,
        /// The command, such as `/host create`, or the custom id.
        what: String,
        /// The interaction's `data`.
        data: Value,
    },
    /// The bot sent its first response.
    InteractionAnswered {
        /// The interaction.
        interaction: Id,
        /// The callback type: 4 message, 5 deferred, 6 deferred update, 7 update, 8 choices, 9 modal.
        kind: i64,
    },
}

impl RecentLog<JournalEntry> {
    /// Notes an event that some people could see.
    pub(crate) fn note(&mut self, at: i64, channel: Id, seen_by: Vec<Id>, event: JournalEvent) {
        let number = self.end();
        self.push(JournalEntry { number, at, channel, seen_by, private: false, event });
    }

    /// Notes an event that concerns a message in the channel that only `reader` sees.
    pub(crate) fn note_private(&mut self, at: i64, channel: Id, reader: Id, event: JournalEvent) {
        let number = self.end();
        self.push(JournalEntry { number, at, channel, seen_by: vec![reader], private: true, event });
    }
}

/// A request that reached the API.
#[derive(Debug, Clone, Default, Serialize)]
pub struct SeenRequest {
    /// The number, counted from 0 since the beginning.
    pub number: usize,
    /// The time in Unix milliseconds of the sandbox's clock.
    pub at: i64,
    /// The method, such as `POST`.
    pub method: String,
    /// The path without `/api/v10` and without the query.
    pub path: String,
    /// The `User-Agent`.
    #[serde(skip)]
    pub agent: String,
    /// The JSON of the body, or an empty object if there is none.
    pub body: Value,
    /// The status of the response.
    pub status: u16,
    /// The JSON of the response if the request was refused.
    pub refusal: Option<Value>,
}

/// How much of the past a sandbox keeps. The oldest goes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// The number of entries of the journal.
    pub journal: usize,
    /// The number of requests.
    pub requests: usize,
    /// The number of messages in all channels together. Pinned messages are kept longer.
    pub messages: usize,
    /// The number of interactions.
    pub interactions: usize,
    /// The size in bytes of all files together. The newest file is always kept.
    pub file_bytes: usize,
    /// The number of gateway sessions without a connection.
    pub sessions: usize,
}

impl Default for Retention {
    fn default() -> Self {
        Self {
            journal: 100_000,
            requests: 50_000,
            messages: 100_000,
            interactions: 20_000,
            file_bytes: 256 * 1024 * 1024,
            sessions: 32,
        }
    }
}

/// A list of the latest entries, numbered from 0 since the beginning.
#[derive(Debug)]
pub(crate) struct RecentLog<T> {
    entries: VecDeque<T>,
    /// The number of the first entry that is kept.
    first: usize,
    max_length: usize,
}

impl<T: Clone> RecentLog<T> {
    pub(crate) fn new(max_length: usize) -> Self {
        Self { entries: VecDeque::new(), first: 0, max_length }
    }

    pub(crate) fn push(&mut self, entry: T) {
        self.entries.push_back(entry);
        while self.entries.len() > self.max_length {
            self.entries.pop_front();
            self.first += 1;
        }
    }

    /// Returns the number that the next entry will have.
    pub(crate) fn end(&self) -> usize {
        self.first + self.entries.len()
    }

    /// Returns the entries from a number on that are still kept.
    pub(crate) fn since(&self, number: usize) -> Vec<T> {
        self.entries.iter().skip(number.saturating_sub(self.first)).cloned().collect()
    }
}
