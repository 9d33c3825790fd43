//! A record of what happened and who could see it, from which transcripts are made.

use serde_json::Value;

use super::{id::Id, keep::Log};

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
    /// Whether it concerns a message that only one person sees, although it stands in the channel.
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

/// The journal.
#[derive(Debug)]
pub(crate) struct Journal {
    pub(crate) entries: Log<JournalEntry>,
}

impl Journal {
    pub(crate) fn new(most: usize) -> Self {
        Self { entries: Log::new(most) }
    }

    pub(crate) fn note(&mut self, at: i64, channel: Id, seen_by: Vec<Id>, event: JournalEvent) {
        self.note_with(at, channel, seen_by, event, false);
    }

    /// Notes an event of a message that may be ephemeral.
    pub(crate) fn note_with(
        &mut self,
        at: i64,
        channel: Id,
        seen_by: Vec<Id>,
        event: JournalEvent,
        private: bool,
    ) {
        let number = self.entries.end();
        self.entries.push(JournalEntry { number, at, channel, seen_by, private, event });
    }
}
