//! [`Stack`]: the pieces on one territory.

use std::fmt;

use crate::games::{Seat, Size};
use crate::grid::Place;

/// A pyramid on a territory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    /// A player's piece.
    Of(Seat, Size),
    /// A sword, which is black.
    Sword(Size),
    /// A shield, which is clear.
    Shield(Size),
}

impl Piece {
    /// Returns the size.
    pub const fn size(self) -> Size {
        let (Self::Of(_, size) | Self::Sword(size) | Self::Shield(size)) = self;
        size
    }

    /// Returns the seat whose colour the piece has, or `None` for swords and shields, even if they help a player.
    pub const fn owner(self) -> Option<Seat> {
        match self {
            Self::Of(seat, _) => Some(seat),
            Self::Sword(_) | Self::Shield(_) => None,
        }
    }
}

impl fmt::Display for Piece {
    /// Writes `1S` for a small piece of seat 1, `XM` for a medium sword, and `OL` for a large shield.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Of(seat, size) => write!(f, "{seat}{size}"),
            Self::Sword(size) => write!(f, "X{size}"),
            Self::Shield(size) => write!(f, "O{size}"),
        }
    }
}

impl serde::Serialize for Piece {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A sword or a shield.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arm {
    /// A sword, which adds a second die.
    Sword,
    /// A shield, which makes the die larger.
    Shield,
}

impl Arm {
    /// Returns the display name, in lower case.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Sword => "sword",
            Self::Shield => "shield",
        }
    }
}

/// The pieces on a white pyramid, from bottom to top.
///
/// At the end of a turn, a stack holds at most three pieces, or at most the 15 of one player with one sword and one
/// shield; otherwise it would fight. A turn adds at most three. So every stack fits, without allocating memory.
#[derive(Clone, Copy)]
pub struct Stack {
    pieces: [Piece; Self::CAPACITY],
    height: u8,
}

impl Stack {
    pub(super) const CAPACITY: usize = 20;

    /// A bare white pyramid.
    pub const EMPTY: Self = Self { pieces: [Piece::Sword(Size::Small); Self::CAPACITY], height: 0 };

    /// Returns the pieces from bottom to top.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces[..usize::from(self.height)]
    }

    /// Returns the piece on top.
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

    /// Removes the piece on top.
    pub(super) fn pop(&mut self) -> Option<Piece> {
        let top = self.top()?;
        self.height -= 1;
        Some(top)
    }

    /// Removes the lowest wanted piece. The pieces above it move down.
    pub(super) fn remove_lowest(&mut self, wanted: impl Fn(Piece) -> bool) -> Option<Piece> {
        let at = self.pieces().iter().position(|&piece| wanted(piece))?;
        let piece = self.pieces[at];
        self.pieces.copy_within(at + 1..usize::from(self.height), at);
        self.height -= 1;
        Some(piece)
    }

    /// Returns the piece at a height; 1 is directly on the white pyramid.
    pub fn at_height(&self, height: u8) -> Option<Piece> {
        self.pieces().get(usize::from(height).checked_sub(1)?).copied()
    }

    /// Replaces the piece at a height.
    pub(super) fn replace(&mut self, height: u8, piece: Piece) {
        if let Some(slot) = usize::from(height).checked_sub(1).and_then(|at| self.pieces.get_mut(at)) {
            *slot = piece;
        }
    }

    /// Returns the seat whose piece is directly on the white pyramid, if there is one (R8).
    pub fn holder(&self) -> Option<Seat> {
        self.pieces().first().and_then(|piece| piece.owner())
    }

    /// Returns the owner of the lowest player piece, ignoring swords and shields (R8).
    pub fn lowest_owner(&self) -> Option<Seat> {
        self.pieces().iter().find_map(|piece| piece.owner())
    }

    /// Returns the owner of the highest player piece, ignoring swords and shields.
    pub fn uppermost_owner(&self) -> Option<Seat> {
        self.pieces().iter().rev().find_map(|piece| piece.owner())
    }

    /// Returns the number of pieces of a seat.
    pub fn count(&self, seat: Seat) -> usize {
        self.pieces().iter().filter(|piece| piece.owner() == Some(seat)).count()
    }

    /// Returns whether there is a sword.
    pub fn has_sword(&self) -> bool {
        self.pieces().iter().any(|piece| matches!(piece, Piece::Sword(_)))
    }

    /// Returns whether there is a shield.
    pub fn has_shield(&self) -> bool {
        self.pieces().iter().any(|piece| matches!(piece, Piece::Shield(_)))
    }

    /// Returns whether the stack fights (R4), which takes at least four pieces, counting swords and shields, and pieces
    /// of at least two players.
    pub fn fights(&self) -> bool {
        let mut owners = self.pieces().iter().filter_map(|piece| piece.owner());
        self.height >= 4 && owners.next().is_some_and(|lowest| owners.any(|seat| seat != lowest))
    }

    /// Returns whether a piece of this size may be put on top.
    pub fn takes(&self, place: Place, size: Size) -> bool {
        match self.top() {
            None => size == territory(place),
            Some(top) => size != top.size(),
        }
    }
}

/// Stacks are equal if they have the same pieces in the same order.
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

/// Returns the size of a territory's white pyramid (R1).
pub(super) const fn territory(place: Place) -> Size {
    match (place.row() + place.column()) % 3 {
        0 => Size::Small,
        1 => Size::Medium,
        _ => Size::Large,
    }
}
