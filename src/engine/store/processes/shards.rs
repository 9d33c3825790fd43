//! [`Shards`]: which part of a bot a process runs.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::Deserialize;

/// The most shards a bot can have. Discord asks for one for every thousand servers or so.
const MAX_SHARDS: u32 = 10_000;

/// The shards that a process runs, out of all shards of a bot: `0-1/4` or `3/4`. Discord divides the bot's servers
/// among them, and direct messages go to shard 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Shards {
    first: u32,
    last: u32,
    total: u32,
}

/// The reason why a text does not name shards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ShardsError {
    /// The text has another form.
    #[error(
        "shards are written like 0-1/4, which are the first two of four, or 3/4, which is the last one of four"
    )]
    Form,
    /// There are no such shards.
    #[error("of {total} shards the last one is {}, and the first of a range comes first", total - 1)]
    Range {
        /// The number of shards.
        total: u32,
    },
    /// A bot has at least one shard and not too many.
    #[error("a bot has from 1 to {MAX_SHARDS} shards")]
    Total,
}

impl Shards {
    /// Returns the first and the last shard.
    pub fn range(&self) -> RangeInclusive<u32> {
        self.first..=self.last
    }

    /// Returns the number of shards of the bot.
    pub fn total(&self) -> u32 {
        self.total
    }

    /// Returns whether one of them receives direct messages.
    pub fn hears_directs(&self) -> bool {
        self.first == 0
    }
}

impl fmt::Display for Shards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last {
            write!(f, "{}/{}", self.first, self.total)
        } else {
            write!(f, "{}-{}/{}", self.first, self.last, self.total)
        }
    }
}

impl FromStr for Shards {
    type Err = ShardsError;

    fn from_str(text: &str) -> Result<Self, ShardsError> {
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| ShardsError::Form);
        let (range, total) = text.split_once('/').ok_or(ShardsError::Form)?;
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let shards = Self { first: number(first)?, last: number(last)?, total: number(total)? };
        match shards {
            Self { total, .. } if total == 0 || total > MAX_SHARDS => Err(ShardsError::Total),
            Self { first, last, total } if first > last || last >= total => Err(ShardsError::Range { total }),
            shards => Ok(shards),
        }
    }
}

impl TryFrom<String> for Shards {
    type Error = ShardsError;

    fn try_from(text: String) -> Result<Self, ShardsError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_read_as_they_are_written() {
        for text in ["0-1/4", "3/4", "0/1", "0-9999/10000"] {
            assert_eq!(text.parse::<Shards>().unwrap().to_string(), text);
        }
        let both: Shards = " 0 - 1 / 4 ".parse().unwrap();
        assert_eq!((both.range(), both.total(), both.hears_directs()), (0..=1, 4, true));
        assert!(!"1-3/4".parse::<Shards>().unwrap().hears_directs());
    }

    #[test]
    fn what_is_wrong_with_shards_is_said() {
        for (text, error) in [
            ("", ShardsError::Form),
            ("1", ShardsError::Form),
            ("a/4", ShardsError::Form),
            ("0-1-2/4", ShardsError::Form),
            ("-1/4", ShardsError::Form),
            ("0/0", ShardsError::Total),
            ("0/10001", ShardsError::Total),
            ("4/4", ShardsError::Range { total: 4 }),
            ("2-1/4", ShardsError::Range { total: 4 }),
        ] {
            assert_eq!(text.parse::<Shards>(), Err(error), "{text}");
        }
        assert!(ShardsError::Range { total: 4 }.to_string().contains("the last one is 3"));
    }
}
