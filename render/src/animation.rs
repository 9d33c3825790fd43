//! Animated GIFs: pictures shown one after another.

use std::borrow::Cow;
use std::io::{Cursor, Seek, SeekFrom, Write};

use gif::{DisposalMethod, Encoder, Repeat};

use crate::canvas::Canvas;
use crate::colours::Colours;
use crate::lzw::{self, Pixel};
use crate::palette::Palette;
use crate::{RenderError, Scene, Theme, Vision};

/// The position of the palette in a file: after the header and the size of the picture.
const PALETTE_OFFSET: u64 = 13;

/// A scene and how long it is shown.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// The time in milliseconds, rounded to hundredths of a second.
    pub millis: u32,
}

/// Draws frames as a GIF that repeats forever, `width` pixels wide.
///
/// # Errors
/// Returns an error if there are no frames, the frames differ in size, or the picture has no usable size.
pub fn gif(frames: &[Frame<'_>], theme: &Theme, width: u32) -> Result<Vec<u8>, RenderError> {
    let mut animation = Animation::new(Cursor::new(Vec::with_capacity(128 * 1024)), theme, width, None);
    for &frame in frames {
        animation.push(frame)?;
    }
    Ok(animation.finish()?.into_inner())
}

/// A GIF that repeats forever and is written frame by frame. It takes the memory of two frames, however long it gets.
///
/// All frames share one palette, because Discord shows frames with their own palettes in the wrong colours. It is at
/// the beginning of the file and is written last. Only the rectangle that differs from the previous frame is stored,
/// which shrinks the file to a fifth of its size.
pub struct Animation<W: Write + Seek> {
    theme: Theme,
    width: u32,
    vision: Option<Vision>,
    colours: Colours,
    palette: Palette,
    /// The previous frame.
    before: Option<Canvas>,
    /// The frame before that, whose memory the next frame reuses.
    spare: Canvas,
    frames: usize,
    out: GifOutput<W>,
}

/// The output of a GIF.
enum GifOutput<W: Write + Seek> {
    /// Nothing has been written yet, because the size is only known once there is a frame.
    Empty(W),
    /// The start of the file, and the encoder that writes it.
    Begun(u64, Encoder<W>),
    /// Writing has failed.
    Broken,
}

impl<W: Write + Seek> Animation<W> {
    /// Creates an animation without frames, `width` pixels wide, in colours as seen with `vision`, if given.
    pub fn new(out: W, theme: &Theme, width: u32, vision: Option<Vision>) -> Self {
        Self {
            theme: theme.clone(),
            width,
            vision,
            colours: Colours::for_animation(),
            palette: Palette::new(),
            before: None,
            spare: Canvas::default(),
            frames: 0,
            out: GifOutput::Empty(out),
        }
    }

    /// Adds a frame.
    ///
    /// # Errors
    /// Returns an error if the frame differs from the first in size, has no usable size, or cannot be written.
    pub fn push(&mut self, frame: Frame<'_>) -> Result<(), RenderError> {
        let mut canvas = std::mem::take(&mut self.spare);
        canvas.draw(frame.scene, &self.theme, self.width, &mut self.colours)?;
        if self.before.as_ref().is_some_and(|before| before.height != canvas.height) {
            return Err(RenderError::FrameSize(self.frames));
        }
        self.frames += 1;
        let area = self.before.as_ref().map_or(Area::whole(&canvas), |before| Area::changed(before, &canvas));
        let pixels = self.pixels(&canvas, &area);
        let frame = gif::Frame {
            delay: (frame.millis / 10).min(u32::from(u16::MAX)) as u16,
            dispose: DisposalMethod::Keep,
            transparent: Some(0),
            left: area.left as u16,
            top: area.top as u16,
            width: area.width as u16,
            height: area.height as u16,
            buffer: Cow::Owned(lzw::compress(&pixels)),
            ..gif::Frame::default()
        };
        self.begin_file(&canvas)?.write_lzw_pre_encoded_frame(&frame)?;
        self.spare = self.before.replace(canvas).unwrap_or_default();
        Ok(())
    }

    /// Returns the pixels in an area of a new frame, as the palette numbers them.
    fn pixels(&mut self, canvas: &Canvas, area: &Area) -> Vec<Pixel> {
        let new_rows = || area.rows(canvas);
        let changed = new_rows().flat_map(|row| row.iter().copied());
        let mut pixels: Vec<Pixel> = Vec::with_capacity(area.width * area.height);
        match &self.before {
            None => {
                let indices = self.palette.admit(changed, &self.colours);
                let index = |pixel: u16| indices[usize::from(pixel)];
                for row in new_rows() {
                    pixels.extend(row.iter().map(|&new| Pixel { index: index(new), may_stay: false }));
                }
            }
            Some(before) => {
                let old = area.rows(before).flat_map(|row| row.iter().copied());
                let changed = changed.zip(old).filter(|(new, old)| new != old).map(|(new, _)| new);
                let indices = self.palette.admit(changed, &self.colours);
                let index = |pixel: u16| indices[usize::from(pixel)];
                for (old, new) in area.rows(before).zip(new_rows()) {
                    let both = old.iter().zip(new);
                    pixels.extend(both.map(|(old, new)| Pixel { index: index(*new), may_stay: old == new }));
                }
            }
        }
        pixels
    }

    /// Writes the head of the file before the first frame, and returns the encoder.
    fn begin_file(&mut self, first: &Canvas) -> Result<&mut Encoder<W>, RenderError> {
        self.out = match std::mem::replace(&mut self.out, GifOutput::Broken) {
            GifOutput::Empty(mut out) => {
                let start = out.stream_position()?;
                // This reserves room for the palette.
                let mut encoder = Encoder::new(out, first.width as u16, first.height as u16, &[0; 3 * 256])?;
                encoder.set_repeat(Repeat::Infinite)?;
                GifOutput::Begun(start, encoder)
            }
            begun => begun,
        };
        match &mut self.out {
            GifOutput::Begun(_, encoder) => Ok(encoder),
            GifOutput::Empty(_) | GifOutput::Broken => Err(RenderError::NoFrames),
        }
    }

    /// Returns the number of bytes written so far, without the end of the file.
    pub fn written(&mut self) -> u64 {
        match &mut self.out {
            GifOutput::Begun(start, encoder) => {
                encoder.get_mut().stream_position().unwrap_or(*start) - *start
            }
            GifOutput::Empty(_) | GifOutput::Broken => 0,
        }
    }

    /// Writes the end of the file and the palette.
    ///
    /// # Errors
    /// Returns an error if there are no frames, or if the file cannot be written.
    pub fn finish(self) -> Result<W, RenderError> {
        let GifOutput::Begun(start, encoder) = self.out else { return Err(RenderError::NoFrames) };
        let mut out = encoder.into_inner()?;
        let end = out.stream_position()?;
        out.seek(SeekFrom::Start(start + PALETTE_OFFSET))?;
        let see = |&rgb: &[u8; 3]| self.vision.map_or(rgb, |vision| vision.see(rgb));
        // Index 0 means "same as before" and has no colour of its own.
        let colours = self.palette.rgb().iter().map(see);
        let table: Vec<u8> = std::iter::once([0; 3]).chain(colours).flatten().collect();
        out.write_all(&table)?;
        out.seek(SeekFrom::Start(end))?;
        out.flush()?;
        Ok(out)
    }
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

    /// Returns the smallest rectangle that contains every pixel that differs, or a single pixel if none does, because a
    /// frame cannot be empty.
    fn changed(before: &Canvas, after: &Canvas) -> Self {
        let width = after.width as usize;
        let rows = || before.pixels.chunks_exact(width).zip(after.pixels.chunks_exact(width));
        let is_changed = |(old, new): (&[u16], &[u16])| old != new;
        let (Some(top), Some(bottom)) = (rows().position(is_changed), rows().rposition(is_changed)) else {
            return Self { left: 0, top: 0, width: 1, height: 1 };
        };
        let within = || rows().skip(top).take(bottom - top + 1).map(|(old, new)| old.iter().zip(new));
        let left = within().filter_map(|mut row| row.position(|(old, new)| old != new)).min().unwrap_or(0);
        let right =
            within().filter_map(|mut row| row.rposition(|(old, new)| old != new)).max().unwrap_or(left);
        Self { left, top, width: right - left + 1, height: bottom - top + 1 }
    }
}
