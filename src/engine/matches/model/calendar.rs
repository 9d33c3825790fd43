//! [`Calendar`]: a time of day in a time zone, on some days of the week, at which phases end. Also reads single times to come and the
//! names of time zones, as people write them.

use std::fmt;
use std::str::FromStr;

use chrono::{
    DateTime, Datelike as _, Days, MappedLocalTime, NaiveDate, NaiveTime, TimeDelta, TimeZone as _, Weekday,
};
use chrono_tz::{TZ_VARIANTS, Tz};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use trigon_clock::Millis;
use trigon_rules::text::Quoted;

/// An hour, in milliseconds.
pub const HOUR: Millis = 3_600_000;

/// The days of a week, Monday first, as calendars are written.
const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
/// The days of a week, Monday first, of which people may write any beginning with at least three letters.
const FULL_DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// The times at which phases end. People write it as `mon-fri 19:00 Europe/Berlin`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Calendar {
    hour: u8,
    minute: u8,
    zone: Tz,
    /// Whether there is a time on each day, Monday first.
    days: [bool; 7],
}

/// The reason why a text is not a calendar, in a sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CalendarError {
    /// It has no time of day.
    #[error(
        "{0} has no time of day: write it like every day 19:00 Europe/Berlin, or mon-fri 07:30 America/New_York."
    )]
    NoTime(String),
    /// There is no such time zone.
    #[error("{0} is not a time zone: write the region and a city, such as Europe/Berlin, or UTC.")]
    NoZone(String),
    /// The time is not to come.
    #[error(
        "{0} has passed: write a time to come, such as fri 19:00 Europe/Berlin, or 2026-12-05 19:00 UTC."
    )]
    Past(String),
    /// It is not a day or a date with a time of day.
    #[error(
        "{0} is not a time: write the day, the time of day and the zone, such as fri 19:00 Europe/Berlin, or 2026-12-05 19:00 \
         UTC."
    )]
    NoMoment(String),
    /// Those are no days of the week.
    #[error(
        "{0} is not a list of days: write every day, a range such as mon-fri, or a list such as mon,wed,sat."
    )]
    NoDays(String),
}

impl Calendar {
    /// Returns the first time at or after `from`.
    pub(crate) fn next(&self, from: Millis) -> Millis {
        let Some(start) = DateTime::from_timestamp_millis(from) else { return from };
        let today = start.with_timezone(&self.zone).date_naive();
        // Every week has a day; the clocks may have been changed since yesterday.
        let dates = (0..=9)
            .filter_map(|days| today.checked_sub_days(Days::new(1))?.checked_add_days(Days::new(days)));
        let times = dates.filter(|date| self.has(date.weekday())).filter_map(|date| self.on(date));
        times.filter(|at| *at >= from).min().unwrap_or(from)
    }

    /// Returns when a phase ends that began at `from`: not before it has lasted for `least`. If it began `late`, because the
    /// one before could not be ended in time, the end is one to two cycles away.
    pub(crate) fn deadline(&self, from: Millis, least: Millis, late: bool) -> Millis {
        let soonest = from + least.max(1);
        self.next(if late { soonest.max(self.next(from) + 1) } else { soonest })
    }

    /// Returns a calendar with an end every day at 19:00 in the same zone.
    #[must_use]
    pub fn every_evening(self) -> Self {
        Self { hour: 19, minute: 0, zone: self.zone, days: [true; 7] }
    }

    /// Returns a calendar with the same time of day, only on the day of the week of a time.
    fn on_the_day_of(self, at: Millis) -> Self {
        let day = DateTime::from_timestamp_millis(at).map(|at| at.with_timezone(&self.zone).weekday());
        let mut days = [false; 7];
        days[day.unwrap_or(Weekday::Mon).num_days_from_monday() as usize] = true;
        Self { days, ..self }
    }

    /// Returns the midnights at which a day of the week begins in a time zone.
    pub(crate) fn midnights(day: Weekday, zone: Tz) -> Self {
        let mut days = [false; 7];
        days[day.num_days_from_monday() as usize] = true;
        Self { hour: 0, minute: 0, zone, days }
    }

    fn has(&self, day: Weekday) -> bool {
        self.days[day.num_days_from_monday() as usize]
    }

    /// Returns the time on a date. A time that exists twice is the later one; for one that does not exist, it is the first
    /// that does.
    fn on(&self, date: NaiveDate) -> Option<Millis> {
        let time = NaiveTime::from_hms_opt(self.hour.into(), self.minute.into(), 0)?;
        let mut local = date.and_time(time);
        for _ in 0..=24 * 60 {
            match self.zone.from_local_datetime(&local) {
                MappedLocalTime::Single(at) | MappedLocalTime::Ambiguous(_, at) => {
                    return Some(at.timestamp_millis());
                }
                MappedLocalTime::None => local += TimeDelta::minutes(1),
            }
        }
        None
    }

    /// Returns texts that continue what somebody has typed, at most `most`.
    pub fn completions(typed: &str, most: usize) -> Vec<String> {
        let typed = typed.trim();
        if typed.is_empty() {
            let zones = ["Europe/Berlin", "Europe/London", "America/New_York", "UTC"];
            let all = ["every day", "mon-fri"]
                .into_iter()
                .flat_map(|days| zones.map(|zone| format!("{days} 19:00 {zone}")));
            return all.take(most).collect();
        }
        let (before, zone) = match typed.rsplit_once(char::is_whitespace) {
            Some((before, last)) if !last.contains(':') => (before.to_owned(), last),
            _ if typed.contains(':') => (typed.to_owned(), ""),
            _ => ("every day 19:00".to_owned(), typed),
        };
        let zone = zone.to_lowercase();
        let fits = |name: &&str| name.to_lowercase().contains(&zone);
        let names = TZ_VARIANTS.iter().map(|zone| zone.name()).filter(fits);
        let read = names.filter_map(|name| format!("{before} {name}").parse::<Self>().ok());
        read.map(|calendar| calendar.to_string()).take(most).collect()
    }

    /// Describes the times, to follow “ends”.
    pub fn words(&self) -> String {
        let Self { hour, minute, zone, .. } = self;
        format!("{} at {hour:02}:{minute:02} ({})", self.day_words(), zone.name())
    }

    fn day_words(&self) -> String {
        if self.days == [true; 7] { "every day".to_owned() } else { format!("on {}", self.day_list()) }
    }

    /// Returns the days as a list with ranges.
    fn day_list(&self) -> String {
        let mut parts = Vec::new();
        let mut day = 0;
        while day < 7 {
            let run = self.days[day..].iter().take_while(|has| **has).count();
            match run {
                0 => {}
                1 => parts.push(DAYS[day].to_owned()),
                2 => parts.extend([DAYS[day].to_owned(), DAYS[day + 1].to_owned()]),
                _ => parts.push(format!("{}-{}", DAYS[day], DAYS[day + run - 1])),
            }
            day += run.max(1);
        }
        parts.join(",")
    }
}

impl fmt::Display for Calendar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { hour, minute, zone, days } = self;
        let days = if *days == [true; 7] { "every day".to_owned() } else { self.day_list() };
        write!(f, "{days} {hour:02}:{minute:02} {}", zone.name())
    }
}

impl FromStr for Calendar {
    type Err = CalendarError;

    fn from_str(text: &str) -> Result<Self, CalendarError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let time = |word: &&str| NaiveTime::parse_from_str(word, "%H:%M").ok();
        let at = words.iter().position(|word| time(word).is_some());
        let at = at.ok_or_else(|| CalendarError::NoTime(shown(text)))?;
        let (hour, minute) = words[at].split_once(':').unwrap_or_default();
        let zone = zone(&words[at + 1..])?;
        let days = days(&words[..at].join(" ").to_lowercase())?;
        // Both have been read as a time before.
        Ok(Self { hour: hour.parse().unwrap_or(0), minute: minute.parse().unwrap_or(0), zone, days })
    }
}

/// Reads a time to come, such as `2026-12-05 19:00 Europe/Berlin`, or `fri 19:00 UTC` for the next one.
///
/// # Errors
/// Fails if the text is none, in a sentence, or if the time has passed.
pub fn moment(text: &str, now: Millis) -> Result<Millis, CalendarError> {
    moment_on(text, now).map(|(at, _)| at)
}

/// Reads such a time, with its day of the week and its time of day.
pub(crate) fn moment_on(text: &str, now: Millis) -> Result<(Millis, Calendar), CalendarError> {
    let (first, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
    let read = |times: &str| {
        times.parse::<Calendar>().map_err(|error| match error {
            CalendarError::NoTime(_) | CalendarError::NoDays(_) => CalendarError::NoMoment(shown(text)),
            other => other,
        })
    };
    let (times, at) = match NaiveDate::parse_from_str(first, "%Y-%m-%d") {
        Ok(date) => {
            let times = read(rest)?;
            (times, times.on(date))
        }
        Err(_) => {
            let times = read(text)?;
            (times, Some(times.next(now + 1)))
        }
    };
    let at = at.filter(|at| *at > now).ok_or_else(|| CalendarError::Past(shown(text)))?;
    Ok((at, times.on_the_day_of(at)))
}

/// Returns texts that continue what somebody has typed of such a time, at most `most`.
pub fn moments(typed: &str, most: usize) -> Vec<String> {
    let typed = typed.trim_start();
    let (first, rest) = typed.split_once(char::is_whitespace).unwrap_or((typed, ""));
    if NaiveDate::parse_from_str(first, "%Y-%m-%d").is_ok() {
        let times = Calendar::completions(rest, most).into_iter();
        let daily = times.filter_map(|time| time.strip_prefix("every day ").map(str::to_owned));
        return daily.map(|time| format!("{first} {time}")).collect();
    }
    Calendar::completions(typed, most)
}

/// Reads the name of a time zone.
pub(crate) fn zone(words: &[&str]) -> Result<Tz, CalendarError> {
    let name = words.join("_");
    let found = TZ_VARIANTS.iter().find(|known| known.name().eq_ignore_ascii_case(&name));
    found.copied().ok_or_else(|| CalendarError::NoZone(shown(&name)))
}

/// Returns the names of time zones that contain what somebody has typed, at most `most`.
pub fn zones(typed: &str, most: usize) -> Vec<String> {
    let typed = typed.trim().replace(' ', "_").to_lowercase();
    let names = TZ_VARIANTS.iter().map(|zone| zone.name());
    names.filter(|name| name.to_lowercase().contains(&typed)).map(str::to_owned).take(most).collect()
}

/// Quotes a text that cannot be read, for a sentence that begins with it.
fn shown(text: &str) -> String {
    let quoted = Quoted::up_to(text, 40);
    if quoted.as_str().is_empty() { "Nothing".to_owned() } else { quoted.to_string() }
}

/// Reads the days before the time of day: every day, a list, or a range.
fn days(text: &str) -> Result<[bool; 7], CalendarError> {
    if ["", "every day", "daily", "every day at", "at"].contains(&text) {
        return Ok([true; 7]);
    }
    let unknown = || CalendarError::NoDays(shown(text));
    let day_number = |name: &str| {
        let name = name.trim();
        let found = FULL_DAYS.iter().position(|day| name.len() >= 3 && day.starts_with(name));
        found.ok_or_else(unknown)
    };
    let mut days = [false; 7];
    let text = text.replace(" - ", "-").replace(" – ", "-");
    for part in text.split([',', ' ']).filter(|part| !part.is_empty()) {
        let (first, last) = part.split_once(['-', '–']).unwrap_or((part, part));
        let (first, last) = (day_number(first)?, day_number(last)?);
        // A range may go on into the next week.
        let length = (last + 7 - first) % 7;
        (0..=length).for_each(|n| days[(first + n) % 7] = true);
    }
    if days == [false; 7] { Err(unknown()) } else { Ok(days) }
}

impl Serialize for Calendar {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Calendar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const WEEK: Millis = 7 * 24 * HOUR;

    fn millis(text: &str) -> Millis {
        DateTime::parse_from_rfc3339(text).unwrap().timestamp_millis()
    }

    fn next(calendar: &str, from: &str) -> String {
        let at = calendar.parse::<Calendar>().unwrap().next(millis(from));
        DateTime::from_timestamp_millis(at).unwrap().to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
    }

    #[test]
    fn a_time_of_day_stays_what_it_is_when_the_clocks_change() {
        // Europe/Berlin: forward on 29 March 2026, back on 25 October 2026.
        let berlin = "every day 19:00 Europe/Berlin";
        assert_eq!(next(berlin, "2026-03-28T18:00:01Z"), "2026-03-29T17:00:00Z");
        assert_eq!(next(berlin, "2026-10-24T17:00:01Z"), "2026-10-25T18:00:00Z");
        // America/New_York: forward on 8 March 2026, back on 1 November 2026.
        let york = "every day 19:00 America/New_York";
        assert_eq!(next(york, "2026-03-08T00:00:01Z"), "2026-03-08T23:00:00Z");
        assert_eq!(next(york, "2026-10-31T23:00:01Z"), "2026-11-02T00:00:00Z");
        // Australia/Lord_Howe moves by half an hour: forward on 4 October 2026, back on 5 April 2026.
        let howe = "every day 19:00 Australia/Lord_Howe";
        assert_eq!(next(howe, "2026-10-03T08:30:01Z"), "2026-10-04T08:00:00Z");
        assert_eq!(next(howe, "2026-04-04T08:00:01Z"), "2026-04-05T08:30:00Z");
    }

    #[test]
    fn a_time_that_does_not_exist_is_the_first_that_does() {
        assert_eq!(next("every day 02:30 Europe/Berlin", "2026-03-28T12:00:00Z"), "2026-03-29T01:00:00Z");
        assert_eq!(next("every day 02:30 America/New_York", "2026-03-07T12:00:00Z"), "2026-03-08T07:00:00Z");
        assert_eq!(
            next("every day 02:15 Australia/Lord_Howe", "2026-10-03T00:00:00Z"),
            "2026-10-03T15:30:00Z"
        );
    }

    #[test]
    fn a_time_that_exists_twice_is_the_later_one() {
        assert_eq!(next("every day 02:30 Europe/Berlin", "2026-10-24T12:00:00Z"), "2026-10-25T01:30:00Z");
        assert_eq!(next("every day 01:30 America/New_York", "2026-10-31T12:00:00Z"), "2026-11-01T06:30:00Z");
        assert_eq!(
            next("every day 01:45 Australia/Lord_Howe", "2026-04-04T00:00:00Z"),
            "2026-04-04T15:15:00Z"
        );
    }

    #[test]
    fn only_the_days_of_the_mask_count() {
        // 27 November 2026 is a Friday.
        assert_eq!(next("mon-fri 19:00 UTC", "2026-11-27T19:00:00Z"), "2026-11-27T19:00:00Z");
        assert_eq!(next("mon-fri 19:00 UTC", "2026-11-27T19:00:01Z"), "2026-11-30T19:00:00Z");
        assert_eq!(next("sun 07:30 UTC", "2026-11-29T07:31:00Z"), "2026-12-06T07:30:00Z");
    }

    #[test]
    fn a_phase_has_its_least_length_and_after_a_late_one_the_end_is_one_to_two_cycles_away() {
        let daily: Calendar = "every day 19:00 UTC".parse().unwrap();
        let at = |from: &str, late| daily.deadline(millis(from), 12 * HOUR, late);
        assert_eq!(at("2026-11-26T19:00:00Z", false), millis("2026-11-27T19:00:00Z"));
        assert_eq!(at("2026-11-26T06:59:00Z", false), millis("2026-11-26T19:00:00Z"));
        assert_eq!(at("2026-11-26T07:01:00Z", false), millis("2026-11-27T19:00:00Z"));
        assert_eq!(at("2026-11-26T19:40:00Z", true), millis("2026-11-28T19:00:00Z"));
        assert_eq!(
            at("2026-11-27T18:59:00Z", true),
            millis("2026-11-28T19:00:00Z"),
            "never two within an hour"
        );
    }

    #[test]
    fn what_people_write_is_read() {
        let read = |text: &str| {
            text.parse::<Calendar>().map(|calendar| calendar.to_string()).map_err(|e| e.to_string())
        };
        for text in ["every day 19:00 Europe/Berlin", "daily 19:00 europe/berlin", "19:00 Europe/Berlin"] {
            assert_eq!(read(text).unwrap(), "every day 19:00 Europe/Berlin");
        }
        assert_eq!(read("Mon, Wed,sat 7:05 America/New York").unwrap(), "mon,wed,sat 07:05 America/New_York");
        assert_eq!(read("friday-monday 23:59 UTC").unwrap(), "mon,fri-sun 23:59 UTC");
        assert!(read("every day 25:00 UTC").unwrap_err().contains("has no time of day"));
        assert!(read("every day 19:00 Berlin").unwrap_err().contains("“Berlin” is not a time zone"));
        assert_eq!(read("Mon - Fri 19:00 UTC").unwrap(), "mon-fri 19:00 UTC");
        assert!(read("money 19:00 UTC").is_err() && read("mo 19:00 UTC").is_err());
        assert!(read("some day 19:00 UTC").unwrap_err().contains("is not a list of days"));
        assert!(read("").unwrap_err().starts_with("Nothing has no time of day"));
    }

    #[test]
    fn a_time_to_come_is_read_with_a_date_or_a_day() {
        // Saturday, 28 November 2026.
        let now = millis("2026-11-28T18:00:00Z");
        assert_eq!(moment("2026-12-05 19:00 Europe/Berlin", now), Ok(millis("2026-12-05T18:00:00Z")));
        assert_eq!(moment("fri 19:00 UTC", now), Ok(millis("2026-12-04T19:00:00Z")));
        assert_eq!(moment("19:00 Europe/Berlin", now), Ok(millis("2026-11-29T18:00:00Z")), "not now");
        // The clocks are changed on that day.
        assert_eq!(moment("2027-03-28 02:30 Europe/Berlin", now), Ok(millis("2027-03-28T01:00:00Z")));
        let past = moment("2026-11-27 19:00 UTC", now).unwrap_err().to_string();
        assert!(past.starts_with("“2026-11-27 19:00 UTC” has passed"), "{past}");
        assert!(moment("2026-11-31 19:00 UTC", now).is_err() && moment("soon", now).is_err());
        assert_eq!(moments("2026-12-05 19:00 berl", 5), ["2026-12-05 19:00 Europe/Berlin"]);
        assert_eq!(moments("fri 19:00 berl", 5), ["fri 19:00 Europe/Berlin"]);
    }

    #[test]
    fn zones_are_completed() {
        assert!(Calendar::completions("", 25).contains(&"every day 19:00 Europe/Berlin".to_owned()));
        assert_eq!(Calendar::completions("mon-fri 20:15 berl", 25), ["mon-fri 20:15 Europe/Berlin"]);
        assert_eq!(Calendar::completions("lord_howe", 25), ["every day 19:00 Australia/Lord_Howe"]);
        assert_eq!(Calendar::completions("7:00", 3).len(), 3);
    }

    proptest! {
        #[test]
        fn reading_inverts_writing_and_every_end_is_on_the_grid(
            days in 1u8..128, hour in 0u8..24, minute in 0u8..60, zone in 0..TZ_VARIANTS.len(),
            from in 1_600_000_000_000_i64..1_900_000_000_000, least in 0i64..72, late in any::<bool>(),
        ) {
            let days = std::array::from_fn(|day| days >> day & 1 == 1);
            let calendar = Calendar { hour, minute, zone: TZ_VARIANTS[zone], days };
            prop_assert_eq!(calendar.to_string().parse::<Calendar>(), Ok(calendar));
            let end = calendar.deadline(from, least * HOUR, late);
            prop_assert_eq!(calendar.next(end), end);
            prop_assert!(end > from && end >= from + least * HOUR);
            prop_assert!(end <= from + least * HOUR + 2 * WEEK + 4 * HOUR);
            prop_assert!(!late || end > calendar.next(from), "never two ends within an hour");
            // Nothing on the grid lies between the least length and the end.
            prop_assert!(late || calendar.next(from + (least * HOUR).max(1)) == end);
        }

        #[test]
        fn any_text_is_read_or_refused(text in any::<String>()) {
            if let Err(error) = text.parse::<Calendar>() {
                prop_assert!(error.to_string().ends_with('.'));
            }
            let _ = Calendar::completions(&text, 25);
        }
    }
}
