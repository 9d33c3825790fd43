//! Undoing a phase that has ended.

use super::change::Change;
use super::draft::Draft;
use crate::matches::model::control::{Control, Seq};
use crate::matches::model::denied::Denied;
use crate::matches::model::game_match::Match;
use crate::matches::model::log::LogEntry;
use crate::matches::model::question::QuestionId;

/// What undoing the last phase that has ended would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RewindPreview {
    /// The last entry that still counts.
    pub(super) to: Seq,
    /// The phase that would be played again.
    pub phase: String,
    /// What everyone was told since it began, in sentences.
    pub told: Vec<String>,
    /// The number of players who would be asked again.
    pub asked: usize,
}

impl Match {
    /// Returns what undoing the last phase that has ended would do.
    ///
    /// # Errors
    /// Fails if the match is not being played, if its game is turn-based, if no phase has ended, or if somebody has
    /// resigned since that phase began.
    pub fn rewound(&self) -> Result<RewindPreview, Denied> {
        self.playing()?;
        if self.has_turns() {
            return Err(Denied::TakeBackInstead(self.id));
        }
        let (_, before) = self.closed.split_last().ok_or(Denied::NothingToUndo(self.id))?;
        let to = before.last().copied().unwrap_or(0);
        let resigns =
            |entry: &&LogEntry| matches!(entry.control(), Some(Control::Resign | Control::Claim(_)));
        let counted = self.effective.counted.iter().map(|&place| &self.log[place]);
        if counted.filter(|entry| entry.seq > to).any(|entry| resigns(&entry)) {
            return Err(Denied::ResignedSince(self.id));
        }
        let begin = self.log.iter().find(|entry| entry.control() == Some(&Control::Begin));
        let then = self.up_to(to.max(begin.map_or(0, |entry| entry.seq)));
        let then = then.map_err(|_| Denied::NothingToUndo(self.id))?;
        let phase = then.session.as_ref().map(|session| session.phase().title).unwrap_or_default();
        let since = self.history().into_iter().filter(|line| line.seq > to && !line.taken_back);
        let told = since.filter(|line| line.what.is_game()).flat_map(|line| line.words).collect();
        // Who has left in secret is asked as far as everyone knows.
        let asked = then.session.as_ref().map(|session| session.to_act()).unwrap_or_default();
        let asked = asked.iter().filter(|asked| !self.has_left(asked.seat)).count();
        Ok(RewindPreview { to, phase, told, asked })
    }
}

pub(super) fn rewind(mut draft: Draft<'_>, question: QuestionId) -> Result<Change, Denied> {
    let before = draft.before;
    if question != before.question {
        return Err(Denied::Stale);
    }
    if draft.role.has_a_stake() {
        before.rewound()?;
        return Err(Denied::NeedsConsent(before.id));
    }
    before.rewound()?;
    before.check_may_begin_again(draft.now)?;
    before.check_may_undo(draft.now)?;
    draft.rewind()?;
    Ok(draft.finish())
}

impl Draft<'_> {
    /// Undoes the last phase that has ended.
    pub(super) fn rewind(&mut self) -> Result<(), Denied> {
        let RewindPreview { to, phase, .. } = self.before.rewound()?;
        let took = if self.agreed { Vec::new() } else { self.before.taken_by_undo(self.now) };
        self.note_as_host(Control::Rewind { to, phase, took })?;
        self.begin_again(to)
    }

    /// Goes on from what counts after an undo of everything after the entry `to`. What followed from that goes with it: offers of
    /// seats whose players have missed nothing, and computed players in place of people.
    pub(super) fn begin_again(&mut self, to: Seq) -> Result<(), Denied> {
        // Folding again without the undone entries drops their effects.
        self.after.fold().map_err(|_| Denied::NothingToUndo(self.before.id))?;
        self.go_on(None)?;
        self.recall_stand_ins(to)?;
        self.recall_alternates(to)?;
        self.settle_seats()
    }
}
