//! What can be asked of a match, and what comes of it.

use super::game_match::Match;
use super::log::OfferKind;
use super::notice::Notice;
use super::question::{AnswerTag, QuestionId};
use super::role::Power;
use super::timer::{Timer, TimerKind};
use crate::store::Target;
use trigon_rules::games::{Move, Values};

/// Everything that a person or the clock can ask of a match.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Takes a seat under this name.
    Join(String),
    /// Gives up a seat before the start.
    Leave,
    /// Gives a person a seat, or changes what is given of their line of the roster.
    Seat(RosterEntry),
    /// Takes a person off the roster.
    Unseat(i64),
    /// Replaces the whole roster.
    Roster(Vec<RosterEntry>),
    /// Lets players join without the host, or no longer.
    OpenSignup(bool),
    /// Fixes the roster. Play begins now or after the pregame.
    Start,
    /// Plays an action.
    Act(Act),
    /// Gives up the author's seat.
    Resign,
    /// Claims a seat whose time ran out.
    Claim,
    /// Makes an offer to the others. Offering a draw that another player offers already accepts it.
    Offer(OfferKind),
    /// Answers an offer, or withdraws the author's own by declining it.
    Answer {
        /// What is offered.
        kind: OfferKind,
        /// The number of the offer ([`Offer::number`](super::Offer::number)), if it is known.
        number: Option<u32>,
        /// Whether it is accepted.
        accept: bool,
    },
    /// Asks the player for whom the match waits to go on.
    Nudge,
    /// Posts the match again at the end of its channel.
    Repost,
    /// Does what a timer is for.
    Ring(Timer),
    /// Ends the phase before its deadline.
    EndPhase,
    /// Plays an action of the host's own, such as naming a candidate.
    Decide(Move),
    /// Stops the clock.
    Pause,
    /// Starts the clock again with the time that was left.
    Resume,
    /// Moves the deadline by this many hours, which may be negative.
    Extend(i64),
    /// Notes that a host looks at what the players keep secret.
    Look,
    /// Ends the match without a result.
    Cancel,
    /// Shows everyone what was secret in a cancelled match.
    Publish,
}

/// A line of the roster as a host enters it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RosterEntry {
    /// The person.
    pub user_id: i64,
    /// The name.
    pub name: String,
    /// Whether the name replaces the one of a player who is already on the roster.
    pub renames: bool,
    /// The values that are given.
    pub fields: Values,
}

/// An action that a player plays, with what is known of the question that it answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Act {
    /// The action.
    pub action: Move,
    /// The question. An answer to an earlier one is denied.
    pub question: Option<QuestionId>,
    /// The stored answer that was shown with the question. If it is another one by now, it is not replaced unseen.
    pub shown: Option<AnswerTag>,
    /// The message in the channel that was pressed. It shows by itself what came of it, so a new message is only posted
    /// when a new turn begins.
    pub pressed: Option<i64>,
    /// The message to the player that was pressed. It shows the stored answer by itself; others have to be brought up to date.
    pub pad: Option<i64>,
}

impl Command {
    /// Returns the power that the command takes.
    pub fn power(&self) -> Power {
        match self {
            Self::Join(_) | Self::Leave => Power::SignUp,
            Self::Seat(_) | Self::Unseat(_) | Self::Roster(_) | Self::OpenSignup(_) => Power::Roster,
            Self::Start => Power::Start,
            Self::Act(_)
            | Self::Resign
            | Self::Claim
            | Self::Offer(_)
            | Self::Answer { .. }
            | Self::Nudge => Power::Play,
            Self::Repost => Power::Watch,
            Self::Ring(_) => Power::Ring,
            Self::Pause | Self::Resume => Power::Time,
            Self::Extend(hours) if *hours >= 0 => Power::Time,
            Self::EndPhase | Self::Extend(_) => Power::Hurry,
            Self::Decide(_) => Power::Decide,
            Self::Look => Power::Secrets,
            Self::Cancel => Power::Cancel,
            Self::Publish => Power::Publish,
        }
    }

    /// Returns whether the command can be given to a match that changed rules have stopped.
    pub(super) fn works_when_stopped(&self) -> bool {
        matches!(self, Self::Ring(_) | Self::Cancel)
    }
}

impl Act {
    /// Returns an action that names no question.
    pub fn new(action: Move) -> Self {
        Self { action, question: None, shown: None, pressed: None, pad: None }
    }
}

/// What a command changes. The store takes it as a whole or not at all.
pub(super) struct Decision {
    /// The match after the change.
    pub(super) after: Match,
    /// The number of entries that were added to its log.
    pub(super) entries: usize,
    /// Whether the roster has changed.
    pub(super) roster: bool,
    /// What there is to tell, with the last entry that the telling may show.
    pub(super) messages: Vec<Addressed>,
}

/// Something to tell, addressed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Addressed {
    /// The channel or the person.
    pub(super) to: Target,
    /// What to tell.
    pub(super) notice: Notice,
    /// The entry of the log after which the match is shown.
    pub(super) seq: i64,
}

impl Match {
    /// Returns the timer of the deadline, if a clock is running.
    pub(super) fn deadline_timer(&self) -> Option<Timer> {
        self.timers.iter().copied().find(|timer| timer.kind == TimerKind::Deadline)
    }

    /// Replaces what the clock has to do.
    pub(super) fn set_timers(&mut self, timers: Vec<Timer>) {
        self.deadline = timers.iter().find(|timer| timer.kind == TimerKind::Deadline).map(|timer| timer.at);
        self.timers = timers;
    }
}
