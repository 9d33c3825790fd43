//! Pyramids in three sizes and sets of them, which several games use.

use std::fmt;
use std::ops::Index;

use serde::{Serialize, Serializer};

/// The size of a pyramid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Size {
    /// One pip.
    Small,
    /// Two pips.
    Medium,
    /// Three pips.
    Large,
}

impl Size {
    /// All three sizes, in ascending order.
    pub const ALL: [Self; 3] = [Self::Small, Self::Medium, Self::Large];

    /// Returns the number of pips: 1, 2 or 3.
    pub const fn pips(self) -> u8 {
        self as u8 + 1
    }

    /// Returns the letter in notations: `S`, `M` or `L`.
    pub const fn letter(self) -> char {
        match self {
            Self::Small => 'S',
            Self::Medium => 'M',
            Self::Large => 'L',
        }
    }

    /// Returns the size with this letter, in upper or lower case.
    pub const fn of_letter(letter: char) -> Option<Self> {
        match letter {
            'S' | 's' => Some(Self::Small),
            'M' | 'm' => Some(Self::Medium),
            'L' | 'l' => Some(Self::Large),
            _ => None,
        }
    }

    /// Parses a single letter, ignoring spaces around it.
    pub fn read(text: &str) -> Option<Self> {
        let mut letters = text.trim().chars();
        letters.next().and_then(Self::of_letter).filter(|_| letters.next().is_none())
    }

    /// Returns the display name, in lower case.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}

/// A number of pyramids of each size.
///
/// Serialises as `{"S":5,"M":5,"L":5}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stash([u8; 3]);

impl Stash {
    /// No pyramids.
    pub const EMPTY: Self = Self([0; 3]);
    /// Five of each size: all pyramids of one colour.
    pub const FULL: Self = Self([5; 3]);

    /// Returns a stash with these numbers of small, medium and large pyramids.
    pub const fn new(counts: [u8; 3]) -> Self {
        Self(counts)
    }

    /// Returns whether there is a pyramid of this size.
    pub fn has(&self, size: Size) -> bool {
        self[size] > 0
    }

    /// Adds a pyramid.
    pub fn put(&mut self, size: Size) {
        self.0[size as usize] += 1;
    }

    /// Removes a pyramid, or returns `false` if there is none of this size.
    pub fn take(&mut self, size: Size) -> bool {
        let count = &mut self.0[size as usize];
        let has = *count > 0;
        *count -= u8::from(has);
        has
    }

    /// Returns the sizes with at least one pyramid, in ascending order.
    pub fn sizes(self) -> impl DoubleEndedIterator<Item = Size> {
        Size::ALL.into_iter().filter(move |&size| self.has(size))
    }

    /// Returns the total number of pyramids.
    pub fn total(&self) -> u32 {
        self.0.iter().map(|&n| u32::from(n)).sum()
    }
}

impl Index<Size> for Stash {
    type Output = u8;

    fn index(&self, size: Size) -> &u8 {
        &self.0[size as usize]
    }
}

impl fmt::Display for Stash {
    /// Writes `2 S, 5 M, 4 L`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [s, m, l] = self.0;
        write!(f, "{s} S, {m} M, {l} L")
    }
}

impl Serialize for Stash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Size::ALL.map(|size| (size.letter(), self[size])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stash_gives_what_it_has() {
        let mut stash = Stash::new([1, 0, 5]);
        assert!(stash.take(Size::Small) && !stash.take(Size::Small) && !stash.take(Size::Medium));
        stash.put(Size::Medium);
        assert_eq!(
            (stash, stash.total(), stash.to_string()),
            (Stash::new([0, 1, 5]), 6, "0 S, 1 M, 5 L".to_owned())
        );
        assert!(stash.sizes().eq([Size::Medium, Size::Large]));
        assert_eq!(serde_json::to_string(&stash).unwrap(), r#"{"S":0,"M":1,"L":5}"#);
    }

    #[test]
    fn sizes_have_letters() {
        for size in Size::ALL {
            assert_eq!(Size::of_letter(size.letter()), Some(size));
            assert_eq!(Size::of_letter(size.letter().to_ascii_lowercase()), Some(size));
        }
        assert_eq!(Size::of_letter('X'), None);
    }
}
