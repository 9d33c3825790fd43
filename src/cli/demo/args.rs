//! [`Args`]: the arguments of a demonstration.

use std::path::PathBuf;

use crate::bot::Failure;
use crate::cli::games;
use crate::games::{AnyGame, Values};
use crate::matches::Terms;

/// Play a whole match on an embedded Discord with simulated members; needs no account
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    pub(super) chosen: games::Chosen,
    /// What everything random follows from
    #[arg(long, default_value = "trigon")]
    pub(super) seed: String,
    /// The folder for pictures, replay, transcript and record
    #[arg(long, value_name = "DIR", default_value = "demo")]
    pub(super) out: PathBuf,
    /// Write the requests that the bot has made to this file, one in a line
    #[arg(long, value_name = "FILE")]
    pub(super) requests: Option<PathBuf>,
    /// Let people also leave, travel, vanish, err and quarrel, and the host mend it; for games played in rounds
    #[arg(long)]
    pub(super) incidents: bool,
    /// Play a season of four episodes instead: two matches, one of them with incidents, an episode from elsewhere, and a death match
    #[arg(long, conflicts_with_all = ["incidents", "game", "players", "board", "set", "requests"])]
    pub(super) season: bool,
    /// Log on standard error: error, warn, info or debug
    #[arg(long, value_name = "LEVEL")]
    pub(super) log: Option<String>,
}

impl Args {
    /// Returns the terms of the match, and those of its options that were asked for. If no match can be played on these
    /// terms, the error is a sentence that says why.
    pub(super) fn terms(&self, game: &dyn AnyGame) -> Result<(Terms, Values), String> {
        let info = game.info();
        let chosen = self.chosen.options(info, None)?;
        let mut terms = Terms { players: self.chosen.players(info), ..Terms::usual(info) };
        terms.options.extend(&chosen);
        if self.incidents && !info.is_hosted() {
            return Err(format!(
                "--incidents is for games played in rounds, and {} is played turn by turn",
                info.title
            ));
        }
        terms.check(game).map_err(|denied| Failure::from(denied).to_string())?;
        Ok((terms, chosen))
    }
}
