//! The output: pixels within tolerances, files that decode to the same pixels, and exact SVG.
#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

mod animations;
mod any_scene;
#[path = "../../benches/render/board.rs"]
mod board;
mod shapes;
mod sheets;
mod stills;
mod vectors;

use trigon_render::{Frame, RenderError, Role, Scene, Shape, Theme, gif, png, raster};

fn scene(shapes: Vec<Shape>) -> Scene {
    Scene { shapes, ..Scene::new(100.0, 100.0, Role::Black) }
}

const TRIANGLE: [(f32, f32); 3] = [(50.0, 10.2), (90.3, 80.7), (9.6, 80.7)];

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
