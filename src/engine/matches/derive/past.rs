//! The match as it was.

use std::borrow::Cow;

use crate::matches::model::control::{BeforeCorrection, Control, Seq};
use crate::matches::model::denied::Denied;
use crate::matches::model::error::MatchError;
use crate::matches::model::game_match::Match;
use crate::matches::model::log::LogEntry;

impl Match {
    /// Returns the match as it was after an entry.
    ///
    /// # Errors
    /// Fails if the log cannot be folded.
    pub fn up_to(&self, seq: Seq) -> Result<Cow<'_, Self>, MatchError> {
        if self.seq() <= seq {
            return Ok(Cow::Borrowed(self));
        }
        let mut then = self.clone();
        for entry in then.log.iter().rev().filter(|entry| entry.seq > seq) {
            if let Some(Control::Take(tenure)) = entry.control()
                && let Some(i) = tenure.seat.index(then.players.len())
            {
                let player = &mut then.players[i];
                player.user_id = tenure.before;
                player.name.clone_from(&tenure.before_name);
            }
        }
        // A setup holds until the roster is corrected.
        let corrected = then.log.iter().find_map(|entry| match entry.control() {
            Some(Control::Correct { was: Some(was), .. }) if entry.seq > seq => Some(was.clone()),
            _ => None,
        });
        if let Some(was) = corrected {
            (then.setup, then.start_hash) = (Some(was.setup), was.start_hash);
            for (player, fields) in then.players.iter_mut().zip(was.fields) {
                player.fields = fields;
            }
        }
        then.log.retain(|entry| entry.seq <= seq);
        then.recall_vacancies();
        then.fold()?;
        Ok(Cow::Owned(then))
    }

    /// Returns what a correction of the roster changes.
    pub(crate) fn uncorrected(&self) -> Option<Box<BeforeCorrection>> {
        let (setup, start_hash) = (self.setup.clone()?, self.start_hash.clone());
        let fields = self.players.iter().map(|player| player.fields.clone()).collect();
        Some(Box::new(BeforeCorrection { setup, start_hash, fields }))
    }

    /// Returns the match as it was when play began.
    ///
    /// # Errors
    /// Fails if play has not begun, or if the log cannot be folded.
    pub fn at_first(&self) -> Result<Cow<'_, Self>, MatchError> {
        let begin = self.log.iter().find(|entry| entry.control() == Some(&Control::Begin));
        self.up_to(begin.ok_or(Denied::NotBegun(self.id))?.seq)
    }

    /// Returns the number of changes.
    pub fn version(&self) -> i64 {
        self.version
    }

    /// Returns whether what an entry brought about was taken back by undoing a phase.
    pub fn is_rewound(&self, seq: Seq) -> bool {
        let is_action = self.log.iter().any(|entry| entry.seq == seq && entry.action().is_some());
        let takes_back =
            |entry: &&LogEntry| matches!(entry.control(), Some(Control::Rewind { to, .. }) if *to < seq);
        is_action && self.log.iter().filter(|entry| entry.seq > seq).any(|entry| takes_back(&entry))
    }

    /// Returns whether the present phase is the one in which another moment of the match was.
    pub fn is_in_phase_of(&self, other: &Self) -> bool {
        let phase = |game: &Self| game.session.as_ref().map(|session| session.phase().id);
        phase(self) == phase(other) && self.question.undos == other.question.undos
    }
}
