//! What a sandbox keeps in memory, so that it can run for days.

use std::collections::VecDeque;

/// How much of the past a sandbox keeps. The oldest goes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Keep {
    /// The number of entries of the journal.
    pub journal: usize,
    /// The number of requests.
    pub requests: usize,
    /// The number of messages in all channels together. Pinned messages are kept longer.
    pub messages: usize,
    /// The number of interactions.
    pub interactions: usize,
    /// The size in bytes of all files together. The newest file is kept in any case.
    pub file_bytes: usize,
    /// The number of gateway sessions without a connection.
    pub sessions: usize,
}

impl Default for Keep {
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

/// A list of the last entries, which are numbered from 0 on since the beginning.
#[derive(Debug)]
pub(crate) struct Log<T> {
    entries: VecDeque<T>,
    /// The number of the first entry that is kept.
    first: usize,
    most: usize,
}

impl<T: Clone> Log<T> {
    pub(crate) fn new(most: usize) -> Self {
        Self { entries: VecDeque::new(), first: 0, most }
    }

    pub(crate) fn push(&mut self, entry: T) {
        self.entries.push_back(entry);
        while self.entries.len() > self.most {
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
