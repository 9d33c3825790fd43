//! How fast a board's picture is drawn: `cargo bench -p trigon-render`.

mod board;

use board::board;
use trigon_render::{DEFAULT_WIDTH, Frame, Theme, gif, png, raster, svg};

fn main() {
    divan::main();
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
