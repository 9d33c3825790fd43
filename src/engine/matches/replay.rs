//! The fold of a record's log over the rules.

use super::record::{Entry, Record, RecordError};
use trigon_rules::games::{AnySession, Names, Narration, Position, Refusal, Seed};

/// A match being played again from its record.
pub struct Replay<'a> {
    session: Box<dyn AnySession>,
    log: std::slice::Iter<'a, Entry>,
    seq: usize,
    began: Vec<Narration>,
}

/// What became of one entry of the log.
pub struct Turn<'a> {
    /// The number of the entry, from 1.
    pub seq: usize,
    /// The entry.
    pub entry: &'a Entry,
    /// What happened, or why nothing did.
    pub result: Result<Vec<Narration>, Refusal>,
    /// What was drawn for it.
    pub draws: Vec<u64>,
}

impl<'a> Replay<'a> {
    /// Returns the match before its first entry.
    ///
    /// # Errors
    /// If the setup cannot be played, or the record lacks the seed that it needs.
    pub fn begin(record: &'a Record) -> Result<Self, RecordError> {
        let players = &record.extras.players;
        // If the setup has names, they count.
        let knows_names = record.setup.get("players").is_some_and(serde_json::Value::is_array);
        let names = (!knows_names && !players.is_empty()).then(|| Names::new(players.clone()));
        let begun = record.game.begin(&record.setup, record.seed.clone(), names.clone());
        let (session, began) = begun.map_err(|error| {
            // With any seed it would begin.
            let lacks_seed = record.seed.is_none()
                && record.game.begin(&record.setup, Some(Seed::from([0; 32])), names).is_ok();
            if lacks_seed { RecordError::NoSeed } else { error.into() }
        })?;
        Ok(Self { session, log: record.log.iter(), seq: 0, began })
    }

    /// Returns the match after the entries that have been played.
    pub fn session(&self) -> &dyn AnySession {
        &*self.session
    }

    /// Returns what happened before the first entry.
    pub fn began(&self) -> &[Narration] {
        &self.began
    }

    /// Returns what was drawn before the first entry. It is lost with the first [`step`](Self::step).
    pub fn take_draws(&mut self) -> Vec<u64> {
        self.session.take_draws()
    }

    /// Plays the next entry, or returns `None` at the end of the log. A refused entry leaves the match as it was.
    pub fn step(&mut self) -> Option<Turn<'a>> {
        let entry = self.log.next()?;
        self.seq += 1;
        self.session.take_draws();
        let result = self.session.apply(entry.by, &entry.action);
        Some(Turn { seq: self.seq, entry, result, draws: self.session.take_draws() })
    }

    /// Plays to the end of the log and returns the positions whose pictures differ from the ones before. `draw` is called
    /// with each position and the number of the entry that led to it.
    pub fn positions(
        mut self,
        mut draw: impl FnMut(&dyn AnySession, usize) -> Position,
    ) -> impl Iterator<Item = Position> {
        let mut next = Some(draw(self.session(), 0));
        let mut last = None;
        std::iter::from_fn(move || {
            loop {
                let position = match next.take() {
                    Some(first) => first,
                    None => {
                        let turn = self.step()?;
                        if turn.result.is_err() {
                            continue;
                        }
                        draw(self.session(), turn.seq)
                    }
                };
                if last.as_ref() != Some(&position.scene) {
                    last = Some(position.scene.clone());
                    return Some(position);
                }
            }
        })
    }
}
