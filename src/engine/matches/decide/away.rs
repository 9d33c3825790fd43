//! Players who say that they will be away.

use super::change::Change;
use super::draft::Draft;
use crate::matches::model::control::Control;
use crate::matches::model::denied::Denied;
use crate::matches::model::notice::Notice;
use crate::matches::model::terms::HOUR;
use trigon_clock::Millis;

/// The longest absence, and how long before it begins it can be announced: 60 days.
const MAX_ABSENCE: Millis = 60 * 24 * HOUR;

/// The author will be away: `after` some time, and for how long. In games of turns, everyone is told, and the clock stands still for
/// as many days as the terms allow.
pub(super) fn announce(mut draft: Draft<'_>, after: Millis, time: Millis) -> Result<Change, Denied> {
    let (before, seat) = (draft.before, draft.seat()?);
    if !(0..=MAX_ABSENCE).contains(&after) {
        return Err(Denied::AwayTooEarly);
    }
    if !(HOUR..=MAX_ABSENCE).contains(&time) {
        return Err(Denied::AwayTime);
    }
    if before.away(seat, draft.now).is_some() {
        return Err(Denied::AlreadyAway);
    }
    if before.has_turns() {
        before.check_may_be_away_again(seat, draft.now)?;
    }
    let from = draft.now + after;
    let to = from + time;
    if before.stops_for_absence() {
        let is_late = before.timed_out() == Some(seat)
            || before.on_turn() == Some(seat)
                && before.deadline.is_some_and(|deadline| deadline <= draft.now);
        if is_late {
            return Err(Denied::AwayTooLate(before.id));
        }
        let left = before.away_left(seat);
        if time > left {
            return Err(Denied::AwayTooLong { id: before.id, left: left / HOUR });
        }
    }
    draft.note(Control::Away { from, to })?;
    if before.has_turns() {
        draft.tell_channel(Notice::Away { seat, from, to });
    }
    Ok(draft.finish())
}

/// The author is back, or will not be away after all.
pub(super) fn come_back(mut draft: Draft<'_>) -> Result<Change, Denied> {
    let (before, seat) = (draft.before, draft.seat()?);
    before.away(seat, draft.now).ok_or(Denied::NotAway(before.id))?;
    draft.note(Control::Back)?;
    if before.has_turns() {
        draft.tell_channel(Notice::Back { seat });
    }
    Ok(draft.finish())
}
