//! What a component action carries: the [steps](Prefix) chosen so far, a [request](SeatRequest) to take over a seat, or what a
//! [host asks for](HostAsk). What this version did not write is [unknown](UnknownId).

use std::fmt;
use std::str::FromStr;

/// The keys of the steps chosen so far: [`Step::key`](trigon_rules::games::Step::key).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Prefix(Vec<String>);

impl Prefix {
    /// Creates a prefix from keys, or returns `None` if one of them cannot be written.
    pub fn new(keys: Vec<String>) -> Option<Self> {
        keys.iter().all(|key| is_key(key)).then_some(Self(keys))
    }

    /// Returns the keys in order.
    pub fn keys(&self) -> &[String] {
        &self.0
    }

    /// Returns the prefix without its last key, or `None` if it is empty.
    pub fn before(&self) -> Option<Self> {
        let (_, before) = self.0.split_last()?;
        Some(Self(before.to_vec()))
    }

    /// Returns the prefix with one more key.
    pub fn then(&self, key: &str) -> Option<Self> {
        is_key(key).then(|| Self(self.0.iter().cloned().chain([key.to_owned()]).collect()))
    }
}

/// Returns whether a key contains only characters that cannot be mistaken for its end.
fn is_key(key: &str) -> bool {
    !key.is_empty() && key.chars().all(|c| c.is_ascii_graphic() && !matches!(c, ':' | '_'))
}

impl fmt::Display for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("_"))
    }
}

impl FromStr for Prefix {
    type Err = UnknownId;

    fn from_str(text: &str) -> Result<Self, UnknownId> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        Self::new(text.split('_').map(str::to_owned).collect()).ok_or(UnknownId::Component)
    }
}

/// A request to take over a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatRequest {
    /// The number of the seat.
    pub seat: u32,
    /// The number of the request in its match; `None` in messages of earlier versions.
    pub number: Option<u32>,
}

impl fmt::Display for SeatRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            Some(number) => write!(f, "{}.{number}", self.seat),
            None => write!(f, "{}", self.seat),
        }
    }
}

impl FromStr for SeatRequest {
    type Err = UnknownId;

    fn from_str(text: &str) -> Result<Self, UnknownId> {
        let read = |text: &str| text.parse::<u32>().map_err(|_| UnknownId::Component);
        match text.split_once('.') {
            Some((seat, number)) => Ok(Self { seat: read(seat)?, number: Some(read(number)?) }),
            None => Ok(Self { seat: read(text)?, number: None }),
        }
    }
}

/// What a host asks for with a button below the status of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostAsk {
    /// Remind those who have not answered.
    Remind,
    /// Stop the clock.
    Pause,
    /// Let the clock run again.
    Resume,
    /// End the pregame or the phase, after a question.
    End,
    /// Undo the last phase that has ended, after a question.
    Undo,
}

impl HostAsk {
    const ALL: [Self; 5] = [Self::Remind, Self::Pause, Self::Resume, Self::End, Self::Undo];

    const fn key(self) -> &'static str {
        match self {
            Self::Remind => "remind",
            Self::Pause => "pause",
            Self::Resume => "resume",
            Self::End => "end",
            Self::Undo => "undo",
        }
    }
}

impl fmt::Display for HostAsk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

impl FromStr for HostAsk {
    type Err = UnknownId;

    fn from_str(text: &str) -> Result<Self, UnknownId> {
        Self::ALL.into_iter().find(|ask| ask.key() == text).ok_or(UnknownId::Component)
    }
}

/// The error for a custom id that this version of the program did not create.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UnknownId {
    /// Any component.
    #[error("This button is from another version of the bot and does nothing any more.")]
    Component,
    /// A component of a board of an earlier version.
    #[error(
        "This board is from an earlier version of the bot, so nothing was done. `/whatif` and `/puzzle` open a new one."
    )]
    Board,
}
