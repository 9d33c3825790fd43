//! [`Seat`]s, the authors of entries, and names.

use std::borrow::Cow;
use std::fmt;

use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::phrase;

/// The text for an empty list of seats.
const NOBODY: &str = "nobody";

/// A seat in a match, numbered from 1 as in records and text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Seat(u8);

impl Seat {
    /// Returns the seat with this number, from 1.
    ///
    /// The match may not have such a seat; its rules check that.
    pub const fn new(number: u8) -> Self {
        Self(number)
    }

    /// Returns the seat at an index in seat order, from 0.
    pub const fn at(index: usize) -> Self {
        Self(index as u8 + 1)
    }

    /// Returns the number, from 1.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the index in seat order, from 0, or `None` if there are not enough seats.
    pub fn index(self, seats: usize) -> Option<usize> {
        usize::from(self.0).checked_sub(1).filter(|&i| i < seats)
    }

    /// Returns the first `count` seats.
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..count).map(Self::at)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The author of an entry in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum By {
    /// A player.
    Seat(Seat),
    /// The clock, at a deadline.
    Clock,
    /// The host of the match.
    Host,
    /// Anyone else named in a record.
    Stranger,
}

impl By {
    /// Returns the player at a seat number.
    pub const fn seat(number: u8) -> Self {
        Self::Seat(Seat::new(number))
    }
}

impl Serialize for By {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Seat(seat) => seat.serialize(serializer),
            _ => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for By {
    /// Accepts any number or text as an author. Whether that author can act is up to the rules.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;
        impl Visitor<'_> for Name {
            type Value = By;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a seat number, \"clock\" or \"host\"")
            }

            fn visit_u64<E>(self, number: u64) -> Result<By, E> {
                Ok(u8::try_from(number).map_or(By::Stranger, |number| By::Seat(Seat::new(number))))
            }

            fn visit_i64<E>(self, _: i64) -> Result<By, E> {
                Ok(By::Stranger)
            }

            fn visit_f64<E>(self, _: f64) -> Result<By, E> {
                Ok(By::Stranger)
            }

            fn visit_str<E>(self, text: &str) -> Result<By, E> {
                Ok(match text {
                    "clock" => By::Clock,
                    "host" => By::Host,
                    _ => By::Stranger,
                })
            }
        }
        deserializer.deserialize_any(Name)
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

/// The names of the seats, for words and pictures.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Names(Vec<String>);

impl Names {
    /// Returns names in seat order.
    pub fn new(names: Vec<String>) -> Self {
        Self(names)
    }

    /// Returns the name of a seat, or `Seat N` if it has none.
    pub fn get(&self, seat: Seat) -> Cow<'_, str> {
        match seat.index(self.0.len()).map(|i| self.0[i].as_str()) {
            Some(name) if !name.trim().is_empty() => name.into(),
            _ => format!("Seat {seat}").into(),
        }
    }

    /// Lists the names of seats: `Ann, Ben and Cleo`, or `nobody` if there are none.
    pub fn list(&self, seats: &[Seat]) -> String {
        if seats.is_empty() { NOBODY.to_owned() } else { phrase::all_of(&self.all(seats)) }
    }

    /// Lists the names of seats as alternatives: `Ann, Ben or Cleo`, or `nobody` if there are none.
    pub fn choice(&self, seats: &[Seat]) -> String {
        if seats.is_empty() { NOBODY.to_owned() } else { phrase::one_of(&self.all(seats)) }
    }

    fn all(&self, seats: &[Seat]) -> Vec<Cow<'_, str>> {
        seats.iter().map(|&seat| self.get(seat)).collect()
    }
}
