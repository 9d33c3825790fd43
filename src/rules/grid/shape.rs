//! [`Shape`]: the shape of a board, as in options and records.

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

/// An error for a text that is not a shape.
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

impl serde::Serialize for Shape {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Shape {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
