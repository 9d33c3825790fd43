//! The match: its log, who is asked next, what computed seats do.

use std::path::PathBuf;
use std::sync::Arc;

use serde_json::Value;

use super::options::Chair;
use crate::cli::{Error, write_file};
use crate::games::{
    AnyGame, AnySession, By, Decision, Draws, Names, Narration, Refusal, Seat, Seed, SetupError, Viewer,
};
use crate::matches::{Entry, Extras, Record};

/// What comes next.
pub(super) enum Next {
    /// A seat at the keyboard is asked.
    Ask(Decision),
    /// A computed seat decides.
    Compute(Decision),
    /// Everyone was asked, so the deadline comes, with this action of the clock.
    Deadline(String),
    /// Nothing: the match is over, or was given up.
    Nothing,
}

/// A match being played here.
pub(super) struct Session {
    record: Record,
    table: Box<dyn AnySession>,
    names: Names,
    /// Who decides for each seat.
    pub(super) chairs: Vec<Chair>,
    /// Where the record is kept.
    pub(super) file: Option<PathBuf>,
    /// After how many entries the match is given up.
    pub(super) limit: Option<usize>,
    /// For each entry, whether somebody at the keyboard made it.
    typed: Vec<bool>,
    /// The seats that leave their decision as it stands until the deadline.
    passed: Vec<Seat>,
    /// What computed seats choose by.
    luck: Draws,
}

impl Session {
    /// Sets a match up.
    ///
    /// # Errors
    /// When the setup cannot be played.
    pub(super) fn begin(game: Arc<dyn AnyGame>, setup: Value, seed: Seed) -> Result<Self, SetupError> {
        let (mut table, _) = game.begin(&setup, Some(seed.clone()), None)?;
        let extras = Extras { rules_version: Some(game.info().version.into()), ..Extras::default() };
        let record = Record {
            game,
            title: None,
            commitment: Some(seed.commitment()),
            setup,
            start: serde_json::from_str(&table.state_json()).ok(),
            draws: Some(table.take_draws().into()),
            extras,
            log: Vec::new(),
            seed: Some(seed.clone()),
        };
        // Computed seats must not know what the dice will be: they choose by another seed.
        let luck = Draws::new(&seed.commitment().parse().unwrap_or(seed));
        let names = table.names().clone();
        let (typed, passed) = (Vec::new(), Vec::new());
        Ok(Self { record, table, names, chairs: Vec::new(), file: None, limit: None, typed, passed, luck })
    }

    /// Where the match stands.
    pub(super) fn table(&self) -> &dyn AnySession {
        &*self.table
    }

    /// The record so far.
    pub(super) fn record(&self) -> &Record {
        &self.record
    }

    /// Draws the board for everyone.
    pub(super) fn diagram(&self) -> String {
        self.table.observe(Viewer::Public).diagram(&self.names)
    }

    /// Returns the action with which the clock ends the phase, if it does.
    pub(super) fn clock_action(&self) -> Option<String> {
        self.table.phase().clock_action().cloned()
    }

    /// Calls the seats otherwise.
    pub(super) fn rename(&mut self, names: Names) {
        self.names = names;
        self.table.rename(self.names.clone());
    }

    /// What happened before the first entry.
    pub(super) fn began(&self) -> Vec<Narration> {
        self.fresh().map(|(_, narrations)| narrations).unwrap_or_default()
    }

    fn fresh(&self) -> Result<(Box<dyn AnySession>, Vec<Narration>), SetupError> {
        let Record { game, setup, seed, .. } = &self.record;
        game.begin(setup, seed.clone(), Some(self.names.clone()))
    }

    /// Whether a seat decides at the keyboard.
    pub(super) fn is_human(&self, seat: Seat) -> bool {
        seat.index(self.chairs.len()).is_some_and(|i| self.chairs[i] == Chair::Human)
    }

    /// How many seats decide at the keyboard.
    pub(super) fn humans(&self) -> usize {
        self.chairs.iter().filter(|&&chair| chair == Chair::Human).count()
    }

    /// Who is asked next.
    pub(super) fn next(&self) -> Next {
        let given_up = self.limit.is_some_and(|limit| self.record.log.len() >= limit);
        if given_up || self.table.outcome().is_some() {
            return Next::Nothing;
        }
        let open = |decision: &Decision| !decision.answered && !self.passed.contains(&decision.seat);
        match self.table.to_act().into_iter().find(open) {
            Some(decision) if self.is_human(decision.seat) => Next::Ask(decision),
            Some(decision) => Next::Compute(decision),
            None => self.table.phase().clock_action().cloned().map_or(Next::Nothing, Next::Deadline),
        }
    }

    /// Leaves a seat's decision as it stands until the deadline.
    pub(super) fn pass(&mut self, seat: Seat) {
        self.passed.push(seat);
    }

    /// What a computed seat does.
    pub(super) fn choose(&mut self, seat: Seat) -> Option<String> {
        let mut legal = self.table.legal(seat);
        let at = self.luck.below(legal.len() as u64) as usize;
        (at < legal.len()).then(|| legal.swap_remove(at))
    }

    /// Makes an entry.
    ///
    /// # Errors
    /// When the rules refuse it; nothing has changed then.
    pub(super) fn enter(&mut self, by: By, action: &str, typed: bool) -> Result<Vec<Narration>, Refusal> {
        let action = self.table.canonical(action)?;
        self.table.take_draws();
        let narrations = self.table.apply(by, &action)?;
        let draws = self.table.take_draws();
        let draws = (!draws.is_empty()).then(|| draws.into());
        self.record.log.push(Entry { by, action, at: None, draws, state: None });
        self.typed.push(typed);
        if !matches!(by, By::Seat(_)) {
            self.passed.clear();
        }
        Ok(narrations)
    }

    /// Takes back the last entry that was made at the keyboard with all that came after it; `None` when there
    /// is none.
    pub(super) fn undo(&mut self) -> Option<Entry> {
        let last = self.typed.iter().rposition(|&typed| typed)?;
        // The setup was played before, so it can be again.
        let (mut table, _) = self.fresh().ok()?;
        let taken = self.record.log.drain(last..).next();
        self.typed.truncate(last);
        self.passed.clear();
        for entry in &self.record.log {
            // Each was accepted before, and the fold is the same each time.
            let _ = table.apply(entry.by, &entry.action);
        }
        self.table = table;
        taken
    }

    /// Writes the record into its file.
    pub(super) fn keep(&self) -> Result<(), Error> {
        let Some(file) = &self.file else { return Ok(()) };
        let mut json = serde_json::to_vec_pretty(&self.record).map_err(std::io::Error::from)?;
        json.push(b'\n');
        write_file(file, &json)
    }
}
