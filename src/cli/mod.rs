//! The commands of the `trigon` program: reading arguments, printing, exit codes.
//!
//! | file | command |
//! |---|---|
//! | `demo/` | `trigon demo`: a whole match on an embedded Discord |
//! | `run.rs`, `log.rs` | `trigon run`: the bot on Discord |
//! | `vitals.rs`, `status.rs`, `service.rs`, `no_service.rs` | the health of the running bot, over HTTP and for systemd |
//! | `health.rs` | `trigon health`: whether the bot that runs here is well |
//! | `sandbox/` | `trigon sandbox`: the embedded Discord on its own |
//! | `rehearse/` | `trigon rehearse`: the bot, and a page on which you can be anyone |
//! | `clock.rs` | the clock that the bot runs by: this machine’s, or that of a rehearsal |
//! | `drand.rs` | rounds of the public beacon, for `run` |
//! | `browser.rs` | opening the browser |
//! | `config.rs` | the configuration: a file, overridden by the environment |
//! | `setup/` | `trigon setup`: everything that the bot needs before it runs |
//! | `check.rs` | `trigon check`: whether the bot can run |
//! | `copies.rs` | `trigon backup`, `trigon restore`, `trigon migrate`: everything stored, from one place to another |
//! | `keys.rs` | `trigon keys`: the keys with which secrets are sealed |
//! | `replay.rs`, `pictures.rs` | `trigon replay`: the states of a record, or pictures of them |
//! | `verify.rs` | `trigon verify`: whether a record follows from its seed |
//! | `season.rs` | `trigon season`: whether the file of a season adds up, and its standings |
//! | `explain.rs` | `trigon explain`: a round in words |
//! | `analyse.rs` | `trigon analyse`: what a search would have played |
//! | `simulate.rs` | `trigon simulate`: whole matches between computed seats |
//! | `contest.rs` | `trigon match`: which of two computed players is stronger |
//! | `rules.rs` | `trigon rules`: the rules of a game |
//! | `play/` | `trigon play`: a match in a terminal |
//! | `lines.rs` | lines from the keyboard, for `play` and `sandbox` |
//! | `games.rs`, `files.rs`, `text.rs`, `tasks.rs`, `work.rs`, `error.rs` | what commands have in common |

mod analyse;
mod browser;
mod check;
mod clock;
mod config;
mod contest;
mod copies;
mod demo;
mod drand;
mod error;
mod explain;
mod files;
mod games;
mod health;
mod keys;
mod lines;
mod log;
mod pictures;
mod play;
mod rehearse;
mod replay;
mod rules;
mod run;
mod sandbox;
mod season;
#[cfg_attr(not(unix), path = "no_service.rs")]
mod service;
mod setup;
mod simulate;
mod status;
mod tasks;
mod text;
mod verify;
mod vitals;
mod work;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use error::Error;
use text::one_line;

use crate::games::Registry;

/// The command line of the program.
#[derive(Debug, Parser)]
#[command(name = "trigon", version = env!("TRIGON_VERSION"), about = about(), max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Demo(demo::Args),
    Rehearse(rehearse::Args),
    Setup(setup::Args),
    Run(run::Args),
    Sandbox(sandbox::Args),
    Check(check::Args),
    Health(health::Args),
    Backup(copies::BackupArgs),
    Restore(copies::RestoreArgs),
    Migrate(copies::MigrateArgs),
    Keys(keys::Args),
    Replay(replay::Args),
    Verify(verify::Args),
    Season(season::Args),
    Explain(explain::Args),
    Analyse(analyse::Args),
    Simulate(simulate::Args),
    Match(contest::Args),
    Rules(rules::Args),
    Play(play::Args),
}

fn about() -> String {
    format!("A Discord game master for {} and other games on triangles", games::main().title)
}

/// Runs the program with these games and with the arguments from the environment.
pub fn main(games: Registry) -> ExitCode {
    games::set(games);
    let mut out = io::BufWriter::new(io::stdout().lock());
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return refused(&error),
    };
    let result = run(cli, &mut out).and_then(|()| Ok(out.flush()?));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of our output has seen enough: `trigon replay … | head`.
        Err(Error::Print(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            if !matches!(error, Error::CheckFailed) {
                // If even this cannot be written, the exit code still says that something failed.
                let _ = writeln!(io::stderr(), "trigon: {}", one_line(&error.to_string()));
            }
            ExitCode::from(error.code())
        }
    }
}

/// Prints why the arguments cannot be parsed, or the help that was asked for.
fn refused(error: &clap::Error) -> ExitCode {
    match worded(error) {
        // If even this cannot be written, the exit code still says that something is wrong.
        Some(text) => drop(write!(io::stderr(), "{text}")),
        None => drop(error.print()),
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// Returns an error in sentences where the parser of a number has only a name for it.
fn worded(error: &clap::Error) -> Option<String> {
    let text = error.to_string();
    let names = [
        ("invalid digit found in string", "it is a whole number, such as 3"),
        ("cannot parse integer from empty string", "it is a whole number, such as 3"),
        ("number too large to fit in target type", "that number is too large"),
        ("number too small to fit in target type", "that number is too small"),
    ];
    let found = names.iter().find(|(name, _)| text.contains(name))?;
    Some(text.replace(found.0, found.1))
}

/// Runs the program in this process with these arguments, which do not include its name. This is for tests with games
/// of their own. All calls in a process use the same games.
///
/// # Errors
/// If a command fails or cannot be parsed, returns what the program would print.
pub fn execute(games: Registry, args: &[&str], out: &mut impl Write) -> Result<(), String> {
    games::set(games);
    let args = std::iter::once("trigon").chain(args.iter().copied());
    let cli =
        Cli::try_parse_from(args).map_err(|error| worded(&error).unwrap_or_else(|| error.to_string()))?;
    run(cli, out).map_err(|error| one_line(&error.to_string()))
}

fn run(cli: Cli, out: &mut impl Write) -> Result<(), Error> {
    match cli.command {
        Command::Demo(args) => demo::run(&args, out),
        Command::Rehearse(args) => rehearse::run(&args, out),
        Command::Setup(args) => setup::run(&args, out),
        Command::Run(args) => run::run(&args, out),
        Command::Sandbox(args) => sandbox::run(&args, out),
        Command::Health(args) => health::run(&args, out),
        Command::Check(args) => check::run(&args, out),
        Command::Backup(args) => copies::backup(&args, out),
        Command::Restore(args) => copies::restore_backup(&args, out),
        Command::Migrate(args) => copies::migrate(&args, out),
        Command::Keys(args) => keys::run(&args, out),
        Command::Replay(args) => replay::run(&args, out),
        Command::Verify(args) => verify::run(&args, out),
        Command::Season(args) => season::run(&args, out),
        Command::Explain(args) => explain::run(&args, out),
        Command::Analyse(args) => analyse::run(&args, out),
        Command::Simulate(args) => simulate::run(&args, out),
        Command::Match(args) => contest::run(&args, out),
        Command::Rules(args) => rules::run(&args, out),
        Command::Play(args) => play::run(&args, out),
    }
}
