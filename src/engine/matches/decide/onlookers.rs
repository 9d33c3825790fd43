//! Onlookers, who are told everything in a channel of their own: which channel that is, and who could read it.

use super::change::Change;
use super::draft::Draft;
use crate::ids::{ChannelId, UserId};
use crate::matches::model::control::Control;
use crate::matches::model::denied::Denied;
use crate::matches::model::notice::Notice;
use crate::matches::model::onlookers::Readers;

/// Chooses the channel in which onlookers are told everything after each phase, or none.
pub(super) fn choose_channel(mut draft: Draft<'_>, channel: Option<ChannelId>) -> Result<Change, Denied> {
    let (before, id) = (draft.before, draft.before.id);
    before.check_not_ended()?;
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

/// Remembers who can read the next post for onlookers, before it is sent. Fails if somebody who may come to play is not among
/// those `checked`, of whom it is known that they cannot read it.
pub(super) fn remember_readers(
    mut draft: Draft<'_>,
    channel: ChannelId,
    readers: &Readers,
    checked: &[UserId],
) -> Result<Change, Denied> {
    let before = draft.before;
    if before.possible_players().iter().any(|user| !checked.contains(user)) {
        return Err(Denied::Unchecked(before.id));
    }
    draft.after.onlookers.add(channel, readers, draft.now);
    if draft.after.onlookers == before.onlookers {
        return Err(Denied::AlreadyDone);
    }
    Ok(draft.finish())
}

/// Remembers who can read earlier posts for onlookers, because they were let into the channel.
pub(super) fn remember_latecomers(mut draft: Draft<'_>, readers: &Readers) -> Result<Change, Denied> {
    let before = draft.before;
    draft.after.onlookers.let_in(readers, draft.now);
    if before.lounges().is_empty() || draft.after.onlookers == before.onlookers {
        return Err(Denied::AlreadyDone);
    }
    Ok(draft.finish())
}
