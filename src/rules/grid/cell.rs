//! [`Shape`]: the shape of a board, as in options and records; [`Cell`]s with their names, and the steps between them.

use std::fmt;
use std::str::FromStr;

/// The shape of a board of small triangles.
///
/// `triangle:N` has N rows, and `hexagon:K` has sides of length K and 2K rows. A board has at most 40 rows, so that it
/// fits a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// A triangle with this many rows.
    Triangle(u8),
    /// A hexagon with sides of this length.
    Hexagon(u8),
}

/// An error returned when text is not a shape.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no board {0:?}: write triangle:N (N rows, 1 to {max_t}) or hexagon:K (side K, 1 to {max_h})",
    max_t = Shape::MAX_TRIANGLE,
    max_h = Shape::MAX_HEXAGON
)]
pub struct ShapeError(String);

impl Shape {
    /// The largest number of rows of a `triangle:N`.
    pub const MAX_TRIANGLE: u8 = 40;
    /// The longest side of a `hexagon:K`.
    pub const MAX_HEXAGON: u8 = 20;

    /// Returns the number of rows.
    pub fn rows(self) -> usize {
        match self {
            Self::Triangle(n) => usize::from(n),
            Self::Hexagon(k) => 2 * usize::from(k),
        }
    }

    /// Returns half the width of a row: its cells have `x` from `-reach` to `reach`.
    pub(super) fn reach(self, row: usize) -> i16 {
        let from_top = match self {
            Self::Triangle(_) => row,
            Self::Hexagon(k) => usize::from(k) + row.min(self.rows() - 1 - row),
        };
        from_top as i16
    }

    /// Returns whether the cell at `(row, x)` points up.
    pub(super) fn is_up(self, row: usize, x: i16) -> bool {
        let shift = match self {
            Self::Triangle(_) => 0,
            Self::Hexagon(k) => i16::from(k),
        };
        (x + row as i16 + shift) % 2 == 0
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Triangle(n) => write!(f, "triangle:{n}"),
            Self::Hexagon(k) => write!(f, "hexagon:{k}"),
        }
    }
}

impl FromStr for Shape {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<Self, ShapeError> {
        let size = |digits: &str, max: u8| {
            digits
                .bytes()
                .all(|b| b.is_ascii_digit())
                .then(|| digits.parse().ok().filter(|n| (1..=max).contains(n)))
                .flatten()
        };
        let shape = match text.split_once(':') {
            Some(("triangle", n)) => size(n, Self::MAX_TRIANGLE).map(Self::Triangle),
            Some(("hexagon", k)) => size(k, Self::MAX_HEXAGON).map(Self::Hexagon),
            _ => None,
        };
        shape.ok_or_else(|| ShapeError(text.chars().take(40).collect()))
    }
}

impl<'de> serde::Deserialize<'de> for Shape {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A cell of a board: its index in reading order. Cells compare by row and number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(super) u16);

impl Cell {
    /// Returns the index in reading order, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The name of a cell: `ROW-NUMBER`, both one-based, starting with the top row and the leftmost cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellName {
    /// The row, 1 = top.
    pub row: u16,
    /// The position in the row, 1 = leftmost.
    pub number: u16,
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.row, self.number)
    }
}

/// An error returned when text is not the name of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a cell is written ROW-NUMBER, such as 4-1")]
pub struct CellNameError;

impl FromStr for CellName {
    type Err = CellNameError;

    /// Parses `4-1`. Signs, spaces and leading zeros are errors, so that every cell has exactly one name.
    fn from_str(text: &str) -> Result<Self, CellNameError> {
        let (row, number) = text.split_once('-').ok_or(CellNameError)?;
        let count = |digits: &str| {
            let plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
            plain.then(|| digits.parse().ok()).flatten().ok_or(CellNameError)
        };
        Ok(Self { row: count(row)?, number: count(number)? })
    }
}

/// A step from a cell to a neighbour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// Up: from a ▽ through its top edge.
    U,
    /// Left: the previous cell of the row.
    L,
    /// Down: from a △ through its base.
    D,
    /// Right: the next cell of the row.
    R,
}

impl Step {
    /// All four steps, in the order of the original rules.
    pub const ALL: [Self; 4] = [Self::U, Self::L, Self::D, Self::R];

    /// Returns the letter in the notation.
    pub fn letter(self) -> char {
        match self {
            Self::U => 'U',
            Self::L => 'L',
            Self::D => 'D',
            Self::R => 'R',
        }
    }
}

/// A point where grid lines cross.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// Half sides to the right of the vertical axis of the board.
    pub x: i16,
    /// Rows from the top edge of the board.
    pub y: i16,
}

/// A cell with three neighbours, which can form a triforce.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Triforce {
    /// The cell in the middle.
    pub centre: Cell,
    /// Its neighbours, in reading order.
    pub corners: [Cell; 3],
}
