//! [`Piece`]: a pyramid of a player.

use crate::games::{Seat, Size};

/// A piece on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// The seat.
    pub seat: Seat,
    /// Its size.
    pub size: Size,
}
