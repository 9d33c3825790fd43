//! [`Chain`]: pieces that point at an influence pyramid, one through the other.

use crate::games::{Seat, Size};
use crate::grid::Hex;

/// A chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    /// The seat.
    pub seat: Seat,
    /// The spaces of its pieces, beginning with the first.
    pub pieces: Vec<Hex>,
    /// The space of the influence pyramid at which the last piece points.
    pub target: Hex,
    /// The size.
    pub size: Size,
}

impl Chain {
    /// Returns the space of the first piece.
    pub fn first(&self) -> Hex {
        self.pieces[0]
    }
}
