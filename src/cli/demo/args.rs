//! [`Args`]: the arguments of a demonstration.

use std::path::PathBuf;

use crate::cli::games;
use crate::games::{AnyGame, Info, Values};
use crate::matches::Terms;

/// Play a whole match on an embedded Discord with simulated members; needs no account
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    #[arg(long, value_name = "GAME", default_value = games::main().name, help = game_help())]
    pub(super) game: String,
    #[arg(long, value_name = "N", help = players_help())]
    players: Option<u8>,
    #[arg(long, value_name = "BOARD", help = board_help())]
    board: Option<String>,
    /// Any other option of the game, as in the command that creates a match: rounds=3
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = games::setting)]
    set: Vec<(String, String)>,
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
    let (title, board) = (games::main().title, games::main_default("board"));
    format!("The board of {title}: triangle:N or hexagon:K [default: {board}]")
}

impl Args {
    fn players(&self, info: &Info) -> u8 {
        let usual = if info.is_hosted() { info.usual_players } else { info.players[0] };
        self.players.unwrap_or(usual)
    }

    /// Returns the terms of the match, and those of its options that were asked for. If no match can be played on these
    /// terms, the error is a sentence that says why.
    pub(super) fn terms(&self, game: &dyn AnyGame) -> Result<(Terms, Values), String> {
        let info = game.info();
        let board = self.board.iter().map(|board| ("board", &board[..]));
        let set = self.set.iter().map(|(key, value)| (&key[..], &value[..]));
        let chosen = games::options(info, board.chain(set))?;
        let mut terms = Terms { players: self.players(info), ..Terms::usual(info) };
        terms.options.extend(&chosen);
        terms.check(game).map_err(|denied| denied.to_string())?;
        Ok((terms, chosen))
    }
}
