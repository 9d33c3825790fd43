//! Who is in the cast, and what the season counts.

use std::collections::BTreeSet;

use super::draft::Draft;
use crate::ids::{ChannelId, UserId};
use crate::season::checks::{NAME, TITLE, checked, text};
use crate::season::command::{Change, Event, Newcomer};
use crate::season::error::Denied;
use crate::season::model::book::OUT;
use crate::season::model::counter::{Counter, WriteBack};
use crate::season::model::member::{Earlier, Member, MemberStatus};
use crate::season::model::numbers::MemberNumber;
use crate::season::model::{MOST_COUNTERS, MOST_MEMBERS};

pub(super) fn cast(mut draft: Draft<'_>, newcomers: &[Newcomer]) -> Result<Change, Denied> {
    if newcomers.is_empty() {
        return Err(Denied::EmptyList);
    }
    let total = draft.after.cast.len() + newcomers.len();
    if total > MOST_MEMBERS {
        return Err(Denied::CastFull(total));
    }
    let (mut names, mut users) = (BTreeSet::new(), BTreeSet::new());
    for newcomer in newcomers {
        let name = text("A name", &newcomer.name, NAME)?;
        let is_again = !names.insert(trigon_rules::text::key(&name))
            || newcomer.user.is_some_and(|user| !users.insert(user));
        if is_again {
            return Err(Denied::Twice(name));
        }
        if newcomer.user.is_some_and(|user| draft.before.member_of(user).is_some()) {
            return Err(Denied::InCast(name));
        }
        if draft.before.named(&name).is_some() {
            return Err(Denied::NameTaken(name));
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
    draft.tell(Event::Changed);
    Ok(draft.finish())
}

pub(super) fn rename(mut draft: Draft<'_>, member: MemberNumber, name: &str) -> Result<Change, Denied> {
    let name = free_name(&draft, member, name)?;
    if draft.member(member)?.name == name {
        return Err(Denied::AlreadyDone);
    }
    draft.member_mut(member)?.name = name;
    draft.tell(Event::Changed);
    Ok(draft.finish())
}

fn free_name(draft: &Draft<'_>, member: MemberNumber, name: &str) -> Result<String, Denied> {
    draft.member(member)?;
    let name = text("A name", name, NAME)?;
    match draft.before.named(&name) {
        Some(other) if other.number != member => Err(Denied::NameTaken(name)),
        _ => Ok(name),
    }
}

pub(super) fn status(
    mut draft: Draft<'_>,
    member: MemberNumber,
    status: MemberStatus,
) -> Result<Change, Denied> {
    if draft.member(member)?.status == status {
        return Err(Denied::AlreadyDone);
    }
    if let Some(out) = draft.balances.marks(member).iter().rfind(|it| it.mark == OUT) {
        return Err(Denied::OutByMark { name: draft.member(member)?.name.clone(), entry: out.entry });
    }
    draft.member_mut(member)?.said = (status, None);
    draft.restate(member)?;
    draft.after.gifts.retain(|gift| gift.to != member && gift.from != member);
    draft.tell(Event::Changed);
    Ok(draft.finish())
}

pub(super) fn take_over(
    mut draft: Draft<'_>,
    member: MemberNumber,
    user: UserId,
    name: &str,
) -> Result<Change, Denied> {
    let name = free_name(&draft, member, name)?;
    if let Some(other) = draft.before.member_of(user) {
        let name = other.name.clone();
        return Err(if other.number == member { Denied::AlreadyDone } else { Denied::InCast(name) });
    }
    let now = draft.now;
    let place = draft.member_mut(member)?;
    if place.user.is_some() {
        let (user, name) = (place.user, place.name.clone());
        place.earlier.push(Earlier { user, name, until: now });
    }
    (place.user, place.name) = (Some(user), name);
    // Open gifts were offered to or by the person who was there before.
    draft.after.gifts.retain(|gift| gift.to != member && gift.from != member);
    draft.tell(Event::Changed);
    Ok(draft.finish())
}

pub(super) fn counter(mut draft: Draft<'_>, counter: &Counter) -> Result<Change, Denied> {
    let counter = checked(counter)?;
    let same = |text: &str| trigon_rules::text::key(text);
    let is_taken = |known: &Counter| known.key == counter.key || same(&known.label) == same(&counter.label);
    if draft.before.counters.iter().any(is_taken) {
        return Err(Denied::CounterTaken(counter.label));
    }
    if draft.before.counters.len() >= MOST_COUNTERS {
        return Err(Denied::CountersFull);
    }
    draft.after.counters.push(counter);
    draft.tell(Event::Changed);
    Ok(draft.finish())
}

pub(super) fn title(mut draft: Draft<'_>, title: &str) -> Result<Change, Denied> {
    draft.after.title = text("A title", title, TITLE)?;
    settled(draft)
}

pub(super) fn channel(mut draft: Draft<'_>, channel: Option<ChannelId>) -> Result<Change, Denied> {
    draft.after.channel_id = channel;
    settled(draft)
}

pub(super) fn write_back(mut draft: Draft<'_>, write_back: WriteBack) -> Result<Change, Denied> {
    draft.after.write_back = write_back;
    settled(draft)
}

pub(super) fn co_host(mut draft: Draft<'_>, user: UserId, hosts: bool) -> Result<Change, Denied> {
    draft.after.co_hosts.retain(|known| *known != user);
    if hosts && user != draft.after.host_id {
        draft.after.co_hosts.push(user);
    }
    settled(draft)
}

/// Finishes a change of a setting, unless it is as before.
fn settled(mut draft: Draft<'_>) -> Result<Change, Denied> {
    if draft.after == *draft.before {
        return Err(Denied::AlreadyDone);
    }
    draft.tell(Event::Changed);
    Ok(draft.finish())
}
