//! Undoing a phase that has ended, with what followed from it: computed players who stand in, and alternates who were passed over.

use super::change::Change;
use super::draft::Draft;
use super::passing::NextHolder;
use crate::ids::UserId;
use crate::matches::model::control::{Control, Seq, Tenure};
use crate::matches::model::denied::Denied;
use crate::matches::model::effective::Effective;
use crate::matches::model::game_match::Match;
use crate::matches::model::log::LogEntry;
use crate::matches::model::pending::{Alternate, Handover};
use crate::matches::model::question::QuestionId;
use trigon_clock::Millis;
use trigon_rules::games::{By, Seat};

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
    pub fn rewind_preview(&self) -> Result<RewindPreview, Denied> {
        self.playing()?;
        if self.has_turns() {
            return Err(Denied::TakeBackInstead(self.id));
        }
        let (_, earlier) = self.closed.split_last().ok_or(Denied::NothingToUndo(self.id))?;
        let to = earlier.last().copied().unwrap_or(0);
        let resigns = |entry: &LogEntry| matches!(entry.control(), Some(Control::Resign | Control::Claim(_)));
        let counted = self.effective.counted.iter().map(|&place| &self.log[place]);
        if counted.filter(|entry| entry.seq > to).any(resigns) {
            return Err(Denied::ResignedSince(self.id));
        }
        let begin = self.log.iter().find(|entry| entry.control() == Some(&Control::Begin));
        let then = self.up_to(to.max(begin.map_or(0, |entry| entry.seq)));
        let then = then.map_err(|_| Denied::NothingToUndo(self.id))?;
        let session = then.session.as_ref();
        let phase = session.map(|session| session.phase().title).unwrap_or_default();
        let since = self.history().into_iter().filter(|line| line.seq > to && !line.taken_back);
        let told = since.filter(|line| line.what.is_game()).flat_map(|line| line.words).collect();
        // Who has left in secret is asked as far as everyone knows.
        let asked = session.map(|session| session.to_act()).unwrap_or_default();
        let asked = asked.iter().filter(|decision| !self.has_left(decision.seat)).count();
        Ok(RewindPreview { to, phase, told, asked })
    }
}

/// Undoes the last phase that has ended, if a host may do so alone and `question` is still the one that is asked.
pub(super) fn rewind(mut draft: Draft<'_>, question: QuestionId) -> Result<Change, Denied> {
    let before = draft.before;
    if question != before.question {
        return Err(Denied::Stale);
    }
    // What cannot be undone at all is refused for that reason.
    before.rewind_preview()?;
    if draft.role.has_a_stake() {
        return Err(Denied::NeedsConsent(before.id));
    }
    before.check_may_begin_again(draft.now)?;
    before.check_may_undo(draft.now)?;
    draft.rewind()?;
    Ok(draft.finish())
}

impl Draft<'_> {
    /// Undoes the last phase that has ended.
    pub(super) fn rewind(&mut self) -> Result<(), Denied> {
        let RewindPreview { to, phase, .. } = self.before.rewind_preview()?;
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

    /// Gives seats back to the players in whose place computed ones stand in because of what has just been taken back: everything
    /// after the entry `to`.
    fn recall_stand_ins(&mut self, to: Seq) -> Result<(), Denied> {
        for Tenure { seat, before, before_name, .. } in self.after.stand_ins(to) {
            if self.after.returns_to(seat) == Some(before) {
                self.pass(seat, NextHolder::returning(before, before_name))?;
            }
        }
        Ok(())
    }

    /// Puts alternates back on the list who were taken off it because they did not answer an offer that nobody would have made
    /// without what has just been taken back: everything after the entry `to`.
    fn recall_alternates(&mut self, to: Seq) -> Result<(), Denied> {
        for StruckAlternate { place, alternate: Alternate { user, name } } in self.after.struck_alternates(to)
        {
            let is_known = self.after.alternates().iter().any(|known| known.user == user);
            if !is_known && self.after.check_may_take(user).is_ok() {
                self.note_by(By::Clock, Control::StandBy { user, name, place: Some(place) })?;
            }
        }
        Ok(())
    }
}

/// Somebody who was taken off the list of alternates.
struct StruckAlternate {
    /// The index on the list.
    place: usize,
    alternate: Alternate,
}

impl Match {
    /// Returns the tenures of the computed players who stand in because of something after an entry.
    fn stand_ins(&self, to: Seq) -> Vec<Tenure> {
        let stand_in = |seat: Seat| {
            let (taken, tenure) = self.takes(seat).next_back()?;
            (tenure.stands_in && self.cause_before(taken) > to).then(|| tenure.clone())
        };
        Seat::all(self.players.len()).filter_map(stand_in).collect()
    }

    /// Returns who was taken off the list of alternates for not answering an offer that has its cause after an entry. The log is
    /// read again for it: where they stood on the list, and whether the offer had lapsed, is known only from then.
    fn struck_alternates(&self, to: Seq) -> Vec<StruckAlternate> {
        let (mut then, mut struck) = (Effective::default(), Vec::new());
        for (place, entry) in self.log.iter().enumerate() {
            if let Some(Control::StandDown(user)) = entry.control().filter(|_| entry.seq > to) {
                struck.extend(self.struck_for_silence(&then, *user, entry.at, to));
            }
            if then.push(&self.log, place, self.players.len()).is_none() {
                return Vec::new();
            }
        }
        struck
    }

    /// Returns an alternate who stood down, if that was because an offer with its cause after the entry `to` had lapsed at `at`.
    fn struck_for_silence(
        &self,
        then: &Effective,
        user: UserId,
        at: Millis,
        to: Seq,
    ) -> Option<StruckAlternate> {
        let has_lapsed =
            |asked: &&Handover| asked.user == user && asked.until.is_some_and(|until| until <= at);
        let offer = then.handovers.iter().find(has_lapsed)?;
        let place = then.alternates.iter().position(|known| known.user == user)?;
        let alternate = then.alternates[place].clone();
        (self.cause_before(offer.seq) > to).then_some(StruckAlternate { place, alternate })
    }
}
