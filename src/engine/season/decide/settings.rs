//! What hosts set for a season: its title, its channel, its counters, what matches change in its priority, and its co-hosts.

use super::draft::SeasonDraft;
use crate::ids::{ChannelId, UserId};
use crate::season::change::{SeasonChange, SeasonEvent};
use crate::season::checks::{MAX_TITLE_CHARS, checked_counter, checked_text};
use crate::season::error::SeasonDenied;
use crate::season::model::MAX_COUNTERS;
use crate::season::model::counter::{Counter, WriteBack};

/// Adds a counter.
pub(super) fn counter(mut draft: SeasonDraft<'_>, counter: &Counter) -> Result<SeasonChange, SeasonDenied> {
    let counter = checked_counter(counter)?;
    let name_key = |counter: &Counter| trigon_rules::text::key(&counter.label);
    let is_taken = |known: &Counter| known.key == counter.key || name_key(known) == name_key(&counter);
    if draft.before.counters.iter().any(is_taken) {
        return Err(SeasonDenied::CounterTaken(counter.label));
    }
    if draft.before.counters.len() >= MAX_COUNTERS {
        return Err(SeasonDenied::CountersFull);
    }
    draft.after.counters.push(counter);
    draft.tell(SeasonEvent::Changed);
    Ok(draft.finish())
}

/// Changes the title.
pub(super) fn title(mut draft: SeasonDraft<'_>, title: &str) -> Result<SeasonChange, SeasonDenied> {
    draft.after.title = checked_text("A title", title, MAX_TITLE_CHARS)?;
    finish_setting(draft)
}

/// Chooses the channel for the news, or none.
pub(super) fn channel(
    mut draft: SeasonDraft<'_>,
    channel: Option<ChannelId>,
) -> Result<SeasonChange, SeasonDenied> {
    draft.after.channel_id = channel;
    finish_setting(draft)
}

/// Sets what matches change in the priority of the season.
pub(super) fn write_back(
    mut draft: SeasonDraft<'_>,
    write_back: WriteBack,
) -> Result<SeasonChange, SeasonDenied> {
    draft.after.write_back = write_back;
    finish_setting(draft)
}

/// Names a co-host, or no longer.
pub(super) fn co_host(
    mut draft: SeasonDraft<'_>,
    user: UserId,
    hosts: bool,
) -> Result<SeasonChange, SeasonDenied> {
    draft.after.co_hosts.retain(|known| *known != user);
    if hosts && user != draft.after.host_id {
        draft.after.co_hosts.push(user);
    }
    finish_setting(draft)
}

/// Finishes a change of a setting, unless it is as before.
fn finish_setting(mut draft: SeasonDraft<'_>) -> Result<SeasonChange, SeasonDenied> {
    if draft.after == *draft.before {
        return Err(SeasonDenied::AlreadyDone);
    }
    draft.tell(SeasonEvent::Changed);
    Ok(draft.finish())
}
