//! Time that people could not use, because the bot was away or could not tell them, is given back to them.

use std::ops::Range;

use super::change::Change;
use super::draft::Draft;
use crate::matches::derive::allowance::MISSED_AFTER;
use crate::matches::model::clock_change::{ClockBasis, DeadlineMove};
use crate::matches::model::control::Control;
use crate::matches::model::denied::Denied;
use crate::matches::model::game_match::Match;
use crate::matches::model::log::LogEntry;
use crate::matches::model::notice::Notice;
use crate::matches::model::pending::Handover;
use crate::store::DeliveryState;
use trigon_clock::Millis;
use trigon_rules::games::By;

/// How much later than stored a message can be read without that being made up for.
pub(super) const UNREAD_TOLERANCE: Millis = 60_000;

/// Gives back the time in which the bot was away to those who are asked to take or to hand over seats and, in games of turns, to
/// the player whose turn it is. Rounds end at their deadlines, but those that ended meanwhile count for nobody.
pub(super) fn make_up(mut draft: Draft<'_>, away: Range<Millis>) -> Result<Change, Denied> {
    let before = draft.before;
    before.playing()?;
    let Range { start: from, end: to } = away;
    // A short outage matters only to what ended in it.
    let is_affected = |end: Millis| end > from && (to - from >= MISSED_AFTER || end <= to);
    for asked in before.effective.handovers.clone() {
        let lost = to - from.max(asked.since);
        if asked.end().is_some_and(is_affected) && lost > 0 {
            draft.prolong(&asked, lost)?;
            draft.ask_again(&asked);
        }
    }
    if let Some(deadline) = before.deadline.filter(|deadline| before.has_turns() && is_affected(*deadline)) {
        draft.give_back_time(deadline, away)?;
    }
    if draft.after.seq() == before.seq() {
        return Err(Denied::AlreadyDone);
    }
    Ok(draft.finish())
}

impl Handover {
    /// Returns when the request ends by itself, if it does.
    fn end(&self) -> Option<Millis> {
        self.until.or(self.asked_until.filter(|_| !self.agreed))
    }
}

impl Match {
    /// Returns how much time was left at a time for the seat whose turn it is. If the bot was away then or has been since, what was
    /// sent at that time arrives only after the deadline has moved.
    pub(super) fn time_left_then(&self, at: Millis) -> Option<Millis> {
        let is_made_up = |entry: &&LogEntry| entry.at > at && entry.at >= self.asked_since();
        let moved = self.log.iter().filter(is_made_up).find_map(|entry| match entry.control() {
            Some(Control::Extend(DeadlineMove { by, basis: Some(ClockBasis::Away), to: Some(to) })) => {
                Some((entry.at, *by, *to))
            }
            _ => None,
        });
        let Some((back, by, to)) = moved.filter(|_| self.paused().is_none()) else {
            return self.time_left(at);
        };
        let still = self.standstill();
        // While the bot was away, the clock stood still.
        Some(still.counted(at..to - by).max(still.counted(back..to)))
    }

    /// Returns when a deadline was last moved because the bot was away, or 0.
    fn last_made_up_at(&self) -> Millis {
        let is_made_up = |event: &Control| {
            matches!(event, Control::Extend(DeadlineMove { basis: Some(ClockBasis::Away), .. }))
        };
        let last = self.log.iter().rev().find(|entry| entry.control().is_some_and(is_made_up));
        last.map_or(0, |entry| entry.at)
    }
}

impl Draft<'_> {
    /// Gives a turn that is due its full time, if nobody could see whose turn it is, or not for the whole time: it begins when Discord
    /// has the message. Returns whether the deadline has moved.
    pub(super) fn prolong_unseen_turn(&mut self, deadline: Millis) -> Result<bool, Denied> {
        let begins = match self.reachability.turn {
            _ if self.reachability.removed => self.now,
            Some(DeliveryState::At(at)) if at - self.before.asked_since() > UNREAD_TOLERANCE => at,
            Some(DeliveryState::Waiting) => self.now,
            _ => return Ok(false),
        };
        let Some(full) = self.full_time() else { return Ok(false) };
        let later = self.after.standstill().after(begins, full);
        if later <= self.now {
            return Ok(false);
        }
        self.move_for_outage(deadline, later)?;
        Ok(true)
    }

    /// Moves the deadline of a turn to a later time, because the bot was away.
    fn move_for_outage(&mut self, deadline: Millis, later: Millis) -> Result<(), Denied> {
        let moved = DeadlineMove { by: later - deadline, basis: Some(ClockBasis::Away), to: Some(later) };
        self.note_by(By::Clock, Control::Extend(moved))?;
        self.run_until(later);
        self.tell_all(&Notice::Extended { deadline: later });
        Ok(())
    }

    /// Moves the deadline of a turn, so that it has the time again that it had when the bot went away.
    fn give_back_time(&mut self, deadline: Millis, away: Range<Millis>) -> Result<(), Denied> {
        let since = away.start.max(self.before.asked_since()).max(self.before.last_made_up_at());
        if since >= away.end {
            return Ok(());
        }
        let still = self.after.standstill();
        let later = still.after(away.end, still.counted(since..deadline));
        if later <= deadline {
            return Ok(());
        }
        self.move_for_outage(deadline, later)
    }

    /// Lets a request last longer by some time.
    fn prolong(&mut self, asked: &Handover, by: Millis) -> Result<(), Denied> {
        let (seat, until, asked_until) = (asked.seat, asked.until, asked.asked_until);
        let (until, asked_until) = (until.map(|end| end + by), asked_until.map(|end| end + by));
        self.note_by(By::Clock, Control::Prolong { seat, until, asked_until })
    }

    /// Posts a request again, with the new time until which it can be answered.
    fn ask_again(&mut self, asked: &Handover) {
        let Handover { seat, user, agreed, host, .. } = *asked;
        self.tell_channel(Notice::Handover { seat, user, agreed, host });
    }

    /// Lets requests last longer that are due and that nobody could read, or not for the whole time: it begins when Discord has the
    /// message.
    pub(super) fn prolong_unread(&mut self) -> Result<(), Denied> {
        for asked in self.after.effective.handovers.clone() {
            let Some(end) = asked.end().filter(|end| *end <= self.now) else { continue };
            let begins = match self.reachability.delivery(asked.seq, asked.seat, asked.user) {
                // Nobody can answer a bot that is not there.
                _ if self.reachability.removed => self.now,
                None => continue,
                Some(DeliveryState::At(at)) if at - asked.at <= UNREAD_TOLERANCE => continue,
                Some(DeliveryState::At(at)) => at,
                Some(DeliveryState::Waiting | DeliveryState::GivenUp) => self.now,
            };
            let later = begins + asked.length;
            if later <= self.now.max(end) {
                continue;
            }
            self.prolong(&asked, later - end)?;
            // A message that still waits says then how long there is.
            if self.reachability.delivery(asked.seq, asked.seat, asked.user) != Some(DeliveryState::Waiting) {
                self.ask_again(&asked);
            }
        }
        Ok(())
    }
}
