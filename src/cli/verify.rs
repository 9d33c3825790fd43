//! `trigon verify`: whether the seed gives what a record says.

use std::io::Write;

use super::{Error, RecordFile};
use crate::matches::verify;

/// Check that a record's draws follow from its seed
///
/// Recomputes the commitment, the placement, the letters and every recorded draw, and names the first that
/// does not match. Exit code 0 when everything matches, 1 when something does not.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    record: RecordFile,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let record = args.record.read()?;
    let checks = verify(&record).map_err(args.record.blame())?;
    for check in &checks {
        let verdict = match check.matches {
            Some(true) => "ok      ",
            Some(false) => "MISMATCH",
            None => "computed",
        };
        writeln!(out, "{verdict} {}: {}", check.what, super::one_line(&check.found))?;
    }
    out.flush()?;
    if checks.iter().any(|check| check.matches == Some(false)) { Err(Error::No) } else { Ok(()) }
}
