//! `trigon rules`: the rules of a game, as players read them.

use std::io::Write;

use super::{Error, games};

/// Show the rules of a game, or list the games
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[arg(help = format!("The game, such as {}", games::main().name))]
    game: Option<String>,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    match &args.game {
        None => {
            for info in games::all().iter().map(|game| game.info()) {
                writeln!(out, "{:18} {}", info.name, info.summary)?;
            }
        }
        Some(name) => writeln!(out, "{}", games::find(name)?.info().rules.trim_end())?,
    }
    Ok(())
}
