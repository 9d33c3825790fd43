//! Scenes of any shapes with any numbers.

use proptest::prelude::*;
use trigon_render::{Anchor, Paint, Role, Scene, Shape, Stroke, Theme, Weight, png, raster, svg};

fn any_number() -> impl Strategy<Value = f32> {
    prop_oneof![any::<f32>(), -200f32..300.0, Just(f32::NAN), Just(f32::INFINITY), Just(0.0)]
}

fn any_point() -> impl Strategy<Value = (f32, f32)> {
    (any_number(), any_number())
}

fn any_shape() -> impl Strategy<Value = Shape> {
    let paint = || (any_number(), any::<u8>()).prop_map(|(alpha, n)| Paint::tint(Role::Seat(n), alpha));
    let fill = || prop::option::of(paint());
    let stroke =
        || prop::option::of((paint(), any_number()).prop_map(|(paint, width)| Stroke { paint, width }));
    prop_oneof![
        (prop::collection::vec(any_point(), 0..8), fill(), stroke())
            .prop_map(|(points, fill, stroke)| Shape::Polygon { points, fill, stroke }),
        (any_point(), any_point(), any_number(), paint()).prop_map(|(from, to, width, paint)| Shape::Line {
            from,
            to,
            width,
            paint
        }),
        (any_point(), any_number(), fill(), stroke())
            .prop_map(|(center, radius, fill, stroke)| Shape::Circle { center, radius, fill, stroke }),
        (any_point(), any_point(), fill(), stroke())
            .prop_map(|(center, radii, fill, stroke)| Shape::Ellipse { center, radii, fill, stroke }),
        (any_point(), any_point(), any_number(), fill(), stroke()).prop_map(
            |((x, y), (width, height), radius, fill, stroke)| Shape::RoundRect {
                x,
                y,
                width,
                height,
                radius,
                fill,
                stroke
            }
        ),
        (any_point(), any_number(), any::<String>(), paint()).prop_map(
            |(at, size, text, paint)| Shape::text(at, size, Anchor::Middle, Weight::Bold, text, paint)
        ),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_scene_is_drawn_or_refused(shapes in prop::collection::vec(any_shape(), 0..6), width in any_number(), height in any_number()) {
        let scene = Scene { shapes, ..Scene::new(100.0, 80.0, Role::Bg) };
        prop_assert!(png(&scene, &Theme::dark(), 120).is_ok());
        let _ = svg(&scene, &Theme::light());
        let odd = Scene { width, height, ..scene };
        let _ = raster(&odd, &Theme::dark(), 60);
        let _ = svg(&odd, &Theme::dark());
    }
}
