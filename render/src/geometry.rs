//! Outlines in floating-point coordinates.

/// A point; `x` points right and `y` points down.
pub type Point = (f32, f32);

/// The limit for mitred corners, in multiples of the distance.
const MITRE_LIMIT: f32 = 4.0;

/// The largest coordinate in pixels. Points farther out are moved there, because floats beyond it are too coarse.
const MAX_COORDINATE: f32 = 1.0e6;

/// Moves every edge of a polygon inwards by a distance, or outwards if it is negative, with mitred corners.
///
/// This works for convex polygons, and for others as long as the distance is small compared with their edges.
/// Repeated points are removed.
pub fn inset(points: &[Point], distance: f32) -> Vec<Point> {
    let mut corners: Vec<Point> = Vec::with_capacity(points.len());
    for &point in points {
        if corners.last() != Some(&point) {
            corners.push(point);
        }
    }
    if corners.len() > 1 && corners.first() == corners.last() {
        corners.pop();
    }
    let n = corners.len();
    if n < 3 {
        return corners;
    }
    let inwards = if area(&corners) > 0.0 { distance } else { -distance };
    (0..n)
        .map(|i| {
            let (before, here, after) = (corners[(i + n - 1) % n], corners[i], corners[(i + 1) % n]);
            let (a, b) = (normal(before, here), normal(here, after));
            let k = inwards / (1.0 + a.0 * b.0 + a.1 * b.1).max(2.0 / (MITRE_LIMIT * MITRE_LIMIT));
            (here.0 + (a.0 + b.0) * k, here.1 + (a.1 + b.1) * k)
        })
        .collect()
}

/// Returns the unit vector that points right, on a screen, when walking from `a` to `b`.
fn normal(a: Point, b: Point) -> Point {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx.hypot(dy);
    (-dy / length, dx / length)
}

/// Returns twice the signed area.
fn area(points: &[Point]) -> f32 {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum()
}

/// Returns a polygon that approximates an ellipse; `pixels` is the larger radius in pixels.
pub(crate) fn ellipse(center: Point, radii: (f32, f32), pixels: f32) -> Vec<Point> {
    let n = (pixels.max(0.0).sqrt() * 8.0).clamp(16.0, 160.0) as u16;
    (0..n)
        .map(|i| {
            let angle = f32::from(i) / f32::from(n) * std::f32::consts::TAU;
            (center.0 + radii.0 * angle.cos(), center.1 + radii.1 * angle.sin())
        })
        .collect()
}

/// Returns a rectangle with rounded corners.
pub(crate) fn round_rect(x: f32, y: f32, width: f32, height: f32, radius: f32) -> Vec<Point> {
    const STEPS_PER_CORNER: u8 = 8;
    let r = radius.clamp(0.0, (width.min(height) / 2.0).max(0.0));
    let corners =
        [(x + width - r, y + height - r), (x + r, y + height - r), (x + r, y + r), (x + width - r, y + r)];
    let mut points = Vec::with_capacity(4 * (usize::from(STEPS_PER_CORNER) + 1));
    for (quarter, (cx, cy)) in (0u8..).zip(corners) {
        for i in 0..=STEPS_PER_CORNER {
            let angle = (f32::from(quarter) + f32::from(i) / f32::from(STEPS_PER_CORNER))
                * std::f32::consts::FRAC_PI_2;
            points.push((cx + r * angle.cos(), cy + r * angle.sin()));
        }
    }
    points
}

/// Returns the outline of a straight line, or `None` for a line without length.
pub(crate) fn bar(from: Point, to: Point, width: f32) -> Option<Vec<Point>> {
    if from == to {
        return None;
    }
    let n = normal(from, to);
    let (dx, dy) = (n.0 * width / 2.0, n.1 * width / 2.0);
    Some(vec![
        (from.0 + dx, from.1 + dy),
        (to.0 + dx, to.1 + dy),
        (to.0 - dx, to.1 - dy),
        (from.0 - dx, from.1 - dy),
    ])
}

/// Clips a closed outline to the rectangle from `(0, 0)` to `(width, height)`. The result is empty if any coordinate is
/// not finite.
///
/// Parts outside the rectangle are moved onto its border, so signed areas inside stay correct for any outline.
pub(crate) fn clip(points: &[Point], width: f32, height: f32) -> Vec<Point> {
    if points.iter().any(|p| !(p.0.is_finite() && p.1.is_finite())) {
        return Vec::new();
    }
    // Most shapes are inside.
    if points.iter().all(|p| (0.0..=width).contains(&p.0) && (0.0..=height).contains(&p.1)) {
        return points.to_vec();
    }
    let near = |v: f32| v.clamp(-MAX_COORDINATE, MAX_COORDINATE);
    let mut outline: Vec<Point> = points.iter().map(|p| (near(p.0), near(p.1))).collect();
    // Each side: its axis, the direction of the inside, and its position.
    for (axis, sign, limit) in [(0, 1.0, 0.0), (0, -1.0, width), (1, 1.0, 0.0), (1, -1.0, height)] {
        let axis = |p: Point| if axis == 0 { p.0 } else { p.1 };
        let inside = |p: Point| (axis(p) - limit) * sign >= 0.0;
        let mut kept = Vec::with_capacity(outline.len() + 4);
        for i in 0..outline.len() {
            let (a, b) = (outline[i], outline[(i + 1) % outline.len()]);
            if inside(a) {
                kept.push(a);
            }
            if inside(a) != inside(b) {
                let t = (limit - axis(a)) / (axis(b) - axis(a));
                kept.push((a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t));
            }
        }
        outline = kept;
    }
    // Rounding may leave a point slightly outside, and the rasteriser would index out of bounds.
    outline.iter().map(|p| (p.0.clamp(0.0, width), p.1.clamp(0.0, height))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f32, b: f32) -> bool {
        (a - b).abs() < 1e-3
    }

    #[test]
    fn an_inset_square_shrinks_on_every_side_whichever_way_it_turns() {
        let square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)];
        let mut back = square;
        back.reverse();
        for points in [square, back] {
            let smaller = inset(&points, 1.0);
            assert!(close(area(&smaller).abs(), 2.0 * 64.0), "{smaller:?}");
            assert!(close(area(&inset(&points, -1.0)).abs(), 2.0 * 144.0));
        }
    }

    #[test]
    fn repeated_points_do_no_harm() {
        let smaller =
            inset(&[(0.0, 0.0), (10.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0), (0.0, 0.0)], 1.0);
        assert_eq!(smaller.len(), 4);
        assert!(smaller.iter().all(|p| p.0.is_finite() && p.1.is_finite()));
        assert_eq!(inset(&[], 1.0), []);
    }

    #[test]
    fn clipping_keeps_the_area_inside() {
        let diamond = [(5.0, -5.0), (15.0, 5.0), (5.0, 15.0), (-5.0, 5.0)];
        assert!(close(area(&clip(&diamond, 10.0, 10.0)).abs(), 2.0 * 100.0));
        assert!(close(area(&clip(&diamond, 5.0, 10.0)).abs(), 2.0 * 50.0));
        assert_eq!(clip(&[(f32::NAN, 0.0), (1.0, 1.0), (0.0, 1.0)], 10.0, 10.0), []);
        assert!(close(area(&clip(&[(20.0, 20.0), (30.0, 20.0), (30.0, 30.0)], 10.0, 10.0)), 0.0));
    }
}
