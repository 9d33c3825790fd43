//! A piece: whose it is and how large.

use crate::games::{Seat, Size};

/// A piece on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// Whose.
    pub seat: Seat,
    /// How large.
    pub size: Size,
}
