//! Boards made of small triangles, without the rules of any game.
//!
//! A board consists of rows. Every cell has integer coordinates `(row, x)`. `x` counts half sides of a triangle, so
//! neighbours in a row are 1 apart, and a cell is straight below another if both have the same `x`:
//!
//! ```text
//!   x:  -2 -1  0  1  2            triangle:3           hexagon:1
//!   row 0      △                     1-1              1-1 1-2 1-3   △▽△
//!   row 1   △  ▽  △              2-1 2-2 2-3          2-1 2-2 2-3   ▽△▽
//!   row 2 △ ▽  △  ▽ △        3-1 3-2 3-3 3-4 3-5
//! ```
//!
//! `L` and `R` change `x`, `D` leads from a △ through its base, and `U` from a ▽ through its top edge. A strip is a row
//! of cells between two neighbouring grid lines, in one of three directions. Every cell is in three strips.
//!
//! ```
//! use trigon_rules::grid::{Board, Step};
//!
//! let board = Board::shared("triangle:7".parse()?);
//! let start = board.find("4-1").ok_or("no such cell")?;
//! let below = board.step(start, Step::D).ok_or("no such step")?;
//! assert_eq!(board.name(below).to_string(), "5-2");
//! assert_eq!((board.len(), board.border().count(), board.lines(5).len()), (49, 18, 75));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `cell.rs` | [`Shape`]: `triangle:N`, `hexagon:K`; [`Cell`], [`CellName`], [`Step`], [`Point`], [`Triforce`] |
//! | `board.rs` | [`Board`]: all cells of a shape, with their strips and lines |
//! | `reach.rs` | [`Reach`]: shortest paths from a cell |
//! | `corners.rs` | [`Corners`], [`Corner`]: the intersections of a board and the lines between them |
//! | `places.rs` | [`Place`], [`Places`]: a triangle of fifteen places |
//! | `hexes.rs` | [`Hex`], [`HexDirection`]: the hexagon of 37 spaces |

/// Serialises values as their display text.
macro_rules! serialize_as_text {
    ($($type:ty),*) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )*};
}

mod board;
mod cell;
mod corners;
mod hexes;
mod places;
mod reach;

pub use board::Board;
pub use cell::{Cell, CellName, CellNameError, Point, Shape, ShapeError, Step, Triforce};
pub use corners::{Corner, CornerName, CornerNameError, Corners, Heading};
pub use hexes::{Hex, HexDirection, HexError};
pub use places::{Place, PlaceError, Places};
pub use reach::Reach;

serialize_as_text!(CellName, CornerName, Hex, Place, Shape);
