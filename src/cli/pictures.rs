//! Pictures of the states in a record.

use std::io::Write;
use std::path::Path;
use std::str::FromStr;

use chrono::{DateTime, FixedOffset};
use trigon_render::{RenderError, Scene, Theme, Tile, Vision};

use super::Error;
use super::files::write_file;
use crate::games::{AnySession, By, Frame, Pace, Seat, Viewer, rests};
use crate::matches::{Record, Replay};

/// The look of pictures, and whose view they show.
#[derive(Debug, clap::Args)]
pub(super) struct Look {
    /// Whose view to show: public, host, seat:N or all (everything, as after the end)
    #[arg(long, value_name = "VIEWER", default_value = "public", value_parser = parse_viewer)]
    view: Viewer,
    /// The card's colours
    #[arg(long, value_name = "THEME", default_value = "dark", value_parser = ["dark", "light"])]
    theme: String,
    /// The width in pixels [default: 1100, animations 640, sheets 320 per picture]
    #[arg(long, value_name = "PX", value_parser = clap::value_parser!(u32).range(100..=4096))]
    pub(super) width: Option<u32>,
    /// Preview the pictures as colour-blind people see them
    #[arg(long, value_name = "VISION", value_parser = ["protan", "deutan", "tritan"])]
    vision: Option<String>,
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

impl Look {
    pub(super) fn theme(&self) -> Theme {
        Theme::named(&self.theme).unwrap_or_else(Theme::dark)
    }

    fn vision(&self) -> Option<Vision> {
        self.vision.as_deref().and_then(Vision::named)
    }

    /// Draws a scene as a PNG.
    pub(super) fn png(&self, scene: &Scene) -> Result<Vec<u8>, RenderError> {
        let (theme, width) = (self.theme(), self.width.unwrap_or(trigon_render::DEFAULT_WIDTH));
        match self.vision() {
            None => trigon_render::png(scene, &theme, width),
            Some(vision) => {
                let seen = trigon_render::simulate(&trigon_render::raster(scene, &theme, width)?, vision);
                trigon_render::encode_png(&seen)
            }
        }
    }
}

/// A picture with its name.
pub(super) struct Still {
    name: String,
    scene: Scene,
    /// The turn or round of the position, and how many things were resolved in it.
    resolved: (u32, usize),
}

/// Replays the record and draws every state whose picture differs from the previous one.
pub(super) fn stills(record: &Record, replay: &mut Replay<'_>, look: &Look) -> Result<Vec<Still>, Error> {
    if let Some(seat) = look.view.seat()
        && seat.index(replay.session().seats()).is_none()
    {
        return Err(Error::Asked(format!(
            "--view seat:{seat}: the seats are 1 to {}",
            replay.session().seats()
        )));
    }
    let title = record.title.as_deref().unwrap_or(record.game.info().title);
    let draw = |session: &dyn AnySession, seq: usize| {
        let phase = session.phase();
        let deadline = phase.clock_action().and_then(|_| deadline(record, seq));
        let frame = Frame { title, deadline: deadline.as_deref(), names: session.names() };
        let has_turns = session.info().pace == Pace::Turns;
        let name = if has_turns { format!("{seq:03}") } else { phase.id };
        let seen = session.observe(look.view);
        Still { name, scene: seen.scene(&frame), resolved: seen.resolved() }
    };
    let mut stills = vec![draw(replay.session(), 0)];
    while let Some(turn) = replay.step() {
        if turn.result.is_ok() {
            let still = draw(replay.session(), turn.seq);
            if stills.last().is_none_or(|last| last.scene != still.scene) {
                stills.push(still);
            }
        }
    }
    Ok(stills)
}

/// Returns when the clock makes its next entry, if the record says so.
fn deadline(record: &Record, seq: usize) -> Option<String> {
    let next = record.log.iter().skip(seq).find(|entry| entry.by == By::Clock)?;
    next.at.map(deadline_text)
}

/// Formats a deadline for pictures: `Fri 21 Nov, 18:00 UTC`.
pub(crate) fn deadline_text(at: DateTime<FixedOffset>) -> String {
    at.to_utc().format("%a %-d %b, %H:%M UTC").to_string()
}

/// Writes each picture to its own file.
pub(super) fn write_stills(
    stills: &[Still],
    folder: &Path,
    extension: &str,
    out: &mut impl Write,
    draw: impl Fn(&Scene) -> Result<Vec<u8>, Error>,
) -> Result<(), Error> {
    for still in stills {
        let path = folder.join(format!("{}.{extension}", still.name));
        write_file(&path, &draw(&still.scene)?)?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(())
}

/// Writes all pictures as an animation.
pub(super) fn write_gif(
    stills: &[Still],
    file: &Path,
    look: &Look,
    out: &mut impl Write,
) -> Result<(), Error> {
    let width = look.width.unwrap_or(trigon_render::ANIMATION_WIDTH);
    write_file(file, &animate(stills, &look.theme(), width, look.vision())?)?;
    Ok(writeln!(out, "{}", file.display())?)
}

/// Writes all pictures, small and with their names, on one sheet.
pub(super) fn write_sheet(
    stills: &[Still],
    file: &Path,
    look: &Look,
    out: &mut impl Write,
) -> Result<(), Error> {
    let tiles: Vec<Tile<'_>> =
        stills.iter().map(|still| Tile { scene: &still.scene, caption: &still.name }).collect();
    let mut sheet = trigon_render::sheet(&tiles, &look.theme(), look.width)?;
    if let Some(vision) = look.vision() {
        sheet = trigon_render::simulate(&sheet, vision);
    }
    write_file(file, &trigon_render::encode_png(&sheet)?)?;
    Ok(writeln!(out, "{}", file.display())?)
}

/// Draws pictures as an animation. All frames of an animation have one size, that of the highest.
fn animate(
    stills: &[Still],
    theme: &Theme,
    width: u32,
    vision: Option<Vision>,
) -> Result<Vec<u8>, RenderError> {
    let height = stills.iter().map(|still| still.scene.height).fold(0.0, f32::max);
    let scenes: Vec<Scene> = stills.iter().map(|still| Scene { height, ..still.scene.clone() }).collect();
    let resolved: Vec<(u32, usize)> = stills.iter().map(|still| still.resolved).collect();
    let frames: Vec<trigon_render::Frame<'_>> = scenes
        .iter()
        .zip(rests(&resolved))
        .map(|(scene, millis)| trigon_render::Frame { scene, millis })
        .collect();
    match vision {
        None => trigon_render::gif(&frames, theme, width),
        Some(vision) => trigon_render::gif_as_seen(&frames, theme, width, vision),
    }
}
