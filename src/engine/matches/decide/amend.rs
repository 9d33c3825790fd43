//! Changing the terms of a match while its sign-up is open. Afterwards, they are fixed.

use super::beacon::check_roster_open;
use super::change::Change;
use super::draft::Draft;
use super::roster::check_signing_up;
use crate::matches::model::amendment::Amendment;
use crate::matches::model::control::Control;
use crate::matches::model::denied::Denied;
use crate::matches::model::notice::Notice;
use crate::matches::model::terms::Limits;
use trigon_rules::games::Level;

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

/// Lets players join without the host, or no longer, and sets for how many hours a free seat is offered to each alternate, if that is
/// to change.
pub(super) fn open_signup(
    mut draft: Draft<'_>,
    open: bool,
    offer_hours: Option<u32>,
) -> Result<Change, Denied> {
    check_signing_up(draft.before)?;
    let terms = &mut draft.after.terms;
    terms.open_signup = open;
    terms.offer_hours = offer_hours.or(terms.offer_hours);
    terms.check(&*draft.before.game)?;
    Ok(draft.finish())
}

/// Sets what hosts may not do alone.
pub(super) fn limit_hosts(mut draft: Draft<'_>, limits: Option<Limits>) -> Result<Change, Denied> {
    check_signing_up(draft.before)?;
    if limits == draft.before.terms.limits {
        return Err(Denied::AlreadyDone);
    }
    draft.after.terms.limits = limits;
    // Those who have joined did so under other terms.
    if !draft.before.players.is_empty() {
        draft.before.check_may_limit(draft.now)?;
        draft.note_as_host(Control::Limit)?;
        draft.tell_channel(Notice::Limits);
    }
    Ok(draft.finish())
}

/// Sets the level of the computed players that take seats which nobody else takes, if any are to.
pub(super) fn set_autopilot(mut draft: Draft<'_>, level: Option<Level>) -> Result<Change, Denied> {
    let before = draft.before;
    check_signing_up(before)?;
    let level = level.map(Level::number);
    if level == before.terms.autopilot {
        return Err(Denied::AlreadyDone);
    }
    draft.after.terms.autopilot = level;
    draft.after.terms.check(&*before.game)?;
    // Those who have joined did so under other terms.
    if !before.players.is_empty() {
        draft.tell_channel(Notice::Autopilot);
    }
    Ok(draft.finish())
}
