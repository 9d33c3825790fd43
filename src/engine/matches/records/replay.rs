//! [`Replay`]: playing the log of a record again under the rules.

use super::record::{Record, RecordEntry, RecordError, RecordedTenure};
use trigon_rules::games::{AnySession, Names, Narration, Pace, Position, Refusal, Seat, Seed};

/// A match being replayed from its record.
pub struct Replay<'a> {
    session: Box<dyn AnySession>,
    /// The entries that have yet to be played.
    log: std::slice::Iter<'a, RecordEntry>,
    /// The number of entries played so far.
    seq: usize,
    /// The seats that have yet to pass to others.
    tenures: &'a [RecordedTenure],
    /// The number of questions closed so far.
    closed: u64,
    /// What happened before the first entry.
    began: Vec<Narration>,
}

/// The result of replaying one log entry.
pub struct ReplayedEntry<'a> {
    /// The one-based number of the entry.
    pub seq: usize,
    /// The entry.
    pub entry: &'a RecordEntry,
    /// The seats that passed to others right before it, as far as a record can tell.
    pub tenures: &'a [RecordedTenure],
    /// What happened, or why nothing did.
    pub result: Result<Vec<Narration>, Refusal>,
    /// The numbers drawn for it.
    pub draws: Vec<u64>,
}

impl<'a> Replay<'a> {
    /// Returns the match before its first entry.
    ///
    /// # Errors
    /// Fails if the setup cannot be played, or if the record lacks the seed that it needs.
    pub fn begin(record: &'a Record) -> Result<Self, RecordError> {
        let players = &record.extras.players;
        // Names in the setup take precedence.
        let knows_names = record.setup.get("players").is_some_and(serde_json::Value::is_array);
        let names = (!knows_names && !players.is_empty()).then(|| Names::new(players.clone()));
        let begun = record.game.begin(&record.setup, record.drawn_from(), names.clone());
        let (mut session, began) = begun.map_err(|error| {
            // If it would begin with any seed, only the seed is missing.
            let lacks_seed = record.seed.is_none()
                && record.game.begin(&record.setup, Some(Seed::from([0; 32])), names).is_ok();
            if lacks_seed { RecordError::NoSeed } else { error.into() }
        })?;
        session.follow(record.extras.rules_version);
        let tenures = &record.extras.tenures[..];
        Ok(Self { session, log: record.log.iter(), seq: 0, tenures, closed: 0, began })
    }

    /// Returns the match after the entries played so far.
    pub fn session(&self) -> &dyn AnySession {
        &*self.session
    }

    /// Returns what happened before the first entry.
    pub fn began(&self) -> &[Narration] {
        &self.began
    }

    /// Takes the draws made before the first entry, which the first [`step`](Self::step) discards.
    pub fn take_draws(&mut self) -> Vec<u64> {
        self.session.take_draws()
    }

    /// Plays the next entry, or returns `None` at the end of the log. A refused entry leaves the match unchanged.
    pub fn step(&mut self) -> Option<ReplayedEntry<'a>> {
        let entry = self.log.next()?;
        self.seq += 1;
        self.session.take_draws();
        let tenures = self.pass_seats();
        let phase = self.session.phase().id;
        let result = self.session.apply(entry.by, &entry.action);
        // As in a match: in games of rounds, only a new phase closes a question.
        let closes = self.session.info().pace == Pace::Turns || self.session.phase().id != phase;
        self.closed += u64::from(result.is_ok() && closes);
        if self.log.len() == 0 {
            self.pass_seats();
        }
        Some(ReplayedEntry { seq: self.seq, entry, tenures, result, draws: self.session.take_draws() })
    }

    /// Plays entries until one is accepted, and returns it, or `None` at the end of the log.
    fn next_accepted(&mut self) -> Option<ReplayedEntry<'a>> {
        loop {
            let entry = self.step()?;
            if entry.result.is_ok() {
                return Some(entry);
            }
        }
    }

    /// Gives the seats that have passed to others by now their names, and returns them.
    fn pass_seats(&mut self) -> &'a [RecordedTenure] {
        let count = self.tenures.iter().take_while(|tenure| tenure.from <= self.closed).count();
        let (passed, later) = self.tenures.split_at(count);
        self.tenures = later;
        if !passed.is_empty() {
            let names = self.session.names();
            let mut all: Vec<String> =
                Seat::all(self.session.seats()).map(|seat| names.get(seat).into_owned()).collect();
            for tenure in passed {
                let place = usize::try_from(tenure.seat).ok().and_then(|seat| seat.checked_sub(1));
                if let Some(name) = place.and_then(|place| all.get_mut(place)) {
                    name.clone_from(&tenure.name);
                }
            }
            self.session.rename(Names::new(all));
        }
        passed
    }

    /// Plays to the end of the log and returns the positions whose pictures differ from the previous one. `draw` is
    /// called with each position and the number of the entry that led to it.
    pub fn positions(
        mut self,
        mut draw: impl FnMut(&dyn AnySession, usize) -> Position,
    ) -> impl Iterator<Item = Position> {
        let mut start = Some(draw(self.session(), 0));
        let mut last_scene = None;
        std::iter::from_fn(move || {
            loop {
                let position = match start.take() {
                    Some(start) => start,
                    None => {
                        let entry = self.next_accepted()?;
                        draw(self.session(), entry.seq)
                    }
                };
                if last_scene.as_ref() != Some(&position.scene) {
                    last_scene = Some(position.scene.clone());
                    return Some(position);
                }
            }
        })
    }
}
