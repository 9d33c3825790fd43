//! Measures the time that this crate and others take to draw a board: `cargo bench -p trigon-render`.
//!
//! The error of each rasteriser, measured against 64 samples per pixel, is printed first.
#![allow(clippy::print_stdout)]

mod board;
mod rivals;

use board::board;
use rivals::{Flat, colours, difference, fills, without_texts};
use trigon_render::{DEFAULT_WIDTH, Frame, Scene, Theme, gif, png, raster, svg};

/// The number of corners of a circle for other rasterisers; enough to look round at this size.
const CORNERS: usize = 96;

fn main() {
    let theme = Theme::dark();
    let scene = without_texts(board(7));
    let truth = fills(&scene, &theme, DEFAULT_WIDTH, 720).supersampled();
    let (_, flat) = rivals();
    let report =
        |name: &str, (mean, worst): (f64, u8)| println!("{name:14} mean error {mean:.4}, largest {worst}");
    if let Ok(ours) = raster(&scene, &theme, DEFAULT_WIDTH) {
        report("trigon-render", difference(&truth, ours.pixels().map(|pixel| pixel.0)));
    }
    if let Some(pixmap) = flat.tiny_skia() {
        report("tiny-skia", difference(&truth, colours(&pixmap)));
    }
    let pixels = flat.imageproc();
    report("imageproc", difference(&truth, pixels.pixels().map(|p| [p.0[0], p.0[1], p.0[2]])));
    divan::main();
}

/// Returns a board without text, for this crate and for others.
fn rivals() -> (Scene, Flat) {
    let scene = without_texts(board(7));
    let flat = fills(&scene, &Theme::dark(), DEFAULT_WIDTH, CORNERS);
    (scene, flat)
}

#[divan::bench]
fn shapes(bencher: divan::Bencher<'_, '_>) {
    let (scene, _) = rivals();
    bencher.bench_local(|| raster(&scene, &Theme::dark(), DEFAULT_WIDTH));
}

#[divan::bench]
fn shapes_by_tiny_skia(bencher: divan::Bencher<'_, '_>) {
    let (_, flat) = rivals();
    bencher.bench_local(|| flat.tiny_skia());
}

#[divan::bench]
fn shapes_by_imageproc(bencher: divan::Bencher<'_, '_>) {
    let (_, flat) = rivals();
    bencher.bench_local(|| flat.imageproc());
}

#[divan::bench]
fn pixels(bencher: divan::Bencher<'_, '_>) {
    let scene = board(7);
    bencher.bench_local(|| raster(&scene, &Theme::dark(), DEFAULT_WIDTH));
}

#[divan::bench]
fn png_of_a_board(bencher: divan::Bencher<'_, '_>) {
    let scene = board(7);
    bencher.bench_local(|| png(&scene, &Theme::dark(), DEFAULT_WIDTH));
}

#[divan::bench]
fn gif_of_eleven_boards(bencher: divan::Bencher<'_, '_>) {
    let scenes: Vec<_> = (0..11).map(board).collect();
    let frames: Vec<_> = scenes.iter().map(|scene| Frame { scene, millis: 1_000 }).collect();
    bencher.bench_local(|| gif(&frames, &Theme::dark(), DEFAULT_WIDTH));
}

#[divan::bench]
fn svg_of_a_board(bencher: divan::Bencher<'_, '_>) {
    let scene = board(7);
    bencher.bench_local(|| svg(&scene, &Theme::dark()));
}
