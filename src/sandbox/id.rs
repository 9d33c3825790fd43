//! Snowflakes, timestamps and tokens in Discord's formats.

use std::{fmt, str::FromStr};

use base64::{Engine, engine::general_purpose::STANDARD_NO_PAD};
use chrono::DateTime;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The first millisecond of 2015, at which snowflakes start counting.
const DISCORD_EPOCH: i64 = 1_420_070_400_000;

/// A Discord snowflake: 42 bits of milliseconds since 2015 and 22 bits that make it unique. In JSON it is a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub u64);

impl Id {
    /// Returns the first snowflake of a time in Unix milliseconds.
    pub(crate) fn at(unix_millis: i64) -> Self {
        Self(((unix_millis - DISCORD_EPOCH).max(1) as u64) << 22)
    }

    /// Returns the shard, of `shards`, that gets the events of a guild with this id.
    pub(crate) fn shard(self, shards: u64) -> u64 {
        (self.0 >> 22) % shards.max(1)
    }

    /// Returns the time at which the snowflake was created, in Unix milliseconds.
    pub fn created_millis(self) -> i64 {
        (self.0 >> 22) as i64 + DISCORD_EPOCH
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Id {
    type Err = std::num::ParseIntError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        s.parse().map(Self)
    }
}

impl From<u64> for Id {
    fn from(raw: u64) -> Self {
        Self(raw)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        number_or_text(deserializer).map(Self)
    }
}

/// Reads a number that may be written as a string, as large ones are in JSON.
pub(crate) fn number_or_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either {
        Number(u64),
        Text(String),
    }
    match Either::deserialize(deserializer)? {
        Either::Number(number) => Ok(number),
        Either::Text(text) => text.parse().map_err(serde::de::Error::custom),
    }
}

/// A generator of snowflakes that increase even if the clock stands still or is set back.
#[derive(Debug, Default)]
pub(crate) struct IdSource {
    last: u64,
}

impl IdSource {
    /// Returns the last snowflake.
    pub(crate) fn last(&self) -> Id {
        Id(self.last)
    }

    /// Returns a generator that continues after a snowflake.
    pub(crate) fn after(last: Id) -> Self {
        Self { last: last.0 }
    }

    /// Returns a snowflake from one of the next milliseconds, chosen so that it belongs to a shard.
    pub(crate) fn next_on_shard(&mut self, now_millis: i64, shard: u64, shards: u64) -> Id {
        let first = now_millis.max(Id(self.last).created_millis() + 1);
        let of_shard = |millis: &i64| Id::at(*millis).shard(shards) == shard % shards.max(1);
        let millis = (first..first + shards.max(1) as i64).find(of_shard).unwrap_or(first);
        self.next(millis)
    }

    pub(crate) fn next(&mut self, now_millis: i64) -> Id {
        self.last = Id::at(now_millis).0.max(self.last + 1);
        Id(self.last)
    }
}

/// Formats Unix milliseconds as Discord does: `2026-01-31T12:00:00.000000+00:00`.
pub(crate) fn timestamp(unix_millis: i64) -> String {
    let time = DateTime::from_timestamp_millis(unix_millis).unwrap_or_default();
    time.format("%Y-%m-%dT%H:%M:%S%.6f+00:00").to_string()
}

/// Reads a time in ISO 8601, as Unix milliseconds.
pub(crate) fn read_timestamp(text: &str) -> Option<i64> {
    Some(DateTime::parse_from_rfc3339(text).ok()?.timestamp_millis())
}

/// Returns a token with the usual three parts, which differs after each reset. The first is the application's id in
/// Base64, which clients read.
pub(crate) fn bot_token(application: Id, resets: u32) -> String {
    let id = STANDARD_NO_PAD.encode(application.to_string());
    format!("{id}.Sandbx.a-token-that-opens-only-this-sandbox-{resets:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps_follow_the_calendar() {
        assert_eq!(timestamp(0), "1970-01-01T00:00:00.000000+00:00");
        assert_eq!(timestamp(1_709_208_000_123), "2024-02-29T12:00:00.123000+00:00");
        assert_eq!(timestamp(1_767_225_599_999), "2025-12-31T23:59:59.999000+00:00");
    }

    #[test]
    fn snowflakes_grow_and_keep_their_time() {
        let mut ids = IdSource::default();
        let first = ids.next(1_700_000_000_000);
        let second = ids.next(1_700_000_000_000);
        let earlier = ids.next(1_600_000_000_000);
        assert_eq!(first.created_millis(), 1_700_000_000_000);
        assert!(first < second && second < earlier);
    }
}
