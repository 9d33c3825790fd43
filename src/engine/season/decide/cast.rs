//! Who is in the cast: taking people in, names, whether members still play, and who has which place.

use std::collections::BTreeSet;

use super::draft::SeasonDraft;
use crate::ids::UserId;
use crate::season::change::{SeasonChange, SeasonEvent};
use crate::season::checks::{MAX_NAME_CHARS, checked_text};
use crate::season::command::Newcomer;
use crate::season::error::SeasonDenied;
use crate::season::model::MAX_MEMBERS;
use crate::season::model::book::OUT;
use crate::season::model::member::{FormerHolder, Member, MemberStatus};
use crate::season::model::numbers::MemberNumber;

/// Takes people into the cast: all of them, or none.
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
        let name = checked_text("A name", &newcomer.name, MAX_NAME_CHARS)?;
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

/// Gives a member another name.
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

/// Returns a name as it is stored, if no other member has it.
fn free_name(draft: &SeasonDraft<'_>, member: MemberNumber, name: &str) -> Result<String, SeasonDenied> {
    draft.member(member)?;
    let name = checked_text("A name", name, MAX_NAME_CHARS)?;
    match draft.before.named(&name) {
        Some(other) if other.number != member => Err(SeasonDenied::NameTaken(name)),
        _ => Ok(name),
    }
}

/// Sets whether a member plays, as hosts say it. Who was eliminated by a mark stays out until that is taken back.
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

/// Gives a place in the cast to another person, or says which person a member is.
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
