//! `trigon season`: whether the file of a season adds up, and its standings.

use std::io::Write;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use trigon_render::{DEFAULT_WIDTH, Theme};

use super::Error;
use super::files::{check_writable_path, read_text, write_file};
use super::text::one_line;
use crate::games::phrase::counted;
use crate::season::{EpisodeNumber, SeasonFile, SeasonViewer};

/// The largest number of problems that are printed.
const MAX_PRINTED_PROBLEMS: usize = 20;

/// Files of seasons, as `/season export` sends them
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Check that every balance follows from the entries, and that nothing was booked twice
    ///
    /// Adds up all entries, checks that each entry that takes another one back does so once and exactly, and that nothing
    /// comes from the same source twice. With --record, it finds the episodes to which records belong, by their hash. Exit
    /// code 0 when everything adds up, 1 when something does not.
    Verify {
        /// The file
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// A record of a match of the season, as it was posted; can be given several times
        #[arg(long, value_name = "RECORD")]
        record: Vec<PathBuf>,
    },
    /// Print what everyone has
    Standings {
        /// The file
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Print a table in CSV
        #[arg(long)]
        csv: bool,
        /// Print the entries in CSV instead
        #[arg(long, conflicts_with = "csv")]
        entries: bool,
        /// Draw the standings, too
        #[arg(long, value_name = "PNG")]
        picture: Option<PathBuf>,
    },
}

/// Reads a file, which may contradict itself.
fn read(path: &Path) -> Result<SeasonFile, Error> {
    let text = read_text(path)?;
    SeasonFile::read(text.as_bytes())
        .map_err(|error| Error::Usage(format!("{}: {}", path.display(), one_line(&error.to_string()))))
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    match &args.command {
        Command::Verify { file, record } => verify(&read(file)?, record, out),
        Command::Standings { file, csv, entries, picture } => {
            let season = read(file)?;
            if let Some(problem) = season.problems().first() {
                let problem = one_line(&problem.to_string());
                return Err(Error::Usage(format!(
                    "{}: {problem}; see `trigon season verify`",
                    file.display()
                )));
            }
            let standings = season.season().standings(SeasonViewer::Hosts);
            if let Some(path) = picture {
                check_writable_path(path)?;
                write_file(path, &trigon_render::png(&standings.scene(), &Theme::dark(), DEFAULT_WIDTH)?)?;
            }
            let text = match (csv, entries) {
                (true, _) => standings.csv(),
                (_, true) => season.entries_csv(),
                _ => standings.text(),
            };
            Ok(write!(out, "{text}")?)
        }
    }
}

fn verify(season: &SeasonFile, records: &[PathBuf], out: &mut impl Write) -> Result<(), Error> {
    let adds_up = print_problems(season, out)?;
    if adds_up {
        print_sums(season, out)?;
    }
    let mut all_match = adds_up;
    for path in records {
        all_match &= print_record(season, path, out)?;
    }
    out.flush()?;
    if !all_match {
        return Err(Error::CheckFailed);
    }
    print_unproven(season, out)?;
    Ok(out.flush()?)
}

/// Prints what does not add up, and returns whether everything does.
fn print_problems(season: &SeasonFile, out: &mut impl Write) -> Result<bool, Error> {
    let problems = season.problems();
    for problem in problems.iter().take(MAX_PRINTED_PROBLEMS) {
        writeln!(out, "MISMATCH {}", one_line(&problem.to_string()))?;
    }
    if problems.len() > MAX_PRINTED_PROBLEMS {
        writeln!(out, "and {} more", problems.len() - MAX_PRINTED_PROBLEMS)?;
    }
    Ok(problems.is_empty())
}

/// Prints how much was added up.
fn print_sums(season: &SeasonFile, out: &mut impl Write) -> Result<(), Error> {
    let count = |number: usize, unit: &str| counted(i64::try_from(number).unwrap_or(i64::MAX), unit);
    let reversed = season.entries.iter().filter(|it| it.reverses.is_some()).count();
    let (entries, balances) = (season.entries.len(), season.cast.len() * season.counters.len());
    let unit = if entries == 1 { "entry" } else { "entries" };
    writeln!(out, "ok       {entries} {unit}; taken back: {reversed}")?;
    writeln!(out, "ok       {} of {}", count(balances, "balance"), count(season.cast.len(), "member"))?;
    Ok(())
}

/// Prints to which episode a record belongs, and returns whether it belongs to one.
fn print_record(season: &SeasonFile, path: &Path, out: &mut impl Write) -> Result<bool, Error> {
    let bytes =
        std::fs::read(path).map_err(|source| Error::Read { path: path.display().to_string(), source })?;
    let hash = hex::encode(Sha256::digest(bytes));
    let episode = episode_of(season, &hash);
    match episode {
        Some(episode) => writeln!(out, "ok       {}: the record of episode {episode}", path.display())?,
        None => writeln!(out, "MISMATCH {}: no episode has the record {hash}", path.display())?,
    }
    Ok(episode.is_some())
}

/// Prints what the file alone does not prove.
fn print_unproven(season: &SeasonFile, out: &mut impl Write) -> Result<(), Error> {
    writeln!(out, "\nThe balances follow from the entries. Not proven:")?;
    writeln!(out, "- that the entries of hosts and the results from elsewhere are right")?;
    for episode in &season.episodes {
        if let Some(hash) = episode.game.as_ref().and_then(|game| game.record_sha256.as_ref()) {
            let (number, hash) = (episode.number, one_line(hash));
            writeln!(
                out,
                "- how the match of episode {number} was played: its record has the SHA-256 {hash}"
            )?;
        }
    }
    Ok(())
}

/// Returns the episode whose match has the record with this hash.
fn episode_of(season: &SeasonFile, hash: &str) -> Option<EpisodeNumber> {
    let has = |recorded: &Option<String>| recorded.as_deref().is_some_and(|it| it.eq_ignore_ascii_case(hash));
    let found =
        season.episodes.iter().find(|it| it.game.as_ref().is_some_and(|game| has(&game.record_sha256)));
    found.map(|episode| episode.number)
}
