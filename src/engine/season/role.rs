//! Who may do what, in one table.

/// An actor's role in a season. The order is that of the columns of [`RIGHTS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
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

impl Role {
    /// Returns whether the role has a power. Anything missing from the table is forbidden.
    pub(crate) fn has(self, power: Power) -> bool {
        RIGHTS.iter().any(|(row, roles)| *row == power && roles[self as usize])
    }
}

/// A power that a [`Command`](super::Command) or a look requires: a row of [`RIGHTS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Power {
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
pub const RIGHTS: [(Power, [bool; 6]); 6] = [
    //              host playing member stranger program elsewhere
    (Power::Look,  [Y,   Y,      Y,     Y,       Y,      N]),
    (Power::Own,   [Y,   Y,      Y,     N,       N,      N]),
    (Power::Books, [Y,   N,      N,     N,       Y,      N]),
    (Power::Give,  [Y,   Y,      Y,     N,       N,      N]),
    (Power::Keep,  [Y,   Y,      N,     N,       N,      N]),
    (Power::Book,  [N,   N,      N,     N,       Y,      N]),
];
