//! [`Piece`] and [`Arm`].

use std::fmt;

use crate::games::{Seat, Size};

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

    /// Returns the seat whose colour the piece has, or `None` for swords and shields, even if they help somebody.
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
    /// A sword, which gives a second die.
    Sword,
    /// A shield, which gives a larger die.
    Shield,
}

impl Arm {
    /// Returns the word for people, in lower case.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Sword => "sword",
            Self::Shield => "shield",
        }
    }
}
