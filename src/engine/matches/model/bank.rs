//! [`Bank`]: the time that a player has for all turns; [`Weekends`] and [`Standstill`]: when the clocks of turns stand still.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use chrono::Weekday;
use chrono_tz::Tz;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::calendar::{Calendar, CalendarError, zone};
use trigon_clock::Millis;

/// The time that each player has for all turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bank {
    /// The hours at the beginning.
    pub hours: u32,
    /// The hours added after each turn.
    pub add: u32,
    /// The hours to which the bank can grow.
    pub most: u32,
}

impl Bank {
    /// The usual bank.
    pub const USUAL: Self = Self { hours: 72, add: 24, most: 120 };
}

/// Weekends, from midnight before Saturday to midnight after Sunday in a time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weekends(Tz);

impl Weekends {
    /// Returns the end of the weekend at a time, or the beginning of the next one.
    fn around(self, at: Millis) -> Around {
        let next = |day| Calendar::midnights(day, self.0).next(at + 1);
        let (ends, begins) = (next(Weekday::Mon), next(Weekday::Sat));
        if ends < begins { Around::In(ends) } else { Around::Before(begins) }
    }
}

impl fmt::Display for Weekends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

impl FromStr for Weekends {
    type Err = CalendarError;

    fn from_str(text: &str) -> Result<Self, CalendarError> {
        zone(&text.split_whitespace().collect::<Vec<_>>()).map(Self)
    }
}

impl Serialize for Weekends {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Weekends {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// The stretches of time in which a clock stands still.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Standstill {
    pub(crate) weekends: Option<Weekends>,
    /// Other stretches.
    pub(crate) others: Vec<Range<Millis>>,
}

/// Where a time is with regard to the stretches in which a clock stands still.
enum Around {
    /// Within one that ends at this time.
    In(Millis),
    /// Before the next one, which begins at this time.
    Before(Millis),
}

impl Around {
    /// Returns where a time is that is in one place with regard to some stretches, and in another with regard to others.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::In(end), Self::In(other)) => Self::In(end.max(other)),
            (Self::In(end), Self::Before(_)) | (Self::Before(_), Self::In(end)) => Self::In(end),
            (Self::Before(begins), Self::Before(other)) => Self::Before(begins.min(other)),
        }
    }
}

impl Standstill {
    /// Returns where a time is; `None` if no stretch is to come.
    fn around(&self, at: Millis) -> Option<Around> {
        let around_stretch = |stretch: &Range<Millis>| {
            if stretch.contains(&at) {
                return Some(Around::In(stretch.end));
            }
            (at < stretch.start && !stretch.is_empty()).then_some(Around::Before(stretch.start))
        };
        let others = self.others.iter().filter_map(around_stretch);
        others.chain(self.weekends.map(|weekends| weekends.around(at))).reduce(Around::and)
    }

    /// Returns when a clock that runs from a time on has counted down by some time.
    pub(crate) fn after(&self, from: Millis, time: Millis) -> Millis {
        let (mut at, mut left) = (from, time.max(0));
        loop {
            match self.around(at) {
                Some(Around::In(end)) => at = end,
                Some(Around::Before(begins)) if begins < at + left => {
                    left -= begins - at;
                    at = begins;
                }
                _ => return at + left,
            }
        }
    }

    /// Returns by how much a clock counts down in a stretch of time.
    pub(crate) fn counted(&self, stretch: Range<Millis>) -> Millis {
        let (mut at, mut counted) = (stretch.start, 0);
        while at < stretch.end {
            match self.around(at) {
                Some(Around::In(end)) => at = end,
                Some(Around::Before(begins)) if begins < stretch.end => {
                    counted += begins - at;
                    at = begins;
                }
                _ => return counted + stretch.end - at,
            }
        }
        counted
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::calendar::HOUR;
    use super::*;

    /// Friday, 15 January 2027, 08:00 in UTC.
    const FRIDAY: Millis = 1_800_000_000_000;

    #[test]
    fn a_weekend_stops_a_clock_and_never_adds_to_it() {
        let still = Standstill { weekends: Some("UTC".parse().unwrap()), others: Vec::new() };
        assert_eq!(
            still.after(FRIDAY, 16 * HOUR),
            FRIDAY + 16 * HOUR,
            "up to midnight, nothing is in the way"
        );
        assert_eq!(still.after(FRIDAY, 20 * HOUR), FRIDAY + 68 * HOUR, "four hours are left for Monday");
        assert_eq!(still.counted(FRIDAY..FRIDAY + 68 * HOUR), 20 * HOUR);
        let saturday = FRIDAY + 30 * HOUR;
        assert_eq!(still.counted(saturday..saturday + 5 * HOUR), 0);
        assert_eq!(still.after(saturday, 0), FRIDAY + 64 * HOUR, "nobody runs out of time on a weekend");
        assert!("Berlin".parse::<Weekends>().is_err());
    }

    #[test]
    fn weekends_are_as_long_as_they_are_where_the_clocks_are_changed() {
        // Sunday, 25 October 2026, has 25 hours in Berlin; Saturday begins there at 22:00 in UTC.
        let still = Standstill { weekends: Some("Europe/Berlin".parse().unwrap()), others: Vec::new() };
        let friday = chrono::DateTime::parse_from_rfc3339("2026-10-23T21:00:00Z").unwrap().timestamp_millis();
        assert_eq!(still.after(friday, 2 * HOUR), friday + (2 + 49) * HOUR);
    }

    proptest! {
        #[test]
        fn what_counts_until_a_deadline_is_what_it_was_set_for(
            zone in prop::option::of(prop::sample::select(vec!["UTC", "Europe/Berlin", "Australia/Lord_Howe"])),
            others in prop::collection::vec((0..400_i64, 0..100_i64), 0..4),
            start in 0..400_i64,
            time in 1..300_i64,
        ) {
            let others = others.into_iter().map(|(from, length)| {
                FRIDAY + from * HOUR..FRIDAY + (from + length) * HOUR
            });
            let weekends = zone.map(|zone| zone.parse().unwrap());
            let still = Standstill { weekends, others: others.collect() };
            let (from, time) = (FRIDAY + start * HOUR, time * HOUR);
            let to = still.after(from, time);
            prop_assert!(to >= from + time);
            prop_assert_eq!(still.counted(from..to), time);
            prop_assert_eq!(still.after(to, HOUR), still.after(from, time + HOUR));
        }
    }
}
