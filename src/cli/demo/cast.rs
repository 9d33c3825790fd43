//! The players, and how each of them talks to the bot.

use super::stage::Stage;
use crate::games::{PadKey, Seat};
use crate::matches::Match;
use crate::rehearsal::{Aim, Player, Trouble};
use crate::sandbox::NewPerson;
use crate::simulate::names;

/// How a player sends a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// `ULD`, in a direct message.
    Plain,
    /// `u l d`.
    Spaced,
    /// `U, L, D`.
    Commas,
    /// `↑←↓`.
    Arrows,
    /// The buttons of the arrow pad.
    Pad,
    /// `/move` in a direct message.
    Slash,
    /// `/move` in the server, because direct messages are closed.
    Closed,
    /// Only after the last reminder, and not at all in every other round.
    Forgetful,
    /// After something that is too long.
    Hasty,
    /// After another path.
    Fickle,
}

use Manner::{Arrows, Closed, Commas, Fickle, Forgetful, Hasty, Pad, Plain, Slash, Spaced};

/// The manners of the seats in order. The first seven show the most.
const MANNERS: [Manner; 16] = [
    Plain, Pad, Closed, Forgetful, Slash, Hasty, Arrows, Spaced, Pad, Fickle, Commas, Slash, Plain, Pad,
    Spaced, Plain,
];

/// A member of the cast.
#[derive(Debug, Clone)]
pub(super) struct Member {
    pub(super) player: Player,
    pub(super) seat: Seat,
    pub(super) manner: Manner,
}

/// Creates all players, in the order of their seats.
pub(super) fn cast(stage: &Stage, players: u8) -> Vec<Member> {
    let member = |(name, seat): (String, Seat)| {
        let manner = MANNERS[usize::from(seat.number() - 1) % MANNERS.len()];
        let player = stage.player(NewPerson { dms_open: manner != Closed, ..NewPerson::named(&name) });
        Member { player, seat, manner }
    };
    names(players).into_iter().zip(Seat::all(usize::from(players))).map(member).collect()
}

impl Member {
    /// Submits an action in the member's own manner.
    pub(super) async fn answer(&self, stage: &Stage, game: &Match, action: &str) -> Result<(), Trouble> {
        let Self { player, manner, .. } = self;
        let aim = Aim::new(game, self.seat, action)?;
        match (aim.pad(), aim.path(), manner) {
            (None, ..) | (_, _, Pad) => {
                // Where direct messages are closed, a command asks.
                let asked = match manner {
                    Closed => player.ask(stage.hall, "vote", &[]).await?,
                    _ => player.asked(game)?,
                };
                player.choose(asked, aim).await?;
            }
            (_, Some(path), Slash | Closed) => {
                let channel = if *manner == Closed { stage.hall } else { player.person.dm_channel() };
                player.ask(channel, "move", &[("path", path.into())]).await?;
            }
            (Some(pad), Some(path), _) => {
                let first = match manner {
                    Hasty => Some("ULDR"),
                    Fickle => Some("-"),
                    _ => None,
                };
                if let Some(first) = first {
                    player.write(first).await?;
                }
                player.write(&manner.typed(path, pad)).await?;
            }
            // The other actions of a round are commands of their own.
            (_, None, Closed) => drop(player.ask(stage.hall, action, &[]).await?),
            (_, None, _) => drop(player.write(action).await?),
        }
        Ok(())
    }
}

impl Manner {
    /// Returns a path as the player types it, from its notation.
    fn typed(self, path: &str, pad: &[PadKey]) -> String {
        let each = |separator: &str| path.chars().map(String::from).collect::<Vec<_>>().join(separator);
        match self {
            Spaced => each(" ").to_lowercase(),
            Commas if path == "-" => "stay".to_owned(),
            Commas => each(", "),
            Arrows => path.chars().map(|step| arrow(step, pad)).collect(),
            _ => path.to_owned(),
        }
    }
}

/// Returns the arrow on the key for a step, or the step itself if there is no such key.
fn arrow(step: char, pad: &[PadKey]) -> char {
    let key = pad.iter().find(|key| key.key.starts_with(step));
    key.and_then(|key| key.label.chars().next()).unwrap_or(step)
}
