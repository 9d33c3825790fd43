//! `trigon rules`: a game's rules as players read them.

use std::io::Write;

use super::Error;
use crate::games::Registry;

/// Show the rules of a game, or list the games
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The game, such as triforce-building
    game: Option<String>,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let games = Registry::standard();
    match &args.game {
        None => {
            for info in games.iter().map(|game| game.info()) {
                writeln!(out, "{:18} {}", info.name, info.summary)?;
            }
        }
        Some(name) => {
            let game = games.get(name).ok_or_else(|| {
                let known: Vec<&str> = games.iter().map(|game| game.info().name).collect();
                Error::Asked(format!("there is no game {name:?}; there are {}", known.join(", ")))
            })?;
            writeln!(out, "{}", game.info().rules.trim_end())?;
        }
    }
    Ok(())
}
