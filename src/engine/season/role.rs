//! Who may do what, in one table.

/// An actor's role in a season. The order is that of the columns of [`SEASON_RIGHTS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeasonRole {
    /// The creator, a co-host, or a host of the server, who does not play at present.
    Host,
    /// A host who plays in a match of the season that is not over.
    PlayingHost,
    /// A member of the cast.
    Member,
    /// Anyone else in the server.
    Stranger,
    /// This program, with what comes from a match.
    Program,
    /// Anyone asking from another server.
    Elsewhere,
}

impl SeasonRole {
    /// Returns whether the role has a power. Anything missing from the table is forbidden.
    pub(crate) fn has(self, power: SeasonPower) -> bool {
        SEASON_RIGHTS.iter().any(|(row, roles)| *row == power && roles[self as usize])
    }
}

/// A power that a [`Command`](super::SeasonCommand) or a look requires: a row of [`SEASON_RIGHTS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeasonPower {
    /// See what everyone sees.
    Look,
    /// See one's own book.
    Own,
    /// See everybody's book, as it is now.
    Books,
    /// Give something, and answer a gift.
    Give,
    /// Change the cast, the counters and the book.
    Keep,
    /// Tie a match to an episode, and book what comes from it.
    Book,
}

const Y: bool = true;
const N: bool = false;

/// Who may do what. A host who plays sees what every player sees.
#[rustfmt::skip]
pub const SEASON_RIGHTS: [(SeasonPower, [bool; 6]); 6] = [
    //              host playing member stranger program elsewhere
    (SeasonPower::Look,  [Y,   Y,      Y,     Y,       Y,      N]),
    (SeasonPower::Own,   [Y,   Y,      Y,     N,       N,      N]),
    (SeasonPower::Books, [Y,   N,      N,     N,       Y,      N]),
    (SeasonPower::Give,  [Y,   Y,      Y,     N,       N,      N]),
    (SeasonPower::Keep,  [Y,   Y,      N,     N,       N,      N]),
    (SeasonPower::Book,  [N,   N,      N,     N,       Y,      N]),
];
