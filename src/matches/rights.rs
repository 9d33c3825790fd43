//! Who may do what, and what each person may see: one table.

use super::{Denied, Match};
use crate::games::Viewer;
use crate::store::MatchRow;

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

/// What a person is to a match. The order is that of the columns of [`RIGHTS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Plays and does not host.
    Player,
    /// Created the match and does not play.
    Host,
    /// Plays, and created the match or may host in its server.
    PlayingHost,
    /// May host in the server, did not create the match and does not play.
    Moderator,
    /// None of these.
    Stranger,
    /// Anyone who asks from another server.
    Elsewhere,
}

/// What hosts do to a match, as a row of [`RIGHTS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Power {
    /// Fill and fix the roster.
    Roster,
    /// Give players more time, stop the clock and let it run again.
    Time,
    /// Take time away from players: an earlier deadline, or the end of the phase at once.
    Hurry,
    /// Decide for the players: name the elimination candidate.
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
/// so when it was created; and nobody but the host who created the match sees what the players keep secret.
#[rustfmt::skip]
pub const RIGHTS: [(Power, [bool; 6]); 8] = [
    //                player host playing moderator stranger elsewhere
    (Power::Roster,  [N,     Y,   Y,      Y,        N,       N]),
    (Power::Time,    [N,     Y,   Y,      Y,        N,       N]),
    (Power::Hurry,   [N,     Y,   N,      Y,        N,       N]),
    (Power::Decide,  [N,     Y,   N,      N,        N,       N]),
    (Power::Cancel,  [N,     Y,   Y,      Y,        N,       N]),
    (Power::Publish, [N,     Y,   Y,      N,        N,       N]),
    (Power::Status,  [N,     Y,   Y,      Y,        N,       N]),
    (Power::Secrets, [N,     Y,   N,      N,        N,       N]),
];

/// Returns whether a role has a power. What is missing in the table is forbidden.
fn has(role: Role, power: Power) -> bool {
    RIGHTS.iter().any(|(row, roles)| *row == power && roles[role as usize])
}

impl Person {
    /// Returns what this person is to a match.
    pub fn role(&self, game: &Match) -> Role {
        let seated = game.seat_of(self.user_id).is_some();
        match (self.hosts(game), seated) {
            _ if self.guild_id.is_some_and(|guild| guild != game.row.guild_id) => Role::Elsewhere,
            (true, true) => Role::PlayingHost,
            (false, true) => Role::Player,
            (true, false) if self.user_id == game.row.host_id => Role::Host,
            (true, false) => Role::Moderator,
            (false, false) => Role::Stranger,
        }
    }

    /// Returns whether this person hosts the match: its creator, and the hosts of its server.
    pub fn hosts(&self, game: &Match) -> bool {
        self.hosts_row(&game.row)
    }

    /// Returns whether this person hosts the match of a row, even if the match itself cannot be read.
    pub fn hosts_row(&self, row: &MatchRow) -> bool {
        let here = self.guild_id == Some(row.guild_id);
        self.user_id == row.host_id || here && self.guild_host
    }

    /// Makes sure that this person has a power over a match.
    ///
    /// # Errors
    /// If not, in a sentence that says who has it.
    pub fn may(&self, power: Power, game: &Match) -> Result<(), Denied> {
        let (id, role) = (game.row.id, self.role(game));
        let allowed = match (power, role) {
            (Power::Hurry | Power::Decide, Role::PlayingHost) => game.options.playing_host,
            (Power::Secrets, Role::PlayingHost | Role::Moderator) => {
                let created = self.user_id == game.row.host_id;
                !game.has_secrets() || !game.is_going_on() && (created || game.is_disclosed())
            }
            _ => has(role, power),
        };
        if allowed {
            return Ok(());
        }
        Err(Denied::new(match (role, power) {
            (Role::PlayingHost, Power::Secrets) => format!(
                "You play in match {id}, so you cannot see what only its host may see until it is over."
            ),
            (Role::PlayingHost, _) => format!(
                "You play in match {id}, so you cannot end a phase early, shorten it or decide for the players. Ask \
                 someone with Manage Server who does not play."
            ),
            (Role::Moderator, Power::Secrets | Power::Decide | Power::Publish) => {
                format!("Only the host who created match {id} can do that; you can run its clock.")
            }
            (Role::Elsewhere, _) => format!("Match {id} is played in another server. Host it from there."),
            _ => format!(
                "Match {id} is not yours to host: that is for its creator and for members of its server with the \
                 host role or Manage Server."
            ),
        }))
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
