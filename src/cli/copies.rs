//! `trigon backup`, `trigon restore` and `trigon migrate`: everything stored, from one place to another.

use std::io::Write;
use std::path::PathBuf;

use super::config::{ConfigFile, DatabaseUrl};
use super::files::check_writable_path;
use super::tasks::{owner, runtime};
use super::{Error, work};
use crate::store::{Copied, Progress, back_up, restore, transfer};

/// Write everything stored into a file, also while the bot runs
#[derive(Debug, clap::Args)]
pub(super) struct BackupArgs {
    /// The file, which must not exist yet; it is a SQLite database, whatever the configured one is
    file: PathBuf,

    #[command(flatten)]
    config: ConfigFile,
}

/// Copy a backup into the configured database, which must be empty
#[derive(Debug, clap::Args)]
pub(super) struct RestoreArgs {
    /// The backup
    file: PathBuf,

    #[command(flatten)]
    config: ConfigFile,
}

/// Copy everything stored into an empty database, such as from a file to a PostgreSQL server
///
/// No bot may run on either. If it is interrupted, nothing has been copied: begin again.
#[derive(Debug, clap::Args)]
pub(super) struct MigrateArgs {
    #[arg(
        help = "The database with the matches, sqlite://PATH or postgres://USER@HOST/NAME; a password is safer in \
                  PGPASSWORD or ~/.pgpass, because other users of the machine can see arguments"
    )]
    from: DatabaseUrl,

    /// The empty database
    to: DatabaseUrl,
}

/// Runs `trigon backup`.
pub(super) fn backup(args: &BackupArgs, out: &mut impl Write) -> Result<(), Error> {
    let config = args.config.read()?;
    config.validate()?;
    check_writable_path(&args.file)?;
    let url = config.database.reveal();
    let copied =
        with_bar("rows", |bar| runtime()?.block_on(back_up(url, &args.file, bar)).map_err(Error::Store))?;
    print_copied(out, &config.database.to_string(), &args.file.display().to_string(), &copied)
}

/// Runs `trigon restore`.
pub(super) fn restore_backup(args: &RestoreArgs, out: &mut impl Write) -> Result<(), Error> {
    let config = args.config.read()?;
    config.validate()?;
    let (url, owner) = (config.database.reveal(), owner("restore"));
    let work =
        |bar: Progress<'_>| runtime()?.block_on(restore(&args.file, url, &owner, bar)).map_err(Error::Store);
    let copied = with_bar("rows", work)?;
    print_copied(out, &args.file.display().to_string(), &config.database.to_string(), &copied)
}

/// Runs `trigon migrate`.
pub(super) fn migrate(args: &MigrateArgs, out: &mut impl Write) -> Result<(), Error> {
    args.from.check()?;
    args.to.check()?;
    let (from, to, owner) = (args.from.reveal(), args.to.reveal(), owner("migrate"));
    let copied =
        with_bar("rows", |bar| runtime()?.block_on(transfer(from, to, &owner, bar)).map_err(Error::Store))?;
    print_copied(out, &args.from.to_string(), &args.to.to_string(), &copied)?;
    writeln!(out, "set `database` to the new one; no bot must run on the old one any more")?;
    Ok(())
}

/// Runs some work with a bar that shows its progress.
pub(super) fn with_bar<T>(
    what: &str,
    work: impl FnOnce(Progress<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    let bar = work::bar(0, &format!("{{bar:40}} {{pos}}/{{len}} {what}, {{eta}} left"));
    let done = work(&mut |done, all| {
        bar.set_length(all);
        bar.set_position(done);
    });
    bar.finish_and_clear();
    done
}

/// Prints what was copied from where to where.
fn print_copied(out: &mut impl Write, from: &str, to: &str, copied: &Copied) -> Result<(), Error> {
    let rows = copied.rows.iter().map(|(table, rows)| format!("{table} {rows}"));
    let rows = rows.collect::<Vec<_>>().join(", ");
    writeln!(out, "copied {from} to {to}: {} rows ({rows})", copied.total())?;
    writeln!(out, "both have the checksum {}", copied.checksum)?;
    Ok(())
}
