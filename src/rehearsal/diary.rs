//! [`Diary`]: what people did on an embedded Discord.

use std::sync::{Arc, Mutex, PoisonError};

use trigon_sandbox::{Id, OptionValue, Sandbox};

/// Something that a person did.
#[derive(Debug, Clone)]
pub struct DiaryEntry {
    /// The number of entries in the journal before it.
    pub after: usize,
    /// The person.
    pub by: Id,
    /// The channel.
    pub channel: Id,
    /// A description: `presses **Join**`.
    pub text: String,
}

/// What people did on an embedded Discord, in order.
#[derive(Debug)]
pub struct Diary {
    sandbox: Arc<Sandbox>,
    entries: Mutex<Vec<DiaryEntry>>,
}

impl Diary {
    /// Returns an empty diary.
    pub fn new(sandbox: Arc<Sandbox>) -> Arc<Self> {
        Arc::new(Self { sandbox, entries: Mutex::default() })
    }

    /// Returns everything that people did.
    pub fn entries(&self) -> Vec<DiaryEntry> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn note(&self, by: Id, channel: Id, text: String) {
        let entry = DiaryEntry { after: self.sandbox.journal_end(), by, channel, text };
        // A poisoned lock only means that another thread panicked after a complete addition.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner).push(entry);
    }

    /// Returns the value of an option as people see it.
    pub(crate) fn display(&self, value: &OptionValue) -> String {
        match value {
            OptionValue::Text(text) => text.clone(),
            OptionValue::Integer(number) => number.to_string(),
            OptionValue::Flag(flag) => flag.to_string(),
            OptionValue::Id(id) => {
                let person = self.sandbox.people().into_iter().find(|person| person.id() == *id);
                person.map_or_else(|| format!("<#{id}>"), |person| format!("@{}", person.name()))
            }
            _ => "…".to_owned(),
        }
    }
}
