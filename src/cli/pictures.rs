//! Pictures of the states in a record, for `trigon replay`: one file for each, an animation, or a sheet; and the arguments for their
//! look.

use std::io::{BufWriter, Cursor, Seek, Write};
use std::path::Path;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use trigon_render::{Animation, RenderError, Scene, Theme, Tile, Vision};

use super::Error;
use super::files::{create_file, write_file};
use crate::games::{AnySession, Film, Frame, Pace, Position, Seat, Viewer};
use crate::matches::{Record, Replay};

/// The size of a file that nobody limits, in bytes.
const UNLIMITED_BYTES: u64 = u64::MAX;

/// The look of pictures, and whose view they show.
#[derive(Debug, clap::Args)]
pub(super) struct PictureOptions {
    /// Whose view to show: public, host, seat:N or all (everything, as after the end) [default: public in pictures, all in
    /// states]
    #[arg(long, value_name = "VIEWER", value_parser = parse_viewer)]
    pub(super) view: Option<Viewer>,
    /// The card's colours
    #[arg(long, value_name = "THEME", default_value = "dark", value_parser = theme())]
    pub(super) theme: Theme,
    /// The width in pixels [default: 960, animations 560, sheets 320 per picture]
    #[arg(long, value_name = "PX", value_parser = clap::value_parser!(u32).range(100..=4096))]
    pub(super) width: Option<u32>,
    /// Preview the pictures as colour-blind people see them
    #[arg(long, value_name = "VISION", value_parser = vision())]
    vision: Option<Vision>,
}

fn theme() -> impl TypedValueParser<Value = Theme> {
    PossibleValuesParser::new(["dark", "light"]).try_map(|name| Theme::named(&name).ok_or("no such theme"))
}

fn vision() -> impl TypedValueParser<Value = Vision> {
    let names = PossibleValuesParser::new(["protan", "deutan", "tritan"]);
    names.try_map(|name| Vision::named(&name).ok_or("no such vision"))
}

fn parse_viewer(text: &str) -> Result<Viewer, String> {
    match text {
        "public" => Ok(Viewer::Public),
        "host" => Ok(Viewer::Host),
        "all" => Ok(Viewer::Afterwards),
        _ => text
            .strip_prefix("seat:")
            .and_then(|seat| u8::from_str(seat).ok())
            .map(|seat| Viewer::Beside(Seat::new(seat)))
            .ok_or_else(|| "write public, host, all or seat:N".to_owned()),
    }
}

impl PictureOptions {
    /// Draws a scene as a PNG.
    pub(super) fn png(&self, scene: &Scene) -> Result<Vec<u8>, RenderError> {
        let (theme, width) = (&self.theme, self.width.unwrap_or(trigon_render::DEFAULT_WIDTH));
        match self.vision {
            None => trigon_render::png(scene, theme, width),
            Some(vision) => {
                let seen = trigon_render::simulate(&trigon_render::raster(scene, theme, width)?, vision);
                trigon_render::encode_png(&seen)
            }
        }
    }
}

/// Returns an error if a record does not have the seat whose view is shown.
pub(super) fn check_viewer(replay: &Replay<'_>, options: &PictureOptions) -> Result<(), Error> {
    if let Some(seat) = options.view.and_then(Viewer::seat)
        && seat.index(replay.session().seats()).is_none()
    {
        return Err(Error::Usage(format!(
            "--view seat:{seat}: the seats are 1 to {}",
            replay.session().seats()
        )));
    }
    Ok(())
}

/// Replays the record and returns every position whose picture differs from the previous one.
pub(super) fn positions<'a>(
    record: &'a Record,
    replay: Replay<'a>,
    options: &'a PictureOptions,
) -> impl Iterator<Item = Position> + 'a {
    let title = record.title.as_deref().unwrap_or(record.game.info().title);
    replay.positions(move |session: &dyn AnySession, seq: usize| {
        let phase = session.phase();
        let frame = Frame { title, names: session.names() };
        let has_turns = session.info().pace == Pace::Turns;
        let name = if has_turns { format!("{seq:03}") } else { phase.id };
        let seen = session.observe(options.view.unwrap_or(Viewer::Public));
        Position { name, scene: seen.scene(&frame), resolved: seen.resolved() }
    })
}

/// Writes each picture to its own file.
pub(super) fn write_stills(
    positions: impl Iterator<Item = Position>,
    folder: &Path,
    extension: &str,
    out: &mut impl Write,
    draw: impl Fn(&Scene) -> Result<Vec<u8>, Error>,
) -> Result<(), Error> {
    for Position { name, scene, .. } in positions {
        let path = folder.join(format!("{name}.{extension}"));
        write_file(&path, &draw(&scene)?)?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(())
}

/// Writes up to `max_frames` pictures as an animation, frame by frame. The positions are generated twice, first to count
/// them.
pub(super) fn write_gif<I: Iterator<Item = Position>>(
    positions: impl Fn() -> Result<I, Error>,
    max_frames: usize,
    file: &Path,
    options: &PictureOptions,
    out: &mut impl Write,
) -> Result<(), Error> {
    let film = Film::new(positions()?);
    let width = options.width.unwrap_or(trigon_render::ANIMATION_WIDTH);
    let attribute = |error| match error {
        RenderError::Write(source) => Error::Write { path: file.display().to_string(), source },
        error => error.into(),
    };
    let mut to = create_file(file)?;
    let shown = if to.stream_position().is_ok() {
        let mut animation = Animation::new(BufWriter::new(to), &options.theme, width, options.vision);
        let shown =
            film.show(positions()?, max_frames, UNLIMITED_BYTES, &mut animation).map_err(attribute)?;
        animation.finish().map_err(attribute)?;
        shown
    } else {
        // A pipe: the palette, which comes at the beginning but is known only at the end, cannot be filled in later.
        let mut animation = Animation::new(Cursor::new(Vec::new()), &options.theme, width, options.vision);
        let shown =
            film.show(positions()?, max_frames, UNLIMITED_BYTES, &mut animation).map_err(attribute)?;
        let bytes = animation.finish().map_err(attribute)?.into_inner();
        to.write_all(&bytes).map_err(|error| attribute(error.into()))?;
        shown
    };
    if shown < film.positions() {
        // Standard output is for the names of files only.
        let all = film.positions();
        let _ =
            writeln!(std::io::stderr(), "{}: {shown} of {all} positions; see --max-frames", file.display());
    }
    Ok(writeln!(out, "{}", file.display())?)
}

/// Writes all pictures, small and with their names, to one sheet.
pub(super) fn write_sheet(
    positions: impl Iterator<Item = Position>,
    file: &Path,
    options: &PictureOptions,
    out: &mut impl Write,
) -> Result<(), Error> {
    let all: Vec<Position> = positions.collect();
    let tiles: Vec<Tile<'_>> = all.iter().map(|one| Tile { scene: &one.scene, caption: &one.name }).collect();
    let mut sheet = trigon_render::sheet(&tiles, &options.theme, options.width)?;
    if let Some(vision) = options.vision {
        sheet = trigon_render::simulate(&sheet, vision);
    }
    write_file(file, &trigon_render::encode_png(&sheet)?)?;
    Ok(writeln!(out, "{}", file.display())?)
}
