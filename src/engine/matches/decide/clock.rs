//! The clock: timers that are due, and what hosts do to it: stopping it, starting it again, and moving the deadline.

use super::change::Change;
use super::draft::Draft;
use crate::ids::UserId;
use crate::matches::derive::allowance::MISSED_AFTER;
use crate::matches::derive::reminders::{next_lead, reached_lead};
use crate::matches::model::clock_change::{ClockBasis, ClockStop, DeadlineMove};
use crate::matches::model::control::Control;
use crate::matches::model::denied::Denied;
use crate::matches::model::game_match::Match;
use crate::matches::model::notice::Notice;
use crate::matches::model::terms::HOUR;
use crate::matches::model::timer::{Timer, TimerKind};
use crate::store::Status;
use trigon_clock::Millis;
use trigon_rules::games::{By, Decision};

/// Who wants to be reminded when a timer for reminders is due.
#[derive(Clone, Copy, Default)]
pub(super) struct Reminding<'a> {
    /// Those who have chosen this time and want a direct message, if it is a time that people choose.
    pub(super) users: &'a [UserId],
    /// Whether some want to be mentioned in the channel.
    pub(super) in_channel: bool,
}

/// Handles a timer that is due.
pub(super) fn ring(mut draft: Draft<'_>, timer: Timer, reminding: Reminding<'_>) -> Result<Change, Denied> {
    let before = draft.before;
    // The timer was read before the match: since then, it may have been handled or moved, or the match stopped.
    if !before.timers.contains(&timer) || !before.awaits(timer) {
        return Err(Denied::AlreadyDone);
    }
    let is_missed = draft.now - timer.at > MISSED_AFTER;
    draft.is_late = is_missed;
    // If a phase ends that late, the bot was away, even if nobody has noted it.
    draft.reachability.away |= is_missed && matches!(timer.kind, TimerKind::Deadline | TimerKind::Early);
    if !is_missed {
        draft.counted_from = timer.at;
    }
    match timer.kind {
        TimerKind::Deadline => ring_deadline(&mut draft, timer.at)?,
        TimerKind::Early => draft.ring_early()?,
        TimerKind::Offer => {
            draft.after.set_timer(TimerKind::Offer, None);
            draft.prolong_unread()?;
            draft.settle_requests()?;
            draft.let_offers_lapse()?;
            draft.offer_free_seats()?;
        }
        TimerKind::Return => draft.return_seats()?,
        TimerKind::Unpause => return resume(draft),
        TimerKind::Beacon => return super::beacon::ring(draft),
        TimerKind::Start => return super::start::ring(draft),
        TimerKind::Think => return Ok(super::thought::ring(draft)),
        TimerKind::Reminder(_) => {
            // One reminder is enough for several that were missed.
            let due = draft.now.max(timer.at);
            let mut timers = before.timers.clone();
            timers.retain(|timer| !matches!(timer.kind, TimerKind::Reminder(_)) || timer.at > due);
            draft.after.set_timers(timers);
            remind(&mut draft, None, reminding.in_channel);
        }
        TimerKind::Chosen => {
            let next = before.deadline.and_then(|deadline| next_lead(deadline, draft.now));
            draft.after.set_timer(TimerKind::Chosen, next);
            remind(&mut draft, Some(reminding.users), reminding.in_channel);
        }
    }
    Ok(draft.finish())
}

/// Begins play, or ends the phase or somebody’s time, because the deadline has come.
fn ring_deadline(draft: &mut Draft<'_>, deadline: Millis) -> Result<(), Denied> {
    let before = draft.before;
    draft.after.set_timers(Vec::new());
    match before.status {
        Status::Pregame if before.setup.is_none() => draft.reopen(),
        Status::Pregame => draft.begin()?,
        Status::Running => match before.playing()?.phase().clock_action() {
            Some(_) if !draft.reachability.away && (draft.give_grace()? || draft.hold_for_newcomers()?) => {}
            Some(action) => draft.close(By::Clock, action)?,
            None if draft.prolong_unseen_turn(deadline)? => {}
            None => {
                for Decision { seat, .. } in before.to_act() {
                    draft.note(Control::TimeOut(seat))?;
                    draft.tell_channel(Notice::TimeOut { seat });
                }
                draft.offer_free_seats()?;
            }
        },
        // No clock is running.
        Status::Signup | Status::Over | Status::Cancelled => return Err(Denied::AlreadyDone),
    }
    Ok(())
}

/// Reminds the players who have not answered of a deadline that is to come: all of them, or those who have chosen this time.
fn remind(draft: &mut Draft<'_>, chosen_by: Option<&[UserId]>, in_channel: bool) {
    let Some(deadline) = draft.before.deadline.filter(|deadline| *deadline > draft.now) else { return };
    let chosen = chosen_by.and_then(|_| reached_lead(deadline, draft.now));
    for seat in draft.before.silent() {
        let user = draft.before.player(seat).map(|player| player.user_id);
        if chosen_by.is_none_or(|users| user.is_some_and(|user| users.contains(&user))) {
            draft.tell(seat, Notice::Reminder { seat, deadline, by_host: false, chosen });
        }
    }
    if in_channel {
        draft.tell_channel(Notice::MentionReminder { deadline, chosen });
    }
}

/// Stops the clock, if a host may do so alone.
pub(super) fn pause(mut draft: Draft<'_>) -> Result<Change, Denied> {
    running_deadline(draft.before)?;
    draft.before.check_may_change_clock(draft.now)?;
    draft.before.check_may_pause(draft.role)?;
    draft.stop_for_all()?;
    Ok(draft.finish())
}

/// Starts a stopped clock again: for a host, or because its time has come.
pub(super) fn resume(mut draft: Draft<'_>) -> Result<Change, Denied> {
    draft.before.check_not_ended()?;
    let left = draft.before.paused().ok_or(Denied::NotPaused(draft.before.id))?;
    // A pause gives back exactly the time that was left, on a calendar, too.
    let deadline = draft.after.standstill().after(draft.counted_from, left);
    draft.note_as_host(Control::Resume)?;
    // Those who are asked about their seats can answer while the clock is stopped.
    draft.settle_requests()?;
    draft.run_until(deadline);
    draft.tell_all(&Notice::Resumed { deadline });
    Ok(draft.finish())
}

/// Moves the deadline by some hours, which may be negative, if a host may do so alone.
pub(super) fn extend(mut draft: Draft<'_>, hours: i64) -> Result<Change, Denied> {
    if hours == 0 {
        return Err(Denied::NothingMoved);
    }
    let time = hours.saturating_mul(HOUR);
    running_deadline(draft.before)?;
    draft.before.check_may_change_clock(draft.now)?;
    draft.before.check_may_move(draft.role, time)?;
    draft.move_deadline(time)?;
    Ok(draft.finish())
}

/// Returns the deadline of a running clock.
fn running_deadline(game: &Match) -> Result<Millis, Denied> {
    game.check_not_ended()?;
    if game.paused().is_some() {
        return Err(Denied::Paused(game.id));
    }
    game.deadline.ok_or(Denied::NoClock(game.id))
}

impl Draft<'_> {
    /// Sets or removes the timer that starts a stopped clock again.
    pub(super) fn set_unpause_timer(&mut self) {
        self.after.set_timer(TimerKind::Unpause, self.after.pause_ends());
    }

    /// Moves the deadline, and tells everyone.
    pub(super) fn move_deadline(&mut self, time: Millis) -> Result<(), Denied> {
        let known = running_deadline(self.before)?;
        let deadline = known.saturating_add(time);
        if deadline <= self.now {
            return Err(Denied::TooShort);
        }
        let (basis, to) = (Some(self.basis(known)), Some(deadline));
        self.note_as_host(Control::Extend(DeadlineMove { by: time, basis, to }))?;
        self.run_until(deadline);
        self.tell_all(&Notice::Extended { deadline });
        // What everyone reads last is what holds.
        if let Some(at) = self.after.ends_early() {
            self.tell_all(&Notice::EndsEarly { at });
        }
        Ok(())
    }

    /// Stops the clock, and tells everyone.
    pub(super) fn stop_for_all(&mut self) -> Result<(), Denied> {
        let deadline = running_deadline(self.before)?;
        let left = self.before.time_left(self.now).unwrap_or(0);
        self.stop_clock(left, Some(self.basis(deadline)))?;
        let ends = self.after.pause_ends();
        self.tell_all(&Notice::Paused { left, ends });
        Ok(())
    }

    /// Returns what a change of the clock rests on that a host makes now, with the deadline before.
    fn basis(&self, deadline: Millis) -> ClockBasis {
        if self.agreed {
            ClockBasis::Agreed
        } else {
            ClockBasis::Alone { phase: self.before.phase, deadline }
        }
    }

    /// Stops the clock with this much time left.
    pub(in crate::matches) fn stop_clock(
        &mut self,
        left: Millis,
        basis: Option<ClockBasis>,
    ) -> Result<(), Denied> {
        self.note_as_host(Control::Pause(ClockStop { left, basis }))?;
        self.after.set_timers(Vec::new());
        Ok(())
    }
}
