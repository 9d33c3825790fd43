//! Who may do what, and what each person may see.

use super::{Denied, Match};
use crate::games::Viewer;
use crate::store::MatchRow;

/// Somebody who asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Person {
    /// Who.
    pub user_id: i64,
    /// The guild in which it is asked; `None` in a direct message.
    pub guild_id: Option<i64>,
    /// Whether the person has the guild's host role or may manage it.
    pub guild_host: bool,
}

impl Person {
    /// Whether this person hosts the match: its creator, and the hosts of its guild.
    pub fn hosts(&self, game: &Match) -> bool {
        self.hosts_row(&game.row)
    }

    /// Whether this person hosts the match of a row, even if the match itself cannot be read.
    pub fn hosts_row(&self, row: &MatchRow) -> bool {
        let here = self.guild_id == Some(row.guild_id);
        self.user_id == row.host_id || here && self.guild_host
    }

    /// May use a host's powers.
    ///
    /// # Errors
    /// When the person hosts another match, or none.
    pub fn may_host(&self, game: &Match) -> Result<(), Denied> {
        if self.hosts(game) {
            return Ok(());
        }
        Err(Denied::new(format!(
            "Match {} is not yours to host: that is for its creator and for members of its server with the host role or Manage Server.",
            game.row.id
        )))
    }

    /// May see what only the host sees.
    ///
    /// # Errors
    /// When the person is no host, or plays in the match: nobody learns other players' secrets while playing.
    pub fn may_see_all(&self, game: &Match) -> Result<(), Denied> {
        self.may_host(game)?;
        if game.is_going_on() && game.seat_of(self.user_id).is_some() {
            return Err(Denied::new(format!(
                "You play in match {}, so you cannot see what only a host may see until it is over. Ask a host who does not play.",
                game.row.id
            )));
        }
        Ok(())
    }

    /// For whose eyes a picture of the match is that this person asks for.
    pub fn viewer(&self, game: &Match) -> Viewer {
        match game.seat_of(self.user_id) {
            _ if !game.is_going_on() && game.is_disclosed() => Viewer::Afterwards,
            Some(seat) => Viewer::Seat(seat),
            _ => Viewer::Public,
        }
    }
}
