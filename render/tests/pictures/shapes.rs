//! Shapes as pixels: areas, strokes, insets and texts.

use trigon_render::{Anchor, Paint, Role, Shape, Stroke, Theme, Weight, inset, raster, text_width};

use super::{TRIANGLE, scene};

/// Returns the area that white shapes cover on a black background, in square units.
fn white_area(shapes: Vec<Shape>, width: u32) -> f64 {
    let image = raster(&scene(shapes), &Theme::dark(), width).unwrap();
    let scale = f64::from(width) / 100.0;
    image.pixels().map(|pixel| f64::from(pixel.0[0]) / 255.0).sum::<f64>() / (scale * scale)
}

fn assert_area(found: f64, wanted: f64) {
    assert!((found - wanted).abs() <= wanted * 0.01, "{found} instead of {wanted}");
}

#[test]
fn fills_cover_their_area() {
    let triangle = 0.5 * 80.7 * 70.5;
    assert_area(white_area(vec![Shape::filled(TRIANGLE.to_vec(), Role::White)], 300), triangle);
    assert_area(
        white_area(vec![Shape::filled(TRIANGLE.to_vec(), Paint::tint(Role::White, 0.5))], 300),
        triangle / 2.0,
    );
    let circle = |fill, stroke| Shape::Circle { center: (50.0, 50.0), radius: 30.0, fill, stroke };
    assert_area(white_area(vec![circle(Some(Role::White.into()), None)], 400), std::f64::consts::PI * 900.0);
    let ellipse = Shape::Ellipse {
        center: (50.0, 50.0),
        radii: (40.0, 10.0),
        fill: Some(Role::White.into()),
        stroke: None,
    };
    assert_area(white_area(vec![ellipse], 400), std::f64::consts::PI * 400.0);
    let rect = |radius| Shape::RoundRect {
        x: 10.0,
        y: 20.0,
        width: 50.0,
        height: 30.0,
        radius,
        fill: Some(Role::White.into()),
        stroke: None,
    };
    assert_area(white_area(vec![rect(0.0)], 250), 1500.0);
    assert_area(white_area(vec![rect(10.0)], 250), 1500.0 - (4.0 - std::f64::consts::PI) * 100.0);
}

#[test]
fn strokes_are_centred_and_have_their_width() {
    let stroke = Some(Stroke { paint: Role::White.into(), width: 4.0 });
    let circle = Shape::Circle { center: (50.0, 50.0), radius: 30.0, fill: None, stroke };
    assert_area(white_area(vec![circle], 400), std::f64::consts::PI * (32.0 * 32.0 - 28.0 * 28.0));
    let square = [(20.0, 20.0), (80.0, 20.0), (80.0, 80.0), (20.0, 80.0)];
    let outline = Shape::outlined(square.to_vec(), Role::White, 4.0);
    assert_area(white_area(vec![outline], 250), 64.0 * 64.0 - 56.0 * 56.0);
    let line = Shape::Line { from: (10.0, 10.0), to: (70.0, 90.0), width: 5.0, paint: Role::White.into() };
    assert_area(white_area(vec![line], 400), 500.0);
}

#[test]
fn what_is_outside_the_card_is_cut_off() {
    let big =
        Shape::Circle { center: (0.0, 0.0), radius: 50.0, fill: Some(Role::White.into()), stroke: None };
    assert_area(white_area(vec![big], 300), std::f64::consts::PI * 2500.0 / 4.0);
    let star = vec![(50.0, -500.0), (150.0, 400.0), (-400.0, 0.0), (500.0, 0.0), (-50.0, 400.0)];
    assert!(white_area(vec![Shape::filled(star, Role::White)], 100) <= 10_000.0);
}

#[test]
fn insets_leave_no_seam_and_do_not_overlap() {
    // There are two cells on a base: along their common edge, the base shows and not the background.
    let (a, b) = ([(0.0, 0.0), (100.0, 0.0), (0.0, 100.0)], [(100.0, 0.0), (100.0, 100.0), (0.0, 100.0)]);
    let mut shapes =
        vec![Shape::filled(vec![(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)], Role::White)];
    shapes.extend([a, b].map(|cell| Shape::filled(inset(&cell, 2.0), Role::Seat(1))));
    let image = raster(&scene(shapes), &Theme::dark(), 200).unwrap();
    assert!((0..200).all(|i| image.get_pixel(i, 199 - i).0 == [255; 3]));
    assert!(image.pixels().all(|pixel| pixel.0[0] >= 0xFC));
}

#[test]
fn texts_are_drawn_at_their_anchors() {
    let lit = |anchor, text: &str| {
        let shape = Shape::text((50.0, 50.0), 20.0, anchor, Weight::Bold, text, Role::White);
        let image = raster(&scene(vec![shape]), &Theme::dark(), 400).unwrap();
        let on: Vec<(u32, u32)> =
            image.enumerate_pixels().filter(|(_, _, p)| p.0[0] > 128).map(|(x, y, _)| (x, y)).collect();
        let xs = on.iter().map(|p| p.0);
        let ys = on.iter().map(|p| p.1);
        (xs.clone().min().unwrap(), xs.max().unwrap(), ys.clone().min().unwrap(), ys.max().unwrap())
    };
    let width = (text_width("HEH", 20.0, Weight::Bold) * 4.0) as u32;
    let (left, right, top, bottom) = lit(Anchor::Middle, "HEH");
    assert!((left + right).abs_diff(400) <= 4, "the text is centred horizontally");
    assert!((top + bottom + 1).abs_diff(400) <= 2, "the capitals are centred vertically");
    assert!((bottom + 1 - top).abs_diff(58) <= 1, "capitals are 0.727 em high");
    assert!((right - left).abs_diff(width) < 16);
    assert!(lit(Anchor::Start, "HEH").0 >= 200 && lit(Anchor::End, "HEH").1 <= 200);
    // The bottom is sharp: the row below the letters is empty, and the last row is full.
    let (.., bottom_e) = lit(Anchor::Start, "E");
    let shape = Shape::text((50.0, 50.0), 20.0, Anchor::Start, Weight::Bold, "E", Role::White);
    let image = raster(&scene(vec![shape]), &Theme::dark(), 400).unwrap();
    assert!((0..400).all(|x| image.get_pixel(x, bottom_e + 1).0[0] < 64));
    assert!((0..400).any(|x| image.get_pixel(x, bottom_e).0[0] > 240));
}

#[test]
fn glyphs_that_are_missing_are_left_out() {
    let text = |text: &str| {
        scene(vec![Shape::text((10.0, 50.0), 20.0, Anchor::Start, Weight::Bold, text, Role::White)])
    };
    let picture = |t: &str| raster(&text(t), &Theme::dark(), 200).unwrap();
    assert_eq!(picture("A日B本"), picture("AB"));
    assert_eq!(picture("日本"), raster(&scene(vec![]), &Theme::dark(), 200).unwrap());
}
