//! What hosts may not do alone: they propose it, and all players have to agree.

use super::change::Change;
use super::draft::Draft;
use crate::ids::UserId;
use crate::matches::model::control::Control;
use crate::matches::model::denied::Denied;
use crate::matches::model::notice::Notice;
use crate::matches::model::pending::OpenProposal;
use crate::matches::model::proposal::{Correction, Proposal, Removal};
use crate::store::Status;
use trigon_rules::games::By;

/// What a proposal is about, besides its kind.
#[derive(Clone, Copy, Default)]
pub(super) struct Details<'a> {
    /// What is to be corrected.
    pub(super) correction: Option<&'a Correction>,
    /// What is to become of a seat.
    pub(super) removal: Option<&'a Removal>,
}

/// Asks all players to agree to what hosts may not do alone.
pub(super) fn propose(draft: Draft<'_>, what: Proposal) -> Result<Change, Denied> {
    draft.before.check_takes_proposals()?;
    if what == Proposal::Correct {
        return Err(Denied::NothingCorrected);
    }
    draft.ask_all(what, Details::default())
}

/// Answers the open proposal. With the last consent, it is carried out; one refusal ends it.
pub(super) fn consent(mut draft: Draft<'_>, number: u32, agree: bool) -> Result<Change, Denied> {
    let before = draft.before;
    let seat = match draft.by {
        By::Seat(seat) if before.status == Status::Pregame => seat,
        _ => draft.seat()?,
    };
    let OpenProposal { what, host, agreed, correction, removal, .. } = draft.proposal(number)?;
    if !agree {
        draft.note(Control::Object)?;
        draft.tell_channel(Notice::NotAgreed { what, seat: Some(seat) });
        return Ok(draft.finish());
    }
    if agreed.contains(&seat) {
        return Err(Denied::AlreadyAccepted);
    }
    if !before.voters().contains(&seat) && what != Proposal::HandOver(seat) {
        return Err(Denied::NoSeat(before.id));
    }
    draft.note(Control::Consent)?;
    if draft.after.is_agreed() {
        let details = Details { correction: correction.as_ref(), removal: removal.as_ref() };
        draft.carry_out(what, details, Some(host))?;
    }
    Ok(draft.finish())
}

/// Withdraws the open proposal, as a host.
pub(super) fn withdraw(mut draft: Draft<'_>, number: u32) -> Result<Change, Denied> {
    let what = draft.proposal(number)?.what;
    draft.note_as_host(Control::Object)?;
    draft.tell_channel(Notice::NotAgreed { what, seat: None });
    Ok(draft.finish())
}

impl Draft<'_> {
    /// Returns the open proposal with a number.
    fn proposal(&self, number: u32) -> Result<OpenProposal, Denied> {
        self.before.check_takes_proposals()?;
        let open = self.before.proposal().filter(|proposal| proposal.number == number);
        open.cloned().ok_or(Denied::ProposalGone(self.before.id))
    }

    /// Asks all players for their consent, or does at once what nobody has to agree to.
    pub(super) fn ask_all(mut self, what: Proposal, details: Details<'_>) -> Result<Change, Denied> {
        let (before, user) = (self.before, self.user);
        if before.proposal().is_some() {
            return Err(Denied::ProposalPending(before.id));
        }
        before.check_may_propose(self.now)?;
        // What could not be done even with the consent of all is refused now.
        Draft::new_like(&self).carry_out(what, details, user)?;
        let seat = if let By::Seat(seat) = self.by { Some(seat) } else { None };
        let question = before.question.number;
        let (correction, removal) = (details.correction.cloned(), details.removal.cloned());
        self.note_as_host(Control::Propose { question, what, seat, correction, removal })?;
        if self.after.is_agreed() {
            self.carry_out(what, details, user)?;
        } else {
            let number = self.after.proposal().map_or(0, |proposal| proposal.number);
            self.tell_channel(Notice::Proposed { number });
        }
        Ok(self.finish())
    }

    /// Does what was proposed, on behalf of the host who proposed it.
    fn carry_out(
        &mut self,
        what: Proposal,
        Details { correction, removal }: Details<'_>,
        host: Option<UserId>,
    ) -> Result<(), Denied> {
        (self.by, self.user, self.agreed) = (By::Host, host, true);
        match what {
            Proposal::Extend(time) => self.move_deadline(time),
            Proposal::Pause => self.stop_for_all(),
            Proposal::Undo => self.rewind(),
            Proposal::Correct => {
                let Correction { user, fields, reason, .. } = correction.ok_or(Denied::NothingCorrected)?;
                self.correct(*user, fields, reason)
            }
            Proposal::CoHost(user) => self.add_co_host(user, Control::AgreedCoHost(user)),
            Proposal::TakeOut(seat) => {
                let Removal { player, reason, .. } = removal.ok_or(Denied::NoSeat(self.before.id))?;
                // Nobody may learn yet that the player has left.
                if self.before.seems_held(*player) != Some(seat) {
                    return Err(Denied::NotOnRoster(*player));
                }
                self.remove_player(*player, seat, reason.clone())
            }
            Proposal::HandOver(seat) => {
                let removal = removal.ok_or(Denied::NoSeat(self.before.id))?;
                // The player in the seat may have consented with the others; otherwise, they are asked now.
                let has_consented = self.after.effective.has_consented(seat);
                self.ask_successor(seat, removal, has_consented)
            }
            Proposal::EndPhase if self.before.status == Status::Pregame => self.begin(),
            Proposal::EndPhase => {
                let session = self.before.playing()?;
                let action = session.phase().clock_action().cloned();
                self.close(By::Host, &action.ok_or(Denied::NotTimed(self.before.id))?)
            }
        }
    }
}
