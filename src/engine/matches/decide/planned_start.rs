//! The planned start: at a time that a host has chosen, the match starts by itself.

use super::change::Change;
use super::draft::Draft;
use crate::matches::model::denied::Denied;
use crate::matches::model::notice::Notice;
use crate::matches::model::planned_start::PlannedStart;
use crate::matches::model::timer::TimerKind;

/// Starts the match. Without enough players, the sign-up stays open and the hosts decide; one of every week goes on for another
/// week.
pub(super) fn ring(mut draft: Draft<'_>) -> Result<Change, Denied> {
    let planned = draft.before.terms.starts.ok_or(Denied::AlreadyDone)?;
    if Draft::new_like(&draft).start().is_ok() {
        draft.start()?;
        return Ok(draft.finish());
    }
    let next = planned.weekly.then(|| planned.a_week_later(draft.now));
    draft.set_planned_start(next);
    draft.tell_channel(Notice::NotEnough { next: next.map(|next| next.at) });
    Ok(draft.finish())
}

impl Draft<'_> {
    /// Sets when the match starts by itself.
    pub(super) fn set_planned_start(&mut self, start: Option<PlannedStart>) {
        self.after.terms.starts = start;
        self.set_timer(TimerKind::Start, start.map(|start| start.at));
    }
}
