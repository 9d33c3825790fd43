//! The output: pixels within tolerances, files that decode to the same pixels, and exact SVG.
#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

#[path = "../benches/render/board.rs"]
mod board;

use std::io::Cursor;

use board::board;
use proptest::prelude::*;
use trigon_render::{
    Anchor, Animation, Backdrops, DEFAULT_WIDTH, Frame, Paint, RenderError, Role, Scene, Shape, Stroke,
    Theme, Tile, Vision, Weight, encode_png, gif, inset, png, raster, sheet, simulate, svg, text_width,
};

fn scene(shapes: Vec<Shape>) -> Scene {
    Scene { shapes, ..Scene::new(100.0, 100.0, Role::Black) }
}

/// Returns the area that white shapes cover on a black background, in square units.
fn white_area(shapes: Vec<Shape>, width: u32) -> f64 {
    let image = raster(&scene(shapes), &Theme::dark(), width).unwrap();
    let scale = f64::from(width) / 100.0;
    image.pixels().map(|pixel| f64::from(pixel.0[0]) / 255.0).sum::<f64>() / (scale * scale)
}

fn assert_area(found: f64, wanted: f64) {
    assert!((found - wanted).abs() <= wanted * 0.01, "{found} instead of {wanted}");
}

const TRIANGLE: [(f32, f32); 3] = [(50.0, 10.2), (90.3, 80.7), (9.6, 80.7)];

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

fn decode_png(bytes: &[u8]) -> (u32, u32, Vec<[u8; 3]>) {
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let palette: Vec<u8> = reader.info().palette.as_ref().unwrap().to_vec();
    let mut indices = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut indices).unwrap();
    let rgb = |&i: &u8| [0, 1, 2].map(|c| palette[usize::from(i) * 3 + c]);
    (info.width, info.height, indices.iter().map(rgb).collect())
}

/// The maximum difference between the pixels of files and the exact ones: half a step between the blends along edges,
/// each of which covers half of the contrast in pictures, and a third in animations.
const HALF_A_STEP: u8 = 64;
const HALF_A_STEP_IN_ANIMATIONS: u8 = 44;

/// Checks that pixels differ by at most half a step, and hardly at all on average, except for a few: rare blends are
/// replaced by similar colours.
fn assert_close(a: &[[u8; 3]], b: &[[u8; 3]], half_a_step: u8, in_a_thousand: usize) {
    assert_eq!(a.len(), b.len());
    let off = |(a, b): (&[u8; 3], &[u8; 3])| (0..3).map(|i| a[i].abs_diff(b[i])).max().unwrap_or(0);
    let far = a.iter().zip(b).map(off).filter(|off| *off > half_a_step).count();
    let mean = a.iter().zip(b).map(off).map(f64::from).sum::<f64>() / a.len() as f64;
    assert!(in_a_thousand > 10 || mean < 1.0, "{mean}");
    let worst = a.iter().zip(b).map(off).max().unwrap_or(0);
    assert!(
        far * 1000 <= a.len() * in_a_thousand && worst <= 100,
        "{far} of {} pixels, worst {worst}",
        a.len()
    );
}

fn pixels(scene: &Scene, theme: &Theme, width: u32) -> Vec<[u8; 3]> {
    raster(scene, theme, width).unwrap().pixels().map(|pixel| pixel.0).collect()
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
fn a_gif_decodes_to_each_frame() {
    let scenes: Vec<Scene> = (0..11).map(board).chain([board(10)]).collect();
    let frames: Vec<Frame<'_>> = scenes.iter().map(|scene| Frame { scene, millis: 1_230 }).collect();
    let bytes = gif(&frames, &Theme::dark(), 550).unwrap();
    let mut decoder = ::gif::DecodeOptions::new();
    decoder.set_color_output(::gif::ColorOutput::Indexed);
    let mut decoder = decoder.read_info(&bytes[..]).unwrap();
    assert_eq!(decoder.repeat(), ::gif::Repeat::Infinite);
    let palette = decoder.global_palette().unwrap().to_vec();
    let mut shown = vec![[0u8; 3]; 550 * 560];
    let mut count = 0;
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        assert!(frame.palette.is_none() && frame.dispose == ::gif::DisposalMethod::Keep);
        assert_eq!((frame.delay, frame.transparent), (123, Some(0)));
        for (i, &index) in frame.buffer.iter().enumerate().filter(|(_, index)| **index != 0) {
            let (x, y) = (i % usize::from(frame.width), i / usize::from(frame.width));
            let at = (y + usize::from(frame.top)) * 550 + x + usize::from(frame.left);
            shown[at] = [0, 1, 2].map(|c| palette[usize::from(index) * 3 + c]);
        }
        assert_close(&shown, &pixels(&scenes[count], &Theme::dark(), 550), HALF_A_STEP_IN_ANIMATIONS, 5);
        count += 1;
    }
    assert_eq!(count, 12);
    assert!(bytes.len() <= 80_000, "{} bytes", bytes.len());
}

#[test]
fn each_frame_is_written_before_the_next_one_is_drawn() {
    // Whatever precedes the animation in the file stays.
    let mut file = Cursor::new(b"head".to_vec());
    file.set_position(4);
    let mut animation = Animation::new(file, &Theme::dark(), 300, None);
    let mut written = 0;
    for step in 0..5 {
        animation.push(Frame { scene: &board(step), millis: 500 }).unwrap();
        assert!(animation.written() > written, "frame {step}");
        written = animation.written();
    }
    let small = Frame { scene: &Scene::new(10.0, 20.0, Role::Bg), millis: 500 };
    assert!(matches!(animation.push(small), Err(RenderError::FrameSize(5))));
    let file = animation.finish().unwrap();
    assert_eq!((file.position(), file.get_ref().len() as u64), (4 + written + 1, 4 + written + 1));
    assert!(file.get_ref().starts_with(b"headGIF89a"));
    let scenes: Vec<Scene> = (0..5).map(board).collect();
    let frames: Vec<Frame<'_>> = scenes.iter().map(|scene| Frame { scene, millis: 500 }).collect();
    assert_eq!(file.get_ref()[4..], gif(&frames, &Theme::dark(), 300).unwrap());
}

#[test]
fn areas_of_a_colour_that_comes_late_are_shown_in_it() {
    // More blends than a palette has room for, followed by an area in a colour of its own.
    let blends = |step: u8| {
        let dot = |i: u8| Shape::RoundRect {
            x: f32::from(i) * 2.0,
            y: f32::from(step) * 2.0,
            width: 1.0,
            height: 1.0,
            radius: 0.0,
            fill: Some(Paint::tint(Role::Seat(step % 9), f32::from(i + 1) / 51.0)),
            stroke: None,
        };
        scene((0..50).map(dot).collect())
    };
    let mut scenes: Vec<Scene> = (0..9).map(blends).collect();
    scenes.push(scene(vec![Shape::filled(TRIANGLE.to_vec(), Role::Last)]));
    let frames: Vec<Frame<'_>> = scenes.iter().map(|scene| Frame { scene, millis: 100 }).collect();
    let bytes = gif(&frames, &Theme::dark(), 100).unwrap();
    let mut decoder = ::gif::DecodeOptions::new();
    decoder.set_color_output(::gif::ColorOutput::RGBA);
    let mut decoder = decoder.read_info(&bytes[..]).unwrap();
    let mut last = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        last = frame.buffer.to_vec();
    }
    let wanted = Theme::dark().rgb(Role::Last);
    assert!(last.chunks_exact(4).filter(|pixel| pixel[..3] == wanted).count() > 2_000);
}

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

#[test]
fn an_animation_is_shown_as_colour_blind_people_see_it() {
    let frames = [board(1), board(2)];
    let frames: Vec<Frame<'_>> = frames.iter().map(|scene| Frame { scene, millis: 100 }).collect();
    let first = |bytes: &[u8]| {
        let mut decoder = ::gif::DecodeOptions::new();
        decoder.set_color_output(::gif::ColorOutput::RGBA);
        let mut decoder = decoder.read_info(bytes).unwrap();
        let frame = decoder.read_next_frame().unwrap().unwrap();
        frame.buffer.chunks_exact(4).map(|p| [p[0], p[1], p[2]]).collect::<Vec<_>>()
    };
    let plain = first(&gif(&frames, &Theme::dark(), 300).unwrap());
    for vision in Vision::ALL {
        let mut animation = Animation::new(Cursor::new(Vec::new()), &Theme::dark(), 300, Some(vision));
        for &frame in &frames {
            animation.push(frame).unwrap();
        }
        let seen = first(animation.finish().unwrap().get_ref());
        let wanted: Vec<[u8; 3]> = plain.iter().map(|&rgb| vision.see(rgb)).collect();
        assert!(seen == wanted && seen != plain, "{vision:?}");
        let still = simulate(&raster(&board(1), &Theme::dark(), 300).unwrap(), vision);
        let still: Vec<[u8; 3]> = still.pixels().map(|pixel| pixel.0).collect();
        let alike = seen
            .iter()
            .zip(&still)
            .filter(|(a, b)| a.iter().zip(*b).all(|(a, b)| a.abs_diff(*b) <= HALF_A_STEP_IN_ANIMATIONS));
        assert!(
            alike.count() * 1000 >= still.len() * 995,
            "{vision:?}: like a still, except for rare blends"
        );
    }
    assert_eq!(["protan", "deutan", "tritan"].map(Vision::named), Vision::ALL.map(Some));
    assert_eq!(Vision::named("red"), None);
}

#[test]
fn pictures_without_a_usable_size_are_refused() {
    let theme = Theme::dark();
    for (width, height) in [(0.0, 10.0), (10.0, -1.0), (f32::NAN, 10.0), (10.0, f32::INFINITY)] {
        assert!(matches!(
            png(&Scene::new(width, height, Role::Bg), &theme, 100),
            Err(RenderError::SceneSize { .. })
        ));
    }
    for width in [0, 4097] {
        assert!(matches!(raster(&scene(vec![]), &theme, width), Err(RenderError::PictureSize { .. })));
    }
    let ribbon = Scene::new(1.0, 1000.0, Role::Bg);
    assert!(matches!(png(&ribbon, &theme, 100), Err(RenderError::PictureSize { .. })));
    assert!(matches!(gif(&[], &theme, 100), Err(RenderError::NoFrames)));
    let (a, b) = (Scene::new(10.0, 10.0, Role::Bg), Scene::new(10.0, 20.0, Role::Bg));
    let frames = [&a, &b].map(|scene| Frame { scene, millis: 10 });
    assert!(matches!(gif(&frames, &theme, 100), Err(RenderError::FrameSize(1))));
}

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
