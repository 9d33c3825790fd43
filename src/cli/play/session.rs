//! [`Session`]: a match in the terminal, with its record, who is asked next, and what computed seats do.

use std::path::PathBuf;
use std::sync::Arc;

use serde_json::Value;

use super::options::Chair;
use crate::cli::Error;
use crate::cli::files::write_file;
use crate::games::{
    AnyGame, AnySession, By, Decision, Move, Names, Narration, Refusal, Seat, Seed, SetupError, Viewer,
    choice_rng,
};
use crate::matches::{Extras, Record, RecordEntry};

/// What happens next in a match.
pub(super) enum NextStep {
    /// A person at the keyboard is asked.
    Ask(Decision),
    /// A computed seat decides.
    Compute(Decision),
    /// Everyone has been asked, so the deadline passes, with this action of the clock.
    Deadline(Move),
    /// Nothing: the match is over or has been stopped.
    End,
}

/// Where an entry comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EntryOrigin {
    /// Somebody typed it.
    Keyboard,
    /// A computed seat chose it, or the clock ended a phase.
    Automatic,
}

/// A match being played here.
pub(super) struct Session {
    record: Record,
    table: Box<dyn AnySession>,
    names: Names,
    /// Who plays each seat.
    pub(super) chairs: Vec<Chair>,
    /// The file for the record.
    pub(super) file: Option<PathBuf>,
    /// The number of entries after which the match is stopped.
    pub(super) limit: Option<usize>,
    /// Where each entry came from.
    origins: Vec<EntryOrigin>,
    /// The seats that keep their decisions until the deadline.
    passed: Vec<Seat>,
    /// The random numbers with which computed seats choose.
    rng: fastrand::Rng,
}

impl Session {
    /// Sets up a match. Returns an error if the setup cannot be played.
    pub(super) fn begin(game: Arc<dyn AnyGame>, setup: Value, seed: Seed) -> Result<Self, SetupError> {
        let (mut table, _) = game.begin(&setup, Some(seed.clone()), None)?;
        let extras = Extras { rules_version: Some(game.info().version.into()), ..Extras::default() };
        let rng = choice_rng(&seed);
        let record = Record {
            game,
            title: None,
            commitment: Some(seed.commitment()),
            beacon: None,
            setup,
            start: serde_json::from_str(&table.state_json()).ok(),
            draws: Some(table.take_draws().into()),
            extras,
            log: Vec::new(),
            seed: Some(seed),
            words: Vec::new(),
        };
        let names = table.names().clone();
        let (origins, passed) = (Vec::new(), Vec::new());
        Ok(Self { record, table, names, chairs: Vec::new(), file: None, limit: None, origins, passed, rng })
    }

    pub(super) fn table(&self) -> &dyn AnySession {
        &*self.table
    }

    pub(super) fn record(&self) -> &Record {
        &self.record
    }

    /// Draws the board as everyone sees it.
    pub(super) fn diagram(&self) -> String {
        self.table.observe(Viewer::Public).diagram(&self.names)
    }

    /// Returns the action with which the clock ends the phase, if it does.
    pub(super) fn clock_action(&self) -> Option<Move> {
        self.table.phase().clock_action().cloned()
    }

    pub(super) fn rename(&mut self, names: Names) {
        self.names = names;
        self.table.rename(self.names.clone());
    }

    /// Returns what happened before the first entry.
    pub(super) fn began(&self) -> Vec<Narration> {
        self.begin_anew().map(|(_, narrations)| narrations).unwrap_or_default()
    }

    /// Begins the same match anew.
    fn begin_anew(&self) -> Result<(Box<dyn AnySession>, Vec<Narration>), SetupError> {
        let Record { game, setup, .. } = &self.record;
        game.begin(setup, self.record.drawn_from(), Some(self.names.clone()))
    }

    /// Returns the chair of a seat, or `None` if the match has no such seat.
    pub(super) fn chair(&self, seat: Seat) -> Option<Chair> {
        seat.index(self.chairs.len()).map(|i| self.chairs[i])
    }

    /// Returns the number of seats played at the keyboard.
    pub(super) fn humans(&self) -> usize {
        self.chairs.iter().filter(|&&chair| chair == Chair::Human).count()
    }

    /// Returns what happens next.
    pub(super) fn next(&self) -> NextStep {
        let is_at_limit = self.limit.is_some_and(|limit| self.record.log.len() >= limit);
        if is_at_limit || self.table.outcome().is_some() {
            return NextStep::End;
        }
        let open = |decision: &Decision| !decision.answered && !self.passed.contains(&decision.seat);
        match self.table.to_act().into_iter().find(open) {
            Some(decision) if self.chair(decision.seat) == Some(Chair::Human) => NextStep::Ask(decision),
            Some(decision) => NextStep::Compute(decision),
            None => self.table.phase().clock_action().cloned().map_or(NextStep::End, NextStep::Deadline),
        }
    }

    /// Keeps a seat's decision as it is until the deadline.
    pub(super) fn pass(&mut self, seat: Seat) {
        self.passed.push(seat);
    }

    /// Returns what a computed seat does, or `None` if it has nothing to decide.
    pub(super) fn choose(&mut self, seat: Seat) -> Option<String> {
        let Chair::Computed(player) = self.chair(seat)? else { return None };
        let thought = self.table.sight(seat)?.decide(player, self.rng.u64(..))?;
        Some(thought.action)
    }

    /// Makes an entry. Returns an error, and changes nothing, if the rules refuse it.
    pub(super) fn enter(
        &mut self,
        by: By,
        action: &str,
        origin: EntryOrigin,
    ) -> Result<Vec<Narration>, Refusal> {
        let as_written = match by {
            By::Seat(seat) if origin == EntryOrigin::Keyboard => self.table.read(seat, action),
            _ => None,
        };
        let action = as_written.unwrap_or_else(|| self.table.parse(action))?;
        self.table.take_draws();
        let phase = self.table.phase().id;
        let narrations = self.table.make(by, &action)?;
        let draws = self.table.take_draws();
        let draws = (!draws.is_empty()).then(|| draws.into());
        self.record.log.push(RecordEntry { by, action: action.to_string(), at: None, draws, state: None });
        self.origins.push(origin);
        if !matches!(by, By::Seat(_)) || self.table.phase().id != phase {
            self.passed.clear();
        }
        Ok(narrations)
    }

    /// Takes back the last entry that was typed at the keyboard and everything after it, and returns it. Returns
    /// `None` if there is no such entry.
    pub(super) fn undo(&mut self) -> Option<RecordEntry> {
        let last = self.origins.iter().rposition(|origin| *origin == EntryOrigin::Keyboard)?;
        // This setup has been played before, so it can be played again.
        let (mut table, _) = self.begin_anew().ok()?;
        let taken = self.record.log.drain(last..).next();
        self.origins.truncate(last);
        self.passed.clear();
        for entry in &self.record.log {
            // Every entry has been accepted before, and replaying is deterministic.
            let _ = table.apply(entry.by, &entry.action);
        }
        self.table = table;
        taken
    }

    /// Writes the record to its file.
    pub(super) fn keep(&self) -> Result<(), Error> {
        let Some(file) = &self.file else { return Ok(()) };
        let mut json = serde_json::to_vec_pretty(&self.record).map_err(std::io::Error::from)?;
        json.push(b'\n');
        write_file(file, &json)
    }
}
