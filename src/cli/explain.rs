//! `trigon explain`: what happened in a round or at an entry of a record, step by step in words.

use std::io::Write;

use super::Error;
use super::files::RecordFile;
use super::text::one_line;
use crate::games::{Audience, Narration};
use crate::matches::{RecordedTenure, Replay, ReplayedEntry};

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
    let replay = Replay::begin(&record).map_err(args.record.attribute())?;
    match (args.round, args.entry) {
        (Some(_), _) if replay.session().phase().round().is_none() => {
            Err(Error::Usage(format!("{} has no rounds: use --entry", record.game.info().title)))
        }
        (Some(round), _) => explain_round(replay, round, out),
        (None, Some(entry)) => explain_entry(replay, entry, out),
        (None, None) => print_overview(replay, out),
    }
}

/// Explains every entry of a round, and before the first round also what happened before any entry.
fn explain_round(replay: Replay<'_>, round: u32, out: &mut impl Write) -> Result<(), Error> {
    let is_first = round == 1;
    if is_first {
        print(out, "Before the first entry", replay.began())?;
    }
    let mut has_entries = false;
    for (in_round, entry) in RoundEntries::of(replay) {
        if in_round == Some(round) {
            has_entries = true;
            explain(&entry, out)?;
        }
    }
    if has_entries || is_first {
        return Ok(());
    }
    Err(Error::Usage(format!("the record has no entry in round {round}")))
}

fn explain_entry(replay: Replay<'_>, seq: usize, out: &mut impl Write) -> Result<(), Error> {
    let found = RoundEntries::of(replay).map(|(_, entry)| entry).find(|entry| entry.seq == seq);
    let entry = found.ok_or_else(|| Error::Usage(format!("the record has no entry {seq}")))?;
    explain(&entry, out)
}

/// Prints everything that an entry brought about, or why it was refused.
fn explain(entry: &ReplayedEntry<'_>, out: &mut impl Write) -> Result<(), Error> {
    print_tenures(out, entry.tenures)?;
    let head = format!("Entry {}, {} by {}", entry.seq, one_line(&entry.entry.action), entry.entry.by);
    match &entry.result {
        Ok(narrations) => print(out, &head, narrations)?,
        Err(refusal) => writeln!(out, "{head}\n  refused: {refusal}")?,
    }
    Ok(())
}

/// Lists what was public, by round or by entry, to show which are worth explaining.
fn print_overview(replay: Replay<'_>, out: &mut impl Write) -> Result<(), Error> {
    for (in_round, entry) in RoundEntries::of(replay) {
        print_tenures(out, entry.tenures)?;
        let Ok(narrations) = entry.result else { continue };
        let is_public = |narration: &Narration| narration.audience == Audience::All;
        let public: Vec<Narration> = narrations.into_iter().filter(is_public).collect();
        if public.is_empty() {
            continue;
        }
        let head = match in_round {
            Some(round) => format!("Round {round}, entry {}", entry.seq),
            None => format!("Entry {}, {}", entry.seq, one_line(&entry.entry.action)),
        };
        print(out, &head, &public)?;
    }
    Ok(())
}

/// The entries of a record as they are replayed, each with the round in which it was made. A phase after the rounds, such as a
/// vote, belongs to the last round.
struct RoundEntries<'a> {
    replay: Replay<'a>,
    round: Option<u32>,
}

impl<'a> RoundEntries<'a> {
    fn of(replay: Replay<'a>) -> Self {
        let round = replay.session().phase().round();
        Self { replay, round }
    }
}

impl<'a> Iterator for RoundEntries<'a> {
    type Item = (Option<u32>, ReplayedEntry<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let entry = self.replay.step()?;
        let round = self.round;
        self.round = self.replay.session().phase().round().or(round);
        Some((round, entry))
    }
}

/// Says which seats have passed to others.
fn print_tenures(out: &mut impl Write, tenures: &[RecordedTenure]) -> Result<(), Error> {
    for RecordedTenure { seat, name, kind, .. } in tenures {
        writeln!(out, "From here on, {} plays seat {seat} ({})", one_line(name), one_line(kind))?;
    }
    Ok(())
}

/// Prints a heading, and below it what happened, each line with who may know it.
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
