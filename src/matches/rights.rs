//! Who may do what, and what each person may see: one table.

use super::game_match::{Match, Summary};
use super::{Command, Denied};
use crate::games::Viewer;

/// Someone who asks for something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Person {
    /// The person.
    pub user_id: i64,
    /// The server from which the person asks; `None` for a direct message.
    pub guild_id: Option<i64>,
    /// Whether the person has that server's host role or may manage it.
    pub guild_host: bool,
}

/// The author of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    /// A person.
    Person(Person),
    /// The clock.
    Clock,
}

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

/// What a [`Command`] takes, as a row of [`RIGHTS`].
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
    /// See positions and submissions while the match goes on, and the record of it.
    Secrets,
}

const Y: bool = true;
const N: bool = false;

/// Who may do what. A host who plays may not take time away from the others or decide for them, unless the match said
/// so when it was created; and nobody but the hosts of the match itself sees what the players keep secret.
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
fn has(role: Role, power: Power) -> bool {
    RIGHTS.iter().any(|(row, roles)| *row == power && roles[role as usize])
}

impl Actor {
    /// Returns the role of the actor in a match.
    pub fn role(&self, game: &Match) -> Role {
        match self {
            Self::Person(person) => person.role(game),
            Self::Clock => Role::Clock,
        }
    }

    /// Makes sure that the actor may give a command to a match.
    ///
    /// # Errors
    /// If not.
    pub(super) fn check(&self, command: &Command, game: &Match) -> Result<(), Denied> {
        match self {
            Self::Person(person) => person.may(command.power(), game),
            Self::Clock if has(Role::Clock, command.power()) => Ok(()),
            Self::Clock => Err(Denied::NotAllowed { id: game.id, power: command.power(), role: Role::Clock }),
        }
    }
}

impl Person {
    /// Returns the person with a user's number, without a role in any server.
    pub fn user(user_id: i64) -> Self {
        Self { user_id, guild_id: None, guild_host: false }
    }

    /// Returns what this person is to a match.
    pub fn role(&self, game: &Match) -> Role {
        let seated = game.seat_of(self.user_id).is_some();
        match (self.hosts(game), seated) {
            _ if self.guild_id.is_some_and(|guild| guild != game.guild_id) => Role::Elsewhere,
            (true, true) => Role::PlayingHost,
            (false, true) => Role::Player,
            (true, false) if self.is_named(game) => Role::Host,
            (true, false) => Role::Moderator,
            (false, false) => Role::Stranger,
        }
    }

    /// Returns whether this person created the match or hosts it with its creator.
    fn is_named(&self, game: &Match) -> bool {
        self.user_id == game.host_id || game.terms.co_hosts.contains(&self.user_id)
    }

    /// Returns whether this person hosts the match: its creator and co-hosts, and the hosts of its server.
    pub fn hosts(&self, game: &Match) -> bool {
        self.is_named(game) || self.guild_id == Some(game.guild_id) && self.guild_host
    }

    /// Returns whether this person hosts a match, even if the match itself cannot be read.
    pub fn hosts_summary(&self, summary: &Summary) -> bool {
        let here = self.guild_id == Some(summary.guild_id);
        self.user_id == summary.host_id || here && self.guild_host
    }

    /// Makes sure that this person has a power over a match.
    ///
    /// # Errors
    /// If not.
    pub fn may(&self, power: Power, game: &Match) -> Result<(), Denied> {
        let role = self.role(game);
        let allowed = match (power, role) {
            (Power::Hurry | Power::Decide, Role::PlayingHost) => game.terms.playing_host,
            (Power::Secrets, Role::PlayingHost | Role::Moderator) => {
                !game.has_secrets() || !game.is_going_on() && (self.is_named(game) || game.is_disclosed())
            }
            (Power::Start, Role::Player) => game.has_turns(),
            _ => has(role, power),
        };
        match (allowed, power) {
            (true, _) => Ok(()),
            (false, Power::Play) if role != Role::Elsewhere => Err(Denied::NoSeat(game.id)),
            (false, power) => Err(Denied::NotAllowed { id: game.id, power, role }),
        }
    }

    /// Returns the view of a match to which this person is entitled.
    pub fn viewer(&self, game: &Match) -> Viewer {
        match game.seat_of(self.user_id) {
            _ if !game.is_going_on() && game.is_disclosed() => Viewer::Afterwards,
            Some(seat) => Viewer::Seat(seat),
            _ => Viewer::Public,
        }
    }
}
