//! `trigon keys`: the keys with which secrets are sealed before they are stored.

use std::io::Write;

use super::Error;
use super::config::ConfigFile;
use super::copies::with_bar;
use super::tasks::{owner, runtime};
use crate::store::{Keys, reseal};

/// The keys with which seeds, moves and messages are sealed before they are stored
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Print a new random key
    New,
    /// Seal everything stored with the newest key, what was stored without one too; no bot may run meanwhile
    Reseal {
        #[command(flatten)]
        config: ConfigFile,
    },
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    match &args.command {
        Command::New => writeln!(out, "{}", Keys::generate().map_err(Error::Store)?)?,
        Command::Reseal { config } => {
            let config = config.read()?;
            config.validate()?;
            let keys = config.keys()?;
            let Some(newest) = keys.newest() else {
                return Err(Error::Usage(
                    "there is no key to seal with: create one with `trigon keys new`, and set TRIGON_KEY or key_file in \
                     config.toml"
                        .to_owned(),
                ));
            };
            let (url, owner) = (config.database.reveal(), owner("keys reseal"));
            let changed = with_bar("values", |bar| {
                runtime()?.block_on(reseal(url, &keys, &owner, bar)).map_err(Error::Store)
            })?;
            writeln!(out, "{}: {changed} values were sealed with the key {newest}", config.database)?;
            writeln!(out, "older keys are needed only for backups that were made before")?;
        }
    }
    Ok(())
}
