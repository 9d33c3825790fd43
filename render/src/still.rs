//! Single pictures, as pixels and as PNG files.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder, Rgb, RgbImage};
use png::chunk::IDAT;
use png::{BitDepth, ColorType, Encoder};

use crate::canvas::Canvas;
use crate::colours::Colours;
use crate::{RenderError, Scene, Theme};

/// The number of compressed bytes above which a picture is large: with its palette, it should not exceed 50 KB.
const MAX_COMPRESSED_BYTES: usize = 49_000;

/// Draws a scene as pixels. The height follows from the width and the scene.
///
/// # Errors
/// Returns an error if the scene or the picture has no usable size.
pub fn raster(scene: &Scene, theme: &Theme, width: u32) -> Result<RgbImage, RenderError> {
    let mut colours = Colours::default();
    let mut canvas = Canvas::<u16>::default();
    canvas.draw(scene, theme, width, &mut colours)?;
    let rgb = colours.rgb();
    let mut image = RgbImage::new(canvas.width, canvas.height);
    for (pixel, &index) in image.pixels_mut().zip(&canvas.pixels) {
        *pixel = Rgb(rgb[usize::from(index)]);
    }
    Ok(image)
}

/// Draws a scene as a PNG. The height follows from the width and the scene.
///
/// The file has an eight-bit palette and no filters: for pictures with flat areas, this takes half the space and a
/// sixth of the time of true colour. If there are more than 256 colours, blends along edges are replaced by similar ones.
///
/// # Errors
/// Returns an error if the scene or the picture has no usable size.
pub fn png(scene: &Scene, theme: &Theme, width: u32) -> Result<Vec<u8>, RenderError> {
    let mut colours = Colours::for_still();
    let mut canvas = Canvas::<u8>::default();
    canvas.draw(scene, theme, width, &mut colours)?;
    encode_canvas(&canvas, &colours)
}

/// Returns what a canvas shows as a PNG.
pub(crate) fn encode_canvas(canvas: &Canvas<u8>, colours: &Colours) -> Result<Vec<u8>, RenderError> {
    let rows = &canvas.pixels;
    let mut bytes = Vec::with_capacity(64 * 1024);
    let mut encoder = Encoder::new(&mut bytes, canvas.width, canvas.height);
    // The image is written below.
    encoder.validate_sequence(false);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(colours.rgb().concat());
    let mut writer = encoder.write_header()?;
    let mut data = Vec::new();
    for level in compression_levels(count_fresh_pixels(rows, canvas.width)) {
        data = deflate(rows, *level)?;
        if data.len() <= MAX_COMPRESSED_BYTES {
            break;
        }
    }
    writer.write_chunk(IDAT, &data)?;
    writer.finish()?;
    Ok(bytes)
}

/// Returns the compression levels to try for a picture with this number of fresh pixels, until it is small enough. A
/// crowded picture would be large at a low level; at a high level, any picture takes long.
const fn compression_levels(fresh: usize) -> &'static [u32] {
    match fresh {
        ..21_500 => &[2, 3, 5],
        21_500..24_000 => &[3, 5],
        24_000.. => &[5],
    }
}

/// Counts the pixels that differ from those to their left and above them. They make up most of a compressed picture.
fn count_fresh_pixels(rows: &[u8], width: u32) -> usize {
    // A count of this many pixels fits into a byte, so that many pixels are counted at a time.
    const PIXELS_AT_ONCE: usize = 240;
    // A row begins with its filter.
    let row = width as usize + 1;
    let mut fresh = 0;
    for (above, here) in rows.chunks_exact(row).zip(rows.chunks_exact(row).skip(1)) {
        let (above, left, here) = (
            above[1..].chunks(PIXELS_AT_ONCE),
            here.chunks(PIXELS_AT_ONCE),
            here[1..].chunks(PIXELS_AT_ONCE),
        );
        for ((above, left), here) in above.zip(left).zip(here) {
            let pixels = here.iter().zip(left).zip(above);
            let is_fresh =
                pixels.map(|((pixel, left), above)| u8::from(pixel != left) & u8::from(pixel != above));
            fresh += usize::from(is_fresh.fold(0, u8::wrapping_add));
        }
    }
    fresh
}

/// Compresses the rows of an image in one go. `png` compresses each row separately, and clears 32 KB each time.
fn deflate(rows: &[u8], level: u32) -> Result<Vec<u8>, RenderError> {
    let mut encoder = ZlibEncoder::new(Vec::with_capacity(64 * 1024), Compression::new(level));
    encoder.write_all(rows)?;
    Ok(encoder.finish()?)
}

/// Encodes pixels as a true-colour PNG, for pictures with more colours than a palette can hold.
///
/// # Errors
/// Returns an error if the picture has no pixels.
pub fn encode_png(image: &RgbImage) -> Result<Vec<u8>, RenderError> {
    let mut bytes = Vec::with_capacity(256 * 1024);
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Default, FilterType::Adaptive);
    encoder.write_image(image, image.width(), image.height(), ExtendedColorType::Rgb8)?;
    Ok(bytes)
}
