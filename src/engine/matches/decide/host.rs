//! What hosts do to a match besides its clock and its roster: looking, co-hosts, onlookers, what a server shows, reminding,
//! cancelling and publishing.

use super::change::Change;
use super::draft::Draft;
use super::propose::Details;
use crate::ids::{ChannelId, UserId};
use crate::matches::model::control::Control;
use crate::matches::model::denied::Denied;
use crate::matches::model::notice::Notice;
use crate::matches::model::onlookers::Readers;
use crate::matches::model::proposal::Proposal;
use crate::matches::model::server_roles::Roles;
use crate::matches::model::settings::QuietHours;
use crate::matches::model::terms::HOUR;
use crate::store::Status;
use trigon_clock::Millis;

pub(super) fn look(mut draft: Draft<'_>) -> Result<Change, Denied> {
    draft.note_as_host(Control::Look)?;
    Ok(draft.finish())
}

pub(super) fn co_host(mut draft: Draft<'_>, user: UserId, hosts: bool) -> Result<Change, Denied> {
    let (before, id) = (draft.before, draft.before.id);
    if !before.is_going_on() {
        return Err(Denied::Ended(id));
    }
    if before.host_id == user {
        return Err(Denied::Created(user));
    }
    if before.terms.co_hosts.contains(&user) == hosts {
        return Err(if hosts { Denied::AlreadyCoHost(user) } else { Denied::NoCoHost(user) });
    }
    if !hosts {
        draft.after.terms.co_hosts.retain(|known| *known != user);
        draft.note_as_host(Control::NoCoHost(user))?;
        draft.tell_channel(Notice::CoHost { user, hosts });
        return Ok(draft.finish());
    }
    before.check_may_name(draft.now)?;
    // Players who joined have read who hosts. Later on, nobody who plays may bring in somebody who sees everything.
    let has_a_stake = draft.role.has_a_stake() || before.hosts().any(|host| before.has_held(host));
    if has_a_stake && before.status != Status::Signup {
        return draft.ask_all(Proposal::CoHost(user), Details::default());
    }
    draft.name_host(user, Control::CoHost(user))?;
    Ok(draft.finish())
}

impl Draft<'_> {
    /// Adds a person to the hosts of the match, by an event that says so.
    pub(super) fn name_host(&mut self, user: UserId, event: Control) -> Result<(), Denied> {
        if self.before.terms.co_hosts.contains(&user) {
            return Err(Denied::AlreadyCoHost(user));
        }
        self.after.terms.co_hosts.push(user);
        self.note_as_host(event)?;
        self.tell_channel(Notice::CoHost { user, hosts: true });
        Ok(())
    }
}

pub(super) fn spectators(mut draft: Draft<'_>, channel: Option<ChannelId>) -> Result<Change, Denied> {
    let (before, id) = (draft.before, draft.before.id);
    if !before.is_going_on() {
        return Err(Denied::Ended(id));
    }
    if !before.has_secrets() {
        return Err(Denied::NothingSecret(id));
    }
    if channel == Some(before.channel_id) {
        return Err(Denied::SameChannel(id));
    }
    if channel == before.terms.spectators {
        return Err(Denied::AlreadyDone);
    }
    draft.after.terms.spectators = channel;
    draft.note_as_host(Control::Spectators(channel))?;
    draft.tell_channel(Notice::Spectators { channel });
    Ok(draft.finish())
}

/// Moves the match to another channel, and says so in both. The new one gets what the old one showed last.
pub(super) fn move_to(mut draft: Draft<'_>, to: ChannelId) -> Result<Change, Denied> {
    let (before, id) = (draft.before, draft.before.id);
    if !before.is_going_on() {
        return Err(Denied::Ended(id));
    }
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

/// Remembers who can read the next post for onlookers. If somebody has come in the meantime who may play, it must be checked
/// again first.
pub(super) fn onlookers(
    mut draft: Draft<'_>,
    channel: ChannelId,
    readers: &Readers,
    checked: &[UserId],
) -> Result<Change, Denied> {
    let before = draft.before;
    if before.kept_out().iter().any(|user| !checked.contains(user)) {
        return Err(Denied::Unchecked(before.id));
    }
    draft.after.onlookers.add(channel, readers, draft.now);
    if draft.after.onlookers == before.onlookers {
        return Err(Denied::AlreadyDone);
    }
    Ok(draft.finish())
}

/// Remembers who can read earlier posts for onlookers.
pub(super) fn let_in(mut draft: Draft<'_>, readers: &Readers) -> Result<Change, Denied> {
    let before = draft.before;
    draft.after.onlookers.let_in(readers, draft.now);
    if before.lounges().is_empty() || draft.after.onlookers == before.onlookers {
        return Err(Denied::AlreadyDone);
    }
    Ok(draft.finish())
}

// These are not in the log: they change nothing about the game, and the channel is told.

pub(super) fn quiet(mut draft: Draft<'_>, quiet: Option<QuietHours>) -> Result<Change, Denied> {
    if !draft.before.is_going_on() {
        return Err(Denied::Ended(draft.before.id));
    }
    if quiet == draft.before.terms.quiet {
        return Err(Denied::AlreadyDone);
    }
    draft.after.terms.quiet = quiet;
    draft.tell_channel(Notice::Quiet { quiet });
    Ok(draft.finish())
}

pub(super) fn roles(mut draft: Draft<'_>, roles: Option<Roles>) -> Result<Change, Denied> {
    if !draft.before.is_going_on() {
        return Err(Denied::Ended(draft.before.id));
    }
    if roles == draft.before.terms.roles {
        return Err(Denied::AlreadyDone);
    }
    draft.after.terms.roles = roles;
    draft.tell_channel(Notice::Roles { roles });
    Ok(draft.finish())
}

pub(super) fn event(mut draft: Draft<'_>, is_one: bool) -> Result<Change, Denied> {
    if !draft.before.is_going_on() {
        return Err(Denied::Ended(draft.before.id));
    }
    if is_one == draft.before.terms.event {
        return Err(Denied::AlreadyDone);
    }
    draft.after.terms.event = is_one;
    draft.tell_channel(Notice::Event { is_one });
    Ok(draft.finish())
}

/// How long reminders by a host are apart, at least.
const MIN_HOST_REMINDER_GAP: Millis = HOUR;

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

pub(super) fn cancel(mut draft: Draft<'_>) -> Result<Change, Denied> {
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
