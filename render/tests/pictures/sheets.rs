//! Contact sheets.

use trigon_render::{Paint, RenderError, Role, Scene, Shape, Theme, Tile, encode_png, sheet};

use super::scene;

#[test]
fn a_sheet_contains_every_picture_in_order() {
    let theme = Theme::dark();
    let one = |role| {
        scene(vec![Shape::Circle {
            center: (50.0, 50.0),
            radius: 50.0,
            fill: Some(Paint::solid(role)),
            stroke: None,
        }])
    };
    let scenes = [Role::Blue, Role::Yellow, Role::White, Role::Seat(1), Role::Seat(4)].map(one);
    let tiles: Vec<Tile<'_>> = scenes.iter().map(|scene| Tile { scene, caption: "round 日1" }).collect();
    let image = sheet(&tiles, &theme, None).unwrap();
    // Three columns and two rows of tiles 320 pixels wide, with captions below.
    assert_eq!(image.dimensions(), (16 + 3 * 336, 16 + 2 * (320 + 34 + 16)));
    let middle = |n: u32| image.get_pixel(16 + n % 3 * 336 + 160, 16 + n / 3 * 370 + 160).0;
    let roles = [Role::Blue, Role::Yellow, Role::White, Role::Seat(1), Role::Seat(4)];
    for (n, role) in (0..).zip(roles) {
        assert_eq!(middle(n), theme.rgb(role), "{n}");
    }
    assert_eq!(middle(5), theme.rgb(Role::Bg), "the sixth place is empty");
    let written = |n: u32| {
        let (x, y) = (16 + n % 3 * 336, 16 + n / 3 * 370 + 322);
        (x..x + 320)
            .flat_map(|x| (y..y + 28).map(move |y| (x, y)))
            .filter(|&(x, y)| image.get_pixel(x, y).0[0] > 200)
            .count()
    };
    assert!((0..5).all(|n| written(n) > 100) && written(5) == 0, "captions");
    assert!(encode_png(&image).unwrap().starts_with(b"\x89PNG"));

    let narrow = sheet(&tiles, &theme, Some(100)).unwrap();
    assert_eq!(narrow.width(), 100);
    assert!(matches!(sheet(&[], &theme, None), Err(RenderError::NoFrames)));
    assert!(matches!(sheet(&tiles, &theme, Some(20)), Err(RenderError::PictureSize { .. })));
    let ribbon = Scene::new(1.0, 1000.0, Role::Bg);
    let tall = [Tile { scene: &ribbon, caption: "" }];
    assert!(matches!(sheet(&tall, &theme, None), Err(RenderError::PictureSize { .. })));
}
