//! [`Cell`]s with their names, and the steps between them.

use std::fmt;
use std::str::FromStr;

/// A cell of a board: its index in reading order. Cells compare by row and number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(super) u16);

impl Cell {
    /// Returns the index in reading order, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The name of a cell: `ROW-NUMBER`, both from 1, starting with the top row and the leftmost cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellName {
    /// The row, 1 = top.
    pub row: u16,
    /// The place in the row, 1 = leftmost.
    pub number: u16,
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.row, self.number)
    }
}

impl serde::Serialize for CellName {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// An error for a text that is not the name of a cell.
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
