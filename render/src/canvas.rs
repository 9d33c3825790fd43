//! A canvas of palette indices, painted by exact-area coverage.
//!
//! A board consists of a few flat colours and their blends along edges. Painting indices instead of colours
//! yields the palette of the file at no extra cost, and all frames of an animation can share one.

use std::{iter, mem};

use ab_glyph::{Font, FontRef, Glyph, point};

use crate::colours::Colours;
use crate::coverage::{Coverage, PixelRun, StampKey, StampShape, Stamps, level_of};
use crate::font::{CAPITAL_HEIGHT, Face};
use crate::geometry::{Point, bar, clip, ellipse, inset, round_rect};
use crate::ink::{Ink, PaletteIndex};
use crate::{Anchor, MAX_PIXELS, Paint, RenderError, Scene, Shape, Stroke, Theme, Weight};

/// The largest radius in pixels of a disc that is stamped, at the nearest quarter of a pixel.
const MAX_STAMPED_RADIUS: f32 = 64.0;

/// The largest font size in pixels; larger letters are not drawn.
const MAX_FONT_SIZE: f32 = 2048.0;

/// A picture made of palette indices, row by row.
#[derive(Default)]
pub(crate) struct Canvas<P = u16> {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) pixels: Vec<P>,
    workspace: Workspace,
}

/// The memory that drawing needs, which one picture leaves to the next.
#[derive(Default)]
struct Workspace {
    coverage: Coverage,
    stamps: Stamps,
}

/// What the shapes of a scene are drawn with.
struct Brush<'a> {
    theme: &'a Theme,
    colours: &'a mut Colours,
    scale: f32,
    workspace: Workspace,
}

impl<P: PaletteIndex> Canvas<P> {
    /// Shows what another canvas shows, in the memory that this one has.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        (self.width, self.height) = (other.width, other.height);
        self.pixels.clone_from(&other.pixels);
    }

    /// Draws a scene, replacing what the canvas shows.
    pub(crate) fn draw(
        &mut self,
        scene: &Scene,
        theme: &Theme,
        width: u32,
        colours: &mut Colours,
    ) -> Result<(), RenderError> {
        self.draw_backdrop(scene, theme, width, colours)?;
        self.draw_foreground(scene, theme, colours);
        Ok(())
    }

    /// Draws the backdrop of a scene, replacing what the canvas shows.
    pub(crate) fn draw_backdrop(
        &mut self,
        scene: &Scene,
        theme: &Theme,
        width: u32,
        colours: &mut Colours,
    ) -> Result<(), RenderError> {
        let (height, scale) = picture_size(scene, width)?;
        let ground = colours.number_of(theme.rgb(scene.background));
        (self.width, self.height) = (width, height);
        self.pixels.clear();
        self.pixels.resize((P::ROW_PREFIX + width as usize) * height as usize, P::new(ground));
        self.draw_shapes(scene.layers().0, theme, colours, scale);
        Ok(())
    }

    /// Draws what is above the backdrop of a scene, which the canvas shows already.
    pub(crate) fn draw_foreground(&mut self, scene: &Scene, theme: &Theme, colours: &mut Colours) {
        let scale = self.width as f32 / scene.width;
        self.draw_shapes(scene.layers().1, theme, colours, scale);
    }

    fn draw_shapes(&mut self, shapes: &[Shape], theme: &Theme, colours: &mut Colours, scale: f32) {
        let mut brush = Brush { theme, colours, scale, workspace: mem::take(&mut self.workspace) };
        for shape in shapes {
            self.draw_shape(shape, &mut brush);
        }
        self.workspace = brush.workspace;
    }

    fn draw_shape(&mut self, shape: &Shape, brush: &mut Brush<'_>) {
        match shape {
            Shape::Polygon { points, fill, stroke } => self.draw_polygon(points, *fill, *stroke, brush),
            Shape::Line { from, to, width, paint } => {
                if let Some(bar) = bar(*from, *to, *width) {
                    self.fill(&[bar], *paint, brush);
                }
            }
            Shape::Circle { center, radius, fill, stroke } => {
                self.draw_ellipse(*center, (*radius, *radius), *fill, *stroke, brush);
            }
            Shape::Ellipse { center, radii, fill, stroke } => {
                self.draw_ellipse(*center, *radii, *fill, *stroke, brush);
            }
            Shape::RoundRect { x, y, width, height, radius, fill, stroke } => {
                let at = |d: f32| round_rect(x - d, y - d, width + 2.0 * d, height + 2.0 * d, radius + d);
                if let Some(fill) = fill {
                    self.fill(&[at(0.0)], *fill, brush);
                }
                self.draw_outline(*stroke, brush, at);
            }
            Shape::Text { at, size, anchor, weight, text, paint } => {
                let (at, size, anchor, weight) = (*at, *size, *anchor, *weight);
                self.draw_text(&TextLine { at, size, anchor, weight, text, paint: *paint }, brush);
            }
        }
    }

    fn draw_polygon(
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
                self.draw_outline(stroke, brush, |d| inset(points, -d));
            }
        }
    }

    fn draw_ellipse(
        &mut self,
        center: Point,
        radii: (f32, f32),
        fill: Option<Paint>,
        stroke: Option<Stroke>,
        brush: &mut Brush<'_>,
    ) {
        let grown = |d: f32| ((radii.0 + d).max(0.0), (radii.1 + d).max(0.0));
        let disc = |radii| EllipseArea { center, radii, hole: None };
        match (fill, stroke) {
            // As for polygons.
            (Some(fill), Some(Stroke { paint, width })) if fill.alpha >= 1.0 && paint.alpha >= 1.0 => {
                self.fill_ellipse(&disc(grown(width / 2.0)), paint, brush);
                self.fill_ellipse(&disc(grown(-width / 2.0)), fill, brush);
            }
            _ => {
                if let Some(fill) = fill {
                    self.fill_ellipse(&disc(radii), fill, brush);
                }
                if let Some(Stroke { paint, width }) = stroke {
                    let hole = Some(grown(-width / 2.0));
                    let ring = EllipseArea { center, radii: grown(width / 2.0), hole };
                    self.fill_ellipse(&ring, paint, brush);
                }
            }
        }
    }

    /// Fills an ellipse with a stamp if files repeat it, and otherwise by its outlines.
    fn fill_ellipse(&mut self, area: &EllipseArea, paint: Paint, brush: &mut Brush<'_>) {
        let is_stamped = brush.colours.is_coarse()
            && area.radii_in_pixels(brush.scale).all(|radius| (0.0..=MAX_STAMPED_RADIUS).contains(&radius))
            && self.is_near(area, brush.scale);
        if is_stamped {
            self.stamp_ellipse(area, paint, brush);
        } else {
            self.fill(&area.outlines(area.center, 1.0, brush.scale), paint, brush);
        }
    }

    /// Returns whether an ellipse is so close to the canvas that its pixels can be counted from the edge.
    fn is_near(&self, area: &EllipseArea, scale: f32) -> bool {
        let reach = area.reach(scale);
        let is_within = |at: f32, size: u32| at >= -reach && at <= size as f32 + reach;
        is_within(area.center.0 * scale, self.width) && is_within(area.center.1 * scale, self.height)
    }

    /// Fills an ellipse with the pixels of a stamp, which is made if it is new.
    fn stamp_ellipse(&mut self, area: &EllipseArea, paint: Paint, brush: &mut Brush<'_>) {
        let (scale, levels) = (brush.scale, brush.colours.levels);
        let reach = area.reach(scale);
        let (left, right) = whole_and_part(area.center.0 * scale, brush.colours);
        let (top, down) = whole_and_part(area.center.1 * scale, brush.colours);
        let Workspace { coverage, stamps } = &mut brush.workspace;
        let key =
            StampKey { shape: area.stamp_shape(scale), part: [right.to_bits(), down.to_bits()], levels };
        let runs = stamps.get(key, || {
            let mut runs = Vec::new();
            let outlines = area.outlines((reach + right, reach + down), scale, scale);
            coverage.runs(&outlines, levels, |row, from, to, level| {
                runs.push(PixelRun { row: row as i16, from: from as i16, to: to as i16, level });
            });
            runs
        });
        let mut ink = Ink::new(paint, brush.theme, brush.colours);
        self.stamp(runs, (left - reach as i32, top - reach as i32), &mut ink, brush.colours);
    }

    /// Applies ink to runs of pixels that begin at a place, as far as they are on the canvas.
    fn stamp(&mut self, runs: &[PixelRun], (left, top): (i32, i32), ink: &mut Ink, colours: &mut Colours) {
        let (width, height) = (self.width as i32, self.height as i32);
        let stride = P::ROW_PREFIX + self.width as usize;
        for run in runs {
            let row = top + i32::from(run.row);
            let (from, to) = ((left + i32::from(run.from)).max(0), (left + i32::from(run.to)).min(width));
            if (0..height).contains(&row) && from < to {
                let start = row as usize * stride + P::ROW_PREFIX;
                ink.apply(&mut self.pixels[start + from as usize..start + to as usize], run.level, colours);
            }
        }
    }

    /// Fills the area between an outline grown and the same outline shrunk, each by half the width of a stroke.
    fn draw_outline(
        &mut self,
        stroke: Option<Stroke>,
        brush: &mut Brush<'_>,
        at: impl Fn(f32) -> Vec<Point>,
    ) {
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
        let stride = P::ROW_PREFIX + self.width as usize;
        brush.workspace.coverage.runs(&clipped, brush.colours.levels, |y, from, to, level| {
            let row = y * stride + P::ROW_PREFIX;
            ink.apply(&mut self.pixels[row + from..row + to], level, brush.colours);
        });
    }

    fn draw_text(&mut self, line: &TextLine<'_>, brush: &mut Brush<'_>) {
        let TextLine { at, size, anchor, weight, text, paint } = *line;
        let em = size * brush.scale;
        let (x, y) = (at.0 * brush.scale, at.1 * brush.scale);
        if !(em > 0.0 && em <= MAX_FONT_SIZE && x.is_finite() && y.is_finite()) {
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
        let baseline = (y + CAPITAL_HEIGHT * em / 2.0).round();
        let mut ink = Ink::new(paint, brush.theme, brush.colours);
        let (columns, rows) = (self.width as f32, self.height as f32);
        let levels = brush.colours.levels;
        for (id, advance) in face.glyphs(text, em) {
            if x > -2.0 * em && x < columns + em && baseline > -em && baseline < rows + 2.0 * em {
                let (left, right) = whole_and_part(x, brush.colours);
                let shape = StampShape::Letter(weight, id.0, em.to_bits());
                let runs = brush
                    .workspace
                    .stamps
                    .get(StampKey { shape, part: [right.to_bits(), 0], levels }, || {
                        letter_runs(font, id.with_scale_and_position(scale, point(right, 0.0)), levels)
                    });
                self.stamp(runs, (left, baseline as i32), &mut ink, brush.colours);
            }
            x += advance;
        }
    }
}

/// An ellipse in scene units, except for a smaller one within it.
struct EllipseArea {
    center: Point,
    radii: (f32, f32),
    hole: Option<(f32, f32)>,
}

impl EllipseArea {
    /// Returns the radii of the ellipse and of its hole, in pixels.
    fn radii_in_pixels(&self, scale: f32) -> impl Iterator<Item = f32> {
        iter::once(self.radii).chain(self.hole).flat_map(move |(x, y)| [x * scale, y * scale])
    }

    /// Returns how many pixels a stamp reaches from its middle.
    fn reach(&self, scale: f32) -> f32 {
        (self.radii.0.max(self.radii.1) * scale + 2.0).ceil()
    }

    /// Returns the outlines around a center and at a size, for a picture with this many pixels a unit. That of the hole turns
    /// the other way.
    fn outlines(&self, center: Point, size: f32, pixels: f32) -> Vec<Vec<Point>> {
        let radius = self.radii.0.max(self.radii.1) * pixels;
        let at = |radii: (f32, f32)| ellipse(center, (radii.0 * size, radii.1 * size), radius);
        let hole = self.hole.map(|radii| {
            let mut hole = at(radii);
            hole.reverse();
            hole
        });
        iter::once(at(self.radii)).chain(hole).collect()
    }

    fn stamp_shape(&self, scale: f32) -> StampShape {
        let bits = |radii: (f32, f32)| [radii.0, radii.1].map(|radius| (radius * scale).to_bits());
        StampShape::Disc { radii: bits(self.radii), hole: self.hole.map(bits) }
    }
}

/// A line of text in scene units, as in [`Shape::Text`].
struct TextLine<'a> {
    at: Point,
    size: f32,
    anchor: Anchor,
    weight: Weight,
    text: &'a str,
    paint: Paint,
}

/// Returns the pixels of a glyph, with the baseline above row 0.
fn letter_runs(font: &FontRef<'_>, glyph: Glyph, levels: u8) -> Vec<PixelRun> {
    let mut runs: Vec<PixelRun> = Vec::new();
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
            _ => runs.push(PixelRun { row, from, to: from + 1, level }),
        }
    });
    runs
}

/// Returns the height in pixels of a scene drawn at this width, and the scale.
fn picture_size(scene: &Scene, width: u32) -> Result<(u32, f32), RenderError> {
    let is_usable = |v: f32| v.is_finite() && v > 0.0;
    if !is_usable(scene.width) || !is_usable(scene.height) {
        return Err(RenderError::SceneSize { width: scene.width, height: scene.height });
    }
    let scale = width as f32 / scene.width;
    let height = (scene.height * scale).round();
    if !(1..=MAX_PIXELS).contains(&width) || !(1.0..=MAX_PIXELS as f32).contains(&height) {
        return Err(RenderError::PictureSize { width, height });
    }
    Ok((height as u32, scale))
}

/// Splits a length in pixels. In files, the part is a multiple of a quarter, so that letters and discs are soon alike.
fn whole_and_part(pixels: f32, colours: &Colours) -> (i32, f32) {
    let pixels = if colours.is_coarse() { (pixels * 4.0).round() / 4.0 } else { pixels };
    (pixels.floor() as i32, pixels - pixels.floor())
}
