//! Proposals of hosts: who has to agree to one that is open, and what became of one that is not.

use crate::matches::model::control::Control;
use crate::matches::model::denied::Denied;
use crate::matches::model::error::MatchError;
use crate::matches::model::game_match::Match;
use crate::matches::model::log::LogEntry;
use crate::matches::model::pending::OpenProposal;
use crate::matches::model::proposal::Proposal;
use crate::matches::model::role::Role;
use crate::store::Status;
use trigon_rules::games::Seat;

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
    /// Returns the host's proposal that waits for the consent of all players.
    pub fn proposal(&self) -> Option<&OpenProposal> {
        let is_open_to_proposals = matches!(self.status, Status::Pregame | Status::Running);
        let open = self.effective.proposal.as_ref().filter(|_| is_open_to_proposals);
        open.filter(|proposal| proposal.question == self.question.number)
    }

    /// Returns the seats that have to agree to what a host proposes: about the clock, all that are still asked in a phase with
    /// several of them, and otherwise all that have not resigned; without those whose players are known to have left. Without a
    /// proposal, those who would have to agree to one about the clock.
    pub fn voters(&self) -> Vec<Seat> {
        let what = self.proposal().map(|proposal| proposal.what);
        let asked = self.session.as_ref().map(|session| session.to_act()).unwrap_or_default();
        let mut seats: Vec<Seat> = asked.iter().map(|decision| decision.seat).collect();
        // Other proposals are also about what those have who are asked nothing, such as their tokens.
        let is_about_the_clock = what.is_none_or(Proposal::is_about_the_clock);
        if seats.len() < 2 || !is_about_the_clock {
            seats = Seat::all(self.players.len()).collect();
        }
        seats.retain(|seat| {
            let is_player = !self.resigned(*seat) && !self.has_left(*seat) && self.computed(*seat).is_none();
            // A player whose seat is to be handed over is asked afterwards, with the time to answer.
            is_player && what != Some(Proposal::HandOver(*seat))
        });
        seats
    }

    /// Returns whether everyone who has to agree to the proposal has.
    pub(crate) fn is_agreed(&self) -> bool {
        let agreed = |seat: &Seat| self.proposal().is_some_and(|proposal| proposal.agreed.contains(seat));
        self.voters().iter().all(agreed)
    }

    /// Checks that something can be proposed to all players: the roster is final, and the match goes on.
    ///
    /// # Errors
    /// Fails otherwise.
    pub fn check_takes_proposals(&self) -> Result<(), Denied> {
        if self.status == Status::Pregame { self.check_not_stopped() } else { self.playing().map(drop) }
    }

    /// Checks that somebody in a role may end the phase alone: the terms allow it or, for those who see secrets, everyone who is
    /// asked has answered. The pregame may end once everyone has checked in.
    ///
    /// # Errors
    /// Fails if that takes the consent of all players.
    pub fn check_may_end_phase(&self, role: Role) -> Result<(), Denied> {
        let limits = self.terms.limits_in_force();
        let nobody_waits = match self.status {
            Status::Pregame => self.players.iter().all(|player| player.checked_in),
            // The answer would tell others whether somebody is silent.
            _ => (role == Role::Host || !self.has_secrets()) && self.silent().is_empty(),
        };
        if limits.is_none_or(|limits| limits.shorten) || nobody_waits {
            Ok(())
        } else {
            Err(Denied::NeedsConsent(self.id))
        }
    }

    /// Returns a proposal that is no longer open, and what became of it; `None` if none was ever put to the players under this number.
    ///
    /// # Errors
    /// Fails if the log cannot be folded.
    pub fn past_proposal(&self, number: u32) -> Result<Option<(OpenProposal, ProposalOutcome)>, MatchError> {
        let Some(entries) = self.entries_of_proposal(number) else { return Ok(None) };
        let proposed_at = entries[0].seq;
        let last_answer = |event| entries.iter().rev().find(|entry| entry.control() == Some(event));
        let last_consent = last_answer(&Control::Consent).map_or(proposed_at, |entry| entry.seq);
        let then = self.up_to(last_consent)?;
        let outcome = if last_consent > proposed_at && then.is_agreed() {
            ProposalOutcome::Agreed
        } else if last_answer(&Control::Object).is_some() {
            ProposalOutcome::Refused
        } else {
            ProposalOutcome::Lapsed
        };
        let open = then.effective.proposal.clone().filter(|open| open.number == number);
        Ok(open.map(|open| (open, outcome)))
    }

    /// Returns the entries from the one that made a proposal up to the next proposal.
    fn entries_of_proposal(&self, number: u32) -> Option<&[LogEntry]> {
        let mut proposals = (0..self.log.len()).filter(|index| makes_proposal(&self.log[*index]));
        let from = proposals.nth((number as usize).checked_sub(1)?)?;
        let to = proposals.next().unwrap_or(self.log.len());
        Some(&self.log[from..to])
    }

    /// Returns whether the proposal with this number was made before play began.
    pub fn was_proposed_before_play(&self, number: u32) -> bool {
        let begin = self.log.iter().position(|entry| entry.control() == Some(&Control::Begin));
        let before_play = &self.log[..begin.unwrap_or(self.log.len())];
        number as usize <= before_play.iter().filter(|entry| makes_proposal(entry)).count()
    }
}

/// Returns whether a log entry makes a proposal.
fn makes_proposal(entry: &LogEntry) -> bool {
    matches!(entry.control(), Some(Control::Propose { .. }))
}
