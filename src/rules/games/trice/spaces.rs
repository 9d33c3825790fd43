//! [`Spaces`], [`Symbol`]s and [`Piece`]s: the board, what is drawn on it, and what stands on it.
//!
//! ```text
//!                       1-1 eye 1
//!               2-1 ☾   2-2 peace   2-3 ☾
//!       3-1 ☀   3-2 ☀☾  3-3 all  3-4 ☾★  3-5 ★
//! 4-1 eye 3  4-2 peace  4-3 ☀  4-4 ★☀  4-5 ★  4-6 peace  4-7 eye 2
//! ```

use std::fmt;
use std::sync::{Arc, LazyLock};

use crate::games::{Seat, Size};
use crate::grid::{Board, Cell, Shape};

static BOARD: LazyLock<Arc<Board>> = LazyLock::new(|| Board::shared(Shape::Triangle(4)));

/// Returns the board: a triangle of 16 spaces (R1).
pub(super) fn board() -> &'static Board {
    &BOARD
}

/// A set of spaces, sorted by row and number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Spaces(u16);

impl Spaces {
    /// No spaces.
    pub const EMPTY: Self = Self(0);
    /// `2-2`, `4-2` and `4-6`: nothing there can be nuked.
    pub const PEACE: Self = Self::of(&[2, 10, 14]);
    /// `3-2`, `3-4` and `4-4`: two symbols each.
    pub const BI: Self = Self::of(&[5, 7, 12]);
    /// `3-3`: all three symbols.
    pub const TRI: Self = Self::of(&[6]);
    /// `1-1`, `4-7` and `4-1`: the Eye Spaces of seats 1, 2 and 3.
    const EYES: [u8; 3] = [0, 15, 9];

    /// Returns the spaces with these indices in reading order, from 0.
    pub(super) const fn of(indices: &[u8]) -> Self {
        let (mut bits, mut i) = (0, 0);
        while i < indices.len() {
            bits |= 1 << indices[i];
            i += 1;
        }
        Self(bits)
    }

    /// Returns the Eye Space of a seat.
    pub fn eye(seat: Seat) -> Option<Cell> {
        let eye = seat.index(3).map(|i| Self::EYES[i])?;
        board().cell(usize::from(eye))
    }

    /// Returns the seat that an Eye Space belongs to.
    pub fn eye_of(cell: Cell) -> Option<Seat> {
        Self::EYES.iter().position(|&eye| usize::from(eye) == cell.index()).map(Seat::at)
    }

    /// Returns whether a space is in the set.
    pub fn contains(self, cell: Cell) -> bool {
        self.0 & 1 << cell.index() != 0
    }

    /// Adds a space. Returns `false` if it was already in the set.
    pub fn insert(&mut self, cell: Cell) -> bool {
        let new = !self.contains(cell);
        self.0 |= 1 << cell.index();
        new
    }

    /// Returns the number of spaces.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the spaces that are in both sets.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the spaces that are not in the other set.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the spaces, sorted by row and number.
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        board().cells().filter(move |&cell| self.contains(cell))
    }

    /// Returns every subset with one to `most` spaces.
    pub(super) fn subsets(self, most: usize) -> impl Iterator<Item = Self> {
        // This counts down through all subsets of the bits, ending with the empty one.
        let mut next = self.0;
        std::iter::from_fn(move || {
            while next != 0 {
                let subset = Self(next);
                next = (next - 1) & self.0;
                if subset.len() <= most {
                    return Some(subset);
                }
            }
            None
        })
    }
}

impl FromIterator<Cell> for Spaces {
    fn from_iter<T: IntoIterator<Item = Cell>>(cells: T) -> Self {
        let mut spaces = Self::EMPTY;
        for cell in cells {
            spaces.insert(cell);
        }
        spaces
    }
}

impl fmt::Display for Spaces {
    /// Writes `2-1 3-5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, cell) in self.iter().enumerate() {
            let gap = if i == 0 { "" } else { " " };
            write!(f, "{gap}{}", board().name(cell))?;
        }
        Ok(())
    }
}

/// A pyramid of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    pub seat: Seat,
    pub size: Size,
}

/// A symbol. A player who holds its five spaces wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symbol {
    /// On the left.
    Sun,
    /// At the top.
    Moon,
    /// On the right.
    Star,
}

impl Symbol {
    /// All three symbols.
    pub const ALL: [Self; 3] = [Self::Sun, Self::Moon, Self::Star];

    /// The number of spaces of each symbol.
    pub const SPACE_COUNT: usize = 5;

    /// Returns its five spaces.
    pub const fn spaces(self) -> Spaces {
        match self {
            Self::Sun => Spaces::of(&[4, 5, 6, 11, 12]),
            Self::Moon => Spaces::of(&[1, 3, 5, 6, 7]),
            Self::Star => Spaces::of(&[6, 7, 8, 12, 13]),
        }
    }

    /// Returns the display name, in lower case.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Sun => "sun",
            Self::Moon => "moon",
            Self::Star => "star",
        }
    }

    /// Returns its plural, which is also its key in the finals.
    pub(super) const fn plural(self) -> &'static str {
        match self {
            Self::Sun => "suns",
            Self::Moon => "moons",
            Self::Star => "stars",
        }
    }

    /// Returns the sign that stands for it in messages.
    pub(super) const fn mark(self) -> &'static str {
        match self {
            Self::Sun => "☀️",
            Self::Moon => "🌙",
            Self::Star => "⭐",
        }
    }

    /// Returns the symbols whose five spaces are all among these.
    pub fn full(held: Spaces) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |symbol| symbol.spaces().without(held).is_empty())
    }

    /// Returns the symbols on a space.
    pub fn on(cell: Cell) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |symbol| symbol.spaces().contains(cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tr_r01_the_board_is_the_one_of_the_sheet() {
        assert_eq!(
            (Spaces::PEACE.to_string(), Spaces::BI.to_string()),
            ("2-2 4-2 4-6".into(), "3-2 3-4 4-4".into())
        );
        assert_eq!(Spaces::TRI.to_string(), "3-3");
        let eyes = [1, 2, 3].map(|n| board().name(Spaces::eye(Seat::new(n)).unwrap()).to_string());
        assert_eq!(eyes, ["1-1", "4-7", "4-1"]);
        for (symbol, spaces) in [
            (Symbol::Sun, "3-1 3-2 3-3 4-3 4-4"),
            (Symbol::Moon, "2-1 2-3 3-2 3-3 3-4"),
            (Symbol::Star, "3-3 3-4 3-5 4-4 4-5"),
        ] {
            assert_eq!(symbol.spaces().to_string(), spaces);
        }
        for cell in board().cells() {
            let symbols = Symbol::on(cell).count();
            assert_eq!(symbols == 2, Spaces::BI.contains(cell));
            assert_eq!(symbols == 3, Spaces::TRI.contains(cell));
            assert_eq!(symbols == 0, Spaces::PEACE.contains(cell) || Spaces::eye_of(cell).is_some());
        }
        let beside: Spaces = Spaces::TRI.iter().flat_map(|cell| board().neighbours(cell)).collect();
        assert_eq!(beside, Spaces::BI, "the Bi-Spaces are around the Tri-Space");
        for seat in Seat::all(3) {
            let beside: Vec<Cell> = board().neighbours(Spaces::eye(seat).unwrap()).collect();
            assert!(
                matches!(beside[..], [cell] if Spaces::PEACE.contains(cell)),
                "one Peace Space beside each eye"
            );
        }
    }

    #[test]
    fn subsets_are_all_there() {
        let five = Symbol::Sun.spaces();
        assert_eq!([1, 2, 3, 5].map(|most| five.subsets(most).count()), [5, 15, 25, 31]);
        assert_eq!(Spaces::EMPTY.subsets(3).count(), 0);
    }
}
