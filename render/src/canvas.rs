//! A canvas of palette indices, painted by exact-area coverage.
//!
//! A board consists of a few flat colours and their blends along edges. Painting indices instead of colours
//! yields the palette of the file at no extra cost, and all frames of an animation can share one.

use std::collections::HashMap;
use std::{iter, mem};

use ab_glyph::{Font, FontRef, Glyph, point};

use crate::coverage::{Coverage, LEVELS, level_of};
use crate::font::{CAPITALS, Face};
use crate::geometry::{Point, bar, clip, ellipse, inset, round_rect};
use crate::stamps::{Form, Key, Run, Stamps};
use crate::{Anchor, MAX_PIXELS, Paint, RenderError, Scene, Shape, Stroke, Theme, Weight};

pub(crate) type Rgb = [u8; 3];

/// The largest radius in pixels of a disc that is drawn at the nearest quarter of a pixel.
const SMALL_DISC: f32 = 64.0;

/// The largest font size in pixels; larger letters are not drawn.
const MAX_EM: f32 = 2048.0;

/// The colours seen so far, numbered in order of appearance, with a cache of blends.
#[derive(Clone)]
pub(crate) struct Colours {
    rgb: Vec<Rgb>,
    ids: HashMap<Rgb, u16>,
    /// Recent blends, indexed by a hash of their keys. Every pixel of every edge looks one up.
    blends: Vec<(u64, u16)>,
    /// The number of distinct levels of coverage.
    levels: u8,
    /// The most colours that there can be. A blend beyond that is replaced by a similar colour.
    most: usize,
}

/// The number of colours that are kept for areas, in which one would notice another colour, when edges have many blends.
const AREAS: usize = 32;

/// The number of blends in the cache.
const BLENDS: usize = 1 << 12;

impl Default for Colours {
    fn default() -> Self {
        Self {
            rgb: Vec::new(),
            ids: HashMap::new(),
            blends: vec![(u64::MAX, 0); BLENDS],
            levels: LEVELS,
            most: 1 << 16,
        }
    }
}

impl Colours {
    /// Creates a list without colours for a picture, which fit into the palette of a PNG. With one blend along an edge, files
    /// are half as large as by default, and one has to look closely to see the difference.
    pub(crate) fn for_still() -> Self {
        Self { levels: 2, most: 256, ..Self::default() }
    }

    /// Creates a list without colours for an animation, which is half as wide as a picture, so its edges count for more.
    pub(crate) fn for_animation() -> Self {
        Self { levels: 3, ..Self::default() }
    }

    /// Returns whether edges are only drawn roughly, as in files.
    const fn is_coarse(&self) -> bool {
        self.levels < LEVELS
    }

    /// Returns the index of a theme's colour.
    fn id(&mut self, rgb: Rgb) -> u16 {
        self.admit(rgb, self.most)
    }

    /// Returns the index of a colour, or of the most similar one if it is new and there are this many already.
    fn admit(&mut self, rgb: Rgb, most: usize) -> u16 {
        if let Some(&id) = self.ids.get(&rgb) {
            return id;
        }
        if self.rgb.len() >= most {
            return nearest(&self.rgb, rgb) as u16;
        }
        let id = self.rgb.len() as u16;
        self.rgb.push(rgb);
        self.ids.insert(rgb, id);
        id
    }

    /// Returns the blend of `top` over `below`, with an opacity in 255ths, for an area or along an edge.
    fn blend(&mut self, below: u16, top: u16, alpha: u8, is_area: bool) -> u16 {
        let key = u64::from(below) << 32 | u64::from(top) << 16 | u64::from(alpha);
        // Fibonacci hashing: the upper bits of the product depend on all bits of the key.
        let place = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 52) as usize % BLENDS;
        if self.blends[place].0 == key {
            return self.blends[place].1;
        }
        let (a, b) = (self.rgb[usize::from(below)], self.rgb[usize::from(top)]);
        let mix = |a: u8, b: u8| {
            let (a, b, alpha) = (u32::from(a), u32::from(b), u32::from(alpha));
            ((a * (255 - alpha) + b * alpha + 127) / 255) as u8
        };
        let kept = if is_area { Theme::COLOURS } else { Theme::COLOURS + AREAS };
        let id = self.admit([mix(a[0], b[0]), mix(a[1], b[1]), mix(a[2], b[2])], self.most - kept);
        self.blends[place] = (key, id);
        id
    }

    /// Returns all colours in the order of their indices.
    pub(crate) fn rgb(&self) -> &[Rgb] {
        &self.rgb
    }
}

/// Returns the index of the most similar colour. Green counts most and blue least, as in the human eye.
pub(crate) fn nearest(palette: &[Rgb], rgb: Rgb) -> usize {
    let distance = |other: &Rgb| -> i32 {
        let d = |i: usize| i32::from(rgb[i]) - i32::from(other[i]);
        3 * d(0) * d(0) + 6 * d(1) * d(1) + d(2) * d(2)
    };
    (0..palette.len()).min_by_key(|&i| distance(&palette[i])).unwrap_or(0)
}

/// A palette index as a canvas stores it.
pub(crate) trait Index: Copy {
    /// The number of indices before each row. A PNG wants one there: 0, the index of the ground, says that the row has no
    /// filter.
    const LEAD: usize;
    fn new(id: u16) -> Self;
    fn id(self) -> u16;
}

impl Index for u16 {
    const LEAD: usize = 0;

    fn new(id: u16) -> Self {
        id
    }

    fn id(self) -> u16 {
        self
    }
}

/// For pictures with at most 256 colours: they take half the memory, and are a PNG's rows as they are.
impl Index for u8 {
    const LEAD: usize = 1;

    fn new(id: u16) -> Self {
        id as u8
    }

    fn id(self) -> u16 {
        self.into()
    }
}

/// A picture made of palette indices, row by row.
#[derive(Default)]
pub(crate) struct Canvas<P = u16> {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) pixels: Vec<P>,
    tools: Tools,
}

impl<P: Index> Canvas<P> {
    /// Shows what another canvas shows, in the memory that this one has.
    pub(crate) fn copy(&mut self, other: &Self) {
        (self.width, self.height) = (other.width, other.height);
        self.pixels.clone_from(&other.pixels);
    }
}

/// Returns the height in pixels of a scene drawn at this width, and the scale.
fn size(scene: &Scene, width: u32) -> Result<(u32, f32), RenderError> {
    let real = |v: f32| v.is_finite() && v > 0.0;
    if !real(scene.width) || !real(scene.height) {
        return Err(RenderError::SceneSize { width: scene.width, height: scene.height });
    }
    let scale = width as f32 / scene.width;
    let height = (scene.height * scale).round();
    if !(1..=MAX_PIXELS).contains(&width) || !(1.0..=MAX_PIXELS as f32).contains(&height) {
        return Err(RenderError::PictureSize { width, height });
    }
    Ok((height as u32, scale))
}

impl<P: Index> Canvas<P> {
    /// Draws a scene, replacing what the canvas shows.
    pub(crate) fn draw(
        &mut self,
        scene: &Scene,
        theme: &Theme,
        width: u32,
        colours: &mut Colours,
    ) -> Result<(), RenderError> {
        self.backdrop(scene, theme, width, colours)?;
        self.above(scene, theme, colours);
        Ok(())
    }

    /// Draws the backdrop of a scene, replacing what the canvas shows.
    pub(crate) fn backdrop(
        &mut self,
        scene: &Scene,
        theme: &Theme,
        width: u32,
        colours: &mut Colours,
    ) -> Result<(), RenderError> {
        let (height, scale) = size(scene, width)?;
        let ground = colours.id(theme.rgb(scene.background));
        (self.width, self.height) = (width, height);
        self.pixels.clear();
        self.pixels.resize((P::LEAD + width as usize) * height as usize, P::new(ground));
        self.shapes(scene.layers().0, theme, colours, scale);
        Ok(())
    }

    /// Draws what is above the backdrop of a scene, which the canvas shows already.
    pub(crate) fn above(&mut self, scene: &Scene, theme: &Theme, colours: &mut Colours) {
        let scale = self.width as f32 / scene.width;
        self.shapes(scene.layers().1, theme, colours, scale);
    }

    fn shapes(&mut self, shapes: &[Shape], theme: &Theme, colours: &mut Colours, scale: f32) {
        let mut brush = Brush { theme, colours, scale, tools: mem::take(&mut self.tools) };
        for shape in shapes {
            self.shape(shape, &mut brush);
        }
        self.tools = brush.tools;
    }

    fn shape(&mut self, shape: &Shape, brush: &mut Brush<'_>) {
        match shape {
            Shape::Polygon { points, fill, stroke } => self.outline(points, *fill, *stroke, brush),
            Shape::Line { from, to, width, paint } => {
                if let Some(bar) = bar(*from, *to, *width) {
                    self.fill(&[bar], *paint, brush);
                }
            }
            Shape::Circle { center, radius, fill, stroke } => {
                self.rounded(*center, (*radius, *radius), *fill, *stroke, brush);
            }
            Shape::Ellipse { center, radii, fill, stroke } => {
                self.rounded(*center, *radii, *fill, *stroke, brush);
            }
            Shape::RoundRect { x, y, width, height, radius, fill, stroke } => {
                let at = |d: f32| round_rect(x - d, y - d, width + 2.0 * d, height + 2.0 * d, radius + d);
                if let Some(fill) = fill {
                    self.fill(&[at(0.0)], *fill, brush);
                }
                self.ring(*stroke, brush, at);
            }
            Shape::Text { at, size, anchor, weight, text, paint } => {
                self.text(*at, *size, *anchor, *weight, text, *paint, brush);
            }
        }
    }

    fn outline(
        &mut self,
        points: &[Point],
        fill: Option<Paint>,
        stroke: Option<Stroke>,
        brush: &mut Brush<'_>,
    ) {
        match (fill, stroke) {
            // With opaque paints, a polygon on a larger one looks the same, and has one outline less.
            (Some(fill), Some(Stroke { paint, width })) if fill.alpha >= 1.0 && paint.alpha >= 1.0 => {
                self.fill(&[inset(points, -width / 2.0)], paint, brush);
                self.fill(&[inset(points, width / 2.0)], fill, brush);
            }
            _ => {
                if let Some(fill) = fill {
                    self.fill(&[points.to_vec()], fill, brush);
                }
                self.ring(stroke, brush, |d| inset(points, -d));
            }
        }
    }

    fn rounded(
        &mut self,
        center: Point,
        radii: (f32, f32),
        fill: Option<Paint>,
        stroke: Option<Stroke>,
        brush: &mut Brush<'_>,
    ) {
        let grown = |d: f32| ((radii.0 + d).max(0.0), (radii.1 + d).max(0.0));
        match (fill, stroke) {
            // As for polygons.
            (Some(fill), Some(Stroke { paint, width })) if fill.alpha >= 1.0 && paint.alpha >= 1.0 => {
                self.disc(center, grown(width / 2.0), None, paint, brush);
                self.disc(center, grown(-width / 2.0), None, fill, brush);
            }
            _ => {
                if let Some(fill) = fill {
                    self.disc(center, radii, None, fill, brush);
                }
                if let Some(Stroke { paint, width }) = stroke {
                    self.disc(center, grown(width / 2.0), Some(grown(-width / 2.0)), paint, brush);
                }
            }
        }
    }

    /// Fills an ellipse, except for a smaller one within it.
    fn disc(
        &mut self,
        center: Point,
        radii: (f32, f32),
        hole: Option<(f32, f32)>,
        paint: Paint,
        brush: &mut Brush<'_>,
    ) {
        let scale = brush.scale;
        let pixels = radii.0.max(radii.1) * scale;
        let outlines = |center: Point, scale: f32| {
            let at = |radii: (f32, f32)| ellipse(center, (radii.0 * scale, radii.1 * scale), pixels);
            let hole = hole.map(|radii| {
                let mut hole = at(radii);
                hole.reverse();
                hole
            });
            iter::once(at(radii)).chain(hole).collect::<Vec<_>>()
        };
        let reach = (pixels + 2.0).ceil();
        let middle = (center.0 * scale, center.1 * scale);
        let is_near = |at: f32, size: u32| at >= -reach && at <= size as f32 + reach;
        let is_small = |radius: f32| (0.0..=SMALL_DISC).contains(&(radius * scale));
        let alike = brush.colours.is_coarse()
            && iter::once(radii).chain(hole).all(|(x, y)| is_small(x) && is_small(y))
            && is_near(middle.0, self.width)
            && is_near(middle.1, self.height);
        if !alike {
            self.fill(&outlines(center, 1.0), paint, brush);
            return;
        }
        let (left, right) = whole_and_part(middle.0, brush.colours);
        let (top, down) = whole_and_part(middle.1, brush.colours);
        let sizes = [radii.0, radii.1, hole.map_or(-1.0, |hole| hole.0), hole.map_or(-1.0, |hole| hole.1)];
        let levels = brush.colours.levels;
        let form = Form::Disc(sizes.map(|size| (size * scale).to_bits()));
        let key = Key { form, part: [right.to_bits(), down.to_bits()], levels };
        let Tools { coverage, stamps } = &mut brush.tools;
        let runs = stamps.get(key, || {
            let mut runs = Vec::new();
            coverage.runs(&outlines((reach + right, reach + down), scale), levels, |row, from, to, level| {
                runs.push(Run { row: row as i16, from: from as i16, to: to as i16, level });
            });
            runs
        });
        let mut ink = Ink::new(paint, brush.theme, brush.colours);
        self.stamp(runs, (left - reach as i32, top - reach as i32), &mut ink, brush.colours);
    }

    /// Applies ink to runs of pixels that begin at a place, as far as they are on the canvas.
    fn stamp(&mut self, runs: &[Run], (left, top): (i32, i32), ink: &mut Ink, colours: &mut Colours) {
        let (width, height) = (self.width as i32, self.height as i32);
        let stride = P::LEAD + self.width as usize;
        for run in runs {
            let row = top + i32::from(run.row);
            let (from, to) = ((left + i32::from(run.from)).max(0), (left + i32::from(run.to)).min(width));
            if (0..height).contains(&row) && from < to {
                let start = row as usize * stride + P::LEAD;
                ink.apply(&mut self.pixels[start + from as usize..start + to as usize], run.level, colours);
            }
        }
    }

    /// Fills the area between an outline grown and the same outline shrunk, each by half the width of a stroke.
    fn ring(&mut self, stroke: Option<Stroke>, brush: &mut Brush<'_>, at: impl Fn(f32) -> Vec<Point>) {
        if let Some(Stroke { paint, width }) = stroke {
            let mut inner = at(-width / 2.0);
            inner.reverse();
            self.fill(&[at(width / 2.0), inner], paint, brush);
        }
    }

    /// Fills outlines given in scene units. An outline that turns the other way cuts a hole.
    fn fill(&mut self, outlines: &[Vec<Point>], paint: Paint, brush: &mut Brush<'_>) {
        let scale = brush.scale;
        let (width, height) = (self.width as f32, self.height as f32);
        let clipped: Vec<Vec<Point>> = outlines
            .iter()
            .map(|outline| {
                let pixels: Vec<Point> = outline.iter().map(|p| (p.0 * scale, p.1 * scale)).collect();
                clip(&pixels, width, height)
            })
            .collect();
        let mut ink = Ink::new(paint, brush.theme, brush.colours);
        let stride = P::LEAD + self.width as usize;
        brush.tools.coverage.runs(&clipped, brush.colours.levels, |y, from, to, level| {
            let row = y * stride + P::LEAD;
            ink.apply(&mut self.pixels[row + from..row + to], level, brush.colours);
        });
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of Shape::Text")]
    fn text(
        &mut self,
        at: Point,
        size: f32,
        anchor: Anchor,
        weight: Weight,
        text: &str,
        paint: Paint,
        brush: &mut Brush<'_>,
    ) {
        let em = size * brush.scale;
        let (x, y) = (at.0 * brush.scale, at.1 * brush.scale);
        if !(em > 0.0 && em <= MAX_EM && x.is_finite() && y.is_finite()) {
            return;
        }
        let face = Face::of(weight);
        let Some((font, scale)) = face.font(em) else { return };
        let width = crate::text_width(text, em, weight);
        let mut x = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        // A baseline on a whole pixel keeps the bottoms of the letters sharp.
        let baseline = (y + CAPITALS * em / 2.0).round();
        let mut ink = Ink::new(paint, brush.theme, brush.colours);
        let (columns, rows) = (self.width as f32, self.height as f32);
        let levels = brush.colours.levels;
        for (id, advance) in face.glyphs(text, em) {
            if x > -2.0 * em && x < columns + em && baseline > -em && baseline < rows + 2.0 * em {
                let (left, right) = whole_and_part(x, brush.colours);
                let form = Form::Letter(weight, id.0, em.to_bits());
                let runs = brush.tools.stamps.get(Key { form, part: [right.to_bits(), 0], levels }, || {
                    letter(font, id.with_scale_and_position(scale, point(right, 0.0)), levels)
                });
                self.stamp(runs, (left, baseline as i32), &mut ink, brush.colours);
            }
            x += advance;
        }
    }
}

/// Returns the pixels of a glyph, with the baseline above row 0.
fn letter(font: &FontRef<'_>, glyph: Glyph, levels: u8) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let Some(outline) = font.outline_glyph(glyph) else { return runs };
    let bounds = outline.px_bounds();
    let (left, top) = (bounds.min.x as i16, bounds.min.y as i16);
    outline.draw(|x, y, coverage| {
        let level = level_of(coverage, levels);
        // Most of a letter's box is empty.
        if level == 0 {
            return;
        }
        let (row, from) = (top + y as i16, left + x as i16);
        match runs.last_mut() {
            Some(run) if (run.row, run.to, run.level) == (row, from, level) => run.to += 1,
            _ => runs.push(Run { row, from, to: from + 1, level }),
        }
    });
    runs
}

/// What drawing needs and one picture leaves to the next.
#[derive(Default)]
struct Tools {
    coverage: Coverage,
    stamps: Stamps,
}

/// What the shapes of a scene are drawn with.
struct Brush<'a> {
    theme: &'a Theme,
    colours: &'a mut Colours,
    scale: f32,
    tools: Tools,
}

/// Splits a length in pixels. In files, the part is a multiple of a quarter, so that letters and discs are soon alike.
fn whole_and_part(pixels: f32, colours: &Colours) -> (i32, f32) {
    let pixels = if colours.is_coarse() { (pixels * 4.0).round() / 4.0 } else { pixels };
    (pixels.floor() as i32, pixels - pixels.floor())
}

/// A paint ready to be applied: its colour, and its opacity in 255ths for each level of coverage.
struct Ink {
    colour: u16,
    alphas: [u8; LEVELS as usize + 1],
    /// The colour that it was last applied over, and the blends with that colour for each level. Along an edge and
    /// within a letter, they are always the same.
    below: u16,
    blends: [Option<u16>; LEVELS as usize + 1],
}

impl Ink {
    fn new(paint: Paint, theme: &Theme, colours: &mut Colours) -> Self {
        let colour = colours.id(theme.rgb(paint.role));
        let opacity = if paint.alpha.is_finite() { paint.alpha.clamp(0.0, 1.0) } else { 0.0 };
        let mut alphas = [0; LEVELS as usize + 1];
        for (level, alpha) in (0..=colours.levels).zip(&mut alphas) {
            *alpha = (f32::from(level) / f32::from(colours.levels) * opacity * 255.0).round() as u8;
        }
        Self { colour, alphas, below: 0, blends: [None; LEVELS as usize + 1] }
    }

    fn apply<P: Index>(&mut self, pixels: &mut [P], level: u8, colours: &mut Colours) {
        let level = usize::from(level.min(LEVELS));
        match self.alphas[level] {
            0 => {}
            255 => pixels.fill(P::new(self.colour)),
            alpha => {
                for pixel in pixels {
                    if pixel.id() != self.below {
                        (self.below, self.blends) = (pixel.id(), [None; LEVELS as usize + 1]);
                    }
                    let colour = self.colour;
                    let is_area = level == usize::from(colours.levels);
                    let blend = || colours.blend(self.below, colour, alpha, is_area);
                    *pixel = P::new(*self.blends[level].get_or_insert_with(blend));
                }
            }
        }
    }
}
