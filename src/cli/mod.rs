//! The commands of the `trigon` program: reading arguments, printing, exit codes.
//!
//! | file | command |
//! |---|---|
//! | `demo/` | `trigon demo`: a whole match on an embedded Discord |
//! | `run.rs`, `log.rs` | `trigon run`: the bot on Discord |
//! | `sandbox.rs` | `trigon sandbox`: the embedded Discord on its own |
//! | `config.rs` | the configuration: a file, and the environment over it |
//! | `check.rs` | `trigon check`: whether everything is there to run |
//! | `replay.rs`, `pictures.rs` | `trigon replay`: a record's states, or pictures of them |
//! | `verify.rs` | `trigon verify`: whether the seed gives what a record says |
//! | `explain.rs` | `trigon explain`: a round in words |
//! | `simulate.rs` | `trigon simulate`: whole matches by computed seats |
//! | `rules.rs` | `trigon rules`: a game's rules |
//! | `play/` | `trigon play`: a match in a terminal |
//! | `lines.rs` | lines from the keyboard, for `play` and `sandbox` |

mod check;
mod config;
mod demo;
mod explain;
mod lines;
mod log;
mod pictures;
mod play;
mod replay;
mod rules;
mod run;
mod sandbox;
mod simulate;
mod verify;

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::games::Registry;
use crate::matches::{Record, RecordError};

/// A Discord game master for Triforce Building and other games on triangles.
#[derive(Debug, Parser)]
#[command(name = "trigon", version, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Demo(demo::Args),
    Run(run::Args),
    Sandbox(sandbox::Args),
    Check(check::Args),
    Replay(replay::Args),
    Verify(verify::Args),
    Explain(explain::Args),
    Simulate(simulate::Args),
    Rules(rules::Args),
    Play(play::Args),
}

/// Why a command did not do what it was asked to.
#[derive(Debug, thiserror::Error)]
enum Error {
    #[error("{path}: {source}")]
    Read { path: String, source: io::Error },
    #[error("{path}: {source}")]
    Record { path: String, source: RecordError },
    #[error("{0}")]
    Asked(String),
    #[error("{path}: {source}")]
    Write { path: String, source: io::Error },
    #[error("standard output: {0}")]
    Print(#[from] io::Error),
    #[error("picture: {0}")]
    Picture(#[from] trigon_render::RenderError),
    #[error(transparent)]
    Simulate(#[from] crate::simulate::SimulateError),
    #[error(transparent)]
    Bot(#[from] crate::discord::BotError),
    #[error("database: {0}")]
    Store(crate::store::StoreError),
    #[error("demo: {0}")]
    Demo(demo::DemoError),
    #[error("no tasks can be run: {0}")]
    Runtime(io::Error),
    /// Everything was done, and the answer is no; the command has said so.
    #[error("no")]
    No,
}

impl Error {
    fn code(&self) -> u8 {
        match self {
            Self::Read { .. } | Self::Record { .. } | Self::Asked(_) | Self::Simulate(_) => 2,
            Self::Write { .. }
            | Self::Print(_)
            | Self::Picture(_)
            | Self::Runtime(_)
            | Self::Bot(_)
            | Self::Store(_)
            | Self::Demo(_)
            | Self::No => 1,
        }
    }
}

/// Runs the program with its arguments from the environment.
pub fn main() -> ExitCode {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let result = run(Cli::parse(), &mut out).and_then(|()| Ok(out.flush()?));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads our output has seen enough: `trigon replay … | head`.
        Err(Error::Print(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            if !matches!(error, Error::No) {
                // If even this cannot be written, the exit code still tells.
                let _ = writeln!(io::stderr(), "trigon: {}", one_line(&error.to_string()));
            }
            ExitCode::from(error.code())
        }
    }
}

fn run(cli: Cli, out: &mut impl Write) -> Result<(), Error> {
    match cli.command {
        Command::Demo(args) => demo::run(&args, out),
        Command::Run(args) => run::run(&args, out),
        Command::Sandbox(args) => sandbox::run(&args, out),
        Command::Check(args) => check::run(&args, out),
        Command::Replay(args) => replay::run(&args, out),
        Command::Verify(args) => verify::run(&args, out),
        Command::Explain(args) => explain::run(&args, out),
        Command::Simulate(args) => simulate::run(&args, out),
        Command::Rules(args) => rules::run(&args, out),
        Command::Play(args) => play::run(&args, out),
    }
}

/// The runtime for the commands that talk to Discord.
fn runtime() -> Result<tokio::runtime::Runtime, Error> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Error::Runtime)
}

/// A message without line breaks and other control characters, whatever a file or an argument held.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// What a record's file is called in messages.
fn shown(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

/// Reads a record from a file, or from standard input for `-`.
fn read_record(path: &Path) -> Result<Record, Error> {
    let shown = shown(path);
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    let bytes = bytes.map_err(|source| Error::Read { path: shown.clone(), source })?;
    Record::read(&bytes, &Registry::standard()).map_err(|source| Error::Record { path: shown, source })
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let error = |source| Error::Write { path: path.display().to_string(), source };
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(error)?;
    }
    std::fs::write(path, bytes).map_err(error)
}

/// The record that a command works on.
#[derive(Debug, clap::Args)]
struct RecordFile {
    /// The record (`-` reads standard input)
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl RecordFile {
    fn read(&self) -> Result<Record, Error> {
        read_record(&self.file)
    }

    /// Ascribes an error of this record's content to its file.
    fn blame(&self) -> impl Fn(RecordError) -> Error + '_ {
        |source| Error::Record { path: shown(&self.file), source }
    }
}
