//! Who may do what, in one table.

/// An actor's role in a match. The order is that of the columns of [`RIGHTS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A player who does not host.
    Player,
    /// The creator or a co-host, if they have never held a seat and no host with a stake named them alone.
    Host,
    /// A player who also hosts the match: as its creator, a co-host, or a host of its server.
    PlayingHost,
    /// Somebody who hosts the match and no longer plays in it.
    FormerlyPlayingHost,
    /// A co-host whom a host [with a stake](Role::has_a_stake) named without the consent of all players.
    Appointee,
    /// A host of the server who neither created nor co-hosts the match, and does not play.
    Moderator,
    /// Anyone else in the server, or by direct message.
    Stranger,
    /// The clock.
    Clock,
    /// Anyone asking from another server.
    Elsewhere,
}

impl Role {
    /// Returns whether the role has a power. Anything missing from the table is forbidden.
    pub(crate) fn has(self, power: Power) -> bool {
        RIGHTS.iter().any(|(row, roles)| *row == power && roles[self as usize])
    }

    /// Returns whether somebody who hosts in this role plays or has played, or was named by such a person. They see no
    /// secrets, and what they do for or against players takes the consent of all.
    pub fn has_a_stake(self) -> bool {
        matches!(self, Self::PlayingHost | Self::FormerlyPlayingHost | Self::Appointee)
    }
}

/// A power that a [`Command`](crate::matches::Command) requires: a row of [`RIGHTS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Power {
    /// Join and leave, add a word to the draws, and take over a seat if asked to.
    SignUp,
    /// Fill the roster, and have seats handed over.
    Roster,
    /// Fix the roster and begin. In turn-based games, players may, too.
    Start,
    /// Act, resign, claim a seat, make offers and answer them, nudge.
    Play,
    /// Repost the match.
    Watch,
    /// Handle a timer.
    Ring,
    /// Give players more time, stop the clock and start it again.
    Time,
    /// Take time away from players: an earlier deadline, or the end of the phase at once.
    Hurry,
    /// End the match without a result.
    Cancel,
    /// Reveal the secrets of a cancelled match to everyone.
    Publish,
    /// Name co-hosts, and no longer.
    CoHost,
    /// Choose what the server shows of the match besides posts: the roles of its players, and an event for its deadline.
    Server,
    /// See how the match is running: its clock, its roster, its undelivered messages.
    Status,
    /// See positions, submissions and the record while not everyone may: while the match is going on, and after it was
    /// cancelled until it is published. What everyone may see requires no more than [`Self::Status`].
    Secrets,
}

const Y: bool = true;
const N: bool = false;

/// Who may do what.
///
/// A host [with a stake](Role::has_a_stake) may not [`Hurry`](Power::Hurry) unless the terms allow it, may
/// [`Publish`](Power::Publish) only a match of their own, and never sees [`Secrets`](Power::Secrets).
#[rustfmt::skip]
pub const RIGHTS: [(Power, [bool; 9]); 14] = [
    //                player host playing former appointee moderator stranger clock elsewhere
    (Power::SignUp,  [Y,     Y,   Y,      Y,     Y,        Y,        Y,       N,    N]),
    (Power::Roster,  [N,     Y,   Y,      Y,     Y,        Y,        N,       N,    N]),
    (Power::Start,   [N,     Y,   Y,      Y,     Y,        Y,        N,       N,    N]),
    (Power::Play,    [Y,     N,   Y,      N,     N,        N,        N,       N,    N]),
    (Power::Watch,   [Y,     Y,   Y,      Y,     Y,        Y,        Y,       N,    N]),
    (Power::Ring,    [N,     N,   N,      N,     N,        N,        N,       Y,    N]),
    (Power::Time,    [N,     Y,   Y,      Y,     Y,        Y,        N,       N,    N]),
    (Power::Hurry,   [N,     Y,   N,      N,     N,        Y,        N,       N,    N]),
    (Power::Cancel,  [N,     Y,   Y,      Y,     Y,        Y,        N,       N,    N]),
    (Power::Publish, [N,     Y,   Y,      Y,     Y,        N,        N,       N,    N]),
    (Power::CoHost,  [N,     Y,   Y,      Y,     Y,        N,        N,       N,    N]),
    (Power::Server,  [N,     Y,   Y,      Y,     Y,        Y,        N,       N,    N]),
    (Power::Status,  [N,     Y,   Y,      Y,     Y,        Y,        N,       N,    N]),
    (Power::Secrets, [N,     Y,   N,      N,     N,        N,        N,       N,    N]),
];
