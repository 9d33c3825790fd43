//! [`Ink`]: a paint as it is applied to the pixels of a canvas, and [`PaletteIndex`]: how such a pixel is stored.

use crate::colours::{Colours, Fill};
use crate::coverage::LEVELS;
use crate::{Paint, Theme};

/// The number of levels of coverage, with level 0 for a pixel that is not covered.
const LEVEL_COUNT: usize = LEVELS as usize + 1;

/// A paint with the colours that it makes of those below it. Each shape is drawn with an ink of its own.
pub(crate) struct Ink {
    colour: u16,
    /// The opacity in 255ths at each level of coverage.
    opacities: [u8; LEVEL_COUNT],
    /// The level at which a pixel is covered completely.
    whole: usize,
    /// The colour that was painted over last, and what it became at each level. Along an edge and within a letter, the
    /// colour below hardly ever changes.
    below: u16,
    blends: [Option<u16>; LEVEL_COUNT],
}

impl Ink {
    /// Prepares a paint, whose colour becomes one of the numbered colours.
    pub(crate) fn new(paint: Paint, theme: &Theme, colours: &mut Colours) -> Self {
        let colour = colours.number_of(theme.rgb(paint.role));
        let opacity = if paint.alpha.is_finite() { paint.alpha.clamp(0.0, 1.0) } else { 0.0 };
        let mut opacities = [0; LEVEL_COUNT];
        for (level, alpha) in (0..=colours.levels).zip(&mut opacities) {
            *alpha = (f32::from(level) / f32::from(colours.levels) * opacity * 255.0).round() as u8;
        }
        let whole = usize::from(colours.levels);
        Self { colour, opacities, whole, below: 0, blends: [None; LEVEL_COUNT] }
    }

    /// Paints over pixels that are covered to the same level.
    pub(crate) fn apply<P: PaletteIndex>(&mut self, pixels: &mut [P], level: u8, colours: &mut Colours) {
        let level = usize::from(level.min(LEVELS));
        match self.opacities[level] {
            0 => {}
            255 => pixels.fill(P::new(self.colour)),
            _ => {
                for pixel in pixels {
                    *pixel = P::new(self.blend_over(pixel.id(), level, colours));
                }
            }
        }
    }

    /// Returns what a colour becomes where it is covered to a level.
    fn blend_over(&mut self, below: u16, level: usize, colours: &mut Colours) -> u16 {
        if below != self.below {
            (self.below, self.blends) = (below, [None; LEVEL_COUNT]);
        }
        let fill = if level == self.whole { Fill::Area } else { Fill::Edge };
        let (colour, opacity) = (self.colour, self.opacities[level]);
        *self.blends[level].get_or_insert_with(|| colours.blend(below, colour, opacity, fill))
    }
}

/// The index of a colour, as a canvas stores it for each pixel.
pub(crate) trait PaletteIndex: Copy {
    /// The number of indices before each row. A PNG wants one there: 0, the index of the ground, says that the row has no
    /// filter.
    const ROW_PREFIX: usize;

    fn new(id: u16) -> Self;

    fn id(self) -> u16;
}

impl PaletteIndex for u16 {
    const ROW_PREFIX: usize = 0;

    fn new(id: u16) -> Self {
        id
    }

    fn id(self) -> u16 {
        self
    }
}

/// For pictures with at most 256 colours: they take half the memory, and are a PNG's rows as they are.
impl PaletteIndex for u8 {
    const ROW_PREFIX: usize = 1;

    fn new(id: u16) -> Self {
        id as u8
    }

    fn id(self) -> u16 {
        self.into()
    }
}
