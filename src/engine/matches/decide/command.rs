//! [`Command`]: what a person or the clock asks of a match, and the power that each command requires.

use crate::ids::{ChannelId, MessageId, UserId};
use crate::matches::model::amendment::Amendment;
use crate::matches::model::beacon::Pulse;
use crate::matches::model::onlookers::Readers;
use crate::matches::model::proposal::{OfferKind, Proposal};
use crate::matches::model::question::{AnswerTag, QuestionId};
use crate::matches::model::reachability::Reachability;
use crate::matches::model::role::Power;
use crate::matches::model::server_roles::Roles;
use crate::matches::model::settings::QuietHours;
use crate::matches::model::terms::Limits;
use crate::matches::model::timer::Timer;
use trigon_clock::Millis;
use trigon_rules::games::{Level, Move, Seat, Values, Word};

/// A command to a match from a person or the clock.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Takes a seat under this name.
    Join(String),
    /// Gives up a seat: before the start, or in a game of rounds for good.
    Leave,
    /// Gives a person a seat, or updates the given parts of their roster line.
    Seat(RosterEntry),
    /// Gives a player on the roster a place in a ranking, and its holder the place that the player had.
    Swap {
        /// The player.
        user: UserId,
        /// The key of the field.
        key: String,
        /// The place.
        place: i64,
    },
    /// Takes a person off the roster or, while the match is being played, out of it. Unless a host may decide that alone, all
    /// players are asked.
    Unseat {
        /// The person.
        user: UserId,
        /// The reason, for everyone to read.
        reason: Option<String>,
    },
    /// Asks a person to take over a player's seat. Unless the seat is free, a host with a stake asks all players first.
    Handover {
        /// The player.
        player: UserId,
        /// The person.
        user: UserId,
        /// That person's name.
        name: String,
        /// After what time the player comes back, if they do.
        back_in: Option<Millis>,
        /// Whether the player has left the server, and so need not be asked.
        has_left: bool,
        /// Since when the person has been in the server, if it is known.
        since: Option<Millis>,
        /// The reason, for everyone to read.
        reason: Option<String>,
    },
    /// Asks a person to play the author's seat for a time.
    Lend {
        /// The person.
        user: UserId,
        /// That person's name.
        name: String,
        /// For how long.
        time: Millis,
        /// Since when the person has been in the server, if it is known.
        since: Option<Millis>,
    },
    /// Comes back before the time of the substitute is over.
    Return,
    /// Answers a request to take over a seat, as the person who is asked or as the player in the seat.
    AnswerHandover {
        /// The seat.
        seat: Seat,
        /// The number of the request ([`Handover::number`](crate::matches::Handover::number)), if known.
        number: Option<u32>,
        /// Whether to agree.
        accept: bool,
    },
    /// Replaces the whole roster.
    Roster(Vec<RosterEntry>),
    /// Lets players join without the host, or no longer.
    OpenSignup {
        /// Whether they can join.
        open: bool,
        /// For how many hours a free seat is offered to each alternate, if that is to change.
        offer_hours: Option<u32>,
    },
    /// Sets what hosts may not do alone, until the start.
    Limit(Option<Limits>),
    /// Changes terms, until the start: all of these, or none.
    Amend(Vec<Amendment>),
    /// Sets the level of the computed players that take seats which nobody else takes, if any are to, until the start.
    Autopilot(Option<Level>),
    /// Becomes an alternate.
    StandBy {
        /// The author's name.
        name: String,
        /// Since when the author has been in the server, if it is known.
        since: Option<Millis>,
    },
    /// Is no longer an alternate.
    StandDown,
    /// Adds a word to the draws.
    AddWord(Word),
    /// Adds the round of the beacon to the draws, and starts the match.
    Beacon(Pulse),
    /// Fixes the roster. Play begins now or after the pregame.
    Start,
    /// Plays an action.
    Act(Act),
    /// Plays what a computed seat has thought of, in order.
    Think {
        /// The question that it thought about.
        question: QuestionId,
        /// The actions. If one of them cannot be played, those after the first are left out.
        actions: Vec<Move>,
    },
    /// Gives up the author's seat.
    Resign,
    /// Claims a seat whose time has run out.
    Claim,
    /// Makes an offer to the others. Offering a draw that another player already offers accepts it.
    Offer(OfferKind),
    /// Answers an offer, or withdraws the author's own by declining it.
    Answer {
        /// The kind of offer.
        kind: OfferKind,
        /// The number of the offer ([`Offer::number`](crate::matches::Offer::number)), if known.
        number: Option<u32>,
        /// Whether to accept it.
        accept: bool,
    },
    /// Leaves answers for the phases after this one or, in turn-based games, a plan: what is expected to be played next, with
    /// the author's own actions in between. None takes back those left before.
    Ahead(Vec<Move>),
    /// Says that the author will be away.
    Away {
        /// After what time that begins.
        after: Millis,
        /// For how long.
        time: Millis,
    },
    /// Is back, or will not be away after all.
    Back,
    /// Asks all players to agree to what hosts may not do alone.
    Propose(Proposal),
    /// Answers a host's proposal.
    Consent {
        /// The number of the proposal ([`OpenProposal::number`](crate::matches::OpenProposal::number)).
        number: u32,
        /// Whether to agree.
        agree: bool,
    },
    /// Withdraws the proposal with this number.
    Withdraw(u32),
    /// Corrects the given values in a player's roster line, in a match of which no phase has ended.
    Correct {
        /// The player.
        user: UserId,
        /// The values.
        fields: Values,
        /// The reason.
        reason: String,
    },
    /// Marks the author's answer as final, or takes that back.
    Ready {
        /// Whether it is final.
        ready: bool,
        /// The pressed message to the player. It shows the change itself; others have to be updated.
        pad: Option<MessageId>,
    },
    /// Nudges the player the match is waiting for.
    Nudge,
    /// Reposts the match at the end of its channel.
    Repost,
    /// Handles a timer that is due.
    Ring(Timer),
    /// Handles a timer that is due, with what is known about whom it concerns.
    RingWith {
        /// The timer.
        timer: Timer,
        /// What is known.
        reachability: Reachability,
    },
    /// Gives back time in which the bot was away.
    MakeUp {
        /// Since when it was.
        from: Millis,
        /// Until when.
        to: Millis,
    },
    /// Handles a timer for reminders that is due.
    RingFor {
        /// The timer.
        timer: Timer,
        /// The players who have chosen to be reminded at this time by direct message, if it is a time that people choose.
        users: Vec<UserId>,
        /// Whether some are to be mentioned in the channel.
        in_channel: bool,
    },
    /// Ends the phase before its deadline.
    EndPhase,
    /// Undoes the last phase that has ended, if this is still the question.
    Rewind(QuestionId),
    /// Names a co-host, or no longer. Once the roster is fixed, all players are asked if a host has a stake.
    CoHost {
        /// The person.
        user: UserId,
        /// Whether the person is to host.
        hosts: bool,
    },
    /// Chooses the channel in which onlookers are told everything after each phase, or none.
    Spectators(Option<ChannelId>),
    /// Moves the match to another channel.
    Move(ChannelId),
    /// Chooses the roles of the server that players get, or none.
    Roles(Option<Roles>),
    /// Makes the next deadline an event of the server, or no longer.
    Event(bool),
    /// Remembers who can read the next post for onlookers, before it is sent.
    Onlookers {
        /// The channel.
        channel: ChannelId,
        /// Those who can read it.
        readers: Readers,
        /// Those who play, or may come to play, and cannot read it.
        checked: Vec<UserId>,
    },
    /// Remembers who can read what onlookers were told before.
    LetIn(Readers),
    /// Sets the hours in which nobody is disturbed, or none.
    Quiet(Option<QuietHours>),
    /// Reminds the players who have not answered, each in private.
    Remind,
    /// Stops the clock.
    Pause,
    /// Starts the clock again with the time left.
    Resume,
    /// Moves the deadline by this many hours, which may be negative.
    Extend(i64),
    /// Records that a host looks at the players' secrets.
    Look,
    /// Ends the match without a result.
    Cancel,
    /// Reveals the secrets of a cancelled match to everyone.
    Publish,
}

/// A roster line as entered by a host.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RosterEntry {
    /// The person.
    pub user_id: UserId,
    /// The name.
    pub name: String,
    /// Whether the name replaces that of a player already on the roster.
    pub renames: bool,
    /// The given values.
    pub fields: Values,
}

/// A player's action, with what is known about the question it answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Act {
    /// The action.
    pub action: Move,
    /// The question. An answer to an earlier one is denied.
    pub question: Option<QuestionId>,
    /// The stored answer shown with the question. If it has changed since, it is not replaced unseen.
    pub shown: Option<AnswerTag>,
    /// The pressed message in the channel. It shows the outcome itself, so a new message is posted only when a new turn
    /// begins.
    pub pressed: Option<MessageId>,
    /// The pressed message to the player. It shows the stored answer itself; others have to be updated.
    pub pad: Option<MessageId>,
}

impl Command {
    /// Returns the power that the command requires.
    pub fn power(&self) -> Power {
        match self {
            Self::Join(_)
            | Self::Leave
            | Self::StandBy { .. }
            | Self::StandDown
            | Self::AddWord(_)
            | Self::Return
            | Self::AnswerHandover { .. } => Power::SignUp,
            Self::Seat(_)
            | Self::Swap { .. }
            | Self::Unseat { .. }
            | Self::Roster(_)
            | Self::OpenSignup { .. }
            | Self::Limit(_)
            | Self::Amend(_)
            | Self::Autopilot(_)
            | Self::Handover { .. }
            | Self::Correct { .. } => Power::Roster,
            Self::Start => Power::Start,
            Self::Act(_)
            | Self::Think { .. }
            | Self::Resign
            | Self::Claim
            | Self::Offer(_)
            | Self::Answer { .. }
            | Self::Ready { .. }
            | Self::Ahead(_)
            | Self::Away { .. }
            | Self::Back
            | Self::Consent { .. }
            | Self::Lend { .. }
            | Self::Nudge => Power::Play,
            Self::Repost => Power::Watch,
            Self::Ring(_)
            | Self::RingFor { .. }
            | Self::RingWith { .. }
            | Self::MakeUp { .. }
            | Self::Beacon(_)
            | Self::Onlookers { .. }
            | Self::LetIn(_) => Power::Ring,
            Self::Pause
            | Self::Resume
            | Self::Remind
            | Self::Quiet(_)
            | Self::Propose(_)
            | Self::Withdraw(_) => Power::Time,
            Self::CoHost { .. } => Power::CoHost,
            Self::Roles(_) | Self::Event(_) | Self::Move(_) => Power::Server,
            Self::Extend(hours) if *hours >= 0 => Power::Time,
            Self::EndPhase | Self::Extend(_) | Self::Rewind(_) => Power::Hurry,
            Self::Look | Self::Spectators(_) => Power::Secrets,
            Self::Cancel => Power::Cancel,
            Self::Publish => Power::Publish,
        }
    }

    /// Returns whether the command is for the time before a match begins.
    pub(crate) fn is_before_the_start(&self) -> bool {
        matches!(
            self,
            Self::Seat(_)
                | Self::Swap { .. }
                | Self::Unseat { .. }
                | Self::Roster(_)
                | Self::OpenSignup { .. }
                | Self::Limit(_)
                | Self::Amend(_)
                | Self::Autopilot(_)
                | Self::Start
        )
    }

    /// Returns whether the command can be given to a match stopped by changed rules.
    pub(crate) fn works_when_stopped(&self) -> bool {
        matches!(
            self,
            Self::Ring(_) | Self::RingFor { .. } | Self::RingWith { .. } | Self::Look | Self::Cancel
        )
    }
}

impl Act {
    /// Creates an action that names no question.
    pub fn new(action: Move) -> Self {
        Self { action, question: None, shown: None, pressed: None, pad: None }
    }
}
