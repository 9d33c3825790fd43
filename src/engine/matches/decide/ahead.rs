//! Answers that players leave for the phases after the present one.

use super::draft::Draft;
use crate::matches::command::{Addressed, Decision};
use crate::matches::error::Denied;
use crate::matches::log::{Control, LogEntry};
use crate::matches::notice::{Ahead, Notice};
use crate::matches::timer::UNCERTAIN;
use crate::store::Target;
use trigon_rules::games::{By, Move, Seat};

/// The maximum number of phases for which answers can be left.
const MOST: usize = 10;

pub(super) fn leave(mut draft: Draft<'_>, answers: &[Move]) -> Result<Decision, Denied> {
    let (before, seat) = (draft.before, draft.seat()?);
    if before.has_turns() {
        return Err(Denied::OnlyInRounds(before.id));
    }
    draft.check_sent()?;
    if before.playing()?.neutral(seat).is_none() {
        return Err(Denied::TakesNothingAhead(before.id));
    }
    let is_later = |entry: &&LogEntry| {
        entry.by == By::Seat(seat)
            && matches!(entry.control(), Some(Control::Ahead { .. }))
            && entry.request > draft.request
    };
    if draft.request.is_some() && before.log.iter().rev().any(|entry| is_later(&entry)) {
        return Err(Denied::Superseded);
    }
    if answers.len() > MOST {
        return Err(Denied::TooFarAhead { most: MOST });
    }
    if answers.is_empty() && before.ahead(seat).is_empty() {
        return Err(Denied::NothingAhead(before.id));
    }
    let answers = answers.iter().map(|action| action.text().to_owned()).collect();
    draft.note(Control::Ahead { question: before.question.number, answers })?;
    Ok(draft.finish())
}

impl Draft<'_> {
    /// Gives the answers that players have left for the phase that has just begun, and tells each with the question. Only
    /// questions with an answer that changes nothing take any, and none that would end the phase.
    pub(super) fn answer_ahead(&mut self) -> Result<(), Denied> {
        for seat in self.after.asked_in_private() {
            let Some(text) = self.after.left_for_now(seat).cloned() else { continue };
            let Some(session) = &self.after.session else { continue };
            let fits = |action: &Move| {
                let mut copy = session.boxed();
                copy.make(By::Seat(seat), action).is_ok() && copy.phase().id == session.phase().id
            };
            let Some(neutral) = session.neutral(seat).filter(fits) else { continue };
            let (action, given) = match session.parse(&text).ok().filter(fits) {
                Some(action) => (action, Ahead::Given),
                None => (neutral, Ahead::Illegal),
            };
            self.after.make(By::Seat(seat), self.now, &action)?;
            self.say_ahead(seat, given);
        }
        Ok(())
    }

    /// Checks that what is not for a certain question was sent while the present one was open.
    pub(super) fn check_sent(&self) -> Result<(), Denied> {
        let before = self.before;
        if before.deadline.is_some_and(|deadline| deadline <= self.sent_at) {
            return Err(Denied::DeadlinePassed);
        }
        if self.request.is_some() && self.sent_at + UNCERTAIN < before.asked_since() {
            return Err(Denied::BeforeRound);
        }
        Ok(())
    }

    fn say_ahead(&mut self, seat: Seat, given: Ahead) {
        let user = self.after.player(seat).map(|player| Target::User(player.user_id));
        for Addressed { to, notice, .. } in &mut self.told {
            if let Notice::Personal { ahead, .. } = notice
                && Some(*to) == user
            {
                *ahead = Some(given);
            }
        }
    }
}
