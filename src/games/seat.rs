//! Who sits where and who speaks.

use std::fmt;

/// A seat of a match, numbered from 1 as in records and texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Seat(u8);

impl Seat {
    /// The seat of a number from 1.
    ///
    /// Whether a match has such a seat is for its rules to say.
    pub const fn new(number: u8) -> Self {
        Self(number)
    }

    /// The seat at a place in a list, from 0.
    pub const fn at(index: usize) -> Self {
        Self(index as u8 + 1)
    }

    /// The number, from 1.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The place in lists in seat order; `None` when the list is shorter.
    pub fn index(self, seats: usize) -> Option<usize> {
        usize::from(self.0).checked_sub(1).filter(|&i| i < seats)
    }

    /// The first `count` seats.
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..count).map(Self::at)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Who makes an entry of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum By {
    /// A player.
    Seat(Seat),
    /// A deadline that has come.
    Clock,
    /// The host of the match.
    Host,
    /// Somebody a record names who is none of these.
    Stranger,
}

impl By {
    /// The player of a seat number.
    pub const fn seat(number: u8) -> Self {
        Self::Seat(Seat::new(number))
    }
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seat(seat) => seat.fmt(f),
            Self::Clock => f.write_str("clock"),
            Self::Host => f.write_str("host"),
            Self::Stranger => f.write_str("stranger"),
        }
    }
}

/// What the seats are called in words and pictures.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Names(Vec<String>);

impl Names {
    /// Names in seat order.
    pub fn new(names: Vec<String>) -> Self {
        Self(names)
    }

    /// The name of a seat; `Seat N` where none was given.
    pub fn get(&self, seat: Seat) -> std::borrow::Cow<'_, str> {
        match seat.index(self.0.len()).map(|i| self.0[i].as_str()) {
            Some(name) if !name.trim().is_empty() => name.into(),
            _ => format!("Seat {seat}").into(),
        }
    }

    /// Lists the names of seats: `Ann, Ben and Cleo`, or `nobody` for none.
    pub fn list(&self, seats: &[Seat]) -> String {
        self.join(seats, "and")
    }

    /// Lists the names of seats as alternatives: `Ann, Ben or Cleo`, or `nobody` for none.
    pub fn choice(&self, seats: &[Seat]) -> String {
        self.join(seats, "or")
    }

    fn join(&self, seats: &[Seat], word: &str) -> String {
        let names: Vec<_> = seats.iter().map(|&seat| self.get(seat)).collect();
        match names.split_last() {
            None => "nobody".to_owned(),
            Some((last, [])) => last.to_string(),
            Some((last, others)) => format!("{} {word} {last}", others.join(", ")),
        }
    }
}
