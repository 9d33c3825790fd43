//! `trigon replay`: the states of a record as lines of JSON or as pictures.

use std::io::Write;
use std::path::PathBuf;

use clap::builder::TypedValueParser;
use serde_json::value::RawValue;

use super::files::RecordFile;
use super::{Error, pictures};
use crate::games::{AnySession, By, DEFAULT_MAX_FRAMES, Information, Narration, Viewer};
use crate::matches::{Record, Replay, ReplayedEntry};

/// Replay a record and print or draw its states
///
/// Prints one JSON object per line: the state before the first entry, then one for each entry. With --pictures,
/// --svg, --gif or --sheet it draws instead, and prints the names of the files.
///
/// With --view, states have only what that viewer may know. In a game with secrets, everything else in them is null, and
/// what others did in secret has no line, so the lines are numbered anew.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    record: RecordFile,
    /// Add all legal actions of every seat that may act; with --view, in a game with secrets, only those of that seat
    #[arg(long, conflicts_with_all = ["pictures", "gif", "svg", "sheet"])]
    legal: bool,
    /// Write one PNG per round (or state) into this folder
    #[arg(long, value_name = "DIR")]
    pictures: Option<PathBuf>,
    /// Write one SVG per round (or state) into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "vision")]
    svg: Option<PathBuf>,
    /// Write an animated GIF to this file
    #[arg(long, value_name = "FILE")]
    gif: Option<PathBuf>,
    /// The most frames of the GIF; if there are more rounds (or states), the first, the last and others in between are
    /// shown, evenly spread
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAX_FRAMES, value_parser = most_frames())]
    max_frames: usize,
    /// Write all pictures, small and side by side, to this PNG
    #[arg(long, value_name = "FILE")]
    sheet: Option<PathBuf>,
    /// Fail if an entry is refused
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    picture: pictures::PictureOptions,
}

/// Parses the maximum number of frames, which is 2 or more: at least the first and the last are shown.
fn most_frames() -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u32).range(2..).map(|most| most as usize)
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let record = args.record.read()?;
    let replay = args.begin(&record)?;
    pictures::check_viewer(&replay, &args.picture)?;
    if args.pictures.is_some() || args.svg.is_some() || args.gif.is_some() || args.sheet.is_some() {
        args.draw(&record, out)?;
        return args.conclude(&count_entries(replay));
    }
    args.print_states(replay, out)
}

impl Args {
    fn begin<'a>(&self, record: &'a Record) -> Result<Replay<'a>, Error> {
        Replay::begin(record).map_err(self.record.attribute())
    }

    /// Writes the pictures that were asked for, and prints the names of their files.
    fn draw(&self, record: &Record, out: &mut impl Write) -> Result<(), Error> {
        let positions = || Ok(pictures::positions(record, self.begin(record)?, &self.picture));
        if let Some(folder) = &self.pictures {
            pictures::write_stills(positions()?, folder, "png", out, |scene| Ok(self.picture.png(scene)?))?;
        }
        if let Some(folder) = &self.svg {
            pictures::write_stills(positions()?, folder, "svg", out, |scene| {
                Ok(trigon_render::svg(scene, &self.picture.theme).into_bytes())
            })?;
        }
        if let Some(file) = &self.gif {
            pictures::write_gif(positions, self.max_frames, file, &self.picture, out)?;
        }
        if let Some(file) = &self.sheet {
            pictures::write_sheet(positions()?, file, &self.picture, out)?;
        }
        Ok(())
    }

    /// Prints a line for the state before the first entry, and one for each entry that the viewer may know of.
    fn print_states(&self, mut replay: Replay<'_>, out: &mut impl Write) -> Result<(), Error> {
        let mut lines = StateLines { out, viewer: self.picture.view, legal: self.legal };
        lines.print(0, None, replay.session())?;
        let mut shown = EntryCount::default();
        let mut hides_refused = false;
        let mut phase = replay.session().phase().id;
        while let Some(ReplayedEntry { entry, result, .. }) = replay.step() {
            let before = std::mem::replace(&mut phase, replay.session().phase().id);
            let (happened, error) = match result {
                Ok(narrations) => (narrations, None),
                Err(refusal) => (Vec::new(), Some(refusal.to_string())),
            };
            // A new phase shows even if what has ended the one before was secret.
            if !lines.shows(replay.session(), entry.by, &happened) && before == phase {
                hides_refused |= error.is_some();
                continue;
            }
            shown.add(error.is_some());
            lines.print(shown.entries, error.as_deref(), replay.session())?;
        }
        lines.out.flush()?;
        self.conclude(&shown)?;
        if hides_refused && self.strict {
            return Err(Error::Usage("an entry that this viewer does not see was refused".to_owned()));
        }
        Ok(())
    }

    /// Reports refused entries, or fails because of them if that was asked for.
    fn conclude(&self, count: &EntryCount) -> Result<(), Error> {
        match refusals(count.refused, count.entries) {
            Some(sentence) if self.strict => Err(Error::Usage(sentence)),
            _ => report_refusals(count.refused, count.entries),
        }
    }
}

/// How many entries there were, and how many of them were refused.
#[derive(Default)]
struct EntryCount {
    entries: usize,
    refused: usize,
}

impl EntryCount {
    fn add(&mut self, is_refused: bool) {
        self.entries += 1;
        self.refused += usize::from(is_refused);
    }
}

fn count_entries(mut replay: Replay<'_>) -> EntryCount {
    let mut count = EntryCount::default();
    while let Some(replayed) = replay.step() {
        count.add(replayed.result.is_err());
    }
    count
}

/// Prints the states of a match as lines of JSON.
struct StateLines<'a, W> {
    out: &'a mut W,
    /// Whose knowledge the states are limited to, if anybody's.
    viewer: Option<Viewer>,
    /// Whether the lines have the legal actions.
    legal: bool,
}

impl<W: Write> StateLines<'_, W> {
    /// Returns the viewer if there is something in the match that they may not know.
    fn limited(&self, table: &dyn AnySession) -> Option<Viewer> {
        let has_secrets = table.info().information == Information::Hidden;
        self.viewer.filter(|viewer| has_secrets && !viewer.sees_all())
    }

    /// Returns whether the viewer may know that there was an entry.
    fn shows(&self, table: &dyn AnySession, by: By, happened: &[Narration]) -> bool {
        let Some(viewer) = self.limited(table) else { return true };
        let is_own = viewer.seat().is_some_and(|seat| by == By::Seat(seat));
        is_own || happened.iter().any(|told| told.audience.includes(viewer))
    }

    fn print(&mut self, seq: usize, error: Option<&str>, table: &dyn AnySession) -> Result<(), Error> {
        #[derive(serde::Serialize)]
        struct StateLine<'a> {
            seq: usize,
            ok: bool,
            #[serde(skip_serializing_if = "Option::is_none")]
            error: Option<&'a str>,
            state: Box<RawValue>,
            #[serde(skip_serializing_if = "Option::is_none")]
            legal: Option<serde_json::Map<String, serde_json::Value>>,
        }
        let limited = self.limited(table);
        let legal = self.legal.then(|| {
            let mut seats: Vec<_> = table.to_act().into_iter().map(|decision| decision.seat).collect();
            seats.dedup();
            seats.retain(|seat| limited.is_none_or(|viewer| viewer.seat() == Some(*seat)));
            seats.into_iter().map(|seat| (seat.to_string(), table.legal(seat).into())).collect()
        });
        let state = match limited {
            None => table.state_json(),
            Some(viewer) => table.seen_json(viewer).ok_or_else(|| {
                let title = table.info().title;
                Error::Usage(format!("--view: {title} does not say what a viewer may know of a state"))
            })?,
        };
        let state = RawValue::from_string(state).map_err(std::io::Error::from)?;
        let line = StateLine { seq, ok: error.is_none(), error, state, legal };
        serde_json::to_writer(&mut *self.out, &line).map_err(std::io::Error::from)?;
        Ok(writeln!(self.out)?)
    }
}

/// Says on standard error how many entries were refused, if any were.
pub(super) fn report_refusals(refused: usize, entries: usize) -> Result<(), Error> {
    refusals(refused, entries).map_or(Ok(()), |sentence| Ok(writeln!(std::io::stderr(), "{sentence}")?))
}

/// Returns the sentence about refused entries, if there are any.
fn refusals(refused: usize, entries: usize) -> Option<String> {
    (refused > 0).then(|| format!("{refused} of {entries} entries refused, which changed nothing"))
}
