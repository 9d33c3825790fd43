//! `trigon demo`: a whole match through the real bot and an embedded Discord, with simulated members.
//!
//! | file | contents |
//! |---|---|
//! | `args.rs` | [`Args`] |
//! | `stage.rs` | [`Stage`](stage::Stage): the stage, and the clock that Discord and the bot share |
//! | `cast.rs` | [`Member`](cast::Member): the cast of a match in rounds, and how each of them talks to the bot |
//! | `rounds.rs`, `turns.rs` | the scripts, from the sign-up to the end |
//! | `transcript.rs` | what each person saw |

mod args;
mod cast;
mod rounds;
mod stage;
mod transcript;
mod turns;

use std::io::Write;
use std::path::Path;

use crate::cli::Error;
use crate::cli::files::{create_file, write_file};
use crate::cli::games;
use crate::cli::tasks::runtime;
use crate::games::{AnyGame, Info, Pace, Registry, Value};
use crate::matches::{Record, Terms};

pub(super) use args::Args;

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    // Options that no match can be played with are refused before anything is started.
    let game = games::find(&args.game)?;
    let players = args.players(game.info());
    let mut terms = Terms { players, ..Terms::usual(game.info()) };
    if game.info().options.iter().any(|spec| spec.key == "board") {
        terms = terms.with("board", Value::Text(args.board.to_string()));
    }
    terms.check(&*game).map_err(|denied| Error::Asked(denied.to_string()))?;
    // A place that cannot be written is refused before ten days are played.
    create_file(&args.out.join("transcript.md"))?;
    if let Some(level) = &args.log {
        crate::cli::log::init(level)?;
    }
    let what = if game.info().pace == Pace::Turns {
        format!("{players} players of {}, seed {:?}: sign-up, turns", game.info().title, args.seed)
    } else {
        format!("{players} players on {}, seed {:?}: sign-up, rounds", args.board, args.seed)
    };
    writeln!(out, "{what} and the end on an embedded Discord\n")?;
    out.flush()?;
    runtime()?.block_on(play(args, &*game, out))
}

async fn play(args: &Args, game: &dyn AnyGame, out: &mut impl Write) -> Result<(), Error> {
    let info = game.info();
    let stage = stage::Stage::set(&args.seed, info.name).await.map_err(Error::Demo)?;
    let mut times = Vec::new();
    let mut taps = Vec::new();
    let played = if info.pace == Pace::Turns {
        Box::pin(turns::play(&stage, args, info, &mut times, &mut taps, out)).await.map(Some)
    } else {
        Box::pin(rounds::play(&stage, args, info, &mut times, out)).await.map(|()| None)
    };
    // Even if the match broke off, what was said before is worth reading.
    let written = write(&stage, args, info, out);
    stage.strike().await;
    let replay = played?;
    written?;
    times.sort_unstable();
    let millis = |index: usize| times.get(index).copied().unwrap_or_default();
    let (middle, longest) = (millis(times.len() / 2), millis(times.len().saturating_sub(1)));
    let measured = if let Some(replay) = replay {
        write_file(&args.out.join("replay.gif"), &replay)?;
        let (all, most) = (taps.iter().sum::<usize>(), taps.iter().max().copied().unwrap_or_default());
        writeln!(out, "\n{} actions with {all} taps, at most {most} for one", taps.len())?;
        "an action, from its first tap"
    } else {
        writeln!(out)?;
        "a round, from its deadline"
    };
    writeln!(out, "{measured} until Discord had every message: median {middle} ms, longest {longest} ms")?;
    Ok(())
}

/// Writes pictures, transcript and record, and verifies the record.
fn write(stage: &stage::Stage, args: &Args, info: &Info, out: &mut impl Write) -> Result<(), Error> {
    let folder = &args.out;
    let files = stage.posted_files();
    let mut pictures = 0;
    for (name, bytes) in &files {
        write_file(&folder.join(name), bytes)?;
        pictures += usize::from(Path::new(name).extension().is_some_and(|ending| ending == "png"));
    }
    write_file(&folder.join("transcript.md"), transcript::transcript(stage, info.title).as_bytes())?;
    if let Some((_, bytes)) = files.iter().find(|(name, _)| name == "record.json") {
        let record = Record::read(bytes, &Registry::standard()).map_err(|error| Error::Demo(error.into()))?;
        let posted = stage.posted_hash();
        let verification = crate::matches::verify(&record, posted.as_ref());
        let verification = verification.map_err(|error| Error::Demo(error.into()))?;
        match verification.mismatch() {
            Some(check) => writeln!(out, "\nthe record does not verify: {}, {}", check.what, check.found)?,
            None => writeln!(
                out,
                "\nthe record verifies: {} checks against the {}",
                verification.checks.len(),
                if posted.is_some() { "hash that was posted" } else { "record's own hash" }
            )?,
        }
    }
    if let Some(requests) = &args.requests {
        write_file(requests, stage.requests().as_bytes())?;
    }
    writeln!(
        out,
        "written into {}: {pictures} pictures, replay.gif, record.json, and transcript.md with what each person saw",
        folder.display()
    )?;
    Ok(())
}
