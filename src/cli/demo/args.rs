//! [`Args`]: the arguments of a demonstration.

use std::path::PathBuf;

use crate::games::triforce_building::Setup;
use crate::games::{Info, Pace};
use crate::grid::Shape;

/// Play a whole match on an embedded Discord with simulated members; needs no account
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Which game: triforce-building, triforce, triangoli, trice or triluminary
    #[arg(long, value_name = "GAME", default_value = "triforce-building")]
    pub(super) game: String,
    /// How many players [default: 13 in Triforce Building, else as few as can play]
    #[arg(long, value_name = "N")]
    players: Option<u8>,
    /// The board of Triforce Building: triangle:N or hexagon:K
    #[arg(long, default_value_t = Setup::BOARD)]
    pub(super) board: Shape,
    /// What everything random follows from
    #[arg(long, default_value = "trigon")]
    pub(super) seed: String,
    /// The folder for pictures, replay, transcript and record
    #[arg(long, value_name = "DIR", default_value = "demo")]
    pub(super) out: PathBuf,
    /// Log on standard error: error, warn, info or debug
    #[arg(long, value_name = "LEVEL")]
    pub(super) log: Option<String>,
}

impl Args {
    /// Returns the number of players.
    pub(super) fn players(&self, info: &Info) -> u8 {
        let usual = if info.pace == Pace::Rounds { info.usual_players } else { info.players[0] };
        self.players.unwrap_or(usual)
    }
}
