//! Playing an action, ending a phase before its deadline, and showing the match again.

use super::change::Change;
use super::draft::Draft;
use crate::ids::RequestId;
use crate::matches::decide::command::Act;
use crate::matches::model::control::Control;
use crate::matches::model::denied::Denied;
use crate::matches::model::game_match::Match;
use crate::matches::model::log::LogEntry;
use crate::matches::model::notice::Notice;
use crate::matches::model::timer::TIMESTAMP_TOLERANCE;
use crate::store::Status;
use trigon_clock::Millis;
use trigon_rules::games::{By, Seat};

/// Plays an action of the author’s seat.
pub(super) fn act(mut draft: Draft<'_>, act: &Act) -> Result<Change, Denied> {
    let (before, seat) = (draft.before, draft.seat()?);
    // A late turn is still a turn, but a late answer belongs to the phase that the clock is about to end.
    let is_timed = before.playing()?.phase().clock_action().is_some();
    if is_timed && before.closes_at().is_some_and(|end| end <= draft.sent_at) {
        return Err(Denied::DeadlinePassed);
    }
    let is_typed = act.shown.is_none() && act.pressed.is_none();
    if is_typed {
        draft.check_typed_in_time(seat)?;
    }
    let has_later = |request| before.has_later_answer(seat, request);
    // In turn-based games, a press names the question that followed the last action.
    if (is_typed || !before.has_turns()) && draft.request.is_some_and(has_later) {
        return Err(Denied::Superseded);
    }
    if act.question.is_some_and(|question| question != before.question) {
        return Err(Denied::Stale);
    }
    if act.shown.is_some_and(|shown| shown != before.answer_tag(seat)) {
        return Err(Denied::OtherAnswer);
    }
    draft.make(By::Seat(seat), &act.action)?;
    draft.go_on(act.pressed)?;
    Ok(draft.finish())
}

/// How long after the end of a phase, in milliseconds, a request to end the phase still means the ended one: two hosts
/// may ask at the same time, and one may ask twice.
const DOUBLE_REQUEST_WINDOW: Millis = 10_000;

/// Ends the phase before its deadline, or the pregame, because a host asks for it.
pub(super) fn end_phase(mut draft: Draft<'_>) -> Result<Change, Denied> {
    let before = draft.before;
    let ended_at = before.effective.pregame_ended_at.unwrap_or(0).max(before.closed_at);
    if draft.request.is_some()
        && before.status == Status::Running
        && draft.sent_at < ended_at + DOUBLE_REQUEST_WINDOW
    {
        let phase = before.playing()?.phase().title;
        return Err(Denied::JustBegun { id: before.id, phase });
    }
    match before.status {
        Status::Signup => return Err(Denied::NotStarted(before.id)),
        Status::Pregame => {
            before.check_may_end_phase(draft.role)?;
            draft.begin()?;
            return Ok(draft.finish());
        }
        _ => {}
    }
    let action = before.playing()?.phase().clock_action().cloned().ok_or(Denied::NotTimed(before.id))?;
    before.check_may_end_phase(draft.role)?;
    draft.close(By::Host, &action)?;
    Ok(draft.finish())
}

/// Shows the match again at the end of its channel.
pub(super) fn repost(mut draft: Draft<'_>) -> Result<Change, Denied> {
    let before = draft.before;
    if !before.has_turns() {
        return Err(Denied::NoTurns(before.id));
    }
    before.playing()?;
    draft.tell_channel(Notice::Board);
    Ok(draft.finish())
}

impl Draft<'_> {
    /// Checks that a typed action, which names no question and may be read long after it was sent, can have been meant for the
    /// present turn, round and match: they had begun by then.
    fn check_typed_in_time(&self, seat: Seat) -> Result<(), Denied> {
        let is_too_early = self.written_at + TIMESTAMP_TOLERANCE < self.before.open_since(seat);
        if self.request.is_none() || !is_too_early {
            return Ok(());
        }
        if self.written_at < self.sent_at {
            return Err(Denied::EditedLate);
        }
        Err(if self.before.has_turns() { Denied::BeforeTurn } else { Denied::BeforeRound })
    }
}

impl Match {
    /// Returns when a seat can first have been asked its present question: in turn-based games, when another seat last
    /// acted, and otherwise when the previous phase ended, but not before play began.
    fn open_since(&self, seat: Seat) -> Millis {
        let begin = self.log.iter().find(|entry| entry.control() == Some(&Control::Begin));
        let is_of_others = |entry: &&LogEntry| entry.by != By::Seat(seat) && entry.action().is_some();
        let since = if self.has_turns() {
            self.log.iter().rev().find(is_of_others).map_or(0, |entry| entry.at)
        } else {
            self.closed_at
        };
        since.max(begin.map_or(0, |entry| entry.at))
    }

    /// Returns whether a seat has acted in the present question or turn by a later request. Discord may deliver
    /// requests out of order if they were sent in quick succession or while the bot was disconnected, and a player who
    /// gets no answer may do something else.
    fn has_later_answer(&self, seat: Seat, request: RequestId) -> bool {
        let is_own = |entry: &&LogEntry| entry.by == By::Seat(seat) && entry.action().is_some();
        let is_recent = |entry: &&LogEntry| {
            if self.has_turns() {
                is_own(entry) || entry.action().is_none()
            } else {
                entry.at >= self.asked_since()
            }
        };
        let mut recent = self.log.iter().rev().take_while(is_recent).filter(is_own);
        recent.any(|entry| entry.request.is_some_and(|later| later > request))
    }
}
