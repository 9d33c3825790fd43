//! `trigon verify`: what a record proves, and what it does not.

use std::io::Write;

use super::Error;
use super::files::RecordFile;
use super::text::one_line;
use crate::games::phrase::{all_of, counted};
use crate::matches::{Commitment, RecordedTenure, verify};

/// Check a record against its seed, and the seed against the hash that was posted
///
/// Prints the hash of the seed, plays every entry again, recomputes seats, placement, letters, draws and states, and names
/// the first that does not match; then what is not proven by that. Exit code 0 when everything matches, 1 when something
/// does not, or when the setup gives what is drawn otherwise, such as where everyone begins. A record always fits a seed
/// that was made up for it: only with --commitment is it held against the hash that was posted before the match.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    record: RecordFile,
    /// The hash that was posted before the match: 64 hexadecimal digits
    #[arg(long, value_name = "HASH")]
    commitment: Option<String>,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let posted = args.commitment.as_deref().map(str::parse::<Commitment>).transpose();
    let posted = posted.map_err(|error| Error::Usage(format!("--commitment: {error}")))?;
    let record = args.record.read()?;
    let verification = verify(&record, posted.as_ref()).map_err(args.record.attribute())?;
    for check in &verification.checks {
        let verdict = match check.matches {
            Some(true) => "ok      ",
            Some(false) => "MISMATCH",
            None if verification.given.contains(&&check.what[..]) => "given   ",
            None => "computed",
        };
        writeln!(out, "{verdict} {}: {}", check.what, one_line(&check.found))?;
    }
    if verification.mismatch().is_some() {
        out.flush()?;
        return Err(Error::CheckFailed);
    }
    for RecordedTenure { seat, from, name, kind } in &record.extras.tenures {
        let (name, kind) = (one_line(name), one_line(kind));
        writeln!(
            out,
            "recorded seat {seat}: {name} ({kind}), after {}",
            counted(i64::try_from(*from).unwrap_or(i64::MAX), "closed question")
        )?;
    }
    let source = match (&record.seed, posted) {
        (None, _) => "the setup",
        (Some(_), None) => "a seed of its own",
        (Some(_), Some(_)) => "the seed whose hash was posted",
    };
    let given = all_of(&verification.given);
    if verification.given.is_empty() {
        writeln!(out, "\nThe record follows from {source}. Not proven:")?;
    } else {
        writeln!(
            out,
            "\nThe record does not follow from {source} alone: somebody chose {given} in its setup, and nobody drew that. Not \
             proven:"
        )?;
    }
    for what in &verification.unproven {
        writeln!(out, "- {}", one_line(what))?;
    }
    out.flush()?;
    if verification.given.is_empty() { Ok(()) } else { Err(Error::CheckFailed) }
}
