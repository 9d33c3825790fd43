//! What hosts do to a match besides its clock, its roster and its channels: naming co-hosts, looking at secrets, reminding,
//! cancelling and publishing.

use super::change::Change;
use super::draft::Draft;
use super::propose::Details;
use crate::ids::UserId;
use crate::matches::model::control::Control;
use crate::matches::model::denied::Denied;
use crate::matches::model::notice::Notice;
use crate::matches::model::proposal::Proposal;
use crate::matches::model::terms::HOUR;
use crate::store::Status;
use trigon_clock::Millis;

/// How long reminders by a host are apart, at least.
const MIN_HOST_REMINDER_GAP: Millis = HOUR;

/// Names a co-host. Once the roster is fixed, this takes the consent of all players if any host has a stake.
pub(super) fn name_co_host(mut draft: Draft<'_>, user: UserId) -> Result<Change, Denied> {
    let before = draft.before;
    before.check_not_ended()?;
    draft.check_is_no_host(user)?;
    before.check_may_name(draft.now)?;
    // Players who joined have read who hosts. Later on, nobody who plays may bring in somebody who sees everything.
    let has_a_stake = draft.role.has_a_stake() || before.hosts().any(|host| before.has_held(host));
    if has_a_stake && before.status != Status::Signup {
        return draft.ask_all(Proposal::CoHost(user), Details::default());
    }
    draft.add_co_host(user, Control::CoHost(user))?;
    Ok(draft.finish())
}

/// Makes a co-host one no longer.
pub(super) fn dismiss_co_host(mut draft: Draft<'_>, user: UserId) -> Result<Change, Denied> {
    let before = draft.before;
    before.check_not_ended()?;
    if before.host_id == user {
        return Err(Denied::Created(user));
    }
    if !before.terms.co_hosts.contains(&user) {
        return Err(Denied::NoCoHost(user));
    }
    draft.after.terms.co_hosts.retain(|known| *known != user);
    draft.note_as_host(Control::NoCoHost(user))?;
    draft.tell_channel(Notice::CoHost { user, hosts: false });
    Ok(draft.finish())
}

impl Draft<'_> {
    /// Adds a person to the hosts of the match, by an event that says how they became one.
    pub(super) fn add_co_host(&mut self, user: UserId, event: Control) -> Result<(), Denied> {
        self.check_is_no_host(user)?;
        self.after.terms.co_hosts.push(user);
        self.note_as_host(event)?;
        self.tell_channel(Notice::CoHost { user, hosts: true });
        Ok(())
    }

    fn check_is_no_host(&self, user: UserId) -> Result<(), Denied> {
        if self.before.host_id == user {
            return Err(Denied::Created(user));
        }
        if self.before.terms.co_hosts.contains(&user) {
            return Err(Denied::AlreadyCoHost(user));
        }
        Ok(())
    }
}

/// Notes that a host looks at what the players keep secret. From then on, that host can never take a seat.
pub(super) fn look(mut draft: Draft<'_>) -> Result<Change, Denied> {
    draft.note_as_host(Control::Look)?;
    Ok(draft.finish())
}

/// Reminds each player who has not answered, in private.
pub(super) fn remind(mut draft: Draft<'_>) -> Result<Change, Denied> {
    let before = draft.before;
    before.playing()?;
    if before.has_turns() {
        return Err(Denied::NudgeInstead(before.id));
    }
    let deadline = before.deadline.ok_or(Denied::NoClock(before.id))?;
    let last = before.log.iter().rev().find(|entry| entry.control() == Some(&Control::Remind));
    if last.is_some_and(|entry| draft.now - entry.at < MIN_HOST_REMINDER_GAP) {
        return Err(Denied::RemindedLately(before.id));
    }
    draft.note_as_host(Control::Remind)?;
    for seat in before.silent() {
        draft.tell(seat, Notice::Reminder { seat, deadline, by_host: true, chosen: None });
    }
    Ok(draft.finish())
}

/// Ends the match without a result.
pub(super) fn cancel(mut draft: Draft<'_>) -> Result<Change, Denied> {
    draft.before.check_not_ended()?;
    draft.note_as_host(Control::Cancel)?;
    if draft.before.status == Status::Pregame {
        // Play will never begin, and nobody has seen what it would have begun with.
        draft.after.setup = None;
    }
    draft.end(Status::Cancelled);
    draft.tell_channel(Notice::Cancelled);
    Ok(draft.finish())
}

/// Reveals the secrets of a cancelled match to everyone.
pub(super) fn publish(mut draft: Draft<'_>) -> Result<Change, Denied> {
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
