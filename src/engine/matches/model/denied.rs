//! [`Denied`]: why a command is denied, as data that a front end puts into words.

use std::fmt;

use super::proposal::OfferKind;
use super::role::{Power, Role};
use super::rules_change::RulesChange;
use crate::ids::{MatchId, UserId};
use trigon_rules::games::{Refusal, SetupError};

/// The reason why a command was denied. Front ends put it into words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Denied {
    // What is asked for, by whom, and the stage of the match.
    /// There is no such game.
    NoGame(String),
    /// There is no such match.
    NoMatch(MatchId),
    /// The role has no such power over the match.
    NotAllowed {
        /// The match.
        id: MatchId,
        /// The power.
        power: Power,
        /// The role.
        role: Role,
    },
    /// The person has no seat in the match.
    NoSeat(MatchId),
    /// The match has not begun.
    NotBegun(MatchId),
    /// The roster has not been fixed.
    NotStarted(MatchId),
    /// The match has been started.
    AlreadyStarted(MatchId),
    /// The match is over.
    Over(MatchId),
    /// The match has ended, one way or another.
    Ended(MatchId),
    /// Changed rules have stopped the match.
    StoppedByRules {
        /// The match.
        id: MatchId,
        /// The title of the game.
        title: &'static str,
        /// The change.
        rules: RulesChange,
    },

    // Terms and templates.
    /// The game does not support this number of players.
    PlayerCount {
        /// The title of the game.
        title: &'static str,
        /// The supported numbers, in words.
        possible: String,
        /// The requested number.
        players: u8,
    },
    /// A limit is out of bounds.
    Hours {
        /// What the limit is for, such as `a round`.
        label: &'static str,
        /// The limit.
        hours: u32,
        /// The minimum.
        least: u32,
    },
    /// Seats are reserved for only some of the players, or twice for the same one.
    Invited(u8),
    /// The game has no such option.
    NoOption {
        /// The title of the game.
        title: &'static str,
        /// The key.
        key: String,
    },
    /// There is no template of this name.
    NoTemplate(String),
    /// The name of a template is empty or too long.
    TemplateName,
    /// The server has as many templates as it can have.
    TooManyTemplates {
        /// The maximum number.
        most: usize,
    },
    /// A template was written in a form that this version does not know.
    UnreadableTemplate(String),
    /// The terms and the roster do not make a playable match.
    Setup(SetupError),

    // Seats: signing up, the roster, taking over and lending.
    /// Sign-up is not open.
    NoSignup(MatchId),
    /// The person already has a seat.
    AlreadySeated(MatchId),
    /// All seats are taken.
    Full {
        /// The match.
        id: MatchId,
        /// The number of seats.
        players: u8,
    },
    /// The seats are reserved for others.
    KeptForOthers(MatchId),
    /// The roster is fixed.
    RosterFixed(MatchId),
    /// The roster has closed, because the beacon may be known from now on.
    RosterClosed(MatchId),
    /// The match starts with its beacon.
    StartsByItself(MatchId),
    /// The match starts at a time that its host has chosen.
    StartsAsPlanned(MatchId),
    /// The match would start both at a time and with a beacon.
    StartsWithBeacon,
    /// The time at which a match is to start by itself has passed.
    StartsInThePast,
    /// No beacon can be used.
    NoBeacon,
    /// Nobody would take the seat in a turn-based match.
    ResignInstead(MatchId),
    /// Nobody would take the seat from which a host takes a player of a turn-based match.
    ReplaceInstead,
    /// The player has resigned, so there is nothing to hand over.
    SeatIsOver(UserId),
    /// The person has or had a seat in the match.
    HeldASeat(UserId),
    /// The person hosts the match.
    HostsIt(UserId),
    /// The person has looked at the players' secrets.
    HasLooked(UserId),
    /// The person has taken a player out of the match.
    TookOut(UserId),
    /// Somebody has been asked to play a seat for a time.
    MayBeLent(UserId),
    /// A player who is to be taken out has lent their seat.
    PlaysFor {
        /// Who plays.
        substitute: UserId,
        /// For whom.
        owner: UserId,
    },
    /// The person could read what onlookers were told.
    HasRead(UserId),
    /// The person may have read what onlookers were told: it is not known who could.
    MayHaveRead(UserId),
    /// Somebody may come to play of whom it has not been checked what they can read.
    Unchecked(MatchId),
    /// The player has refused to hand over the seat.
    KeepsSeat(UserId),
    /// The seat is a substitute's, who cannot pass it on.
    Lent,
    /// A substitute plays the seat, who is not the one to ask about it.
    SeatIsLent(UserId),
    /// The seat is offered to others.
    SeatIsOffered(MatchId),
    /// Somebody plays for a player who wants to leave.
    ComeBackFirst(MatchId),
    /// Nobody plays for the person.
    NotLent(MatchId),
    /// The time of a substitute is out of bounds.
    LendingTime,
    /// The person is already an alternate.
    AlreadyAlternate(MatchId),
    /// The person is not an alternate.
    NoAlternate(MatchId),
    /// There are seats left.
    SeatsLeft(MatchId),
    /// Co-hosts can leave, but not dismiss each other.
    NotYoursToDismiss(MatchId),
    /// Somebody is asked to take over that seat already.
    SeatRequested(UserId),
    /// Others would be mentioned or written to too often.
    TooOften {
        /// What is done, in words before the number.
        what: &'static str,
        /// How often it can be done.
        times: usize,
    },
    /// The request to take over a seat is no longer open.
    HandoverGone(MatchId),
    /// Somebody else is asked.
    NotAsked(MatchId),
    /// The draws are fixed.
    TooLateForWords(MatchId),
    /// The person has already added a word.
    WordAdded(MatchId),
    /// The roster has too many players.
    RosterTooLong {
        /// The match.
        id: MatchId,
        /// The number of seats.
        players: u8,
        /// The number of players.
        found: usize,
    },
    /// A person is on the roster twice.
    Twice(UserId),
    /// A person is not on the roster.
    NotOnRoster(UserId),
    /// Two players have the same place.
    PlaceTaken {
        /// The field.
        label: &'static str,
        /// The key of the field.
        key: &'static str,
        /// The place.
        place: i64,
        /// The two players.
        users: [UserId; 2],
    },
    /// A place is out of bounds.
    Place {
        /// The field.
        label: &'static str,
        /// The place.
        place: i64,
        /// The number of places.
        players: u8,
    },
    /// The match cannot start with the number of players that it has.
    Players {
        /// The match.
        id: MatchId,
        /// The accepted numbers, in words.
        needed: String,
        /// The number of players.
        found: usize,
    },

    // Playing: answers, plans, resigning, offers, nudges.
    /// The deadline has passed, so the answer was meant for a phase that is about to end.
    DeadlinePassed,
    /// The present question takes no answers in advance.
    TakesNothingAhead(MatchId),
    /// There are answers for too many phases.
    TooFarAhead {
        /// The maximum number.
        most: usize,
    },
    /// There is nothing to take back.
    NothingAhead(MatchId),
    /// The person is asked nothing.
    NothingAsked(MatchId),
    /// The person has not answered yet.
    NotAnswered(MatchId),
    /// Phases of the match do not end early.
    NoEarlyEnd(MatchId),
    /// A typed action was sent before its author's turn began.
    BeforeTurn,
    /// A typed action was sent before its round ended, but read afterwards.
    BeforeRound,
    /// A message was edited that answered an earlier question.
    EditedLate,
    /// The question is no longer open.
    Stale,
    /// Another answer has been stored since the question was shown.
    OtherAnswer,
    /// The rules refuse the action.
    Refused(Refusal),
    /// The command is for games of turns, and in this game all seats act at once.
    NoTurns(MatchId),
    /// The seat has resigned.
    Resigned(MatchId),
    /// No player's time has run out.
    NobodyLate(MatchId),
    /// The seat whose time ran out is offered to somebody.
    OfferedFirst,
    /// The time that ran out is the claimant's own.
    OwnTime,
    /// Another offer is waiting for answers.
    OfferPending {
        /// The kind of offer.
        kind: OfferKind,
        /// The name of the player who offers it.
        by: String,
    },
    /// The offer is no longer open.
    OfferGone(MatchId),
    /// The offer is the person's own.
    OwnOffer,
    /// The person has already accepted the offer.
    AlreadyAccepted,
    /// There is nothing to take back.
    NothingToTakeBack,
    /// A player has learnt something in what would be taken back, and would still know it.
    LearntSince,
    /// In turn-based matches, players take back.
    TakeBackInstead(MatchId),
    /// No phase has ended yet.
    NothingToUndo(MatchId),
    /// Somebody has resigned since the phase began.
    ResignedSince(MatchId),
    /// The match is waiting for nobody else.
    WaitsForYou(MatchId),
    /// The player was nudged recently.
    NudgedLately(String),
    /// A level of computed players that does not exist.
    NoLevel(u8),
    /// A nudge of a computed player with this name.
    ComputedThinks(String),

    // The clock, proposals, corrections and absences.
    /// The clock is stopped.
    Paused(MatchId),
    /// The clock is not stopped.
    NotPaused(MatchId),
    /// No clock is running.
    NoClock(MatchId),
    /// What is asked for takes the consent of all players.
    NeedsConsent(MatchId),
    /// A proposal already waits for the players.
    ProposalPending(MatchId),
    /// The proposal is no longer open.
    ProposalGone(MatchId),
    /// A turn has been played, and nobody is asked again for those.
    TooLateToCorrect(MatchId),
    /// Nothing would be corrected.
    NothingCorrected,
    /// The player would be away for too long.
    AwayTooLong {
        /// The match.
        id: MatchId,
        /// The hours that are left.
        left: i64,
    },
    /// The time of an absence is out of bounds.
    AwayTime,
    /// The absence would begin too far ahead.
    AwayTooEarly,
    /// The player’s time has already run out.
    AwayTooLate(MatchId),
    /// The player has said already that they will be away.
    AlreadyAway,
    /// The player is not away.
    NotAway(MatchId),
    /// It is the person's turn, so nothing can be planned.
    PlayFirst(MatchId),
    /// A plan has none of the person's own actions.
    PlansNothing(MatchId),
    /// An action of a plan cannot be played at its place.
    PlanImpossible {
        /// The one-based place.
        place: usize,
        /// The action.
        action: String,
    },
    /// The deadline would not move.
    NothingMoved,
    /// The deadline would already have passed.
    TooShort,
    /// Only the players' answers end this phase.
    NotTimed(MatchId),
    /// A later request of the same person has been handled already.
    Superseded,
    /// The previous phase has only just ended, so a request to end the phase was probably meant for that one.
    JustBegun {
        /// The match.
        id: MatchId,
        /// The title of the phase.
        phase: String,
    },
    /// What is asked for has been done already.
    AlreadyDone,

    // What hosts do besides.
    /// The person created the match.
    Created(UserId),
    /// The person already hosts the match.
    AlreadyCoHost(UserId),
    /// The person does not host the match.
    NoCoHost(UserId),
    /// The channel of the match is the players' channel.
    SameChannel(MatchId),
    /// The match is in that channel already.
    PlayedThere(MatchId),
    /// The match cannot be moved to a channel for its onlookers.
    ForOnlookers(MatchId),
    /// In turn-based matches, players nudge.
    NudgeInstead(MatchId),
    /// Players were reminded recently.
    RemindedLately(MatchId),
    /// The match has no secrets to publish.
    NothingSecret(MatchId),
    /// The match is over, so everything is public.
    AlreadyPublic(MatchId),
    /// The match was cancelled before it began.
    NothingToPublish(MatchId),
    /// The match has already been published.
    AlreadyPublished(MatchId),
    /// The match is still going on.
    GoesOn(MatchId),
    /// The match cannot be played again.
    NoRematch(MatchId),
    /// There is nothing to export yet.
    NothingToExport(MatchId),
}

impl fmt::Display for Denied {
    /// Writes the name of the reason, for logs. People read a sentence of the front end, which may contain what nobody else may know.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{self:?}");
        f.write_str(text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default())
    }
}

impl std::error::Error for Denied {}

impl From<Refusal> for Denied {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}
