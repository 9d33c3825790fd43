//! Changing the terms of a match before it starts.

use super::beacon::check_roster_open;
use super::change::Change;
use super::draft::Draft;
use super::roster::check_signing_up;
use crate::matches::model::amendment::Amendment;
use crate::matches::model::control::Control;
use crate::matches::model::denied::Denied;
use crate::matches::model::notice::Notice;

/// Changes terms while players can still leave because of it: all of them, or none.
pub(super) fn amend(mut draft: Draft<'_>, what: &[Amendment]) -> Result<Change, Denied> {
    let before = draft.before;
    check_signing_up(before)?;
    check_roster_open(before, draft.now)?;
    draft.after.terms = before.terms.amended(what);
    if draft.after.terms == before.terms {
        return Err(Denied::AlreadyDone);
    }
    draft.after.terms.check(&*before.game)?;
    let starts = draft.after.terms.starts;
    if starts != before.terms.starts {
        if starts.is_some_and(|start| start.at <= draft.now) {
            return Err(Denied::StartsInThePast);
        }
        draft.set_planned_start(starts);
    }
    if draft.after.terms.players != before.terms.players {
        draft.resize()?;
    }
    // Others joined under the earlier terms: they are told, and such changes are limited per day.
    if before.has_other_players(draft.user) {
        before.check_may_amend(draft.now)?;
        draft.note_as_host(Control::Amend(what.to_vec()))?;
        draft.tell_channel(Notice::Amended { what: what.to_vec(), by: draft.user });
    }
    Ok(draft.finish())
}
