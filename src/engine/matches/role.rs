//! Who may do what: one table.

/// What an actor is to a match. The order is that of the columns of [`RIGHTS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Plays and does not host.
    Player,
    /// Created the match, or hosts it with its creator, and does not play.
    Host,
    /// Plays, and created the match or may host in its server.
    PlayingHost,
    /// May host in the server, did not create the match and does not play.
    Moderator,
    /// None of these.
    Stranger,
    /// The clock.
    Clock,
    /// Anyone who asks from another server.
    Elsewhere,
}

/// What a [`Command`](super::Command) takes, as a row of [`RIGHTS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Power {
    /// Join and leave.
    SignUp,
    /// Fill the roster.
    Roster,
    /// Fix the roster and begin. In games of turns, players may, too.
    Start,
    /// Act, resign, claim a seat, make offers and answer them, nudge.
    Play,
    /// Have the match posted again.
    Watch,
    /// Do what a timer is for.
    Ring,
    /// Give players more time, stop the clock and start it again.
    Time,
    /// Take time away from players: an earlier deadline, or the end of the phase at once.
    Hurry,
    /// Decide for the players.
    Decide,
    /// End the match without a result.
    Cancel,
    /// Show everyone what was secret in a cancelled match.
    Publish,
    /// See how the match runs: its clock, its roster, what could not be delivered.
    Status,
    /// See positions, submissions and the record while not everyone may: while the match goes on, and when it was
    /// cancelled and has not been published. What everyone may see takes no more than [`Self::Status`].
    Secrets,
}

const Y: bool = true;
const N: bool = false;

/// Who may do what. A host who plays may not take time away from the others or decide for them, unless the match said
/// so when it was created, and publishes only a match of their own. Nobody but the hosts of the match itself sees what
/// the players keep secret, and nobody who plays in it.
#[rustfmt::skip]
pub const RIGHTS: [(Power, [bool; 7]); 13] = [
    //                player host playing moderator stranger clock elsewhere
    (Power::SignUp,  [Y,     Y,   Y,      Y,        Y,       N,    N]),
    (Power::Roster,  [N,     Y,   Y,      Y,        N,       N,    N]),
    (Power::Start,   [N,     Y,   Y,      Y,        N,       N,    N]),
    (Power::Play,    [Y,     N,   Y,      N,        N,       N,    N]),
    (Power::Watch,   [Y,     Y,   Y,      Y,        Y,       N,    N]),
    (Power::Ring,    [N,     N,   N,      N,        N,       Y,    N]),
    (Power::Time,    [N,     Y,   Y,      Y,        N,       N,    N]),
    (Power::Hurry,   [N,     Y,   N,      Y,        N,       N,    N]),
    (Power::Decide,  [N,     Y,   N,      N,        N,       N,    N]),
    (Power::Cancel,  [N,     Y,   Y,      Y,        N,       N,    N]),
    (Power::Publish, [N,     Y,   Y,      N,        N,       N,    N]),
    (Power::Status,  [N,     Y,   Y,      Y,        N,       N,    N]),
    (Power::Secrets, [N,     Y,   N,      N,        N,       N,    N]),
];

/// Returns whether a role has a power. What is missing in the table is forbidden.
pub(super) fn has(role: Role, power: Power) -> bool {
    RIGHTS.iter().any(|(row, roles)| *row == power && roles[role as usize])
}
