//! `trigon analyse`: what the seats of a record did, and what a search would have done.

use std::convert::Infallible;
use std::ffi::OsStr;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use trigon_render::{DEFAULT_WIDTH, Theme};

use super::files::{RecordFile, write_file};
use super::text::one_line;
use super::{Error, replay, work};
use crate::games::{Frame, Names, RatedAction, Seat};
use crate::matches::{Analysis, AnalysisError, Decisions, JudgedDecision};
use crate::simulate::chance;

/// Compare what the seats of a record did with what a search would have done
///
/// For each entry of a seat, in games of turns: what was played, what the search would have played instead, and
/// which share of the win the seat had before and after, in percent. The search sees what the seat saw, and knows nothing of
/// what is drawn later. Shares that are certain are marked as proven; all others are estimates, which get better with more
/// tries. The largest losses, of 10 points or more, are the turning points of the match. In games with dice of which a higher
/// roll is better, the last lines say by how much each seat rolled more or less than such dice show on average.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    record: RecordFile,
    /// How many lines of play are tried for each action that is compared
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..))]
    tries: u32,
    /// What everything random in the search follows from
    #[arg(long, default_value = "trigon")]
    seed: String,
    /// Print one JSON object per line and entry, with shares from 0 to 1; then one for each seat that rolled dice
    #[arg(long)]
    json: bool,
    /// Draw how the shares of all seats changed, as PNG or SVG, whichever the name ends with
    #[arg(long, value_name = "FILE", value_parser = parse_curve)]
    curve: Option<PathBuf>,
}

fn is_svg(file: &Path) -> bool {
    file.extension() == Some(OsStr::new("svg"))
}

fn parse_curve(text: &str) -> Result<PathBuf, String> {
    let file = PathBuf::from(text);
    let is_known = is_svg(&file) || file.extension() == Some(OsStr::new("png"));
    if is_known { Ok(file) } else { Err("the name of the picture ends with .png or .svg".to_owned()) }
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let record = args.record.read()?;
    let decisions = Decisions::of(&record).map_err(|error| match error {
        AnalysisError::Record(error) => args.record.attribute()(error),
        AnalysisError::NotInTurns(_) => Error::Usage(error.to_string()),
    })?;
    let judged = args.judge(&decisions);
    let title = record.game.info().title;
    if judged.is_empty() && !decisions.list.is_empty() {
        return Err(Error::Usage(format!(
            "computed players act at random in {title}, so there is nothing to compare its entries with"
        )));
    }
    let (names, entries, refused) = (decisions.names.clone(), decisions.entries, decisions.refused);
    let analysis = decisions.into_analysis(judged);
    if let Some(file) = &args.curve {
        let frame = Frame { title: record.title.as_deref().unwrap_or(title), names: &names };
        draw_curve(&analysis, &frame, file)?;
    }
    if args.json {
        print_json(&analysis, out)?;
    } else {
        let tries = args.tries;
        writeln!(out, "{title}, {tries} tries for each action that is compared, seed {:?}\n", args.seed)?;
        print_table(&analysis, &names, out)?;
        if let Some(file) = &args.curve {
            writeln!(out, "Curve: {}", file.display())?;
        }
    }
    out.flush()?;
    replay::report_refusals(refused, entries)
}

impl Args {
    /// Compares each decision with what a search would have done, on all cores. Decisions in games without a search have no
    /// result.
    fn judge(&self, decisions: &Decisions) -> Vec<JudgedDecision> {
        let seed = chance(&self.seed).u64(..);
        let list = &decisions.list;
        let mut judged = Vec::with_capacity(list.len());
        let bar = work::bar(list.len() as u64, "{bar:40} {pos}/{len} entries, {eta} left");
        let ControlFlow::Continue(()) = work::in_order(
            list.len(),
            |i| list[i].judge(self.tries, seed),
            |one| {
                bar.inc(1);
                judged.extend(one);
                ControlFlow::<Infallible>::Continue(())
            },
        );
        bar.finish_and_clear();
        judged
    }
}

/// Draws how the shares of all seats changed.
fn draw_curve(analysis: &Analysis, frame: &Frame<'_>, file: &Path) -> Result<(), Error> {
    let (scene, theme) = (analysis.curve().scene(frame), Theme::dark());
    let bytes = if is_svg(file) {
        trigon_render::svg(&scene, &theme).into_bytes()
    } else {
        trigon_render::png(&scene, &theme, DEFAULT_WIDTH)?
    };
    write_file(file, &bytes)
}

/// An entry as JSON.
#[derive(serde::Serialize)]
struct EntryJson<'a> {
    entry: usize,
    seat: Seat,
    played: LineJson<'a>,
    best: LineJson<'a>,
    before: f64,
    after: f64,
    loss: f64,
    turning_point: bool,
}

/// How the dice of a seat fell, as JSON.
#[derive(serde::Serialize)]
struct LuckJson {
    luck: Seat,
    rolls: u32,
    points: u64,
    /// The points above the average of such rolls.
    surplus: f64,
}

/// An action as JSON, with what it is worth to each seat.
#[derive(serde::Serialize)]
struct LineJson<'a> {
    action: &'a str,
    shares: Vec<f64>,
    proven: bool,
    tries: u32,
}

impl<'a> From<&'a RatedAction> for LineJson<'a> {
    fn from(line: &'a RatedAction) -> Self {
        let RatedAction { action, visits, shares, is_proven } = line;
        let shares = shares.iter().copied().map(rounded).collect();
        Self { action, shares, proven: *is_proven, tries: *visits }
    }
}

/// Rounds a share to four digits; any further ones are noise.
fn rounded(share: f32) -> f64 {
    (f64::from(share) * 10_000.0).round() / 10_000.0
}

fn print_json(analysis: &Analysis, out: &mut impl Write) -> Result<(), Error> {
    let turning = analysis.turning_points();
    for judged in &analysis.judged {
        let entry = EntryJson {
            entry: judged.seq,
            seat: judged.seat,
            played: (&judged.played).into(),
            best: (&judged.best).into(),
            before: rounded(judged.before()),
            after: rounded(judged.after()),
            loss: rounded(judged.loss()),
            turning_point: turning.contains(&judged),
        };
        serde_json::to_writer(&mut *out, &entry).map_err(std::io::Error::from)?;
        writeln!(out)?;
    }
    for luck in &analysis.luck {
        let (seat, rolls, points) = (luck.seat, luck.rolls, luck.points);
        let surplus = luck.twice_surplus() as f64 / 2.0;
        serde_json::to_writer(&mut *out, &LuckJson { luck: seat, rolls, points, surplus })
            .map_err(std::io::Error::from)?;
        writeln!(out)?;
    }
    Ok(())
}

/// Returns a share in percent.
fn percent(share: f32) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// The columns of the table, each as wide as its widest cell. The entry and the loss are numbers, and aligned to the right.
const COLUMNS: [&str; 8] = ["entry", "who", "played", "best", "before", "after", "loss", ""];
const NUMBER_COLUMNS: [usize; 2] = [0, 6];

fn print_table(analysis: &Analysis, names: &Names, out: &mut impl Write) -> Result<(), Error> {
    let name = |seat| one_line(&names.get(seat));
    let turning_points = analysis.turning_points();
    let row = |judged: &JudgedDecision| {
        let share = |share, is_proven| percent(share) + if is_proven { " proven" } else { "" };
        let is_best = judged.best.action == judged.played.action;
        [
            judged.seq.to_string(),
            format!("{} {}", judged.seat, name(judged.seat)),
            judged.played.action.clone(),
            if is_best { "the same".to_owned() } else { judged.best.action.clone() },
            share(judged.before(), judged.better().is_proven),
            share(judged.after(), judged.played.is_proven),
            format!("{:.0}", 100.0 * judged.loss()),
            if turning_points.contains(&judged) { "turning point".to_owned() } else { String::new() },
        ]
    };
    let head = COLUMNS.map(str::to_owned);
    let rows: Vec<_> = std::iter::once(head).chain(analysis.judged.iter().map(row)).collect();
    print_rows(&rows, out)?;
    writeln!(out)?;
    for judged in turning_points {
        let JudgedDecision { seq, seat, played, best } = judged;
        let (name, before, after) = (name(*seat), percent(judged.before()), percent(judged.after()));
        let (played, best) = (&played.action, &best.action);
        writeln!(
            out,
            "Entry {seq}: {name} falls from {before} to {after} with {played}; {best} was better."
        )?;
    }
    for luck in &analysis.luck {
        writeln!(out, "Luck: {} {luck}", name(luck.seat))?;
    }
    Ok(())
}

/// Prints rows in aligned columns.
fn print_rows(rows: &[[String; COLUMNS.len()]], out: &mut impl Write) -> Result<(), Error> {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
    let widths: Vec<usize> = (0..COLUMNS.len()).map(width).collect();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if NUMBER_COLUMNS.contains(&column) {
                format!("{cell:>width$}")
            } else {
                format!("{cell:width$}")
            }
        });
        writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}
