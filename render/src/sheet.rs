//! Contact sheets: many pictures at once, small, in a grid.

use ab_glyph::Font;
use image::imageops::{FilterType, replace, resize};
use image::{Rgb, RgbImage};
use imageproc::drawing::{draw_hollow_rect_mut, draw_text_mut};
use imageproc::rect::Rect;

use crate::font::Face;
use crate::{MAX_PIXELS, RenderError, Role, Scene, Theme, Weight, fit_text, raster, text_width};

/// A picture of a contact sheet.
#[derive(Debug, Clone, Copy)]
pub struct Tile<'a> {
    /// The scene to draw.
    pub scene: &'a Scene,
    /// The words below it.
    pub caption: &'a str,
}

/// The width of a tile where the sheet may be as wide as it likes.
const TILE_WIDTH: u32 = 320;

/// The space around tiles.
const GAP: u32 = 16;

/// The places of the tiles, all in pixels.
struct Grid {
    columns: u32,
    tile: (u32, u32),
    /// The size of the captions' letters.
    letters: f32,
    sheet: (u32, u32),
}

impl Grid {
    /// Lays out about as many columns as rows.
    fn new(tiles: &[Tile<'_>], width: Option<u32>) -> Result<Self, RenderError> {
        let count = tiles.len() as u32;
        let columns = (1..=count).find(|columns| columns * columns >= count).ok_or(RenderError::NoFrames)?;
        let width = width.unwrap_or_else(|| (columns * (TILE_WIDTH + GAP) + GAP).min(MAX_PIXELS));
        let ratio = |tile: &Tile<'_>| tile.scene.height / tile.scene.width;
        let highest = tiles.iter().map(ratio).fold(0.0, f32::max);
        let across = width.saturating_sub(GAP * (columns + 1)) / columns;
        let tile = (across, (across as f32 * highest).round() as u32);
        let letters = (across as f32 / 14.0).clamp(10.0, 24.0);
        let below = (letters * 1.5) as u32;
        let rows = count.div_ceil(columns);
        let height = rows.saturating_mul(tile.1.saturating_add(below + GAP)).saturating_add(GAP);
        if across == 0 || tile.1 == 0 || width > MAX_PIXELS || height > MAX_PIXELS {
            return Err(RenderError::PictureSize { width, height: height as f32 });
        }
        Ok(Self { columns, tile, letters, sheet: (width, height) })
    }

    /// Returns the upper left corner of the `n`th tile.
    fn corner(&self, n: u32) -> (u32, u32) {
        let down = self.tile.1 + (self.letters * 1.5) as u32 + GAP;
        (GAP + n % self.columns * (self.tile.0 + GAP), GAP + n / self.columns * down)
    }
}

/// Draws all tiles on one sheet, each framed and with its caption below.
///
/// Without a width the tiles are 320 pixels wide, as long as the sheet is not wider than [`MAX_PIXELS`].
///
/// # Errors
/// If there is no tile, a scene has no usable size, or the sheet would be too large.
pub fn sheet(tiles: &[Tile<'_>], theme: &Theme, width: Option<u32>) -> Result<RgbImage, RenderError> {
    let grid = Grid::new(tiles, width)?;
    let [ground, line, ink] = [Role::Bg, Role::Grid, Role::Ink].map(|role| Rgb(theme.rgb(role)));
    let mut sheet = RgbImage::from_pixel(grid.sheet.0, grid.sheet.1, ground);
    for (n, tile) in (0u32..).zip(tiles) {
        let (x, y) = grid.corner(n);
        // Drawn at twice the size and scaled down, thin lines and small letters stay even.
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
            // The text is set from the top of the line.
            let top = (y + grid.tile.1) as i32 + (grid.letters * 0.15) as i32;
            // Characters without a glyph would show as boxes.
            let shown: String = caption.chars().filter(|&c| font.glyph_id(c).0 != 0).collect();
            draw_text_mut(&mut sheet, ink, left.round() as i32, top, scale, font, &shown);
        }
    }
    Ok(sheet)
}
