//! What hosts do to a match besides controlling its clock: looking, cancelling and publishing.

use super::draft::Draft;
use crate::matches::command::Decision;
use crate::matches::error::Denied;
use crate::matches::log::Control;
use crate::matches::notice::Notice;
use crate::store::Status;

pub(super) fn look(mut draft: Draft<'_>) -> Result<Decision, Denied> {
    draft.note_as_host(Control::Look)?;
    Ok(draft.finish())
}

pub(super) fn cancel(mut draft: Draft<'_>) -> Result<Decision, Denied> {
    if !draft.before.is_going_on() {
        return Err(Denied::Ended(draft.before.id));
    }
    draft.note_as_host(Control::Cancel)?;
    if draft.before.status == Status::Pregame {
        // Play will never begin, and nobody has seen what it would have begun with.
        draft.after.setup = None;
    }
    draft.end(Status::Cancelled);
    draft.tell_channel(Notice::Cancelled);
    Ok(draft.finish())
}

pub(super) fn publish(mut draft: Draft<'_>) -> Result<Decision, Denied> {
    let (before, id) = (draft.before, draft.before.id);
    match before.status {
        _ if !before.has_secrets() => return Err(Denied::NothingSecret(id)),
        Status::Over => return Err(Denied::AlreadyPublic(id)),
        Status::Cancelled if before.session.is_none() => return Err(Denied::NothingToPublish(id)),
        Status::Cancelled if before.effective.published => return Err(Denied::AlreadyPublished(id)),
        Status::Cancelled => {}
        Status::Signup | Status::Pregame | Status::Running => return Err(Denied::GoesOn(id)),
    }
    draft.note_as_host(Control::Publish)?;
    draft.tell_channel(Notice::Published);
    Ok(draft.finish())
}
