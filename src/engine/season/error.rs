//! Errors: refusals for the person who asked, and faults for the operator.

use super::model::numbers::{EntryNumber, EpisodeNumber, MemberNumber};
use super::model::{MAX_AMOUNT, MAX_COUNTERS, MAX_MEMBERS};
use super::role::{SeasonPower, SeasonRole};
use crate::ids::{MatchId, SeasonId};
use crate::matches::{InternalError, MatchError};
use crate::store::StoreError;

/// The reason why a command was denied. No sentence contains an amount that the person may not know.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SeasonDenied {
    /// There is no such season.
    #[error("There is no season {0}.")]
    NoSeason(SeasonId),
    /// The role has no such power over the season.
    #[error("{}", refused(*.power, *.role))]
    NotAllowed {
        /// The power.
        power: SeasonPower,
        /// The role.
        role: SeasonRole,
    },
    /// The season has ended.
    #[error("The season has ended, so its book no longer changes.")]
    Ended,
    /// What the command asks for is so already.
    #[error("That has been done already.")]
    AlreadyDone,
    /// Something is still going on that the season cannot end without.
    #[error("Episode {0} is not closed yet. Close it first; then the season can end.")]
    StillOpen(EpisodeNumber),

    /// A title, a name, a key or a reason is empty or too long.
    #[error("{what} has from 1 to {most} characters, not {found}.")]
    Length {
        /// What it is: `A name`.
        what: &'static str,
        /// The largest number of characters.
        most: usize,
        /// The number of characters.
        found: usize,
    },
    /// A key has other characters than a key can have.
    #[error("“{0}” is not a key: use lower-case letters, digits and -, such as black-garnets.")]
    BadKey(String),
    /// The name stands for somebody else.
    #[error("There is already somebody called {0} in the cast.")]
    NameTaken(String),
    /// The person is in the cast.
    #[error("{0} is in the cast already.")]
    InCast(String),
    /// A list has a person twice.
    #[error("{0} is in the list twice: keep one of the two lines.")]
    Twice(String),
    /// The member was eliminated by an entry.
    #[error("{name} was eliminated. Take entry {entry} back to change that.")]
    OutByMark {
        /// The member.
        name: String,
        /// The entry.
        entry: EntryNumber,
    },
    /// The cast has no such member.
    #[error("There is no member {0} in the cast.")]
    NoMember(MemberNumber),
    /// The person is not in the cast.
    #[error("You are not in the cast of this season.")]
    NotInCast,
    /// The cast is full.
    #[error("A cast has at most {MAX_MEMBERS} members, and this would make {0}.")]
    CastFull(usize),
    /// A list is empty.
    #[error("The list is empty: it has one line for each person.")]
    EmptyList,

    /// The season has no such counter.
    #[error("The season has no counter {0}.")]
    NoCounter(String),
    /// The season has a counter of that name.
    #[error("The season already counts {0}.")]
    CounterTaken(String),
    /// There are too many counters.
    #[error("A season has at most {MAX_COUNTERS} counters.")]
    CountersFull,
    /// Every member would begin below the floor of a counter.
    #[error("Everyone would begin with {start} {label}, and the least is {floor}.")]
    StartBelowFloor {
        /// The counter.
        label: String,
        /// What every member begins with.
        start: i64,
        /// The least.
        floor: i64,
    },
    /// An amount is zero or too large.
    #[error("An amount is a whole number other than 0, and at most {MAX_AMOUNT} up or down.")]
    BadAmount,
    /// A gift is not at least one.
    #[error("A gift is 1 or more.")]
    GiftAmount,
    /// A member would have less than the least.
    #[error("{name} would have fewer {label} than the least, which is {floor}.")]
    BelowFloor {
        /// The member.
        name: String,
        /// The counter.
        label: String,
        /// The least.
        floor: i64,
    },
    /// A member would have more, or owe more, than can be counted.
    #[error("{name} would have more {label}, or owe more, than can be counted: at most {MAX_AMOUNT}.")]
    TooLarge {
        /// The member.
        name: String,
        /// The counter.
        label: String,
    },

    /// There is no such episode.
    #[error("There is no episode {0}.")]
    NoEpisode(EpisodeNumber),
    /// The episode is closed.
    #[error(
        "Episode {0} is closed. What is wrong in it can be corrected or taken back, with a reason that everyone reads."
    )]
    Closed(EpisodeNumber),
    /// The episode is played as a match here.
    #[error("Episode {0} is played here, so its results come from its match.")]
    PlayedHere(EpisodeNumber),
    /// The match of the episode is not over.
    #[error("The match of episode {0} is not over yet.")]
    NotOver(EpisodeNumber),
    /// The episode has no results.
    #[error("Episode {0} has not begun: there is nothing to close.")]
    NotBegun(EpisodeNumber),
    /// The episode has results.
    #[error("Episode {0} already has results, so no match can be played as it.")]
    HasResults(EpisodeNumber),
    /// The match belongs to another episode.
    #[error("Match {match_id} is played as episode {episode}.")]
    MatchTaken {
        /// The match.
        match_id: MatchId,
        /// The episode.
        episode: EpisodeNumber,
    },
    /// The match belongs to another season.
    #[error("Match {0} is played in another season.")]
    OtherSeason(MatchId),
    /// The match has begun.
    #[error("Match {0} has already begun, so it cannot take anything along.")]
    MatchBegun(MatchId),
    /// The match belongs to no season.
    #[error("Match {0} is not played in a season.")]
    MatchNotInSeason(MatchId),
    /// The results of a match were booked.
    #[error("The results of this match are in the book already, as episode {0}.")]
    Booked(EpisodeNumber),
    /// A value does not fit into the game.
    #[error("{name} cannot take {label} along: {problem}")]
    Unfit {
        /// The member.
        name: String,
        /// The counter.
        label: String,
        /// What the game says about the value.
        problem: String,
    },
    /// A death match has fewer than two members, or more than three.
    #[error("A death match is played by two or three members.")]
    DeathMatch,

    /// Nothing can be given at present.
    #[error("Nothing can be given while the match of episode {0} is played.")]
    NoGiftsNow(EpisodeNumber),
    /// The counter cannot be given.
    #[error("{0} cannot be given.")]
    CannotBeGiven(String),
    /// A member would give something to themselves.
    #[error("You cannot give something to yourself.")]
    ToYourself,
    /// The member no longer plays, or has nobody who could accept.
    #[error("{0} cannot accept a gift.")]
    CannotAccept(String),
    /// The member who offered the gift can no longer give it.
    #[error("That gift can no longer be given.")]
    GiftLapsed,
    /// There is no such gift, or it was answered.
    #[error("That gift has been answered or taken back already.")]
    NoGift,
    /// The gift is for somebody else.
    #[error("That gift is not for you to answer.")]
    NotYourGift,
    /// There are too many open gifts.
    #[error("You have {0} gifts that wait for an answer. Take one back first.")]
    TooManyGifts(usize),

    /// There is no such entry.
    #[error("The book has no entry {0}.")]
    NoEntry(EntryNumber),
    /// The entry takes another one back.
    #[error("Entry {0} takes another one back. Book what is right instead.")]
    IsReversal(EntryNumber),
    /// The entry was taken back.
    #[error("Entry {0} has been taken back already.")]
    Reversed(EntryNumber),
    /// A file contradicts itself.
    #[error("That file cannot be read into a season: {0}.")]
    UnreadableFile(String),
    /// The season already has something.
    #[error("A file can only be read into a season without a cast and without entries.")]
    NotEmpty,
}

fn refused(power: SeasonPower, role: SeasonRole) -> &'static str {
    match (power, role) {
        (_, SeasonRole::Elsewhere) => "That season belongs to another server.",
        (SeasonPower::Give, _) => "You are not in the cast of this season.",
        (SeasonPower::Own, _) => "Only members of the cast have a book of their own.",
        (SeasonPower::Books, SeasonRole::PlayingHost) => {
            "You play in a match of this season, so until it is over you see what every player sees."
        }
        _ => "Only the hosts of the season can do that.",
    }
}

/// A fault. Its text goes to the operator's log and contains no secrets.
#[derive(Debug, thiserror::Error)]
pub enum SeasonFault {
    /// The storage failed.
    #[error("storage: {0}")]
    Store(#[from] StoreError),
    /// The stored data is not a valid season.
    #[error("season {id}: the stored {what} cannot be read")]
    Stored {
        /// The season.
        id: SeasonId,
        /// The part at fault.
        what: &'static str,
    },
    /// A match failed.
    #[error(transparent)]
    Match(#[from] InternalError),
    /// Other changes came first on every attempt.
    #[error("season {0}: too many changes at once")]
    Busy(SeasonId),
}

/// A refusal or a fault.
#[derive(Debug, thiserror::Error)]
pub enum SeasonError {
    /// For the person who asked.
    #[error(transparent)]
    Denied(#[from] SeasonDenied),
    /// For the person who asked, from a match.
    #[error(transparent)]
    DeniedByMatch(#[from] crate::matches::Denied),
    /// For the operator.
    #[error(transparent)]
    Fault(#[from] SeasonFault),
}

impl From<StoreError> for SeasonError {
    fn from(error: StoreError) -> Self {
        Self::Fault(error.into())
    }
}

impl From<InternalError> for SeasonError {
    fn from(error: InternalError) -> Self {
        Self::Fault(error.into())
    }
}

impl From<MatchError> for SeasonError {
    fn from(error: MatchError) -> Self {
        match error {
            MatchError::Denied(denied) => Self::DeniedByMatch(denied),
            MatchError::Internal(fault) => fault.into(),
        }
    }
}
