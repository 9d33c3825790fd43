//! [`PersonSettings`]: what people choose for themselves; and [`QuietHours`]: hours in which nobody is disturbed.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, NaiveTime, Timelike as _};
use chrono_tz::Tz;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::calendar::{CalendarError, zone};
use trigon_clock::Millis;

/// What a person chooses for all matches.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PersonSettings {
    /// When messages to the person make no sound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quiet: Option<QuietHours>,
    /// Which reminders the person gets.
    pub reminders: Reminders,
    /// Whether they are mentions in the channels of matches and not direct messages. Such a mention comes whether or not the
    /// person has answered, so that it tells nobody who has not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub in_channel: bool,
    /// Whether others may not ask for the person’s numbers.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hides_stats: bool,
}

/// The reminders that a person gets before a deadline.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reminders {
    /// All that the match has, at the times that its terms say.
    #[default]
    All,
    /// Only the last one before the deadline.
    Last,
    /// None, except from hosts.
    None,
    /// One, this many hours before the deadline.
    Before(u32),
}

/// Hours of the day in a time zone, which may go past midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuietHours {
    from: NaiveTime,
    to: NaiveTime,
    zone: Tz,
}

/// The reason why a text is not hours of the day, in a sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QuietHoursError {
    /// It has no two times of day.
    #[error(
        "Quiet hours are two times and a time zone: write them like 23-8 Europe/Berlin, or 22:30-07:00 UTC."
    )]
    NoTimes,
    /// There is no such time zone.
    #[error(transparent)]
    NoZone(#[from] CalendarError),
}

impl QuietHours {
    /// Returns whether a time is within the hours.
    pub fn contains(&self, at: Millis) -> bool {
        let Some(at) = DateTime::from_timestamp_millis(at) else { return false };
        let time = at.with_timezone(&self.zone).time();
        if self.from <= self.to {
            (self.from..self.to).contains(&time)
        } else {
            time >= self.from || time < self.to
        }
    }
}

impl fmt::Display for QuietHours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to, zone } = self;
        write!(f, "{}-{} {}", from.format("%H:%M"), to.format("%H:%M"), zone.name())
    }
}

impl FromStr for QuietHours {
    type Err = QuietHoursError;

    fn from_str(text: &str) -> Result<Self, QuietHoursError> {
        let text = text.replace(" - ", "-").replace('–', "-");
        let mut words = text.split_whitespace();
        let (from, to) =
            words.next().and_then(|times| times.split_once('-')).ok_or(QuietHoursError::NoTimes)?;
        let time = |text: &str| {
            let text = if text.contains(':') { text.to_owned() } else { format!("{text}:00") };
            let text = if text == "24:00" { "00:00".to_owned() } else { text };
            NaiveTime::parse_from_str(&text, "%H:%M").map_err(|_| QuietHoursError::NoTimes)
        };
        let (from, to) = (time(from)?, time(to)?);
        if from == to {
            return Err(QuietHoursError::NoTimes);
        }
        Ok(Self { from, to, zone: zone(&words.collect::<Vec<_>>())? })
    }
}

impl QuietHours {
    /// Returns texts that continue what somebody has typed, at most `most`.
    pub fn completions(typed: &str, most: usize) -> Vec<String> {
        let typed = typed.trim();
        let alone = if typed.contains('-') { (typed, "") } else { ("23-8", typed) };
        let (times, zone) = typed.split_once(' ').unwrap_or(alone);
        let zones = super::calendar::zones(zone, most).into_iter();
        let fitting = zones.filter_map(|zone| format!("{times} {zone}").parse::<Self>().ok());
        fitting.map(|quiet| quiet.to_string()).collect()
    }

    /// Returns how many minutes of a day the hours take.
    pub fn minutes(&self) -> u32 {
        let minute = |time: NaiveTime| time.num_seconds_from_midnight() / 60;
        (minute(self.to) + 24 * 60 - minute(self.from)) % (24 * 60)
    }
}

impl Serialize for QuietHours {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for QuietHours {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl PersonSettings {
    /// Parses stored settings; what cannot be read is as usual.
    pub fn read(json: Option<&str>) -> Self {
        json.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Millis {
        DateTime::parse_from_rfc3339(text).unwrap().timestamp_millis()
    }

    #[test]
    fn hours_may_go_past_midnight_and_follow_the_clocks_of_their_zone() {
        let night: QuietHours = "23-8 Europe/Berlin".parse().unwrap();
        // In winter, Berlin is an hour ahead of UTC; in summer, two.
        for (time, is_quiet) in [
            ("2026-11-26T21:59:59Z", false),
            ("2026-11-26T22:00:00Z", true),
            ("2026-11-27T06:59:59Z", true),
            ("2026-11-27T07:00:00Z", false),
            ("2026-07-01T05:59:59Z", true),
            ("2026-07-01T06:00:00Z", false),
        ] {
            assert_eq!(night.contains(at(time)), is_quiet, "{time}");
        }
        let noon: QuietHours = "12:30-14:00 UTC".parse().unwrap();
        assert!(noon.contains(at("2026-11-26T12:30:00Z")) && !noon.contains(at("2026-11-26T14:00:00Z")));
        assert_eq!((night.minutes(), noon.minutes()), (540, 90));
    }

    #[test]
    fn what_people_write_is_read() {
        let read =
            |text: &str| text.parse::<QuietHours>().map(|quiet| quiet.to_string()).map_err(|e| e.to_string());
        assert_eq!(read("23 - 7:30 america/new york").unwrap(), "23:00-07:30 America/New_York");
        assert_eq!(read("22–24 UTC").unwrap(), "22:00-00:00 UTC");
        for wrong in ["", "23", "8-8 UTC", "25-8 UTC", "night UTC"] {
            assert!(read(wrong).unwrap_err().contains("23-8 Europe/Berlin"), "{wrong}");
        }
        assert!(read("23-8 Berlin").unwrap_err().contains("“Berlin” is not a time zone"));
        assert_eq!(QuietHours::completions("22-6 berl", 25), ["22:00-06:00 Europe/Berlin"]);
        assert!(QuietHours::completions("berl", 25).contains(&"23:00-08:00 Europe/Berlin".to_owned()));
    }

    #[test]
    fn settings_are_short_json_that_reads_back() {
        let settings = PersonSettings {
            quiet: "23-8 UTC".parse().ok(),
            reminders: Reminders::Last,
            ..Default::default()
        };
        let json = serde_json::to_string(&settings).unwrap();
        assert_eq!(json, r#"{"quiet":"23:00-08:00 UTC","reminders":"last"}"#);
        assert_eq!(PersonSettings::read(Some(&json)), settings);
        assert_eq!(PersonSettings::read(Some("{}")), PersonSettings::default());
        let early = PersonSettings {
            quiet: None,
            reminders: Reminders::Before(8),
            in_channel: true,
            hides_stats: true,
        };
        let json = serde_json::to_string(&early).unwrap();
        assert_eq!(json, r#"{"reminders":{"before":8},"in_channel":true,"hides_stats":true}"#);
        assert_eq!(PersonSettings::read(Some(&json)), early);
    }
}
