//! What a server shows of a match: the channel in which it is played, roles of its players, an event for its deadline, and the
//! hours in which it disturbs nobody.
//!
//! Only the move to another channel is in the log: the others change nothing about the game, and the channel is told.

use super::change::Change;
use super::draft::Draft;
use crate::ids::ChannelId;
use crate::matches::model::control::Control;
use crate::matches::model::denied::Denied;
use crate::matches::model::notice::Notice;
use crate::matches::model::server_roles::Roles;
use crate::matches::model::settings::QuietHours;
use crate::store::Status;

/// Moves the match to another channel, and says so in both. The new one gets what the old one showed last.
pub(super) fn move_to(mut draft: Draft<'_>, to: ChannelId) -> Result<Change, Denied> {
    let (before, id) = (draft.before, draft.before.id);
    before.check_not_ended()?;
    let from = before.channel_id;
    if to == from {
        return Err(Denied::PlayedThere(id));
    }
    // Players would read what only onlookers may.
    if before.terms.spectators == Some(to) || before.lounges().contains(&to) {
        return Err(Denied::ForOnlookers(id));
    }
    draft.note_as_host(Control::Channel { from, to })?;
    draft.tell_channel(Notice::Moved { from, to });
    draft.after.channel_id = to;
    draft.tell_channel(Notice::Moved { from, to });
    match (before.status, before.deadline) {
        (Status::Signup, _) => draft.tell_channel(Notice::Created),
        (Status::Pregame, Some(begins)) => draft.tell_channel(Notice::Pregame { begins }),
        _ => draft.tell_channel(Notice::Board),
    }
    Ok(draft.finish())
}

/// Sets the hours in which nobody is disturbed, or none.
pub(super) fn set_quiet_hours(mut draft: Draft<'_>, quiet: Option<QuietHours>) -> Result<Change, Denied> {
    draft.before.check_not_ended()?;
    if quiet == draft.before.terms.quiet {
        return Err(Denied::AlreadyDone);
    }
    draft.after.terms.quiet = quiet;
    draft.tell_channel(Notice::Quiet { quiet });
    Ok(draft.finish())
}

/// Chooses the roles of the server that players get, or none.
pub(super) fn choose_roles(mut draft: Draft<'_>, roles: Option<Roles>) -> Result<Change, Denied> {
    draft.before.check_not_ended()?;
    if roles == draft.before.terms.roles {
        return Err(Denied::AlreadyDone);
    }
    draft.after.terms.roles = roles;
    draft.tell_channel(Notice::Roles { roles });
    Ok(draft.finish())
}

/// Makes the next deadline an event of the server, or no longer.
pub(super) fn show_event(mut draft: Draft<'_>, is_shown: bool) -> Result<Change, Denied> {
    draft.before.check_not_ended()?;
    if is_shown == draft.before.terms.event {
        return Err(Denied::AlreadyDone);
    }
    draft.after.terms.event = is_shown;
    draft.tell_channel(Notice::Event { is_shown });
    Ok(draft.finish())
}
