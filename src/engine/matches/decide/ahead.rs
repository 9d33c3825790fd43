//! Answers that players leave for the phases after the present one.

use super::draft::Draft;
use crate::matches::command::{Addressed, Decision};
use crate::matches::error::Denied;
use crate::matches::log::Control;
use crate::matches::notice::{Ahead, Notice};
use crate::store::Target;
use trigon_rules::games::{By, Move, Seat};

/// The maximum number of phases for which answers can be left.
const MOST: usize = 10;

pub(super) fn leave(mut draft: Draft<'_>, answers: &[Move]) -> Result<Decision, Denied> {
    let (before, seat) = (draft.before, draft.seat()?);
    if before.has_turns() {
        return Err(Denied::OnlyInRounds(before.id));
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
    /// Gives the answers that players have left for the phase that has just begun, and tells each with the question. An
    /// answer that would end the phase by itself is left to its player, who is asked as usual.
    pub(super) fn answer_ahead(&mut self) -> Result<(), Denied> {
        for seat in self.after.asked_in_private() {
            let Some(text) = self.after.left_for_now(seat).cloned() else { continue };
            let Some(session) = &self.after.session else { continue };
            let fits = |action: &Move| {
                let mut copy = session.boxed();
                copy.make(By::Seat(seat), action).is_ok() && copy.phase().id == session.phase().id
            };
            let left = session.parse(&text).ok().filter(fits);
            let (action, given) = match left {
                Some(action) => (Some(action), Ahead::Given),
                None => (session.neutral(seat).filter(fits), Ahead::Illegal),
            };
            if let Some(action) = action {
                self.after.make(By::Seat(seat), self.now, &action)?;
            }
            self.say_ahead(seat, given);
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
