//! [`Colours`]: the numbered colours of a picture, and their blends.

use std::collections::HashMap;

use crate::Theme;
use crate::coverage::LEVELS;

pub(crate) type Rgb = [u8; 3];

/// The number of colours that blends along edges leave free for areas, in which one would notice a replaced colour.
const RESERVED_FOR_AREAS: usize = 32;

/// The number of places in the cache of blends.
const CACHED_BLENDS: usize = 1 << 12;

/// What a colour fills.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fill {
    /// An area, in which one would notice another colour.
    Area,
    /// The pixels along an edge.
    Edge,
}

/// The colours seen so far, numbered in order of appearance, with a cache of blends.
#[derive(Clone)]
pub(crate) struct Colours {
    rgb: Vec<Rgb>,
    ids: HashMap<Rgb, u16>,
    /// Recent blends, indexed by a hash of their keys. Every pixel of every edge looks one up.
    blends: Vec<(u64, u16)>,
    /// The number of distinct levels of coverage.
    pub(crate) levels: u8,
    /// The most colours that there can be. A blend beyond that is replaced by a similar colour.
    capacity: usize,
}

impl Default for Colours {
    fn default() -> Self {
        Self {
            rgb: Vec::new(),
            ids: HashMap::new(),
            blends: vec![(u64::MAX, 0); CACHED_BLENDS],
            levels: LEVELS,
            capacity: 1 << 16,
        }
    }
}

impl Colours {
    /// Creates a list without colours for the PNG of a picture, whose palette has room for 256. Edges have a single blend, with
    /// half of each colour: files are then half as large as with all levels, and one has to look closely to see the difference.
    pub(crate) fn for_still() -> Self {
        Self { levels: 2, capacity: 256, ..Self::default() }
    }

    /// Creates a list without colours for an animation. It is half as wide as a picture, so its edges stand out more and have
    /// two blends.
    pub(crate) fn for_animation() -> Self {
        Self { levels: 3, ..Self::default() }
    }

    /// Returns whether edges are only drawn roughly, as in files.
    pub(crate) const fn is_coarse(&self) -> bool {
        self.levels < LEVELS
    }

    /// Returns the number of a theme's colour. There is always room for these, because blends leave it free.
    pub(crate) fn number_of(&mut self, rgb: Rgb) -> u16 {
        self.admit_below(rgb, self.capacity)
    }

    /// Returns the number of a colour, or of the most similar one if it is new and there are as many as the limit already.
    fn admit_below(&mut self, rgb: Rgb, limit: usize) -> u16 {
        if let Some(&id) = self.ids.get(&rgb) {
            return id;
        }
        if self.rgb.len() >= limit {
            return nearest(&self.rgb, rgb) as u16;
        }
        let id = self.rgb.len() as u16;
        self.rgb.push(rgb);
        self.ids.insert(rgb, id);
        id
    }

    /// Returns the number of the blend of `top` over `below`, with an opacity in 255ths. Blends along edges leave room for
    /// those of areas, which stand out more, and both leave room for the colours of the theme.
    pub(crate) fn blend(&mut self, below: u16, top: u16, alpha: u8, fill: Fill) -> u16 {
        // An edge may have to do with a similar colour where an area gets its own, so they are kept apart.
        let is_area = u64::from(fill == Fill::Area);
        let key = u64::from(below) << 32 | u64::from(top) << 16 | is_area << 8 | u64::from(alpha);
        // Fibonacci hashing: the upper bits of the product depend on all bits of the key.
        let place = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 52) as usize % CACHED_BLENDS;
        if self.blends[place].0 == key {
            return self.blends[place].1;
        }
        let (below, top) = (self.rgb[usize::from(below)], self.rgb[usize::from(top)]);
        let mix = |channel: usize| {
            let (below, top, alpha) = (u32::from(below[channel]), u32::from(top[channel]), u32::from(alpha));
            ((below * (255 - alpha) + top * alpha + 127) / 255) as u8
        };
        let reserved = match fill {
            Fill::Area => Theme::MAX_COLOURS,
            Fill::Edge => Theme::MAX_COLOURS + RESERVED_FOR_AREAS,
        };
        let id = self.admit_below([0, 1, 2].map(mix), self.capacity - reserved);
        self.blends[place] = (key, id);
        id
    }

    /// Returns all colours in the order of their indices.
    pub(crate) fn rgb(&self) -> &[Rgb] {
        &self.rgb
    }
}

/// Returns the index of the most similar colour. Green counts most and blue least, as in the human eye.
pub(crate) fn nearest(palette: &[Rgb], rgb: Rgb) -> usize {
    let distance = |other: &Rgb| -> i32 {
        let difference = |i: usize| i32::from(rgb[i]) - i32::from(other[i]);
        3 * difference(0).pow(2) + 6 * difference(1).pow(2) + difference(2).pow(2)
    };
    (0..palette.len()).min_by_key(|&i| distance(&palette[i])).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_area_gets_its_own_colour_even_if_an_edge_had_to_do_with_a_similar_one() {
        let mut colours = Colours::for_still();
        let [black, white] = [[0; 3], [255; 3]].map(|rgb| colours.number_of(rgb));
        let room_of_edges = colours.capacity - Theme::MAX_COLOURS - RESERVED_FOR_AREAS;
        for red in 1..room_of_edges - 1 {
            colours.number_of([red as u8, 0, 0]);
        }
        assert_eq!(colours.rgb().len(), room_of_edges);
        let edge = colours.blend(black, white, 100, Fill::Edge);
        let area = colours.blend(black, white, 100, Fill::Area);
        assert_ne!(colours.rgb()[usize::from(edge)], [100; 3]);
        assert_eq!(colours.rgb()[usize::from(area)], [100; 3]);
    }
}
