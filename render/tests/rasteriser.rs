//! The rasteriser compared with a reference and with others. It is only kept as long as it is better.
#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

#[path = "../benches/render/board.rs"]
mod board;
#[path = "../benches/render/rivals.rs"]
mod rivals;

use rivals::{colours, difference, fills, without_texts};
use trigon_render::{Theme, raster};

#[test]
fn edges_are_closer_to_64_samples_than_those_of_tiny_skia_and_imageproc() {
    for (width, theme) in [(640, Theme::dark()), (1100, Theme::light())] {
        let scene = without_texts(board::board(7));
        let truth = fills(&scene, &theme, width, 720).supersampled();
        let flat = fills(&scene, &theme, width, 96);
        let (mean, worst) = difference(&truth, raster(&scene, &theme, width).unwrap().pixels().map(|p| p.0));
        let skia = difference(&truth, colours(&flat.tiny_skia().unwrap()));
        let plain = flat.imageproc();
        let imageproc = difference(&truth, plain.pixels().map(|p| [p.0[0], p.0[1], p.0[2]]));
        assert!(mean < skia.0 && mean < imageproc.0, "{mean}, {skia:?}, {imageproc:?}");
        assert!(worst <= skia.1 && worst < imageproc.1, "{worst}, {skia:?}, {imageproc:?}");
    }
}
