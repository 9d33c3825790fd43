//! Contact sheets: many small pictures in a grid.

use ab_glyph::Font;
use image::imageops::{FilterType, replace, resize};
use image::{Rgb, RgbImage};
use imageproc::drawing::{draw_hollow_rect_mut, draw_text_mut};
use imageproc::rect::Rect;

use crate::font::Face;
use crate::{MAX_PIXELS, RenderError, Role, Scene, Theme, Weight, fit_text, raster, text_width};

/// A picture on a contact sheet.
#[derive(Debug, Clone, Copy)]
pub struct Tile<'a> {
    /// The scene to draw.
    pub scene: &'a Scene,
    /// The caption below it.
    pub caption: &'a str,
}

/// The width of a tile in pixels, if the width of the sheet is not given.
const TILE_WIDTH: u32 = 320;

/// The space between tiles in pixels.
const TILE_GAP: u32 = 16;

/// The layout of a sheet, in pixels.
struct Grid {
    columns: u32,
    tile: (u32, u32),
    /// The font size of the captions.
    letters: f32,
    sheet: (u32, u32),
}

impl Grid {
    /// Lays out tiles in about as many columns as rows.
    fn new(tiles: &[Tile<'_>], width: Option<u32>) -> Result<Self, RenderError> {
        let count = tiles.len() as u32;
        let columns = (1..=count).find(|columns| columns * columns >= count).ok_or(RenderError::NoFrames)?;
        let width = width.unwrap_or_else(|| (columns * (TILE_WIDTH + TILE_GAP) + TILE_GAP).min(MAX_PIXELS));
        let ratio = |tile: &Tile<'_>| tile.scene.height / tile.scene.width;
        let highest = tiles.iter().map(ratio).fold(0.0, f32::max);
        let across = width.saturating_sub(TILE_GAP * (columns + 1)) / columns;
        let tile = (across, (across as f32 * highest).round() as u32);
        let letters = (across as f32 / 14.0).clamp(10.0, 24.0);
        let below = (letters * 1.5) as u32;
        let rows = count.div_ceil(columns);
        let height = rows.saturating_mul(tile.1.saturating_add(below + TILE_GAP)).saturating_add(TILE_GAP);
        if across == 0 || tile.1 == 0 || width > MAX_PIXELS || height > MAX_PIXELS {
            return Err(RenderError::PictureSize { width, height: height as f32 });
        }
        Ok(Self { columns, tile, letters, sheet: (width, height) })
    }

    /// Returns the upper left corner of the `n`th tile.
    fn corner(&self, n: u32) -> (u32, u32) {
        let down = self.tile.1 + (self.letters * 1.5) as u32 + TILE_GAP;
        (TILE_GAP + n % self.columns * (self.tile.0 + TILE_GAP), TILE_GAP + n / self.columns * down)
    }
}

/// Draws all tiles on one sheet, each with a frame and a caption.
///
/// If no width is given, tiles are 320 pixels wide, or narrower if the sheet would exceed [`MAX_PIXELS`].
///
/// # Errors
/// Returns an error if there are no tiles, a scene has no usable size, or the sheet would be too large.
pub fn sheet(tiles: &[Tile<'_>], theme: &Theme, width: Option<u32>) -> Result<RgbImage, RenderError> {
    let grid = Grid::new(tiles, width)?;
    let [ground, line, ink] = [Role::Bg, Role::Grid, Role::Ink].map(|role| Rgb(theme.rgb(role)));
    let mut sheet = RgbImage::from_pixel(grid.sheet.0, grid.sheet.1, ground);
    for (n, tile) in (0u32..).zip(tiles) {
        let (x, y) = grid.corner(n);
        // Drawing at twice the size and scaling down keeps thin lines and small letters even.
        let large = raster(tile.scene, theme, (2 * grid.tile.0).min(MAX_PIXELS))?;
        let high =
            (f64::from(large.height()) * f64::from(grid.tile.0) / f64::from(large.width())).round() as u32;
        let small = resize(&large, grid.tile.0, high.clamp(1, grid.tile.1), FilterType::CatmullRom);
        replace(&mut sheet, &small, x.into(), y.into());
        let frame = Rect::at(x as i32 - 1, y as i32 - 1).of_size(grid.tile.0 + 2, grid.tile.1 + 2);
        draw_hollow_rect_mut(&mut sheet, frame, line);

        let room = grid.tile.0 as f32;
        let caption = fit_text(tile.caption, grid.letters, Weight::Bold, room);
        let left = x as f32 + (room - text_width(&caption, grid.letters, Weight::Bold)) / 2.0;
        if let Some((font, scale)) = Face::of(Weight::Bold).font(grid.letters) {
            let top = (y + grid.tile.1) as i32 + (grid.letters * 0.15) as i32;
            // Characters without a glyph would appear as boxes.
            let shown: String = caption.chars().filter(|&c| font.glyph_id(c).0 != 0).collect();
            draw_text_mut(&mut sheet, ink, left.round() as i32, top, scale, font, &shown);
        }
    }
    Ok(sheet)
}
