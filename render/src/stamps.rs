//! Small shapes that pictures repeat: each is worked out once.

use std::collections::HashMap;

use crate::Weight;

/// The most stamps that are kept from picture to picture. A board needs a few hundred of about a kilobyte each.
const MAX_STAMPS: usize = 2048;

/// A run of pixels with the same level of coverage, relative to the place at which a stamp is put.
#[derive(Clone, Copy)]
pub(crate) struct PixelRun {
    pub(crate) row: i16,
    pub(crate) from: i16,
    pub(crate) to: i16,
    pub(crate) level: u8,
}

/// Everything that a stamp depends on. Lengths are in pixels, as the bits of floats.
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct StampKey {
    pub(crate) shape: StampShape,
    /// The part of a pixel by which it is off to the right and down.
    pub(crate) part: [u32; 2],
    /// The number of levels of coverage.
    pub(crate) levels: u8,
}

/// The shape of a stamp.
#[derive(PartialEq, Eq, Hash)]
pub(crate) enum StampShape {
    /// The radii of a disc and of its hole.
    Disc([u32; 4]),
    /// A glyph at a font size.
    Letter(Weight, u16, u32),
}

/// The stamps made so far.
#[derive(Default)]
pub(crate) struct Stamps(HashMap<StampKey, Vec<PixelRun>>);

impl Stamps {
    /// Returns a stamp, which is made if it is new.
    pub(crate) fn get(&mut self, key: StampKey, make: impl FnOnce() -> Vec<PixelRun>) -> &[PixelRun] {
        // Names can have any letters, so without a limit there would be ever more stamps.
        if self.0.len() >= MAX_STAMPS && !self.0.contains_key(&key) {
            self.0.clear();
        }
        self.0.entry(key).or_insert_with(make)
    }
}
