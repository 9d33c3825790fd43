//! The notation.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

/// The direction of the numbers on the pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Direction {
    Up,
    Down,
}

/// Something that a seat does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    Choose(Direction),
    Play(u8),
    Draw,
    Pass,
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Up => "up",
            Self::Down => "down",
        })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Choose(direction) => direction.fmt(f),
            Self::Play(card) => write!(f, "play {card}"),
            Self::Draw => f.write_str("draw"),
            Self::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Action {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim().to_ascii_lowercase();
        match (&text[..], text.strip_prefix("play ").map(|card| card.trim().parse())) {
            ("up", _) => Ok(Self::Choose(Direction::Up)),
            ("down", _) => Ok(Self::Choose(Direction::Down)),
            ("draw", _) => Ok(Self::Draw),
            ("pass", _) => Ok(Self::Pass),
            (_, Some(Ok(card))) => Ok(Self::Play(card)),
            _ => Err("Write `play 17`, `draw` or `pass`; at the beginning `up` or `down`."),
        }
    }
}
