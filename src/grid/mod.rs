//! Boards made of small triangles, free of any game's rules.
//!
//! A board is a stack of rows. Every cell lies at an integer `(row, x)`; `x` counts half sides, so a cell
//! and the one next to it in its row are 1 apart, and a cell lies straight below another when their `x`
//! is the same:
//!
//! ```text
//!   x:  -2 -1  0  1  2            triangle:3           hexagon:1
//!   row 0      △                     1-1              1-1 1-2 1-3   △▽△
//!   row 1   △  ▽  △              2-1 2-2 2-3          2-1 2-2 2-3   ▽△▽
//!   row 2 △ ▽  △  ▽ △        3-1 3-2 3-3 3-4 3-5
//! ```
//!
//! `L` and `R` change `x`, `D` leads from a △ through its base, `U` from a ▽ through its top edge.
//! A strip is a maximal run of cells that follow each other edge to edge between two neighbouring grid
//! lines; every cell lies in three of them, one a direction.
//!
//! ```
//! use trigon::grid::{Board, Step};
//!
//! let board = Board::shared("triangle:7".parse()?);
//! let start = board.find("4-1").ok_or("no such cell")?;
//! let below = board.step(start, Step::D).ok_or("no such step")?;
//! assert_eq!(board.name(below).to_string(), "5-2");
//! assert_eq!((board.len(), board.border().count(), board.lines(5).len()), (49, 18, 75));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | noun |
//! |---|---|
//! | `shape.rs` | [`Shape`]: `triangle:N`, `hexagon:K` |
//! | `board.rs` | [`Board`], [`Cell`], [`CellName`], [`Step`] |
//! | `strips.rs` | strips, lines of k |
//! | `reach.rs` | what can be reached in so many steps |
//! | `corners.rs` | [`Corners`], [`Corner`]: the intersections of a board and the lines between them |
//! | `stacks.rs` | [`Place`], [`Places`]: fifteen places in a triangle |
//! | `hexes.rs` | [`Hex`], [`HexDirection`]: the hexagon of 37 spaces |

mod board;
mod corners;
mod hexes;
mod reach;
mod shape;
mod stacks;
mod strips;

pub use board::{Board, Cell, CellName, CellNameError, Point, Step, Triforce};
pub use corners::{Corner, CornerName, CornerNameError, Corners, Heading};
pub use hexes::{Hex, HexDirection, HexError};
pub use reach::Reach;
pub use shape::{Shape, ShapeError};
pub use stacks::{Place, PlaceError, Places, PlacesIter};
pub use strips::Direction;
