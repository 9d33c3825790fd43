//! Proposals that are no longer open.

use crate::matches::model::effective::Proposed;
use crate::matches::model::error::MatchError;
use crate::matches::model::game_match::Match;
use crate::matches::model::log::{Control, LogEntry};

/// What became of a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProposalOutcome {
    /// Everyone agreed.
    Agreed,
    /// Somebody did not.
    Refused,
    /// It was over before everyone had answered.
    Lapsed,
}

impl Match {
    /// Returns a proposal that is no longer open, and what became of it.
    ///
    /// # Errors
    /// Fails if the log cannot be folded.
    pub fn settled_proposal(&self, number: u32) -> Result<Option<(Proposed, ProposalOutcome)>, MatchError> {
        let is_proposal = |entry: &LogEntry| matches!(entry.control(), Some(Control::Propose { .. }));
        let places = self.log.iter().enumerate().filter(|(_, entry)| is_proposal(entry));
        let places: Vec<usize> = places.map(|(place, _)| place).collect();
        let Some((place, index)) = (number as usize).checked_sub(1).and_then(|i| Some((*places.get(i)?, i)))
        else {
            return Ok(None);
        };
        let rest = &self.log[place + 1..places.get(index + 1).copied().unwrap_or(self.log.len())];
        let of = |event: &Control| rest.iter().rev().find(|entry| entry.control() == Some(event));
        let last = of(&Control::Consent).map_or(self.log[place].seq, |entry| entry.seq);
        let then = self.up_to(last)?;
        let open = then.effective.proposal.clone().filter(|open| open.number == number);
        let outcome = if last > self.log[place].seq && then.is_agreed() {
            ProposalOutcome::Agreed
        } else if of(&Control::Object).is_some() {
            ProposalOutcome::Refused
        } else {
            ProposalOutcome::Lapsed
        };
        Ok(open.map(|open| (open, outcome)))
    }

    /// Returns whether the proposal with this number was made before play began.
    pub fn was_proposed_before_play(&self, number: u32) -> bool {
        let until = self.log.iter().position(|entry| entry.control() == Some(&Control::Begin));
        let before = &self.log[..until.unwrap_or(self.log.len())];
        let is_proposal = |entry: &&LogEntry| matches!(entry.control(), Some(Control::Propose { .. }));
        number as usize <= before.iter().filter(is_proposal).count()
    }
}
