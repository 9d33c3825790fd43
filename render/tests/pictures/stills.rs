//! PNG files: they decode to the exact pixels, within half a step between the blends along edges.

use trigon_render::{Anchor, Backdrops, DEFAULT_WIDTH, Paint, Role, Scene, Shape, Theme, Weight, png};

use super::{TRIANGLE, assert_close, board::board, pixels, scene};

/// The most by which a pixel of a file may differ: half a step between the blends along edges, each of which covers half of the
/// contrast.
const HALF_A_STEP: u8 = 64;

fn decode_png(bytes: &[u8]) -> (u32, u32, Vec<[u8; 3]>) {
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let palette: Vec<u8> = reader.info().palette.as_ref().unwrap().to_vec();
    let mut indices = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut indices).unwrap();
    let rgb = |&i: &u8| [0, 1, 2].map(|c| palette[usize::from(i) * 3 + c]);
    (info.width, info.height, indices.iter().map(rgb).collect())
}

#[test]
fn a_png_decodes_to_the_pixels() {
    for theme in [Theme::dark(), Theme::light()] {
        let bytes = png(&board(7), &theme, DEFAULT_WIDTH).unwrap();
        let (width, height, decoded) = decode_png(&bytes);
        assert_eq!((width, height), (960, 977));
        assert_close(&decoded, &pixels(&board(7), &theme, DEFAULT_WIDTH), HALF_A_STEP, 1);
        assert!(bytes.len() <= 40_000, "{} bytes", bytes.len());
    }
}

#[test]
fn beyond_256_colours_rare_ones_are_replaced_by_similar_ones() {
    let mut scene = Scene::new(100.0, 100.0, Role::Black);
    for i in 0..40u8 {
        for j in 0..20u8 {
            let (x, y) = (f32::from(i) * 2.5, f32::from(j) * 5.0);
            let fill = Some(Paint::tint(Role::Seat(j % 9), f32::from(i + 1) / 41.0));
            scene.push(Shape::RoundRect { x, y, width: 2.5, height: 5.0, radius: 0.0, fill, stroke: None });
        }
    }
    let (.., decoded) = decode_png(&png(&scene, &Theme::dark(), 400).unwrap());
    assert_close(&decoded, &pixels(&scene, &Theme::dark(), 400), HALF_A_STEP, 300);
}

#[test]
fn areas_that_come_after_many_edges_keep_their_colour() {
    let mut scene = Scene::new(100.0, 100.0, Role::Black);
    let plain = [
        Role::Panel,
        Role::Ink,
        Role::InkDim,
        Role::Grid,
        Role::Empty,
        Role::EmptyInk,
        Role::Blue,
        Role::Yellow,
    ];
    let roles: Vec<Role> = plain.into_iter().chain((0..9).map(Role::Seat)).collect();
    let area = |x: f32, y: f32, width: f32, height: f32, paint| {
        let points = vec![(x, y), (x + width, y), (x + width, y + height), (x, y + height)];
        Shape::Polygon { points, fill: Some(paint), stroke: None }
    };
    for (i, &below) in (0u8..).zip(&roles) {
        let x = f32::from(i) * 5.0;
        scene.push(area(x, 0.0, 5.0, 90.0, below.into()));
        for (j, &above) in (0u8..).zip(&roles) {
            let (center, fill) = ((x + 2.5, f32::from(j) * 5.0 + 2.5), Some(above.into()));
            scene.push(Shape::Circle { center, radius: 2.0, fill, stroke: None });
        }
    }
    scene.push(area(0.0, 92.0, 100.0, 3.0, Role::Last.into()));
    scene.push(area(0.0, 96.0, 100.0, 3.0, Paint::tint(Role::Glow, 0.3)));
    let (width, _, decoded) = decode_png(&png(&scene, &Theme::dark(), 400).unwrap());
    let exact = pixels(&scene, &Theme::dark(), 400);
    for y in [93, 97] {
        let at = (y * 4 * width + 200) as usize;
        assert_eq!(decoded[at], exact[at]);
    }
}

#[test]
fn a_kept_backdrop_is_only_used_for_pictures_that_have_the_same() {
    let below = |role| Shape::filled(TRIANGLE.to_vec(), role);
    let above = Shape::text((50.0, 50.0), 30.0, Anchor::Middle, Weight::Bold, "A", Role::White);
    let first = Scene { backdrop: 1, ..scene(vec![below(Role::Blue), above.clone()]) };
    let others = [
        Scene { shapes: vec![below(Role::Yellow), above.clone()], ..first.clone() },
        Scene { shapes: vec![below(Role::Blue), below(Role::Yellow), above], ..first.clone() },
        Scene { height: 80.0, ..first.clone() },
        Scene { background: Role::Yellow, ..first.clone() },
        Scene { backdrop: 0, ..first.clone() },
        Scene { backdrop: 7, ..first.clone() },
    ];
    let backdrops = Backdrops::new(3);
    let themes = [Theme::dark(), Theme::light()];
    for scene in others.iter().flat_map(|other| [&first, other]) {
        for (theme, width) in [(&themes[0], 200), (&themes[1], 200), (&themes[0], 210)] {
            assert_eq!(backdrops.png(scene, theme, width).unwrap(), png(scene, theme, width).unwrap());
        }
    }
}
