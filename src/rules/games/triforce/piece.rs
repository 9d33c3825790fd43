//! [`Size`], [`Piece`], [`Stock`] and [`Arm`].

use std::fmt;
use std::str::FromStr;

use crate::games::Seat;

/// The size of a pyramid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Size {
    /// Small: `S`, one pip.
    Small,
    /// Medium: `M`, two pips.
    Medium,
    /// Large: `L`, three pips.
    Large,
}

impl Size {
    /// All three sizes, ascending.
    pub const ALL: [Self; 3] = [Self::Small, Self::Medium, Self::Large];

    /// Returns the letter in the notation.
    pub const fn letter(self) -> char {
        match self {
            Self::Small => 'S',
            Self::Medium => 'M',
            Self::Large => 'L',
        }
    }

    /// Returns the word for people, in lower case.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
        }
    }

    /// Returns the number of pips, 1 to 3.
    pub const fn pips(self) -> u8 {
        self as u8 + 1
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}

/// An error for a text that is not a size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a size is S, M or L")]
pub struct SizeError;

impl FromStr for Size {
    type Err = SizeError;

    /// Parses `S` or `s`.
    fn from_str(text: &str) -> Result<Self, SizeError> {
        match text {
            "S" | "s" => Ok(Self::Small),
            "M" | "m" => Ok(Self::Medium),
            "L" | "l" => Ok(Self::Large),
            _ => Err(SizeError),
        }
    }
}

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

/// The number of pyramids of each size in a supply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Stock {
    #[serde(rename = "S")]
    small: u8,
    #[serde(rename = "M")]
    medium: u8,
    #[serde(rename = "L")]
    large: u8,
}

impl Stock {
    /// Five of each size.
    pub const FULL: Self = Self { small: 5, medium: 5, large: 5 };

    /// Returns the number of pyramids of a size.
    pub const fn count(self, size: Size) -> u8 {
        match size {
            Size::Small => self.small,
            Size::Medium => self.medium,
            Size::Large => self.large,
        }
    }

    /// Returns whether there is a pyramid of this size.
    pub const fn has(self, size: Size) -> bool {
        self.count(size) > 0
    }

    fn slot(&mut self, size: Size) -> &mut u8 {
        match size {
            Size::Small => &mut self.small,
            Size::Medium => &mut self.medium,
            Size::Large => &mut self.large,
        }
    }

    /// Removes one. The caller has checked that there is one.
    pub(super) fn take(&mut self, size: Size) {
        let slot = self.slot(size);
        *slot = slot.saturating_sub(1);
    }

    /// Adds one.
    pub(super) fn put(&mut self, size: Size) {
        *self.slot(size) += 1;
    }
}

impl fmt::Display for Stock {
    /// Writes `S 5, M 4, L 0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "S {}, M {}, L {}", self.small, self.medium, self.large)
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
