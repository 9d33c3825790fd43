//! [`SeatRequest`]: which request to take over a seat a component answers.

use std::fmt;
use std::str::FromStr;

use super::UnknownId;

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
