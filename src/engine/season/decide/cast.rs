//! Who is in the cast, and what the season counts.

use std::collections::BTreeSet;

use super::draft::SeasonDraft;
use crate::ids::{ChannelId, UserId};
use crate::season::change::{SeasonChange, SeasonEvent};
use crate::season::checks::{MAX_NAME_CHARS, MAX_TITLE_CHARS, checked, text};
use crate::season::command::Newcomer;
use crate::season::error::SeasonDenied;
use crate::season::model::book::OUT;
use crate::season::model::counter::{Counter, WriteBack};
use crate::season::model::member::{FormerHolder, Member, MemberStatus};
use crate::season::model::numbers::MemberNumber;
use crate::season::model::{MAX_COUNTERS, MAX_MEMBERS};

pub(super) fn cast(mut draft: SeasonDraft<'_>, newcomers: &[Newcomer]) -> Result<SeasonChange, SeasonDenied> {
    if newcomers.is_empty() {
        return Err(SeasonDenied::EmptyList);
    }
    let total = draft.after.cast.len() + newcomers.len();
    if total > MAX_MEMBERS {
        return Err(SeasonDenied::CastFull(total));
    }
    let (mut names, mut users) = (BTreeSet::new(), BTreeSet::new());
    for newcomer in newcomers {
        let name = text("A name", &newcomer.name, MAX_NAME_CHARS)?;
        let is_again = !names.insert(trigon_rules::text::key(&name))
            || newcomer.user.is_some_and(|user| !users.insert(user));
        if is_again {
            return Err(SeasonDenied::Twice(name));
        }
        if newcomer.user.is_some_and(|user| draft.before.member_of(user).is_some()) {
            return Err(SeasonDenied::InCast(name));
        }
        if draft.before.named(&name).is_some() {
            return Err(SeasonDenied::NameTaken(name));
        }
        let number = draft.after.cast.last().map_or(0, |member| member.number) + 1;
        let status = if newcomer.is_alternate { MemberStatus::Alternate } else { MemberStatus::In };
        draft.after.cast.push(Member {
            number,
            user: newcomer.user,
            name,
            status,
            out_in: None,
            said: (status, None),
            earlier: Vec::new(),
        });
    }
    draft.tell(SeasonEvent::Changed);
    Ok(draft.finish())
}

pub(super) fn rename(
    mut draft: SeasonDraft<'_>,
    member: MemberNumber,
    name: &str,
) -> Result<SeasonChange, SeasonDenied> {
    let name = free_name(&draft, member, name)?;
    if draft.member(member)?.name == name {
        return Err(SeasonDenied::AlreadyDone);
    }
    draft.member_mut(member)?.name = name;
    draft.tell(SeasonEvent::Changed);
    Ok(draft.finish())
}

fn free_name(draft: &SeasonDraft<'_>, member: MemberNumber, name: &str) -> Result<String, SeasonDenied> {
    draft.member(member)?;
    let name = text("A name", name, MAX_NAME_CHARS)?;
    match draft.before.named(&name) {
        Some(other) if other.number != member => Err(SeasonDenied::NameTaken(name)),
        _ => Ok(name),
    }
}

pub(super) fn status(
    mut draft: SeasonDraft<'_>,
    member: MemberNumber,
    status: MemberStatus,
) -> Result<SeasonChange, SeasonDenied> {
    if draft.member(member)?.status == status {
        return Err(SeasonDenied::AlreadyDone);
    }
    if let Some(out) = draft.balances.marks(member).iter().rfind(|it| it.mark == OUT) {
        return Err(SeasonDenied::OutByMark { name: draft.member(member)?.name.clone(), entry: out.entry });
    }
    draft.member_mut(member)?.said = (status, None);
    draft.restate(member)?;
    draft.after.gifts.retain(|gift| gift.to != member && gift.from != member);
    draft.tell(SeasonEvent::Changed);
    Ok(draft.finish())
}

pub(super) fn take_over(
    mut draft: SeasonDraft<'_>,
    member: MemberNumber,
    user: UserId,
    name: &str,
) -> Result<SeasonChange, SeasonDenied> {
    let name = free_name(&draft, member, name)?;
    if let Some(other) = draft.before.member_of(user) {
        let name = other.name.clone();
        return Err(if other.number == member {
            SeasonDenied::AlreadyDone
        } else {
            SeasonDenied::InCast(name)
        });
    }
    let now = draft.now;
    let place = draft.member_mut(member)?;
    if place.user.is_some() {
        let (user, name) = (place.user, place.name.clone());
        place.earlier.push(FormerHolder { user, name, until: now });
    }
    (place.user, place.name) = (Some(user), name);
    // Open gifts were offered to or by the person who was there before.
    draft.after.gifts.retain(|gift| gift.to != member && gift.from != member);
    draft.tell(SeasonEvent::Changed);
    Ok(draft.finish())
}

pub(super) fn counter(mut draft: SeasonDraft<'_>, counter: &Counter) -> Result<SeasonChange, SeasonDenied> {
    let counter = checked(counter)?;
    let same = |text: &str| trigon_rules::text::key(text);
    let is_taken = |known: &Counter| known.key == counter.key || same(&known.label) == same(&counter.label);
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

pub(super) fn title(mut draft: SeasonDraft<'_>, title: &str) -> Result<SeasonChange, SeasonDenied> {
    draft.after.title = text("A title", title, MAX_TITLE_CHARS)?;
    settled(draft)
}

pub(super) fn channel(
    mut draft: SeasonDraft<'_>,
    channel: Option<ChannelId>,
) -> Result<SeasonChange, SeasonDenied> {
    draft.after.channel_id = channel;
    settled(draft)
}

pub(super) fn write_back(
    mut draft: SeasonDraft<'_>,
    write_back: WriteBack,
) -> Result<SeasonChange, SeasonDenied> {
    draft.after.write_back = write_back;
    settled(draft)
}

pub(super) fn co_host(
    mut draft: SeasonDraft<'_>,
    user: UserId,
    hosts: bool,
) -> Result<SeasonChange, SeasonDenied> {
    draft.after.co_hosts.retain(|known| *known != user);
    if hosts && user != draft.after.host_id {
        draft.after.co_hosts.push(user);
    }
    settled(draft)
}

/// Finishes a change of a setting, unless it is as before.
fn settled(mut draft: SeasonDraft<'_>) -> Result<SeasonChange, SeasonDenied> {
    if draft.after == *draft.before {
        return Err(SeasonDenied::AlreadyDone);
    }
    draft.tell(SeasonEvent::Changed);
    Ok(draft.finish())
}
