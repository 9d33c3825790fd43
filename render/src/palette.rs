//! The palette of an animation, which grows with its frames.

use crate::colours::{Colours, Rgb, nearest};

/// The maximum number of colours: index 0 is reserved for transparency.
const MAX_COLOURS: usize = 255;

/// The number of entries open to colours with few pixels. The others are reserved for areas that appear later.
const MAX_RARE_COLOURS: usize = 200;

/// The number of pixels in a frame that make an area.
const MIN_AREA_PIXELS: u32 = 100;

/// Up to 255 colours with indices from 1, and the index for each colour on the canvas.
pub(crate) struct Palette {
    rgb: Vec<Rgb>,
    /// For each colour on the canvas, its index, or 0 if it has not been used, and whether the palette has exactly that
    /// colour.
    indices: Vec<u8>,
    exact: Vec<bool>,
    /// For each colour on the canvas, the number of pixels that it has in the frame that is being admitted.
    uses: Vec<u32>,
}

impl Palette {
    /// Creates a palette without colours.
    pub(crate) fn new() -> Self {
        Self {
            rgb: Vec::with_capacity(MAX_COLOURS),
            indices: Vec::new(),
            exact: Vec::new(),
            uses: Vec::new(),
        }
    }

    /// Returns the colours. The first has index 1.
    pub(crate) fn rgb(&self) -> &[Rgb] {
        &self.rgb
    }

    /// Admits the colours of a frame, those with the most pixels first, and returns the index for each colour on the
    /// canvas. A colour that no longer fits gets the index of a similar one.
    pub(crate) fn admit(&mut self, pixels: impl Iterator<Item = u16>, colours: &Colours) -> &[u8] {
        let known = colours.rgb();
        self.indices.resize(known.len(), 0);
        self.exact.resize(known.len(), false);
        self.uses.clear();
        self.uses.resize(known.len(), 0);
        for pixel in pixels {
            self.uses[usize::from(pixel)] += 1;
        }
        let mut new: Vec<usize> = (0..known.len()).filter(|&i| self.uses[i] > 0 && !self.exact[i]).collect();
        new.sort_unstable_by_key(|&i| (std::cmp::Reverse(self.uses[i]), i));
        for i in new {
            let limit = if self.uses[i] >= MIN_AREA_PIXELS { MAX_COLOURS } else { MAX_RARE_COLOURS };
            if self.rgb.len() < limit {
                self.rgb.push(known[i]);
                (self.indices[i], self.exact[i]) = (self.rgb.len() as u8, true);
            } else if self.indices[i] == 0 {
                self.indices[i] = nearest(&self.rgb, known[i]) as u8 + 1;
            }
        }
        &self.indices
    }
}
