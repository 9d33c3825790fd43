//! One picture: pixels and PNG.

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder, Rgb, RgbImage};
use png::{BitDepth, ColorType, Compression, DeflateCompression, Encoder, Filter};

use crate::canvas::{Canvas, Colours};
use crate::{RenderError, Scene, Theme};

/// Draws a scene as pixels, `width` of them wide; the height follows from the scene.
///
/// # Errors
/// When the scene or the picture has no usable size.
pub fn raster(scene: &Scene, theme: &Theme, width: u32) -> Result<RgbImage, RenderError> {
    let mut colours = Colours::default();
    let canvas = Canvas::draw(scene, theme, width, &mut colours)?;
    let rgb = colours.rgb();
    Ok(RgbImage::from_fn(canvas.width, canvas.height, |x, y| {
        Rgb(rgb[usize::from(canvas.pixels[(y * canvas.width + x) as usize])])
    }))
}

/// Draws a scene as a PNG, `width` pixels wide; the height follows from the scene.
///
/// Eight-bit palette without filters: half the size and a sixth of the time of true colour for pictures of
/// flat areas. Of more than 256 colours the rarest are folded on to their neighbours.
///
/// # Errors
/// When the scene or the picture has no usable size.
pub fn png(scene: &Scene, theme: &Theme, width: u32) -> Result<Vec<u8>, RenderError> {
    let mut colours = Colours::default();
    let canvas = Canvas::draw(scene, theme, width, &mut colours)?;
    let mut uses = Vec::new();
    colours.count(&canvas.pixels, &mut uses);
    let (palette, places) = colours.fold(&uses, 256);
    let indices: Vec<u8> = canvas.pixels.iter().map(|&pixel| places[usize::from(pixel)]).collect();
    let mut bytes = Vec::with_capacity(64 * 1024);
    let mut encoder = Encoder::new(&mut bytes, canvas.width, canvas.height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.concat());
    encoder.set_compression(Compression::Fast);
    // After the compression, which brings a filter of its own: indices are no samples, differences make no sense.
    encoder.set_filter(Filter::NoFilter);
    encoder.set_deflate_compression(DeflateCompression::Level(4));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&indices)?;
    writer.finish()?;
    Ok(bytes)
}

/// Encodes pixels as a PNG in true colour, for pictures of more colours than a palette holds.
///
/// # Errors
/// If the picture has no pixels.
pub fn encode_png(image: &RgbImage) -> Result<Vec<u8>, RenderError> {
    let mut bytes = Vec::with_capacity(256 * 1024);
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Default, FilterType::Adaptive);
    encoder.write_image(image, image.width(), image.height(), ExtendedColorType::Rgb8)?;
    Ok(bytes)
}
