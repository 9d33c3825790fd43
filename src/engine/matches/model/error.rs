//! Errors: refusals for the person who asked, and faults for the operator.

use super::log::OfferKind;
use super::role::{Power, Role};
use super::rules::RulesChange;
use crate::store::StoreError;
use trigon_rules::games::{Refusal, SetupError};

/// The reason why a command was denied. Front ends may use their own words, such as the name of a command that helps.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Denied {
    /// There is no such game.
    #[error("There is no game {0}.")]
    NoGame(String),
    /// There is no such match.
    #[error("There is no match {0}.")]
    NoMatch(i64),
    /// The role has no such power over the match.
    #[error("Match {id} is not yours to host: only its creator and the hosts of its server can do that.")]
    NotAllowed {
        /// The match.
        id: i64,
        /// The power.
        power: Power,
        /// The role.
        role: Role,
    },
    /// The person has no seat in the match.
    #[error("You have no seat in match {0}.")]
    NoSeat(i64),
    /// The match has not begun.
    #[error("Match {0} has not begun yet.")]
    NotBegun(i64),
    /// The roster has not been fixed.
    #[error("Match {0} has not been started yet.")]
    NotStarted(i64),
    /// The match has been started.
    #[error("Match {0} has already been started.")]
    AlreadyStarted(i64),
    /// The match is over.
    #[error("Match {0} is over.")]
    Over(i64),
    /// The match has ended, one way or another.
    #[error("Match {0} has already ended.")]
    Ended(i64),
    /// Changed rules have stopped the match.
    #[error("{} Match {id} is stopped; ask its host.", rules.words(title))]
    StoppedByRules {
        /// The match.
        id: i64,
        /// The title of the game.
        title: &'static str,
        /// The change.
        rules: RulesChange,
    },

    /// The game does not support this number of players.
    #[error("{title} is for {possible} players, not {players}.")]
    PlayerCount {
        /// The title of the game.
        title: &'static str,
        /// The supported numbers, in words.
        possible: String,
        /// The requested number.
        players: u8,
    },
    /// A limit is out of bounds.
    #[error("The limit for {label} is {least} to {} hours, not {hours}.", crate::matches::Terms::MAX_HOURS)]
    Hours {
        /// What the limit is for, such as `a round`.
        label: &'static str,
        /// The limit.
        hours: u32,
        /// The minimum.
        least: u32,
    },
    /// Seats are reserved for only some of the players, or twice for the same one.
    #[error("Seats are kept for all {0} different players or for none.")]
    Invited(u8),
    /// The game has no such option.
    #[error("{title} has no option {key}.")]
    NoOption {
        /// The title of the game.
        title: &'static str,
        /// The key.
        key: String,
    },
    /// There is no template of this name.
    #[error("There is no template called {0} in this server.")]
    NoTemplate(String),
    /// The name of a template is empty or too long.
    #[error("The name of a template has 1 to {} characters on one line.", crate::matches::Template::NAME)]
    TemplateName,
    /// The server has as many templates as it can have.
    #[error("This server has {most} templates, and no more fit. Delete one first.")]
    TooManyTemplates {
        /// The maximum number.
        most: usize,
    },
    /// A template was written in a form that this version does not know.
    #[error("The template {0} cannot be read any more: save it again from a match.")]
    UnreadableTemplate(String),
    /// The terms and the roster do not make a playable match.
    #[error("That cannot be played: {0}.")]
    Setup(SetupError),

    /// Sign-up is not open.
    #[error("The host of match {0} picks the players.")]
    NoSignup(i64),
    /// The person already has a seat.
    #[error("You already have a seat in match {0}.")]
    AlreadySeated(i64),
    /// All seats are taken.
    #[error("All {players} seats of match {id} are taken.")]
    Full {
        /// The match.
        id: i64,
        /// The number of seats.
        players: u8,
    },
    /// The seats are reserved for others.
    #[error("The seats of match {0} are kept for others.")]
    KeptForOthers(i64),
    /// The roster is fixed.
    #[error("The roster of match {0} can no longer be changed.")]
    RosterFixed(i64),
    /// The roster has closed, because the beacon may be known from now on.
    #[error("The roster of match {0} is closed: nothing that its draws depend on can change any more.")]
    RosterClosed(i64),
    /// The match starts with its beacon.
    #[error("Match {0} starts by itself with the round of its beacon, once its roster has closed.")]
    StartsByItself(i64),
    /// The match starts at a time that its host has chosen.
    #[error("Match {0} starts by itself at a time that its host has chosen.")]
    StartsAsPlanned(i64),
    /// The match would start both at a time and with a beacon.
    #[error(
        "With a public beacon, a match starts when its roster has closed, and at no other time: leave out one of the two."
    )]
    StartsWithBeacon,
    /// The time at which a match is to start by itself has passed.
    #[error("That time has passed.")]
    StartsInThePast,
    /// No beacon can be used.
    #[error("No public beacon can be used here: create the match without one.")]
    NoBeacon,
    /// Nobody would take the seat in a turn-based match.
    #[error(
        "Nobody is waiting for a seat in match {0}, so yours would stay empty: resign with `/resign`, or ask a host for `/host replace`."
    )]
    ResignInstead(i64),
    /// Nobody would take the seat from which a host takes a player of a turn-based match.
    #[error("Nobody is waiting for a seat in this match: say who is to have it with `/host replace`.")]
    ReplaceInstead,
    /// The player has resigned, so there is nothing to hand over.
    #[error("That player has resigned, so there is nothing to hand over.")]
    SeatIsOver(i64),
    /// The person has or had a seat in the match.
    #[error("That person has or had a seat in this match, and cannot take another one.")]
    HeldASeat(i64),
    /// The person hosts the match.
    #[error("That person hosts this match, and may know what players keep secret.")]
    HostsIt(i64),
    /// The person has looked at the players' secrets.
    #[error("That person has looked at what the players keep secret.")]
    HasLooked(i64),
    /// The person has taken a player out of the match.
    #[error("That person has taken a player out of this match, and so cannot take a seat in it.")]
    TookOut(i64),
    /// Somebody has been asked to play a seat for a time.
    #[error(
        "Somebody has been asked to play this seat for a time. Take that back first: then its player can leave."
    )]
    MayBeLent(i64),
    /// A player who is to be taken out has lent their seat.
    #[error("Somebody plays for that player. Take the substitute out first, and the player then.")]
    PlaysFor {
        /// Who plays.
        substitute: i64,
        /// For whom.
        owner: i64,
    },
    /// The person could read what onlookers were told.
    #[error(
        "That person could read what onlookers of this match were told, and so cannot take a seat in it."
    )]
    HasRead(i64),
    /// The person may have read what onlookers were told: it is not known who could.
    #[error(
        "That person may have read what onlookers of this match were told, because Discord does not say who could, and so cannot \
         take a seat in it. A computed player can."
    )]
    MayHaveRead(i64),
    /// Somebody may come to play of whom it has not been checked what they can read.
    #[error("Somebody may come to play in match {0} of whom it has not been checked what they can read.")]
    Unchecked(i64),
    /// The player has refused to hand over the seat.
    #[error("<@{0}> has said no, and keeps the seat: ask again once this round has ended.")]
    KeepsSeat(i64),
    /// The seat is a substitute's, who cannot pass it on.
    #[error("This seat is lent: only its player can pass it on, after coming back.")]
    Lent,
    /// A substitute plays the seat, who is not the one to ask about it.
    #[error("<@{0}> only plays this seat for a time: take them out first, and its player is back.")]
    SeatIsLent(i64),
    /// The seat is offered to others.
    #[error(
        "Your seat in match {0} is offered to others, because you missed deadlines. Answer first: then it stays yours."
    )]
    SeatIsOffered(i64),
    /// Somebody plays for a player who wants to leave.
    #[error("Somebody plays for you in match {0}: come back first, then leave.")]
    ComeBackFirst(i64),
    /// Nobody plays for the person.
    #[error("Nobody plays for you in match {0}.")]
    NotLent(i64),
    /// The time of a substitute is out of bounds.
    #[error(
        "A substitute plays for an hour at least and {} hours at most.",
        crate::matches::Terms::MAX_HOURS
    )]
    LendingTime,
    /// The person is already an alternate.
    #[error("You’re already an alternate of match {0}.")]
    AlreadyAlternate(i64),
    /// The person is not an alternate.
    #[error("You’re not an alternate of match {0}.")]
    NoAlternate(i64),
    /// There are seats left.
    #[error("Match {0} still has free seats: press Join below its sign-up.")]
    SeatsLeft(i64),
    /// Co-hosts can leave, but not dismiss each other.
    #[error(
        "Only the creator of match {0} and members with the host role or Manage Server can dismiss another co-host."
    )]
    NotYoursToDismiss(i64),
    /// Somebody is asked to take over that seat already.
    #[error(
        "Somebody is already asked to take that seat. They have to answer first, or the player or a host withdraws the request with \
         the button No."
    )]
    SeatRequested(i64),
    /// Others would be mentioned or written to too often.
    #[error("{what} at most {times} times in 24 hours. Try again later.")]
    TooOften {
        /// What is done, in words before the number.
        what: &'static str,
        /// How often it can be done.
        times: usize,
    },
    /// The request to take over a seat is no longer open.
    #[error("That request for a seat of match {0} is over, so nothing has changed.")]
    HandoverGone(i64),
    /// Somebody else is asked.
    #[error("Somebody else is asked about that seat of match {0}.")]
    NotAsked(i64),
    /// The draws are fixed.
    #[error("Words can only be added to match {0} before it begins.")]
    TooLateForWords(i64),
    /// The person has already added a word.
    #[error("You have already added a word to match {0}. It stays as it is, and one is enough.")]
    WordAdded(i64),
    /// The roster has too many players.
    #[error("Match {id} has {players} seats, and this roster has {found} players.")]
    RosterTooLong {
        /// The match.
        id: i64,
        /// The number of seats.
        players: u8,
        /// The number of players.
        found: usize,
    },
    /// A person is on the roster twice.
    #[error("Someone is on the roster twice.")]
    Twice(i64),
    /// A person is not on the roster.
    #[error("That person is not on the roster.")]
    NotOnRoster(i64),
    /// Two players have the same place.
    #[error("{label} {place} is given twice.")]
    PlaceTaken {
        /// The field.
        label: &'static str,
        /// The key of the field.
        key: &'static str,
        /// The place.
        place: i64,
        /// The two players.
        users: [i64; 2],
    },
    /// A place is out of bounds.
    #[error("{label} {place} is not from 1 to {players}.")]
    Place {
        /// The field.
        label: &'static str,
        /// The place.
        place: i64,
        /// The number of places.
        players: u8,
    },
    /// The match cannot start with this number of players.
    #[error("Match {id} needs {needed} players and has {found}.")]
    Players {
        /// The match.
        id: i64,
        /// The accepted numbers, in words.
        needed: String,
        /// The number of players.
        found: usize,
    },

    /// The deadline has passed, so the answer was meant for a phase that is about to end.
    #[error("The deadline has just passed, so nothing was stored.")]
    DeadlinePassed,
    /// The present question takes no answers in advance.
    #[error(
        "Nothing can be left in advance in match {0}: only rounds with an answer that changes nothing take that."
    )]
    TakesNothingAhead(i64),
    /// There are answers for too many phases.
    #[error("You can leave answers for the next {most} rounds, not for more.")]
    TooFarAhead {
        /// The maximum number.
        most: usize,
    },
    /// There is nothing to take back.
    #[error("You have left nothing for the next rounds of match {0}.")]
    NothingAhead(i64),
    /// The person is asked nothing.
    #[error("You’re not asked anything in match {0} right now.")]
    NothingAsked(i64),
    /// The person has not answered yet.
    #[error("Answer first: you’re ready once match {0} has an answer of yours that is final.")]
    NotAnswered(i64),
    /// Phases of the match do not end early.
    #[error("Match {0} was created without early ends, so a round ends at its deadline, ready or not.")]
    NoEarlyEnd(i64),
    /// A typed action was sent before its author's turn began.
    #[error("You sent this before your turn began, so nothing was done.")]
    BeforeTurn,
    /// A typed action was sent before its round ended, but read afterwards.
    #[error("The round had ended before this was read, so nothing was stored.")]
    BeforeRound,
    /// A message was edited that answered an earlier question.
    #[error("You edited a message about something that is over, so nothing has changed.")]
    EditedLate,
    /// The question is no longer open.
    #[error("The match has moved on since, so nothing was done.")]
    Stale,
    /// Another answer has been stored since the question was shown.
    #[error("You have stored another answer in the meantime, so nothing was changed.")]
    OtherAnswer,
    /// The rules refuse the action.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// All seats act at once in this game, so this makes no sense.
    #[error("Everyone acts at the same time in match {0}, so that is not possible.")]
    NoTurns(i64),
    /// The seat has resigned.
    #[error("You have resigned from match {0}.")]
    Resigned(i64),
    /// No player's time has run out.
    #[error("Nobody’s time has run out in match {0}.")]
    NobodyLate(i64),
    /// The seat whose time ran out is offered to somebody.
    #[error("This seat is offered to somebody else first. If nobody takes it, a computed player does.")]
    OfferedFirst,
    /// The time that ran out is the claimant's own.
    #[error("It is your own time that has run out: act, and the match goes on.")]
    OwnTime,
    /// Another offer is waiting for answers.
    #[error("{} by {by} still waits for answers.", offer_title(*.kind))]
    OfferPending {
        /// The kind of offer.
        kind: OfferKind,
        /// The name of the player who offers it.
        by: String,
    },
    /// The offer is no longer open.
    #[error("That offer is gone: nothing waits for your answer in match {0}.")]
    OfferGone(i64),
    /// The offer is the person's own.
    #[error("It is your own offer: the others have to answer it.")]
    OwnOffer,
    /// The person has already accepted the offer.
    #[error("You have already accepted; the others still have to answer.")]
    AlreadyAccepted,
    /// There is nothing to take back.
    #[error("There is nothing of yours to take back, or somebody has resigned since.")]
    NothingToTakeBack,
    /// In turn-based matches, players take back.
    #[error("Players of match {0} take back their actions themselves, with /takeback.")]
    TakeBackInstead(i64),
    /// No phase has ended yet.
    #[error("No round of match {0} has ended yet, so there is nothing to undo.")]
    NothingToUndo(i64),
    /// Somebody has resigned since the phase began.
    #[error("Somebody has resigned from match {0} since that round began, so it can’t be undone.")]
    ResignedSince(i64),
    /// The match is waiting for nobody else.
    #[error("Match {0} waits for nobody but you.")]
    WaitsForYou(i64),
    /// The player was nudged recently.
    #[error("{0} was nudged within the last hour; wait a while.")]
    NudgedLately(String),
    /// A level of computed players that does not exist.
    #[error("A level is a number from 1 to 6, not {0}.")]
    NoLevel(u8),
    /// A nudge of a computed player with this name.
    #[error("{0} is a computer and already thinking, so there is nobody to nudge.")]
    ComputedThinks(String),

    /// The clock is stopped.
    #[error("The clock of match {0} is stopped.")]
    Paused(i64),
    /// The clock is not stopped.
    #[error("The clock of match {0} is not stopped.")]
    NotPaused(i64),
    /// No clock is running.
    #[error("No clock is running for match {0}.")]
    NoClock(i64),
    /// It takes the consent of all players.
    #[error("In match {0}, no host can do that alone: it takes the agreement of all players.")]
    NeedsConsent(i64),
    /// A proposal already waits for the players.
    #[error("A proposal of a host of match {0} already waits for the players.")]
    ProposalPending(i64),
    /// The proposal is no longer open.
    #[error("That proposal is gone: nothing waits for your agreement in match {0}.")]
    ProposalGone(i64),
    /// A turn has been played, and nobody is asked again for those.
    #[error("In match {0}, players take turns, so values can’t be corrected once it has begun.")]
    TooLateToCorrect(i64),
    /// Nothing would be corrected.
    #[error("That changes nothing: give the value that is wrong as it should be.")]
    NothingCorrected,
    /// The player would be away for too long.
    #[error("Your clock can stand still for {} more in match {id}.", trigon_rules::games::phrase::counted(*.left, "hour"))]
    AwayTooLong {
        /// The match.
        id: i64,
        /// The hours that are left.
        left: i64,
    },
    /// The time of an absence is out of bounds.
    #[error("You can be away for 1 hour to 60 days at a time.")]
    AwayTime,
    /// The absence would begin too far ahead.
    #[error("That begins too far ahead: you can announce it at most 60 days before.")]
    AwayTooEarly,
    /// The player’s time has already run out.
    #[error(
        "Your time in match {0} has already run out, so it is too late to stop your clock. You can still act."
    )]
    AwayTooLate(i64),
    /// The player has said so before.
    #[error("You’ve said so before. To change it, be back first: `/away back:True`.")]
    AlreadyAway,
    /// The player is not away.
    #[error("You haven’t said that you will be away in match {0}.")]
    NotAway(i64),
    /// It is the person's turn, so nothing can be planned.
    #[error("It is your turn in match {0}: play first. What comes after that can be planned.")]
    PlayFirst(i64),
    /// None of the actions of a plan would be the person's own.
    #[error("None of that would be played by you: add your own action after what you expect in match {0}.")]
    PlansNothing(i64),
    /// An action of a plan cannot be played at its place.
    #[error("Action {place} of your plan, {action}, is not possible there.")]
    PlanImpossible {
        /// The one-based place.
        place: usize,
        /// The action.
        action: String,
    },
    /// The deadline would not move.
    #[error("0 hours move nothing: give the hours that it ends later, or earlier with a minus sign.")]
    NothingMoved,
    /// The deadline would already have passed.
    #[error("That deadline would already have passed.")]
    TooShort,
    /// Only the players' answers end this phase.
    #[error("Only the players’ answers end a turn of match {0}.")]
    NotTimed(i64),
    /// A later request from the same person arrived first.
    #[error("You sent something else after this, and that counts.")]
    Superseded,
    /// The previous phase has only just ended, so a request to end the phase was probably meant for that one.
    #[error("Match {id} has only just moved on to {phase}. To end that too, try again in a few seconds.")]
    JustBegun {
        /// The match.
        id: i64,
        /// The title of the phase.
        phase: String,
    },
    /// It has already been done.
    #[error("It has already been done.")]
    AlreadyDone,

    /// The person created the match.
    #[error("<@{0}> created this match and hosts it anyway.")]
    Created(i64),
    /// The person already hosts the match.
    #[error("<@{0}> already hosts this match.")]
    AlreadyCoHost(i64),
    /// The person does not host the match.
    #[error("<@{0}> is not a co-host of this match.")]
    NoCoHost(i64),
    /// The channel of the match is the players' channel.
    #[error("Match {0} is played in that channel: choose another one for onlookers.")]
    SameChannel(i64),
    /// The match is in that channel already.
    #[error("Match {0} is played in that channel already, so nothing has changed.")]
    PlayedThere(i64),
    /// The match cannot be moved to a channel for its onlookers.
    #[error(
        "In that channel, onlookers of match {0} read what players keep secret: choose another one. Nothing has changed."
    )]
    ForOnlookers(i64),
    /// In turn-based matches, players nudge.
    #[error("In match {0}, players are reminded with /nudge.")]
    NudgeInstead(i64),
    /// Players were reminded recently.
    #[error("The players of match {0} were reminded within the last hour; wait a while.")]
    RemindedLately(i64),
    /// The match has no secrets to publish.
    #[error("Nothing in match {0} is secret.")]
    NothingSecret(i64),
    /// The match is over, so everything is public.
    #[error("Match {0} is over, so everything about it is already public.")]
    AlreadyPublic(i64),
    /// The match was cancelled before it began.
    #[error("Match {0} was cancelled before it began, so there is nothing to publish.")]
    NothingToPublish(i64),
    /// The match has already been published.
    #[error("Match {0} has already been published.")]
    AlreadyPublished(i64),
    /// The match is still going on.
    #[error("Match {0} is still going on.")]
    GoesOn(i64),
    /// The match cannot be played again.
    #[error("Match {0} cannot be played again: create a new one.")]
    NoRematch(i64),
    /// There is nothing to export yet.
    #[error("Match {0} has not begun yet, so there is nothing to export.")]
    NothingToExport(i64),
}

fn offer_title(kind: OfferKind) -> &'static str {
    match kind {
        OfferKind::Draw => "The draw offered",
        OfferKind::Takeback => "The takeback requested",
    }
}

/// An error that should not happen. Its text goes to the operator's log and contains no secrets.
#[derive(Debug, thiserror::Error)]
pub enum InternalError {
    /// The storage failed.
    #[error("storage: {0}")]
    Store(#[from] StoreError),
    /// The stored data is not a valid match.
    #[error("match {id}: the stored {what} cannot be read")]
    Stored {
        /// The match.
        id: i64,
        /// The part at fault.
        what: &'static str,
    },
    /// A value could not be written as JSON.
    #[error("the {what} cannot be written as JSON")]
    Unwritable {
        /// The part at fault.
        what: &'static str,
        /// The reason.
        source: serde_json::Error,
    },
    /// Other changes came first on every attempt.
    #[error("match {0}: too many changes at once")]
    Busy(i64),
    /// A picture could not be drawn.
    #[error("match {id}: no picture: {reason}")]
    Drawing {
        /// The match.
        id: i64,
        /// The reason.
        reason: String,
    },
    /// The machine has no randomness.
    #[error("no randomness: {0}")]
    Random(getrandom::Error),
}

impl MatchError {
    /// Returns whether the program has closed the store, so that nothing more is to be done.
    pub(crate) fn is_closed(&self) -> bool {
        matches!(self, Self::Internal(InternalError::Store(error)) if error.is_closed())
    }
}

impl InternalError {
    /// Returns why nothing can be stored, in words that anyone may read, if that is the fault.
    pub fn trouble(&self) -> Option<&'static str> {
        match self {
            Self::Store(error) => error.trouble(),
            _ => None,
        }
    }
}

/// Writes a value as JSON to store or send.
///
/// # Errors
/// [`InternalError::Unwritable`], because writing nothing instead would lose data.
pub(crate) fn json<T: serde::Serialize + ?Sized>(
    what: &'static str,
    value: &T,
) -> Result<String, InternalError> {
    serde_json::to_string(value).map_err(|source| InternalError::Unwritable { what, source })
}

/// A refusal or a fault.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// For the person who asked.
    #[error(transparent)]
    Denied(#[from] Denied),
    /// For the operator.
    #[error(transparent)]
    Internal(#[from] InternalError),
}

impl From<StoreError> for MatchError {
    fn from(error: StoreError) -> Self {
        Self::Internal(error.into())
    }
}

impl From<Refusal> for MatchError {
    fn from(refusal: Refusal) -> Self {
        Self::Denied(refusal.into())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn a_refusal_is_one_line_without_gaps() {
        let source = include_str!("error.rs");
        let sentences =
            source.lines().filter(|line| line.trim_start().starts_with(['"', '#'])).map(str::trim);
        for sentence in sentences {
            assert!(!sentence.contains("  "), "{sentence}");
        }
    }

    #[test]
    fn what_cannot_be_written_is_a_fault_and_not_an_empty_text() {
        // JSON keys cannot be lists.
        let value = BTreeMap::from([(vec![7], 7)]);
        let fault = json("options", &value).unwrap_err();
        assert!(matches!(fault, InternalError::Unwritable { what: "options", .. }));
        assert_eq!(fault.to_string(), "the options cannot be written as JSON");
        assert_eq!(json("options", &[7]).unwrap(), "[7]");
    }
}
