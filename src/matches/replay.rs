//! The fold of a record's log over the rules.

use super::record::{Entry, Record, RecordError};
use crate::games::{AnyTable, Happening, Names, Refusal};

/// A match being played again from its record.
pub struct Replay<'a> {
    table: Box<dyn AnyTable>,
    log: std::slice::Iter<'a, Entry>,
    seq: usize,
    began: Vec<Happening>,
}

/// What one entry of the log did.
pub struct Turn<'a> {
    /// The number of the entry, from 1.
    pub seq: usize,
    /// The entry.
    pub entry: &'a Entry,
    /// What happened, or why nothing did.
    pub result: Result<Vec<Happening>, Refusal>,
    /// What was drawn for it.
    pub draws: Vec<u64>,
}

impl<'a> Replay<'a> {
    /// Sets the match up, before its first entry.
    ///
    /// # Errors
    /// When the setup cannot be played.
    pub fn begin(record: &'a Record) -> Result<Self, RecordError> {
        let players = &record.extras.players;
        // Where the setup knows the names it is the one to be believed.
        let names = (record.game.by_turns() && !players.is_empty()).then(|| Names::new(players.clone()));
        let (table, began) = record.game.begin_as(&record.setup, record.seed.clone(), names)?;
        Ok(Self { table, log: record.log.iter(), seq: 0, began })
    }

    /// Where the match stands.
    pub fn table(&self) -> &dyn AnyTable {
        &*self.table
    }

    /// What happened before the first entry.
    pub fn began(&self) -> &[Happening] {
        &self.began
    }

    /// What was drawn before the first entry; only to be asked before [`step`](Self::step).
    pub fn take_draws(&mut self) -> Vec<u64> {
        self.table.take_draws()
    }

    /// Plays the next entry; `None` at the end of the log. A refused entry leaves the match as it was.
    pub fn step(&mut self) -> Option<Turn<'a>> {
        let entry = self.log.next()?;
        self.seq += 1;
        self.table.take_draws();
        let result = self.table.apply(entry.by, &entry.action);
        Some(Turn { seq: self.seq, entry, result, draws: self.table.take_draws() })
    }
}
