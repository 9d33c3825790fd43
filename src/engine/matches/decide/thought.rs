//! What computed seats have thought of, and when they think.

use super::change::Change;
use super::draft::Draft;
use crate::matches::model::computed::Computed;
use crate::matches::model::denied::Denied;
use crate::matches::model::question::QuestionId;
use crate::matches::model::timer::TimerKind;
use trigon_clock::Millis;
use trigon_rules::games::{By, Move};

/// The wait before a thought is had again that came to nothing, or was interrupted.
const RETRY_DELAY: Millis = 60_000;

/// Plays what a computed seat has thought of; if one of the actions cannot be played, only the first. It is never late: the phase ends
/// after its answer.
pub(super) fn play(mut draft: Draft<'_>, question: QuestionId, actions: &[Move]) -> Result<Change, Denied> {
    let (before, seat) = (draft.before, draft.seat()?);
    if draft.user.and_then(Computed::of).is_none() {
        return Err(Denied::NoSeat(before.id));
    }
    let is_asked = before.decision(seat).is_some_and(|decision| !decision.answered);
    if question != before.question || !is_asked {
        return Err(Denied::Stale);
    }
    let Some((first, further)) = actions.split_first() else { return Err(Denied::NothingAsked(before.id)) };
    let mut trial = Draft::new_like(&draft);
    let is_playable = actions.iter().all(|action| trial.make(By::Seat(seat), action).is_ok());
    draft.make(By::Seat(seat), first)?;
    for action in further.iter().filter(|_| is_playable) {
        draft.make(By::Seat(seat), action)?;
    }
    draft.go_on(None)?;
    Ok(draft.finish())
}

/// Lets the computed seats think, and prepares for trying again. The thinking itself happens outside of this decision.
pub(super) fn ring(mut draft: Draft<'_>) -> Change {
    let again = draft.now + RETRY_DELAY;
    draft.after.set_timer(TimerKind::Think, Some(again));
    draft.finish()
}

impl Draft<'_> {
    /// Sets or removes the timer that lets computed seats think.
    pub(super) fn set_thinking_timer(&mut self) {
        let is_thinking = self.after.timers.iter().any(|timer| timer.kind == TimerKind::Think);
        let at = self.after.thinks_at(self.now);
        // A timer for the same question is for trying again.
        if at.is_some() && is_thinking && self.before.question == self.after.question {
            return;
        }
        self.after.set_timer(TimerKind::Think, at);
    }
}
