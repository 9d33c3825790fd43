//! [`Ink`]: a paint as it is applied to the pixels of a canvas.

use crate::colours::{Colours, Fill};
use crate::coverage::LEVELS;
use crate::palette_index::PaletteIndex;
use crate::{Paint, Theme};

/// A paint ready to be applied: its colour, and its opacity in 255ths for each level of coverage.
pub(crate) struct Ink {
    colour: u16,
    alphas: [u8; LEVELS as usize + 1],
    /// The colour that it was last applied over, and the blends with that colour for each level. Along an edge and
    /// within a letter, they are always the same.
    below: u16,
    blends: [Option<u16>; LEVELS as usize + 1],
}

impl Ink {
    pub(crate) fn new(paint: Paint, theme: &Theme, colours: &mut Colours) -> Self {
        let colour = colours.id(theme.rgb(paint.role));
        let opacity = if paint.alpha.is_finite() { paint.alpha.clamp(0.0, 1.0) } else { 0.0 };
        let mut alphas = [0; LEVELS as usize + 1];
        for (level, alpha) in (0..=colours.levels).zip(&mut alphas) {
            *alpha = (f32::from(level) / f32::from(colours.levels) * opacity * 255.0).round() as u8;
        }
        Self { colour, alphas, below: 0, blends: [None; LEVELS as usize + 1] }
    }

    pub(crate) fn apply<P: PaletteIndex>(&mut self, pixels: &mut [P], level: u8, colours: &mut Colours) {
        let level = usize::from(level.min(LEVELS));
        match self.alphas[level] {
            0 => {}
            255 => pixels.fill(P::new(self.colour)),
            alpha => {
                for pixel in pixels {
                    if pixel.id() != self.below {
                        (self.below, self.blends) = (pixel.id(), [None; LEVELS as usize + 1]);
                    }
                    let colour = self.colour;
                    let fill = if level == usize::from(colours.levels) { Fill::Area } else { Fill::Edge };
                    let blend = || colours.blend(self.below, colour, alpha, fill);
                    *pixel = P::new(*self.blends[level].get_or_insert_with(blend));
                }
            }
        }
    }
}
