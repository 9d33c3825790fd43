//! `trigon verify`: what a record proves, and what it does not.

use std::io::Write;

use super::Error;
use super::files::RecordFile;
use super::text::one_line;
use crate::games::phrase::{all_of, counted};
use crate::matches::{Commitment, Record, RecordedTenure, Verification, verify};

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
    let posted_hash = args.commitment.as_deref().map(str::parse::<Commitment>).transpose();
    let posted_hash = posted_hash.map_err(|error| Error::Usage(format!("--commitment: {error}")))?;
    let record = args.record.read()?;
    let verification = verify(&record, posted_hash.as_ref()).map_err(args.record.attribute())?;
    print_checks(&verification, out)?;
    if verification.mismatch().is_some() {
        out.flush()?;
        return Err(Error::CheckFailed);
    }
    print_recorded(&record, out)?;
    let source = match (&record.seed, posted_hash) {
        (None, _) => "the setup",
        (Some(_), None) => "a seed of its own",
        (Some(_), Some(_)) => "the seed whose hash was posted",
    };
    print_conclusion(&verification, source, out)?;
    out.flush()?;
    if verification.given.is_empty() { Ok(()) } else { Err(Error::CheckFailed) }
}

fn print_checks(verification: &Verification, out: &mut impl Write) -> Result<(), Error> {
    for check in &verification.checks {
        let verdict = match check.matches {
            Some(true) => "ok      ",
            Some(false) => "MISMATCH",
            None if verification.given.contains(&&check.what[..]) => "given   ",
            None => "computed",
        };
        writeln!(out, "{verdict} {}: {}", check.what, one_line(&check.found))?;
    }
    Ok(())
}

/// Prints what the record says and nothing can confirm: which seats passed to whom.
fn print_recorded(record: &Record, out: &mut impl Write) -> Result<(), Error> {
    for RecordedTenure { seat, from, name, kind } in &record.extras.tenures {
        let (name, kind) = (one_line(name), one_line(kind));
        let when = counted(i64::try_from(*from).unwrap_or(i64::MAX), "closed question");
        writeln!(out, "recorded seat {seat}: {name} ({kind}), after {when}")?;
    }
    Ok(())
}

/// Prints what the record follows from, and what is not proven by that.
fn print_conclusion(verification: &Verification, source: &str, out: &mut impl Write) -> Result<(), Error> {
    if verification.given.is_empty() {
        writeln!(out, "\nThe record follows from {source}. Not proven:")?;
    } else {
        let given = all_of(&verification.given);
        writeln!(
            out,
            "\nThe record does not follow from {source} alone: somebody chose {given} in its setup, and nobody drew that. Not \
             proven:"
        )?;
    }
    for what in &verification.unproven {
        writeln!(out, "- {}", one_line(what))?;
    }
    Ok(())
}
