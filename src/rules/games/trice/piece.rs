//! [`Piece`]: a pyramid of a seat.

use crate::games::{Seat, Size};

/// A piece on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    pub seat: Seat,
    pub size: Size,
}
