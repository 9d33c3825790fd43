//! Animated GIFs: pictures shown one after another.

use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, Repeat};

use crate::canvas::{Canvas, Colours};
use crate::{RenderError, Scene, Theme, Vision};

/// A scene with the time for which it is shown.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// The time in milliseconds, rounded to hundredths of a second.
    pub millis: u32,
}

/// Draws frames as a GIF that repeats forever, `width` pixels wide.
///
/// All frames share one palette, because Discord shows frames with palettes of their own in wrong colours. Only
/// the rectangle that differs from the previous frame is stored, which makes the file a fifth of the size.
///
/// # Errors
/// If there are no frames, the frames differ in size, or the picture has no usable size.
pub fn gif(frames: &[Frame<'_>], theme: &Theme, width: u32) -> Result<Vec<u8>, RenderError> {
    encode(frames, theme, width, |rgb| rgb)
}

/// Draws frames like [`gif()`], in the colours that a colour-blind person sees.
///
/// # Errors
/// The same as [`gif()`].
pub fn gif_as_seen(
    frames: &[Frame<'_>],
    theme: &Theme,
    width: u32,
    vision: Vision,
) -> Result<Vec<u8>, RenderError> {
    encode(frames, theme, width, |rgb| vision.see(rgb))
}

/// Encodes frames; `see` maps each colour of the palette to the one that is shown.
fn encode(
    frames: &[Frame<'_>],
    theme: &Theme,
    width: u32,
    see: impl Fn([u8; 3]) -> [u8; 3],
) -> Result<Vec<u8>, RenderError> {
    let mut colours = Colours::default();
    let mut canvases: Vec<(Canvas, Area)> = Vec::with_capacity(frames.len());
    let mut uses = Vec::new();
    for (i, frame) in frames.iter().enumerate() {
        let canvas = Canvas::draw(frame.scene, theme, width, &mut colours)?;
        if canvases.first().is_some_and(|(first, _)| first.height != canvas.height) {
            return Err(RenderError::FrameSize(i));
        }
        let area = canvases.last().map_or(Area::whole(&canvas), |(before, _)| Area::changed(before, &canvas));
        area.rows(&canvas).for_each(|row| colours.count(row, &mut uses));
        canvases.push((canvas, area));
    }
    let (first, _) = canvases.first().ok_or(RenderError::NoFrames)?;
    let (width, height) = (first.width as u16, first.height as u16);
    // Index 0 means "same as before" and has no colour of its own.
    let (palette, mut places) = colours.fold(&uses, 255);
    for place in &mut places {
        *place = place.saturating_add(1);
    }
    let mut rgb = vec![0; 3];
    rgb.extend(palette.into_iter().flat_map(see));
    let mut bytes = Vec::with_capacity(128 * 1024);
    let mut encoder = Encoder::new(&mut bytes, width, height, &rgb)?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut before: Option<&Canvas> = None;
    for ((canvas, area), frame) in canvases.iter().zip(frames) {
        let mut pixels = Vec::with_capacity(area.width * area.height);
        match before {
            None => area.rows(canvas).for_each(|row| {
                pixels.extend(row.iter().map(|&pixel| places[usize::from(pixel)]));
            }),
            Some(before) => area.rows(before).zip(area.rows(canvas)).for_each(|(old, new)| {
                let place = |(old, new): (&u16, &u16)| if old == new { 0 } else { places[usize::from(*new)] };
                pixels.extend(old.iter().zip(new).map(place));
            }),
        }
        encoder.write_frame(&gif::Frame {
            delay: (frame.millis / 10).min(u32::from(u16::MAX)) as u16,
            dispose: DisposalMethod::Keep,
            transparent: Some(0),
            left: area.left as u16,
            top: area.top as u16,
            width: area.width as u16,
            height: area.height as u16,
            buffer: Cow::Owned(pixels),
            ..gif::Frame::default()
        })?;
        before = Some(canvas);
    }
    drop(encoder);
    Ok(bytes)
}

/// A rectangle of pixels.
struct Area {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Area {
    /// Returns the pixels of a canvas inside the rectangle, row by row.
    fn rows<'a>(&self, canvas: &'a Canvas) -> impl Iterator<Item = &'a [u16]> {
        let (left, right) = (self.left, self.left + self.width);
        let rows = canvas.pixels.chunks_exact(canvas.width as usize);
        rows.skip(self.top).take(self.height).map(move |row| &row[left..right])
    }

    fn whole(canvas: &Canvas) -> Self {
        Self { left: 0, top: 0, width: canvas.width as usize, height: canvas.height as usize }
    }

    /// Returns the smallest rectangle that contains every pixel that differs. If none does, the rectangle is a
    /// single pixel, because a frame cannot be empty.
    fn changed(before: &Canvas, after: &Canvas) -> Self {
        let width = after.width as usize;
        let rows = before.pixels.chunks_exact(width).zip(after.pixels.chunks_exact(width));
        let mut area: Option<(usize, usize, usize, usize)> = None;
        for (y, (a, b)) in rows.enumerate() {
            if a == b {
                continue;
            }
            let left = a.iter().zip(b).position(|(a, b)| a != b).unwrap_or(0);
            let right = a.iter().zip(b).rposition(|(a, b)| a != b).unwrap_or(left);
            area = Some(area.map_or((left, right, y, y), |(l, r, t, _)| (l.min(left), r.max(right), t, y)));
        }
        let (left, right, top, bottom) = area.unwrap_or((0, 0, 0, 0));
        Self { left, top, width: right - left + 1, height: bottom - top + 1 }
    }
}
