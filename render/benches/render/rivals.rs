//! The same shapes drawn by other rasterisers, and by supersampling as a reference.
//!
//! Scenes may contain polygons, circles, ellipses and rounded rectangles, but no text.

use image::{Pixel, Rgb, RgbImage, Rgba, RgbaImage};
use imageproc::drawing::{Blend, draw_antialiased_polygon_mut, draw_polygon_mut};
use imageproc::pixelops::interpolate;
use trigon_render::{Paint, Point, Scene, Shape, Stroke, Theme, inset};

/// The number of samples per pixel in each direction.
const SAMPLES: usize = 8;

/// Outlines in pixels, filled by the even-odd rule.
pub(crate) struct Fill {
    outlines: Vec<Vec<Point>>,
    rgb: [u8; 3],
    alpha: f32,
}

/// A scene in the form that other rasterisers take: its size, its background and the areas to fill.
pub(crate) struct Flat {
    size: (u32, u32),
    ground: [u8; 3],
    fills: Vec<Fill>,
}

/// Returns a scene without its text.
pub(crate) fn without_texts(mut scene: Scene) -> Scene {
    scene.shapes.retain(|shape| !matches!(shape, Shape::Text { .. }));
    scene
}

/// Flattens a scene drawn at a width. Circles become polygons with the given number of corners.
pub(crate) fn fills(scene: &Scene, theme: &Theme, width: u32, corners: usize) -> Flat {
    let scale = width as f32 / scene.width;
    let mut fills = Vec::new();
    let mut push = |outlines: Vec<Vec<Point>>, paint: Paint| {
        let pixels = |points: Vec<Point>| points.iter().map(|p| (p.0 * scale, p.1 * scale)).collect();
        let outlines = outlines.into_iter().map(pixels).collect();
        fills.push(Fill { outlines, rgb: theme.rgb(paint.role), alpha: paint.alpha });
    };
    let mut draw = |fill: Option<Paint>, stroke: Option<Stroke>, at: &dyn Fn(f32) -> Vec<Point>| {
        if let Some(fill) = fill {
            push(vec![at(0.0)], fill);
        }
        if let Some(Stroke { paint, width }) = stroke {
            push(vec![at(width / 2.0), at(-width / 2.0)], paint);
        }
    };
    for shape in &scene.shapes {
        match shape {
            Shape::Polygon { points, fill, stroke } => draw(*fill, *stroke, &|d| inset(points, -d)),
            Shape::Circle { center, radius, fill, stroke } => {
                draw(*fill, *stroke, &|d| arcs([*center; 4], (radius + d, radius + d), corners));
            }
            Shape::Ellipse { center, radii, fill, stroke } => {
                draw(*fill, *stroke, &|d| arcs([*center; 4], (radii.0 + d, radii.1 + d), corners));
            }
            Shape::RoundRect { x, y, width, height, radius, fill, stroke } => draw(*fill, *stroke, &|d| {
                let (left, right, top, bottom) =
                    (x + radius, x + width - radius, y + radius, y + height - radius);
                arcs(
                    [(right, bottom), (left, bottom), (left, top), (right, top)],
                    (radius + d, radius + d),
                    corners,
                )
            }),
            Shape::Line { .. } | Shape::Text { .. } => {}
        }
    }
    let size = (width, (scene.height * scale).round() as u32);
    Flat { size, ground: theme.rgb(scene.background), fills }
}

/// Returns the points of four quarter ellipses around four centres.
fn arcs(centers: [Point; 4], radii: (f32, f32), corners: usize) -> Vec<Point> {
    let mut points = Vec::new();
    for (quarter, center) in centers.iter().enumerate() {
        for i in 0..=corners / 4 {
            let turn = quarter as f32 / 4.0 + i as f32 / corners as f32;
            let (sin, cos) = (turn * std::f32::consts::TAU).sin_cos();
            points.push((center.0 + radii.0 * cos, center.1 + radii.1 * sin));
        }
    }
    points
}

impl Flat {
    /// Draws with 64 samples per pixel, and rounds only at the end.
    pub(crate) fn supersampled(&self) -> RgbImage {
        let (width, height) = (self.size.0 as usize, self.size.1 as usize);
        let mut light: Vec<[f32; 3]> = vec![self.ground.map(f32::from); width * height];
        let mut counts = vec![0u16; width];
        for fill in &self.fills {
            for y in 0..height {
                counts.fill(0);
                for sample in 0..SAMPLES {
                    let at = y as f32 + (sample as f32 + 0.5) / SAMPLES as f32;
                    for span in crossings(&fill.outlines, at).chunks_exact(2) {
                        // The samples whose centres lie between the two edges.
                        let index = |x: f32| {
                            let last = (width * SAMPLES) as f32;
                            (x * SAMPLES as f32 - 0.5).ceil().clamp(0.0, last) as usize
                        };
                        (index(span[0])..index(span[1])).for_each(|i| counts[i / SAMPLES] += 1);
                    }
                }
                for (x, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                    let alpha = f32::from(count) / (SAMPLES * SAMPLES) as f32 * fill.alpha;
                    let pixel = &mut light[y * width + x];
                    for (channel, &rgb) in pixel.iter_mut().zip(&fill.rgb) {
                        *channel += (f32::from(rgb) - *channel) * alpha;
                    }
                }
            }
        }
        RgbImage::from_fn(self.size.0, self.size.1, |x, y| {
            Rgb(light[y as usize * width + x as usize].map(|channel| channel.round() as u8))
        })
    }

    /// Draws with `tiny-skia`.
    pub(crate) fn tiny_skia(&self) -> Option<tiny_skia::Pixmap> {
        let mut pixmap = tiny_skia::Pixmap::new(self.size.0, self.size.1)?;
        let [r, g, b] = self.ground;
        pixmap.fill(tiny_skia::Color::from_rgba8(r, g, b, 255));
        let mut paint = tiny_skia::Paint { anti_alias: true, ..tiny_skia::Paint::default() };
        for fill in &self.fills {
            let mut path = tiny_skia::PathBuilder::new();
            for outline in &fill.outlines {
                path.move_to(outline[0].0, outline[0].1);
                outline[1..].iter().for_each(|p| path.line_to(p.0, p.1));
                path.close();
            }
            let [r, g, b] = fill.rgb;
            paint.set_color_rgba8(r, g, b, (fill.alpha * 255.0).round() as u8);
            let (rule, as_it_is) = (tiny_skia::FillRule::EvenOdd, tiny_skia::Transform::identity());
            pixmap.fill_path(&path.finish()?, &paint, rule, as_it_is, None);
        }
        Some(pixmap)
    }

    /// Draws with `imageproc`. Only opaque areas get smooth edges, because it cannot blend the others.
    pub(crate) fn imageproc(&self) -> RgbaImage {
        let rgba = |rgb: [u8; 3], alpha: f32| Rgba([rgb[0], rgb[1], rgb[2], (alpha * 255.0).round() as u8]);
        let mut image = RgbaImage::from_pixel(self.size.0, self.size.1, rgba(self.ground, 1.0));
        for fill in &self.fills {
            // Corners must be whole pixels, and holes must be connected to the outline by a seam.
            let mut points: Vec<imageproc::point::Point<i32>> = Vec::new();
            for outline in &fill.outlines {
                let whole = |p: &Point| imageproc::point::Point::new(p.0.round() as i32, p.1.round() as i32);
                points.extend(outline.iter().chain(&outline[..1]).map(whole));
            }
            points.dedup();
            if points.first() == points.last() {
                points.pop();
            }
            let colour = rgba(fill.rgb, fill.alpha);
            if fill.alpha < 1.0 {
                let mut blend = Blend(image);
                draw_polygon_mut(&mut blend, &points, colour);
                image = blend.0;
            } else {
                draw_antialiased_polygon_mut(&mut image, &points, colour, interpolate);
            }
        }
        image
    }
}

/// Returns the x coordinates at which a horizontal line crosses the outlines, in ascending order.
fn crossings(outlines: &[Vec<Point>], y: f32) -> Vec<f32> {
    let mut found = Vec::new();
    for outline in outlines {
        for (a, b) in outline.iter().zip(outline.iter().cycle().skip(1)) {
            if (a.1 <= y) != (b.1 <= y) {
                found.push(a.0 + (y - a.1) / (b.1 - a.1) * (b.0 - a.0));
            }
        }
    }
    found.sort_unstable_by(f32::total_cmp);
    found
}

/// Returns the mean and the largest difference between two pictures, in 255ths of a channel.
pub(crate) fn difference(a: &RgbImage, b: impl Iterator<Item = [u8; 3]>) -> (f64, u8) {
    let (mut sum, mut worst) = (0u64, 0);
    for (a, b) in a.pixels().zip(b) {
        for (a, b) in a.channels().iter().zip(b) {
            sum += u64::from(a.abs_diff(b));
            worst = worst.max(a.abs_diff(b));
        }
    }
    (sum as f64 / f64::from(a.width() * a.height() * 3), worst)
}

/// Returns the colours of an opaque `tiny-skia` picture.
pub(crate) fn colours(pixmap: &tiny_skia::Pixmap) -> impl Iterator<Item = [u8; 3]> {
    pixmap.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
}
