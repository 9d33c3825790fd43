//! `trigon explain`: what happened, step by step in words.

use std::io::Write;

use super::Error;
use super::files::RecordFile;
use super::text::one_line;
use crate::games::{Audience, Narration};
use crate::matches::{RecordedTenure, Replay};

/// Explain the resolution of a round step by step, or any entry
///
/// Without --round and --entry, it lists what everybody could see of each round. Spends, priorities, walked paths, lines, groups with their sums, how a tie was broken, rewards: everything,
/// so it is not for players of a match that is still going on.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    record: RecordFile,
    /// The round; in games without rounds, use --entry
    #[arg(long, value_name = "N", conflicts_with = "entry")]
    round: Option<u32>,
    /// The number of an entry of the log, from 1
    #[arg(long, value_name = "N")]
    entry: Option<usize>,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let record = args.record.read()?;
    let mut replay = Replay::begin(&record).map_err(args.record.attribute())?;
    if args.round.is_some() && replay.session().phase().round().is_none() {
        return Err(Error::Usage(format!("{} has no rounds: use --entry", record.game.info().title)));
    }
    if args.round.is_none() && args.entry.is_none() {
        return overview(replay, out);
    }
    let mut now = replay.session().phase().round();
    let mut told = false;
    if args.round == Some(1) {
        let began: Vec<Narration> = replay.began().to_vec();
        print(out, "Before the first entry", &began)?;
        told = true;
    }
    while let Some(turn) = replay.step() {
        // A phase after the rounds, such as a vote, belongs to the last one.
        let after = replay.session().phase().round().or(now);
        let before = std::mem::replace(&mut now, after);
        if args.entry.is_none_or(|entry| entry != turn.seq) && (args.round.is_none() || args.round != before)
        {
            continue;
        }
        passed(out, turn.tenures)?;
        let head = format!("Entry {}, {} by {}", turn.seq, one_line(&turn.entry.action), turn.entry.by);
        match turn.result {
            Ok(narrations) => print(out, &head, &narrations)?,
            Err(refusal) => writeln!(out, "{head}\n  refused: {refusal}")?,
        }
        told = true;
    }
    match (told, args.round, args.entry) {
        (false, Some(round), _) => Err(Error::Usage(format!("the record has no entry in round {round}"))),
        (false, _, Some(entry)) => Err(Error::Usage(format!("the record has no entry {entry}"))),
        _ => Ok(()),
    }
}

/// Lists what was public, by round or by entry, to show which are worth explaining.
fn overview(mut replay: Replay<'_>, out: &mut impl Write) -> Result<(), Error> {
    let mut now = replay.session().phase().round();
    while let Some(turn) = replay.step() {
        let after = replay.session().phase().round().or(now);
        let before = std::mem::replace(&mut now, after);
        passed(out, turn.tenures)?;
        let Ok(narrations) = turn.result else { continue };
        let is_public = |narration: &&Narration| narration.audience == Audience::All;
        let public: Vec<Narration> = narrations.iter().filter(is_public).cloned().collect();
        if public.is_empty() {
            continue;
        }
        let head = match before {
            Some(round) => format!("Round {round}, entry {}", turn.seq),
            None => format!("Entry {}, {}", turn.seq, one_line(&turn.entry.action)),
        };
        print(out, &head, &public)?;
    }
    Ok(())
}

/// Says which seats have passed to others.
fn passed(out: &mut impl Write, tenures: &[RecordedTenure]) -> Result<(), Error> {
    for RecordedTenure { seat, name, kind, .. } in tenures {
        writeln!(out, "From here on, {} plays seat {seat} ({})", one_line(name), one_line(kind))?;
    }
    Ok(())
}

fn print(out: &mut impl Write, head: &str, narrations: &[Narration]) -> Result<(), Error> {
    writeln!(out, "{head}")?;
    for narration in narrations {
        let who = match narration.audience {
            Audience::All => "all",
            Audience::Host => "host",
            Audience::Seat(seat) => &format!("seat {seat}"),
        };
        writeln!(out, "  [{who}] {}", one_line(&narration.text))?;
    }
    Ok(())
}
