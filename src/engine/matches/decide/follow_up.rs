//! What follows from a change, whatever it was: the end of the match, the next deadline, and the notices.

use super::draft::Draft;
use crate::ids::MessageId;
use crate::matches::derive::reminders::next_lead;
use crate::matches::model::clock_change::{ClockBasis, ClockStop};
use crate::matches::model::computed::Computed;
use crate::matches::model::control::{Control, Seq};
use crate::matches::model::denied::Denied;
use crate::matches::model::game_match::Match;
use crate::matches::model::log::LogEntry;
use crate::matches::model::notice::Notice;
use crate::matches::model::terms::HOUR;
use crate::matches::model::timer::{Timer, TimerKind};
use crate::store::{Status, Target};
use trigon_clock::Millis;
use trigon_rules::games::{Audience, By, Narration, Seat};

/// How the game has gone on by a change.
#[derive(Clone, Copy)]
struct Progress {
    /// The last entry of what happened, without its consequences.
    seq: Seq,
    is_new_phase: bool,
    is_over: bool,
}

impl Progress {
    /// Returns whether it is announced even if the game goes on by itself, or a pressed message shows it.
    const fn is_headline(self) -> bool {
        self.is_new_phase || self.is_over
    }
}

impl Draft<'_> {
    /// Derives what follows when the game has gone on: the end, the next deadline, and the notices. Called after each action, each
    /// resignation, each undo, and the beginning of play. In a game of turns, this may play planned actions, after each of which it is
    /// called again.
    pub(super) fn go_on(&mut self, pressed: Option<MessageId>) -> Result<(), Denied> {
        let phase = |game: &Match| game.session.as_ref().map(|session| session.phase().id);
        let progress = Progress {
            seq: self.after.seq(),
            is_new_phase: phase(self.before) != phase(&self.after),
            is_over: self.after.result().is_some(),
        };
        self.done.get_or_insert(progress.seq);
        self.settle_time(progress)?;
        if !progress.is_headline() && self.before.question == self.after.question {
            // A secret answer that leaves the question open concerns nobody else.
            return Ok(());
        }
        self.notify(progress, pressed);
        if progress.is_over {
            return Ok(());
        }
        if self.after.has_turns() {
            self.settle_seats()?;
            return self.play_plans();
        }
        if progress.is_new_phase { self.answer_ahead() } else { Ok(()) }
    }

    /// Ends the match, or gives what is asked next its time.
    fn settle_time(&mut self, progress: Progress) -> Result<(), Denied> {
        if progress.is_over {
            self.end(Status::Over);
            return Ok(());
        }
        let is_undone = self.before.question.undos != self.after.question.undos;
        let has_time_again = self.after.has_time_again_since(self.before);
        if !progress.is_new_phase && !is_undone && !has_time_again {
            return Ok(());
        }
        if !is_undone {
            self.bank_turn(progress.seq)?;
        }
        self.restart_clock()
    }

    /// Tells everyone whom it concerns that the game has gone on. The messages show the match as it was then: consequences, such as
    /// a clock that stays stopped, are not part of the event itself.
    fn notify(&mut self, progress: Progress, pressed: Option<MessageId>) {
        let Progress { seq, is_over, .. } = progress;
        let first = self.told.len();
        if let Some(channel) = self.after.terms.spectators.filter(|_| !is_over && self.after.has_secrets()) {
            self.address(Target::Channel(channel), Notice::Inside);
        }
        let deadline = self.after.deadline;
        let asked = self.after.seems_asked_in_private();
        let closed = |seat: &Seat| self.after.player(*seat).filter(|player| player.dm_closed);
        let unreachable = asked.iter().filter_map(closed).map(|player| player.user_id).collect();
        let is_headline = progress.is_headline();
        // Within a turn, the pressed message shows the outcome itself. A computed player’s actions are announced together when its turn ends.
        if is_headline || (pressed.is_none() && !self.goes_on_by_itself()) {
            self.tell_channel(Notice::News { deadline, turned: is_headline, unreachable, pressed });
        }
        if self.after.has_turns() {
            self.tell_what_is_for_one(seq);
        } else {
            self.tell_outcome(&asked, is_over);
        }
        for message in &mut self.told[first..] {
            message.seq = seq;
        }
    }

    /// Tells everyone whom it concerns how a game without turns has gone on; `asked` are those who are asked next.
    fn tell_outcome(&mut self, asked: &[Seat], is_over: bool) {
        let deadline = self.after.deadline;
        // Players asked until now are told the outcome, too. If there were secrets, everyone is told about the end.
        let all = Seat::all(self.after.players.len()).filter(|_| is_over && self.after.has_secrets());
        // If the next question is asked in the channel, that is enough for the others, unless something was for them
        // alone.
        let is_public = asked.is_empty() && !is_over;
        let narrations = self.after.latest();
        let needs_message = |seat: Seat| {
            // The player who just answered gets a reply anyway.
            let is_for_them = |told: &Narration| told.audience == Audience::Seat(seat);
            self.by != By::Seat(seat) && narrations.iter().any(is_for_them)
        };
        let mut concerned = [self.before.asked_in_private(), asked.to_vec(), all.collect()].concat();
        concerned.retain(|seat| !is_public || needs_message(*seat));
        concerned.sort_unstable();
        concerned.dedup();
        for seat in concerned {
            self.tell(seat, Notice::Personal { seat, deadline, ahead: None });
        }
        // The end concerns those for whom somebody plays, too.
        let loans = self.after.effective.loans.clone().into_iter();
        for loan in loans.filter(|loan| is_over && Computed::of(loan.owner).is_none()) {
            let seat = loan.seat;
            self.address(Target::User(loan.owner), Notice::Personal { seat, deadline, ahead: None });
        }
    }

    /// Tells players what an entry brought about for them alone.
    fn tell_what_is_for_one(&mut self, seq: Seq) {
        let narrations = self.after.told_by(Some(seq));
        // Who has just acted reads it in the reply. What is played as planned has none.
        let acts = |entry: &&LogEntry| entry.seq == seq && entry.action().is_some() && entry.by == self.by;
        let replied_to = self.after.log.iter().rev().find(acts).map(|entry| entry.by);
        let needs_message = |seat: &Seat| {
            let is_for_them = |told: &Narration| told.audience == Audience::Seat(*seat);
            replied_to != Some(By::Seat(*seat)) && narrations.iter().any(is_for_them)
        };
        let seats: Vec<Seat> = Seat::all(self.after.players.len()).filter(needs_message).collect();
        for seat in seats {
            self.tell(seat, Notice::Told { seat });
        }
    }

    /// Returns whether a computed player has done something and is the only one who is asked next.
    fn goes_on_by_itself(&self) -> bool {
        let asked = self.after.seems_asked();
        let [decision] = asked[..] else { return false };
        let is_own = self.after.has_turns() && self.by == By::Seat(decision.seat);
        is_own && self.after.computed(decision.seat).is_some()
    }

    /// Ends the match.
    pub(super) fn end(&mut self, status: Status) {
        self.after.status = status;
        self.after.ended_at = Some(self.now);
        self.after.set_timers(Vec::new());
    }

    /// Gives the phase its full time, if it is limited. A clock that a host has stopped stays stopped.
    fn restart_clock(&mut self) -> Result<(), Denied> {
        let Some(limit) = self.full_time() else {
            self.after.set_timers(Vec::new());
            return Ok(());
        };
        if self.after.paused().is_some() {
            self.after.set_timers(Vec::new());
            return self.note_still_stopped(limit);
        }
        self.run_until(self.full_deadline(limit));
        Ok(())
    }

    /// Notes the pause again: the stopped clock now holds the full time of the new phase. Only a host can start it.
    fn note_still_stopped(&mut self, limit: Millis) -> Result<(), Denied> {
        let left = self.after.terms.calendar.map_or(limit, |_| self.full_deadline(limit) - self.counted_from);
        let basis = match self.after.effective.added.stopped.and_then(|stopped| stopped.basis) {
            Some(ClockBasis::Alone { .. }) => {
                Some(ClockBasis::Alone { phase: self.after.phase, deadline: self.counted_from + left })
            }
            unchanged => unchanged,
        };
        self.note_by(By::Clock, Control::Pause(ClockStop { left, basis }))
    }

    /// Gives a seat whose turn it is the time of a player who begins, at least.
    pub(super) fn begin_turn_anew(&mut self, seat: Seat) -> Result<(), Denied> {
        let bank = self.after.terms.bank.map(|bank| Millis::from(bank.hours) * HOUR);
        let full = bank.or(self.full_time());
        if full.is_none_or(|full| self.time_left_as_known().is_some_and(|left| left >= full)) {
            return Ok(());
        }
        if let Some(left) = bank {
            self.note_by(By::Clock, Control::Banked { seat, left })?;
        }
        self.restart_clock()
    }

    /// Returns how long the phase that begins now takes, if it is limited.
    pub(super) fn full_time(&self) -> Option<Millis> {
        let time = self.after.session.as_ref().and_then(|session| session.phase().time())?;
        match self.after.terms.bank {
            Some(_) => self.after.bank(self.after.on_turn()?),
            None => self.after.terms.limit(time),
        }
    }

    /// Notes what is left in the bank of the player who has just acted with the entry `seq`, unless their turn goes on. Only an
    /// action ends a turn: who resigns or claims a seat has not had one.
    fn bank_turn(&mut self, seq: Seq) -> Result<(), Denied> {
        let entry = self.after.log.iter().find(|entry| entry.seq == seq);
        let acted = entry.filter(|entry| entry.action().is_some()).map(|entry| entry.by);
        let (Some(bank), Some(By::Seat(seat))) = (self.after.terms.bank, acted) else { return Ok(()) };
        let (add, most) = (Millis::from(bank.add) * HOUR, Millis::from(bank.most) * HOUR);
        let left = match self.before.on_turn() {
            Some(asked) if asked == seat => self.before.time_left_then(self.sent_at).unwrap_or(0),
            // They have acted at once, by a plan.
            _ => self.after.bank(seat).unwrap_or(0),
        };
        self.note_by(By::Clock, Control::Banked { seat, left: (left + add).min(most) })
    }

    /// Returns the deadline of a phase that begins now and is limited.
    fn full_deadline(&self, limit: Millis) -> Millis {
        let terms = &self.after.terms;
        let least = Millis::from(terms.least_hours) * HOUR;
        match terms.calendar {
            Some(calendar) => calendar.deadline(self.counted_from, least, self.is_late),
            None => self.after.standstill().after(self.counted_from, limit),
        }
    }

    /// Sets the deadline, and the reminders before it.
    pub(super) fn run_until(&mut self, deadline: Millis) {
        let mut timers = vec![Timer { at: deadline, kind: TimerKind::Deadline }];
        if let Some(time) = self.after.session.as_ref().and_then(|session| session.phase().time()) {
            for minutes in self.after.terms.reminders(time, deadline - self.now) {
                let at = deadline - Millis::from(minutes) * 60_000;
                if at > self.now {
                    timers.push(Timer { at, kind: TimerKind::Reminder(minutes) });
                }
            }
            timers.extend(next_lead(deadline, self.now).map(|at| Timer { at, kind: TimerKind::Chosen }));
        }
        self.known_standstill = self.after.standstill();
        self.after.set_timers(timers);
    }

    /// Returns how much time is left for what is being asked, by when the clock was to stand still as was known when the deadline was
    /// set.
    fn time_left_as_known(&self) -> Option<Millis> {
        self.after.paused().or_else(|| Some(self.known_standstill.counted(self.now..self.after.deadline?)))
    }

    /// Sets the deadline anew, with the time that was left, if it has changed when the clock stands still: a player will be away or
    /// is back, or somebody else has the seat.
    fn settle_deadline(&mut self) {
        let is_running = self.after.deadline.is_some_and(|deadline| deadline > self.now);
        let standstill = self.after.standstill();
        let has_changed = standstill != self.known_standstill;
        if let Some(left) = self.time_left_as_known().filter(|_| is_running && has_changed) {
            self.run_until(standstill.after(self.now, left));
        }
    }

    /// Sets the timers that follow from the match after the change, whatever the change was.
    pub(super) fn settle_timers(&mut self) {
        self.settle_deadline();
        self.set_early_timer();
        self.set_request_timer();
        self.set_return_timer();
        self.set_unpause_timer();
        self.set_thinking_timer();
    }
}

impl Match {
    /// Returns whether the seat whose time had run out has acted since, so that the next one has time again.
    fn has_time_again_since(&self, before: &Self) -> bool {
        before.timed_out().is_some() && self.timed_out().is_none() && self.seq() > before.seq()
    }
}
