//! How far a match is: whether it goes on, has ended, is paused, is played again, is public, or was stopped by changed rules.

use crate::matches::model::control::{Control, Seq};
use crate::matches::model::denied::Denied;
use crate::matches::model::game_match::Match;
use crate::matches::model::log::LogEntry;
use crate::matches::model::rules_change::RulesChange;
use crate::store::Status;
use trigon_clock::Millis;
use trigon_rules::games::Seat;

impl Match {
    /// Returns whether the match has not ended.
    pub fn is_going_on(&self) -> bool {
        !matches!(self.status, Status::Over | Status::Cancelled)
    }

    /// Checks that the match has not ended.
    ///
    /// # Errors
    /// Fails if it has.
    pub fn check_not_ended(&self) -> Result<(), Denied> {
        if self.is_going_on() { Ok(()) } else { Err(Denied::Ended(self.id)) }
    }

    /// Returns the time that is left on the clock while it is stopped.
    pub fn paused(&self) -> Option<Millis> {
        self.effective.paused.filter(|_| self.is_going_on())
    }

    /// Returns the seat whose time has run out and that the others may therefore claim.
    pub fn timed_out(&self) -> Option<Seat> {
        self.effective.late.first().copied().filter(|_| self.status == Status::Running)
    }

    /// Returns whether a seat has resigned.
    pub fn resigned(&self, seat: Seat) -> bool {
        self.effective.resigned.contains(&seat)
    }

    /// Returns whether the present phase is played again after a host has undone it, or corrected the roster.
    pub fn is_played_again(&self) -> bool {
        self.effective.rewound_at > 0 && self.closed_at == self.effective.rewound_at && self.is_going_on()
    }

    /// Returns whether no action counts yet.
    pub fn is_fresh(&self) -> bool {
        self.effective.counted.is_empty()
    }

    /// Returns whether everyone may see everything: nothing is secret, the match is over, or it was cancelled and its
    /// host has published it.
    pub fn is_disclosed(&self) -> bool {
        let published = self.status == Status::Cancelled && self.effective.published;
        !self.has_secrets() || self.status == Status::Over || published
    }

    /// Returns the change of the rules that has stopped the match, if any.
    pub fn stopped_by_rules(&self) -> Option<&RulesChange> {
        self.rules.as_ref().filter(|rules| rules.broken.is_some())
    }

    /// Describes how the rules have changed, in a sentence that everyone may read.
    pub fn rules_words(&self, rules: &RulesChange) -> String {
        rules.words(self.info().title)
    }

    /// Checks that changed rules have not stopped the match.
    ///
    /// # Errors
    /// Fails if they have, unless it has ended.
    pub fn check_not_stopped(&self) -> Result<(), Denied> {
        let Some(rules) = self.stopped_by_rules().filter(|_| self.is_going_on()) else { return Ok(()) };
        Err(Denied::StoppedByRules { id: self.id, title: self.info().title, rules: rules.clone() })
    }

    /// Returns whether the roster is complete and playable.
    pub fn is_set_up(&self) -> bool {
        self.setup.is_some()
    }

    /// Returns whether the clocks of two moments of the match are the same. Front ends ask before they show an earlier moment.
    pub fn shows_clock_of(&self, later: &Self) -> bool {
        let clock = |game: &Self| (game.deadline, game.paused());
        clock(self) == clock(later) && self.effective.banked.len() == later.effective.banked.len()
    }

    /// Takes over the clock of a later moment of the match, to show it with an earlier one.
    pub fn show_clock_of(&mut self, later: &Self) {
        self.deadline = later.deadline;
        (self.effective.paused, self.effective.paused_since) =
            (later.effective.paused, later.effective.paused_since);
        self.effective.added.clone_from(&later.effective.added);
        self.effective.banked.clone_from(&later.effective.banked);
    }

    /// Returns whether the present phase is the one in which another moment of the match was.
    pub fn is_in_phase_of(&self, other: &Self) -> bool {
        let phase = |game: &Self| game.session.as_ref().map(|session| session.phase().id);
        phase(self) == phase(other) && self.question.undos == other.question.undos
    }

    /// Returns whether what an entry brought about was taken back by undoing a phase.
    pub fn is_rewound(&self, seq: Seq) -> bool {
        let is_action = self.log.iter().any(|entry| entry.seq == seq && entry.action().is_some());
        let takes_it_back =
            |entry: &LogEntry| matches!(entry.control(), Some(Control::Rewind { to, .. }) if *to < seq);
        is_action && self.log.iter().filter(|entry| entry.seq > seq).any(takes_it_back)
    }
}
