//! [`Hex`]: a hexagon of 37 spaces, with sides of length 4 and the coordinates of GIPF.
//!
//! Columns `a` to `g` run from left to right, and the numbers in a column from bottom to top. Every space has six
//! directions, of which `N` leads up its column:
//!
//! ```text
//!            d7                        N
//!         c6    e6
//!      b5    d6    f5              NW     NE
//!   a4    c5    e5    g4               d4
//!      b4    d5    f4              SW     SE
//!   a3    c4    e4    g3
//!      b3    d4    f3                  S
//!   a2    c3    e3    g2
//!      b2    d3    f2
//!   a1    c2    e2    g1
//!      b1    d2    f1
//!         c1    e1
//!            d1
//! ```

use std::fmt;
use std::str::FromStr;

/// The number of spaces in each column.
const COLUMN_LENGTHS: [u8; 7] = [4, 5, 6, 7, 6, 5, 4];
const COUNT: usize = 37;

/// A space. Spaces compare by their names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex(u8);

/// One of the six directions from a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HexDirection {
    /// Up the column.
    N,
    /// Up and to the right.
    NE,
    /// Down and to the right.
    SE,
    /// Down the column.
    S,
    /// Down and to the left.
    SW,
    /// Up and to the left.
    NW,
}

impl HexDirection {
    /// All six directions, clockwise from the top.
    pub const ALL: [Self; 6] = [Self::N, Self::NE, Self::SE, Self::S, Self::SW, Self::NW];

    /// Returns the opposite direction.
    #[must_use]
    pub const fn reverse(self) -> Self {
        Self::ALL[(self as usize + 3) % 6]
    }

    /// Returns the name in the notation.
    pub const fn name(self) -> &'static str {
        ["N", "NE", "SE", "S", "SW", "NW"][self as usize]
    }

    /// Returns the change made by one step, in columns to the right and half spaces up.
    const fn delta(self) -> (i8, i8) {
        [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)][self as usize]
    }
}

impl fmt::Display for HexDirection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An error returned when text is not a space or a direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum HexError {
    /// The text is not a space.
    #[error("a space is written a1 to g4: the column's letter and a number from its bottom")]
    Space,
    /// The text is not a direction.
    #[error("a direction is one of N, NE, SE, S, SW and NW")]
    Direction,
}

impl FromStr for HexDirection {
    type Err = HexError;

    /// Parses a name in upper or lower case.
    fn from_str(text: &str) -> Result<Self, HexError> {
        let named = |direction: &Self| direction.name().eq_ignore_ascii_case(text);
        Self::ALL.into_iter().find(named).ok_or(HexError::Direction)
    }
}

/// The number of spaces in the columns before each column.
const COLUMN_STARTS: [u8; 8] = {
    let mut starts = [0; 8];
    let mut column = 0;
    while column < 7 {
        starts[column + 1] = starts[column] + COLUMN_LENGTHS[column];
        column += 1;
    }
    starts
};

const STEPS: [[Option<Hex>; 6]; COUNT] = {
    let mut steps = [[None; 6]; COUNT];
    let mut i = 0;
    while i < COUNT {
        let hex = Hex(i as u8);
        let mut d = 0;
        while d < 6 {
            let (right, up) = HexDirection::ALL[d].delta();
            steps[i][d] = Hex::at(hex.column() as i8 + right, hex.height() + up);
            d += 1;
        }
        i += 1;
    }
    steps
};

/// The spaces ahead of each space in each direction, as bits.
const RAYS: [[u64; 6]; COUNT] = {
    let mut ahead = [[0; 6]; COUNT];
    let mut i = 0;
    while i < COUNT {
        let mut d = 0;
        while d < 6 {
            let mut at = STEPS[i][d];
            while let Some(Hex(next)) = at {
                ahead[i][d] |= 1 << next;
                at = STEPS[next as usize][d];
            }
            d += 1;
        }
        i += 1;
    }
    ahead
};

/// All ways onto the board: a space on the edge, and a direction whose reverse leads off the board.
const ENTRIES: [(Hex, HexDirection); 42] = {
    let mut entries = [(Hex(0), HexDirection::N); 42];
    let (mut count, mut i) = (0, 0);
    while i < COUNT {
        let mut d = 0;
        while d < 6 {
            let direction = HexDirection::ALL[d];
            if STEPS[i][direction.reverse() as usize].is_none() {
                entries[count] = (Hex(i as u8), direction);
                count += 1;
            }
            d += 1;
        }
        i += 1;
    }
    entries
};

impl Hex {
    /// The number of spaces.
    pub const COUNT: usize = COUNT;

    /// All 42 ways onto the board: a space on the edge, and a direction whose reverse leads off the board. They are
    /// sorted by space, then clockwise.
    pub const ENTRIES: &'static [(Self, HexDirection)] = &ENTRIES;

    /// Returns all spaces, sorted by name.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..COUNT as u8).map(Self)
    }

    /// Returns the spaces whose bits are set, in order.
    pub fn of_bits(mut bits: u64) -> impl Iterator<Item = Self> {
        bits &= (1 << COUNT) - 1;
        std::iter::from_fn(move || {
            let hex = (bits != 0).then(|| Self(bits.trailing_zeros() as u8));
            bits &= bits.wrapping_sub(1);
            hex
        })
    }

    /// Returns the index in name order, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the bit of this space in a set.
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// Returns the column; 0 is `a`.
    pub const fn column(self) -> u8 {
        let mut column = 0;
        while COLUMN_STARTS[column as usize + 1] <= self.0 {
            column += 1;
        }
        column
    }

    /// Returns the number in the column, from 1.
    pub const fn number(self) -> u8 {
        self.0 - COLUMN_STARTS[self.column() as usize] + 1
    }

    /// Returns the height of the space above the centre `d4`, in half spaces. Together with [`column`](Self::column),
    /// this is its position.
    pub const fn height(self) -> i8 {
        2 * self.number() as i8 - COLUMN_LENGTHS[self.column() as usize] as i8 - 1
    }

    const fn at(column: i8, height: i8) -> Option<Self> {
        if column < 0 || column > 6 {
            return None;
        }
        let length = COLUMN_LENGTHS[column as usize] as i8;
        if height < -length || height > length || (height + length + 1) % 2 != 0 {
            return None;
        }
        Some(Self(COLUMN_STARTS[column as usize] + ((height + length + 1) / 2 - 1) as u8))
    }

    /// Returns the next space in a direction, or `None` at the edge of the board.
    pub const fn step(self, direction: HexDirection) -> Option<Self> {
        STEPS[self.0 as usize][direction as usize]
    }

    /// Returns the nearest space ahead that is in a set of bits.
    pub const fn first_ahead(self, direction: HexDirection, set: u64) -> Option<Self> {
        let hit = RAYS[self.0 as usize][direction as usize] & set;
        if hit == 0 {
            return None;
        }
        // Indices increase in the directions N, NE and SE, and decrease in the others.
        let nearest = match direction {
            HexDirection::N | HexDirection::NE | HexDirection::SE => hit.trailing_zeros(),
            HexDirection::S | HexDirection::SW | HexDirection::NW => hit.ilog2(),
        };
        Some(Self(nearest as u8))
    }

    /// Returns whether the space is on the edge of the board.
    pub fn is_border(self) -> bool {
        STEPS[self.index()].contains(&None)
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.number())
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Hex {
    type Err = HexError;

    /// Parses `a1` to `g4`. Signs, spaces and leading zeros are errors, so that every space has exactly one name.
    fn from_str(text: &str) -> Result<Self, HexError> {
        let [letter @ b'a'..=b'g', digit @ b'1'..=b'7'] = text.as_bytes() else {
            return Err(HexError::Space);
        };
        let (column, number) = (usize::from(letter - b'a'), digit - b'0');
        if number > COLUMN_LENGTHS[column] {
            return Err(HexError::Space);
        }
        Ok(Self(COLUMN_STARTS[column] + number - 1))
    }
}

#[cfg(test)]
mod tests;
