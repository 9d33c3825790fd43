//! SVG documents.

use trigon_render::{Anchor, Paint, Role, Scene, Shape, Stroke, Theme, Weight, svg};

#[test]
fn an_svg_contains_the_same_shapes() {
    let mut scene = Scene::new(100.0, 50.5, Role::Bg);
    scene.title = "Cats & <dogs>".into();
    scene.description = "Said \"so\"\u{1}".into();
    scene.push(Shape::Polygon {
        points: vec![(1.0, 2.0), (3.456, 4.0), (5.0, f32::NAN)],
        fill: Some(Role::White.into()),
        stroke: Some(Stroke { paint: Paint::tint(Role::Black, 0.25), width: 2.0 }),
    });
    scene.push(Shape::Line { from: (0.0, 0.0), to: (1.0, 1.0), width: 3.0, paint: Role::White.into() });
    scene.push(Shape::Circle {
        center: (5.0, 5.0),
        radius: 2.0,
        fill: Some(Role::Black.into()),
        stroke: None,
    });
    scene.push(Shape::RoundRect {
        x: 1.0,
        y: 1.0,
        width: 8.0,
        height: 4.0,
        radius: 1.0,
        fill: Some(Role::Black.into()),
        stroke: None,
    });
    scene.push(Shape::Ellipse { center: (5.0, 5.0), radii: (2.0, 1.0), fill: None, stroke: None });
    scene.push(Shape::text((10.0, 20.0), 11.0, Anchor::End, Weight::Bold, "a<b", Role::White));
    assert_eq!(svg(&scene, &Theme::dark()), include_str!("golden/shapes.svg"));
}
