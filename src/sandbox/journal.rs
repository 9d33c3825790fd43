//! What happened, in order, and who could see it: the stuff of transcripts.

use serde_json::Value;

use super::id::Id;

/// One line of the journal.
#[derive(Debug, Clone)]
pub struct JournalEntry {
    /// When, in unix milliseconds of the sandbox's clock.
    pub at: i64,
    /// Where.
    pub channel: Id,
    /// The people (not the bot) who could see it then.
    pub seen_by: Vec<Id>,
    /// What.
    pub event: JournalEvent,
}

/// What can happen.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum JournalEvent {
    /// A message appeared.
    MessageCreated {
        /// The message.
        message: Id,
        /// Who wrote it.
        author: Id,
        /// Its text.
        content: String,
    },
    /// A message changed (or a deferred answer arrived).
    MessageEdited {
        /// The message.
        message: Id,
        /// Who wrote it.
        author: Id,
        /// Its new text.
        content: String,
    },
    /// A message was deleted or dismissed.
    MessageDeleted {
        /// The message.
        message: Id,
        /// Who had written it.
        author: Id,
        /// Its last text.
        content: String,
    },
    /// A message appeared that only one person sees.
    EphemeralShown {
        /// The message.
        message: Id,
        /// Who wrote it.
        author: Id,
        /// Its text.
        content: String,
    },
    /// A person used a command, a component or a modal, or typed into an autocompleted option.
    InteractionSent {
        /// The interaction.
        interaction: Id,
        /// Who.
        user: Id,
        /// `/host create`, a custom id, …
        what: String,
        /// The interaction's `data`.
        data: Value,
    },
    /// The bot gave its first answer.
    InteractionAnswered {
        /// The interaction.
        interaction: Id,
        /// The callback type: 4 message, 5 deferred, 6 deferred update, 7 update, 8 choices, 9 modal.
        kind: i64,
    },
}

/// The journal.
#[derive(Debug, Default)]
pub(crate) struct Journal {
    pub(crate) entries: Vec<JournalEntry>,
}

impl Journal {
    pub(crate) fn note(&mut self, at: i64, channel: Id, seen_by: Vec<Id>, event: JournalEvent) {
        self.entries.push(JournalEntry { at, channel, seen_by, event });
    }
}
