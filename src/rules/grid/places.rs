//! [`Place`]: one of fifteen places in a triangle, each with two to six neighbours; and [`Places`], sets of them.
//!
//! ```text
//!         a1            A place has up to six neighbours:
//!       b1  b2             upper left   upper right
//!     c1  c2  c3         left     PLACE     right
//!   d1  d2  d3  d4         lower left   lower right
//! e1  e2  e3  e4  e5
//! ```
//!
//! Rows and columns count from 0. `(row, column)` has its upper neighbours at `(row - 1, column - 1)` and `(row - 1,
//! column)`, and its lower ones at `(row + 1, column)` and `(row + 1, column + 1)`.

use std::fmt;
use std::str::FromStr;

/// One of the fifteen places, as its index in reading order. Places compare by row and column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(u8);

/// An error returned when text is not the name of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a place is written as its row and its number in the row, a1 to e5, such as c2")]
pub struct PlaceError;

impl Place {
    /// The number of rows.
    pub const ROWS: u8 = 5;
    /// The number of places.
    pub const COUNT: usize = 15;

    /// Returns all places in reading order.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// Returns the place at a row and column, both from 0, if there is one.
    pub const fn at(row: u8, column: u8) -> Option<Self> {
        if row < Self::ROWS && column <= row { Some(Self(row * (row + 1) / 2 + column)) } else { None }
    }

    /// Returns the index in reading order, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the row; 0 is the single place at the top.
    pub const fn row(self) -> u8 {
        ROW_OF_PLACE[self.0 as usize]
    }

    /// Returns the column; 0 is the leftmost.
    pub const fn column(self) -> u8 {
        let row = self.row();
        self.0 - row * (row + 1) / 2
    }

    /// Returns the neighbours.
    pub const fn neighbours(self) -> Places {
        NEIGHBOURS[self.0 as usize]
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.row()), self.column() + 1)
    }
}

impl FromStr for Place {
    type Err = PlaceError;

    /// Parses `c2` or `C2`.
    fn from_str(text: &str) -> Result<Self, PlaceError> {
        let &[letter, digit] = text.as_bytes() else { return Err(PlaceError) };
        let row = letter.to_ascii_lowercase().checked_sub(b'a');
        let column = digit.checked_sub(b'1');
        row.zip(column).and_then(|(row, column)| Self::at(row, column)).ok_or(PlaceError)
    }
}

/// A set of places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Places(u16);

impl Places {
    /// No places.
    pub const NONE: Self = Self(0);

    /// Adds a place.
    pub const fn insert(&mut self, place: Place) {
        self.0 |= 1 << place.0;
    }

    /// Returns the set with one more place.
    #[must_use]
    pub const fn with(mut self, place: Place) -> Self {
        self.insert(place);
        self
    }

    /// Returns whether a place is in the set.
    pub const fn contains(self, place: Place) -> bool {
        self.0 >> place.0 & 1 == 1
    }

    /// Returns the places that are in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the places that are not in the other set.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the number of places.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the places in reading order.
    pub fn iter(self) -> impl Iterator<Item = Place> {
        let rest = |bits: &u16| Some(bits & (bits - 1)).filter(|bits| *bits > 0);
        std::iter::successors(Some(self.0).filter(|bits| *bits > 0), rest)
            .map(|bits| Place(bits.trailing_zeros() as u8))
    }

    /// Returns the places that can be reached from `from` through neighbouring places in this set. `from` itself need
    /// not be in the set, and is never part of the result.
    #[must_use]
    pub fn reached_from(self, from: Place) -> Self {
        let open = self.without(Self::NONE.with(from));
        let mut reached = open.and(from.neighbours());
        let mut ring = reached;
        while !ring.is_empty() {
            let next = Self(ring.iter().fold(0, |next, place| next | place.neighbours().0));
            ring = next.and(open).without(reached);
            reached.0 |= ring.0;
        }
        reached
    }
}

impl FromIterator<Place> for Places {
    fn from_iter<I: IntoIterator<Item = Place>>(places: I) -> Self {
        places.into_iter().fold(Self::NONE, Self::with)
    }
}

const ROW_OF_PLACE: [u8; Place::COUNT] = [0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4];

const NEIGHBOURS: [Places; Place::COUNT] = {
    let mut all = [Places::NONE; Place::COUNT];
    let mut i = 0;
    while i < Place::COUNT {
        let place = Place(i as u8);
        let mut other = 0;
        while other < Place::COUNT {
            if beside(place, Place(other as u8)) {
                all[i].insert(Place(other as u8));
            }
            other += 1;
        }
        i += 1;
    }
    all
};

/// Returns whether two places are next to each other in one of the three directions.
const fn beside(a: Place, b: Place) -> bool {
    let rows = b.row() as i8 - a.row() as i8;
    let columns = b.column() as i8 - a.column() as i8;
    matches!((rows, columns), (0, 1 | -1) | (1, 0 | 1) | (-1, 0 | -1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(name: &str) -> Place {
        name.parse().unwrap()
    }

    #[test]
    fn names_are_found_again_and_nothing_else_is() {
        for place in Place::all() {
            assert_eq!(place.to_string().parse(), Ok(place));
            assert_eq!(Place::at(place.row(), place.column()), Some(place));
        }
        let names: Vec<String> = Place::all().map(|place| place.to_string()).collect();
        assert_eq!(names.join(" "), "a1 b1 b2 c1 c2 c3 d1 d2 d3 d4 e1 e2 e3 e4 e5");
        for wrong in ["", "a", "a0", "a2", "e6", "f1", "a1 ", "a11", "1a", "á1", "`1"] {
            assert_eq!(wrong.parse::<Place>(), Err(PlaceError), "{wrong:?}");
        }
    }

    #[test]
    fn neighbours_are_symmetric_and_two_to_six() {
        for a in Place::all() {
            assert!(!a.neighbours().contains(a));
            assert!((2..=6).contains(&a.neighbours().len()));
            for b in a.neighbours().iter() {
                assert!(b.neighbours().contains(a));
            }
        }
        // A triangle of n rows has 3 n (n − 1) / 2 edges between its places.
        assert_eq!(Place::all().map(|place| place.neighbours().len()).sum::<usize>(), 2 * 30);
        let around: Vec<String> = place("d2").neighbours().iter().map(|p| p.to_string()).collect();
        assert_eq!(around.join(" "), "c1 c2 d1 d3 e2 e3");
    }

    #[test]
    fn neighbours_are_those_at_distance_one_on_paper() {
        // Rows are √3/2 apart, and each is shifted by half a place from the one above.
        let at = |p: Place| {
            (f64::from(p.column()) - f64::from(p.row()) / 2.0, f64::from(p.row()) * 3f64.sqrt() / 2.0)
        };
        for a in Place::all() {
            for b in Place::all() {
                let ((ax, ay), (bx, by)) = (at(a), at(b));
                let near = ((ax - bx).hypot(ay - by) - 1.0).abs() < 1e-9;
                assert_eq!(a.neighbours().contains(b), near, "{a} {b}");
            }
        }
    }

    #[test]
    fn what_is_reached_is_what_chains_of_neighbours_reach() {
        for open in 0..1u16 << 15 {
            let open = Places(open & open.rotate_left(3) ^ open >> 2 & 0x7fff);
            let from = place("c2");
            let mut reached: Vec<Place> = Vec::new();
            // The simplest way: keep adding neighbours of reached places until nothing is added.
            while let Some(more) = open.iter().filter(|p| *p != from && !reached.contains(p)).find(|p| {
                p.neighbours().contains(from) || reached.iter().any(|r| r.neighbours().contains(*p))
            }) {
                reached.push(more);
            }
            assert_eq!(open.reached_from(from), reached.into_iter().collect());
        }
    }
}
