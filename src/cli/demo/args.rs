//! [`Args`]: the arguments of a demonstration.

use std::path::PathBuf;

use crate::cli::games;
use crate::games::{Info, Pace};
use crate::grid::Shape;

/// Play a whole match on an embedded Discord with simulated members; needs no account
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    #[arg(long, value_name = "GAME", default_value = games::main().name, help = game_help())]
    pub(super) game: String,
    #[arg(long, value_name = "N", help = players_help())]
    players: Option<u8>,
    #[arg(long, default_value = games::main_default("board"), help = board_help())]
    pub(super) board: Shape,
    /// What everything random follows from
    #[arg(long, default_value = "trigon")]
    pub(super) seed: String,
    /// The folder for pictures, replay, transcript and record
    #[arg(long, value_name = "DIR", default_value = "demo")]
    pub(super) out: PathBuf,
    /// Write the requests that the bot has made to this file, one in a line
    #[arg(long, value_name = "FILE")]
    pub(super) requests: Option<PathBuf>,
    /// Log on standard error: error, warn, info or debug
    #[arg(long, value_name = "LEVEL")]
    pub(super) log: Option<String>,
}

fn game_help() -> String {
    let names = games::names();
    let (last, others) = names.split_last().unwrap_or((&"", &[]));
    format!("Which game: {} or {last}", others.join(", "))
}

fn players_help() -> String {
    let main = games::main();
    format!("How many players [default: {} in {}, else as few as can play]", main.usual_players, main.title)
}

fn board_help() -> String {
    format!("The board of {}: triangle:N or hexagon:K", games::main().title)
}

impl Args {
    /// Returns the number of players.
    pub(super) fn players(&self, info: &Info) -> u8 {
        let usual = if info.pace == Pace::Rounds { info.usual_players } else { info.players[0] };
        self.players.unwrap_or(usual)
    }
}
