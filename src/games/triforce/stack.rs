//! What stands on one territory.

use std::fmt;

use super::piece::{Piece, Size};
use crate::games::Seat;
use crate::grid::Place;

/// The pieces on a white pyramid, bottom first.
///
/// A stack that is not fought over at the end of a turn holds at most three pieces, or those of one player
/// (15) with one sword and one shield; a turn adds three at most. So there is room for every stack, and
/// none ever needs memory of its own.
#[derive(Clone, Copy)]
pub struct Stack {
    pieces: [Piece; Self::ROOM],
    height: u8,
}

impl Stack {
    pub(super) const ROOM: usize = 20;

    /// Nothing on the white pyramid.
    pub const EMPTY: Self = Self { pieces: [Piece::Sword(Size::Small); Self::ROOM], height: 0 };

    /// The pieces, bottom first.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces[..usize::from(self.height)]
    }

    /// The uppermost piece.
    pub fn top(&self) -> Option<Piece> {
        self.pieces().last().copied()
    }

    /// Puts a piece on top.
    pub(super) fn push(&mut self, piece: Piece) {
        if let Some(slot) = self.pieces.get_mut(usize::from(self.height)) {
            *slot = piece;
            self.height += 1;
        }
    }

    /// Takes the uppermost piece off.
    pub(super) fn pop(&mut self) -> Option<Piece> {
        let top = self.top()?;
        self.height -= 1;
        Some(top)
    }

    /// Takes the lowest piece for which this holds out; what is above sinks in its order.
    pub(super) fn remove_lowest(&mut self, wanted: impl Fn(Piece) -> bool) -> Option<Piece> {
        let at = self.pieces().iter().position(|&piece| wanted(piece))?;
        let piece = self.pieces[at];
        self.pieces.copy_within(at + 1..usize::from(self.height), at);
        self.height -= 1;
        Some(piece)
    }

    /// Returns the piece at a height, counted from the white pyramid: 1 is the piece directly on it.
    pub fn at_height(&self, height: u8) -> Option<Piece> {
        self.pieces().get(usize::from(height).checked_sub(1)?).copied()
    }

    /// Puts another piece in the place of the one at a height.
    pub(super) fn replace(&mut self, height: u8, piece: Piece) {
        if let Some(slot) = usize::from(height).checked_sub(1).and_then(|at| self.pieces.get_mut(at)) {
            *slot = piece;
        }
    }

    /// Returns the seat whose piece is directly on the white pyramid, if a player's piece is (R8).
    pub fn holder(&self) -> Option<Seat> {
        self.pieces().first().and_then(|piece| piece.owner())
    }

    /// Whose the lowest player piece is; swords and shields are passed over (R8).
    pub fn lowest_owner(&self) -> Option<Seat> {
        self.pieces().iter().find_map(|piece| piece.owner())
    }

    /// Whose the uppermost player piece is; swords and shields are passed over.
    pub fn uppermost_owner(&self) -> Option<Seat> {
        self.pieces().iter().rev().find_map(|piece| piece.owner())
    }

    /// How many pieces of a seat there are.
    pub fn count(&self, seat: Seat) -> usize {
        self.pieces().iter().filter(|piece| piece.owner() == Some(seat)).count()
    }

    /// Whether a sword stands in it.
    pub fn has_sword(&self) -> bool {
        self.pieces().iter().any(|piece| matches!(piece, Piece::Sword(_)))
    }

    /// Whether a shield stands in it.
    pub fn has_shield(&self) -> bool {
        self.shield_owner().is_some()
    }

    /// Returns the seat that took the shield that stands in it (R11).
    pub fn shield_owner(&self) -> Option<Seat> {
        self.pieces().iter().find_map(|piece| match piece {
            Piece::Shield(_, taker) => Some(*taker),
            _ => None,
        })
    }

    /// Whether it fights (R4): at least four pieces, swords and shields among them, of at least two players.
    pub fn fights(&self) -> bool {
        let mut owners = self.pieces().iter().filter_map(|piece| piece.owner());
        self.height >= 4 && owners.next().is_some_and(|lowest| owners.any(|seat| seat != lowest))
    }

    /// Whether a piece of a size may be put on top, by a placement or a move.
    pub fn takes(&self, place: Place, size: Size) -> bool {
        match self.top() {
            None => size == territory(place),
            Some(top) => size != top.size(),
        }
    }
}

impl Default for Stack {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// Two stacks are equal when the same pieces stand in them in the same order.
impl PartialEq for Stack {
    fn eq(&self, other: &Self) -> bool {
        self.pieces() == other.pieces()
    }
}

impl fmt::Debug for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.pieces().iter().map(ToString::to_string)).finish()
    }
}

/// The size of a territory's white pyramid (R1).
pub const fn territory(place: Place) -> Size {
    match (place.row() + place.column()) % 3 {
        0 => Size::Small,
        1 => Size::Medium,
        _ => Size::Large,
    }
}
