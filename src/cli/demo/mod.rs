//! `trigon demo`: a whole match through the real bot and an embedded Discord, with simulated members.
//!
//! | file | contents |
//! |---|---|
//! | `args.rs` | [`Args`] |
//! | `stage.rs` | [`DemoStage`]: the stage, and the clock that Discord and the bot share |
//! | `cast.rs` | [`Member`](cast::Member): the players, and how each of them talks to the bot |
//! | `incidents.rs` | [`Incidents`](incidents::Incidents): what happens besides playing |
//! | `script.rs` | [`Script`]: from the sign-up to the end, the same for every game |
//! | `sidelines.rs` | what people do besides playing |
//! | `season.rs` | a season of four episodes |
//! | `transcript.rs` | what each person saw |
//! | `told.rs` | a test: what demonstrations tell is as it is in the match |

mod args;
mod cast;
mod incidents;
mod script;
mod season;
mod sidelines;
mod stage;
#[cfg(test)]
mod told;
mod transcript;

use std::io::Write;

use crate::cli::Error;
use crate::cli::files::{create_file, write_file};
use crate::cli::games;
use crate::cli::tasks::runtime;
use crate::games::{AnyGame, Info, Values};
use crate::matches::Record;
use crate::sandbox::{Id, Person};
use script::Script;
use stage::DemoStage;

pub(super) use args::Args;

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    // Options that no match can be played with are refused before anything is started.
    let game = args.chosen.game()?;
    let (terms, options) = args.terms(&*game).map_err(Error::Usage)?;
    // A folder that cannot be written to is refused before ten days are played.
    create_file(&args.out.join("transcript.md"))?;
    if let Some(level) = &args.log {
        crate::cli::log::init(level)?;
    }
    let info = game.info();
    if args.season {
        writeln!(out, "a season of four episodes, seed {:?}\n", args.seed)?;
        return runtime()?.block_on(season::play(args, &*game, out));
    }
    let about = games::about(info, terms.players, &terms.options);
    writeln!(out, "{about}, seed {:?}\n", args.seed)?;
    out.flush()?;
    runtime()?.block_on(play(args, &*game, terms.players, &options, out))
}

/// Plays a match, writes what was posted, and says how long it took.
async fn play(
    args: &Args,
    game: &dyn AnyGame,
    players: u8,
    options: &Values,
    out: &mut impl Write,
) -> Result<(), Error> {
    let info = game.info();
    let stage = DemoStage::set(&args.seed, info.name).await.map_err(Error::Demo)?;
    let mut script = Script::new(&stage, game, players, options, &args.seed);
    if args.incidents {
        script.add_incidents();
    }
    let played = Box::pin(script.play(out)).await;
    let lounge = script.lounge();
    let times = Times { phases: script.phases, actions: script.actions, taps: script.taps };
    // Even if the match broke off, what was said before that is worth reading.
    let written = write(&stage, args, info, lounge.as_ref(), out);
    stage.strike().await;
    if let Some(replay) = played? {
        write_file(&args.out.join("replay.gif"), &replay)?;
    }
    written?;
    writeln!(out)?;
    times.print(out)
}

/// How long everything took, in milliseconds of real time, and how many taps.
struct Times {
    phases: Vec<u128>,
    actions: Vec<u128>,
    /// The number of taps of each action within a turn.
    taps: Vec<usize>,
}

impl Times {
    fn print(mut self, out: &mut impl Write) -> Result<(), Error> {
        if let Some(most) = self.taps.iter().max() {
            let (count, all) = (self.taps.len(), self.taps.iter().sum::<usize>());
            writeln!(out, "{count} actions with {all} taps, at most {most} for one")?;
        }
        for (what, times) in [
            ("a phase, from its deadline", &mut self.phases),
            ("an action within a turn, from its first tap", &mut self.actions),
        ] {
            times.sort_unstable();
            if let (Some(median), Some(longest)) = (times.get(times.len() / 2), times.last()) {
                writeln!(
                    out,
                    "{what} until Discord had every message: median {median} ms, longest {longest} ms"
                )?;
            }
        }
        Ok(())
    }
}

/// Writes pictures, transcript and record, and verifies the record.
fn write(
    stage: &DemoStage,
    args: &Args,
    info: &Info,
    lounge: Option<&(Person, Id)>,
    out: &mut impl Write,
) -> Result<(), Error> {
    let folder = &args.out;
    let files = stage.posted_files();
    let others: Vec<(&str, Person, Id)> = lounge
        .map(|(fan, channel)| ("The channel for onlookers", fan.clone(), *channel))
        .into_iter()
        .collect();
    let transcript = transcript::transcript(stage, &format!("match of {}", info.title), &others);
    let pictures = transcript::write(folder, &files, &transcript)?;
    if let Some(file) = files.iter().find(|file| file.name == "record.json") {
        let record = Record::read(&file.bytes, games::all()).map_err(|error| Error::Demo(error.into()))?;
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
