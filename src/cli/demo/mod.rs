//! `trigon demo`: a whole match through the real bot and an embedded Discord, with simulated members.
//!
//! | file | noun |
//! |---|---|
//! | `stage.rs` | [`Stage`]: the embedded Discord, the bot, and the clock that both share |
//! | `cast.rs` | [`Cast`]: who takes part, and how each of them talks to the bot |
//! | `play.rs` | the match from sign-up to the end |
//! | `transcript.rs` | everything as each person saw it |

mod cast;
mod play;
mod stage;
mod transcript;

use std::io::Write;
use std::path::{Path, PathBuf};

use super::Error;
use crate::discord::BotError;
use crate::grid::Shape;
use crate::matches::{Denied, Fault, MatchError, Options, Record, RecordError};
use crate::sandbox::{PersonError, SandboxError};
use crate::store::StoreError;

/// Play a whole match on an embedded Discord with simulated members; needs no account
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// How many players: 7, 10, 13 or 16
    #[arg(long, value_name = "N", default_value_t = 13)]
    players: u8,
    /// The board: triangle:N or hexagon:K
    #[arg(long, default_value_t = Shape::Triangle(7))]
    board: Shape,
    /// What everything random follows from
    #[arg(long, default_value = "trigon")]
    seed: String,
    /// The folder for pictures, replay, transcript and record
    #[arg(long, value_name = "DIR", default_value = "demo")]
    out: PathBuf,
    /// Log on standard error: error, warn, info or debug
    #[arg(long, value_name = "LEVEL")]
    log: Option<String>,
}

/// Why a demonstration broke off.
#[derive(Debug, thiserror::Error)]
pub(super) enum DemoError {
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    #[error(transparent)]
    Bot(#[from] BotError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{who}: {source}")]
    Person { who: String, source: PersonError },
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Fault(#[from] Fault),
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("{0}")]
    Missing(String),
}

impl From<MatchError> for DemoError {
    fn from(error: MatchError) -> Self {
        match error {
            MatchError::Denied(denied) => Self::Denied(denied),
            MatchError::Fault(fault) => Self::Fault(fault),
        }
    }
}

/// What is rehearsed.
const GAME: &str = "triforce-building";

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    // What makes no match is said before anything is started.
    let options = Options { players: args.players, board: args.board, ..Options::default() };
    if let Some(problem) = crate::games::game(GAME).and_then(|game| options.problem(game)) {
        return Err(Error::Asked(problem));
    }
    if let Some(level) = &args.log {
        super::log::init(level)?;
    }
    writeln!(
        out,
        "{} players on {}, seed {:?}: sign-up, rounds and the end on an embedded Discord\n",
        args.players, args.board, args.seed
    )?;
    out.flush()?;
    super::runtime()?.block_on(play(args, out))
}

async fn play(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let stage = stage::Stage::set(&args.seed).await.map_err(Error::Demo)?;
    let mut times = Vec::new();
    let played = play::play(&stage, args, &mut times, out).await;
    // Whatever came of it, what was said up to then is worth reading.
    let written = write(&stage, args, out);
    stage.strike().await;
    played.map_err(Error::Demo)?;
    written?;
    times.sort_unstable();
    let millis = |index: usize| times.get(index).copied().unwrap_or_default();
    writeln!(
        out,
        "\na round, from its deadline until Discord had every message: median {} ms, longest {} ms",
        millis(times.len() / 2),
        millis(times.len().saturating_sub(1))
    )?;
    Ok(())
}

/// Writes what the match left behind.
fn write(stage: &stage::Stage, args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let folder = &args.out;
    let files = stage.posted_files();
    let mut pictures = 0;
    for (name, bytes) in &files {
        super::write_file(&folder.join(name), bytes)?;
        pictures += usize::from(Path::new(name).extension().is_some_and(|ending| ending == "png"));
    }
    super::write_file(&folder.join("transcript.md"), transcript::transcript(stage).as_bytes())?;
    if let Some((_, bytes)) = files.iter().find(|(name, _)| name == "record.json") {
        let record = Record::read(bytes).map_err(|error| Error::Demo(error.into()))?;
        let checks = crate::matches::verify(&record).map_err(|error| Error::Demo(error.into()))?;
        let failed = checks.iter().find(|check| check.matches == Some(false));
        match failed {
            Some(check) => writeln!(out, "\nthe record does not verify: {}, {}", check.what, check.found)?,
            None => writeln!(
                out,
                "\nthe record verifies: {} checks against the published commitment",
                checks.len()
            )?,
        }
    }
    writeln!(
        out,
        "written into {}: {pictures} pictures, replay.gif, record.json, and transcript.md with what each person saw",
        folder.display()
    )?;
    Ok(())
}
