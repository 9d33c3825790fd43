//! [`Setting`]: a setting that hosts can choose.
//!
//! Identifiers of components carry settings as keys and their values as codes, such as `early` and `yes`. A code is read from terms
//! ([`Setting::code`]), and turned into a change of them ([`Setting::amendment`]).

use trigon_engine::matches::{Amendment, Calendar, Terms};
use trigon_rules::games::{Info, OptionKind, Spec, TimeLimit};

/// A setting that every game has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CommonSetting {
    Players,
    Pregame,
    Graces,
    GraceHours,
    Strikes,
    Early,
    EarlyMinutes,
    LeastHours,
    PauseDays,
    PlayingHost,
}

/// A setting of a match: one that every game has, or one that its game declares.
#[derive(Debug, Clone, Copy)]
pub(super) enum Setting {
    /// A setting that every game has.
    Common(CommonSetting, &'static Info),
    /// How long something lasts. If it is the first of a hosted game, it can also end at a time of day.
    Time(&'static TimeLimit, &'static Info),
    /// An option of the game.
    GameOption(&'static Spec),
}

/// The code of a time without a limit.
pub(super) const NO_LIMIT: &str = "none";

impl Setting {
    /// Returns the settings of a game, those that hosts touch most first.
    pub(super) fn all(info: &'static Info) -> Vec<Self> {
        const BEFORE_OPTIONS: [CommonSetting; 2] = [CommonSetting::Players, CommonSetting::Pregame];
        const AFTER_OPTIONS: [CommonSetting; 8] = [
            CommonSetting::Graces,
            CommonSetting::Strikes,
            CommonSetting::GraceHours,
            CommonSetting::Early,
            CommonSetting::EarlyMinutes,
            CommonSetting::LeastHours,
            CommonSetting::PauseDays,
            CommonSetting::PlayingHost,
        ];
        let usual = |common| Self::Common(common, info);
        let times = info.times.iter().map(|time| Self::Time(time, info));
        let options = info.options.iter().map(Self::GameOption);
        times.chain(BEFORE_OPTIONS.map(usual)).chain(options).chain(AFTER_OPTIONS.map(usual)).collect()
    }

    /// Returns the settings of a game that make a difference under these terms.
    pub(super) fn in_effect(terms: &Terms, info: &'static Info) -> Vec<Self> {
        let mut all = Self::all(info);
        all.retain(|setting| setting.makes_a_difference(terms));
        all
    }

    /// Returns whether choosing another value would change how a match under these terms is played.
    fn makes_a_difference(&self, terms: &Terms) -> bool {
        let (common, info) = match self {
            Self::GameOption(_) => return true,
            Self::Time(..) if terms.bank.is_some() => return false,
            Self::Time(..) => return terms.calendar.is_none() || self.takes_times_of_day(),
            Self::Common(common, info) => (*common, *info),
        };
        let has_clock = !terms.hours.is_empty() || terms.calendar.is_some() || terms.bank.is_some();
        match common {
            CommonSetting::PauseDays => has_clock,
            _ if !info.is_hosted() => false,
            CommonSetting::Players => info.players.len() > 1 && terms.invited.is_empty(),
            CommonSetting::GraceHours => terms.graces > 0 || terms.strikes > 0,
            CommonSetting::EarlyMinutes => terms.early,
            CommonSetting::LeastHours => terms.early || terms.calendar.is_some(),
            CommonSetting::Pregame
            | CommonSetting::Graces
            | CommonSetting::Strikes
            | CommonSetting::Early
            | CommonSetting::PlayingHost => true,
        }
    }

    /// Returns the name of the setting in identifiers.
    pub(super) fn key(&self) -> &'static str {
        match self {
            Self::Time(time, _) => time.key,
            Self::GameOption(spec) => spec.key,
            Self::Common(common, _) => match common {
                CommonSetting::Players => "players",
                CommonSetting::Pregame => "pregame",
                CommonSetting::Graces => "graces",
                CommonSetting::GraceHours => "more",
                CommonSetting::Strikes => "strikes",
                CommonSetting::Early => "early",
                CommonSetting::EarlyMinutes => "minutes",
                CommonSetting::LeastHours => "least",
                CommonSetting::PauseDays => "pause",
                CommonSetting::PlayingHost => "host",
            },
        }
    }

    /// Returns whether the value can also be a time of day.
    fn takes_times_of_day(&self) -> bool {
        let Self::Time(time, info) = self else { return false };
        info.is_hosted() && info.times.first().is_some_and(|first| first.key == time.key)
    }

    /// Returns the code of the value that the setting has under some terms.
    pub(super) fn code(&self, terms: &Terms) -> String {
        let flag = |is: bool| if is { "yes" } else { "no" }.to_owned();
        match self {
            Self::Time(time, _) => match terms.calendar.filter(|_| self.takes_times_of_day()) {
                Some(calendar) => encoded(&calendar.to_string()),
                None => terms.hours.get(time.key).map_or_else(|| NO_LIMIT.to_owned(), ToString::to_string),
            },
            Self::GameOption(spec) => {
                terms.options.get(spec.key).map(|it| encoded(&it.to_string())).unwrap_or_default()
            }
            Self::Common(common, _) => match common {
                CommonSetting::Players => terms.players.to_string(),
                CommonSetting::Pregame => terms.pregame_hours.to_string(),
                CommonSetting::Graces => terms.graces.to_string(),
                CommonSetting::GraceHours => terms.grace_hours.to_string(),
                CommonSetting::Strikes => terms.strikes.to_string(),
                CommonSetting::Early => flag(terms.early),
                CommonSetting::EarlyMinutes => terms.early_minutes.to_string(),
                CommonSetting::LeastHours => terms.least_hours.to_string(),
                CommonSetting::PauseDays => terms.pause_days.to_string(),
                CommonSetting::PlayingHost => flag(terms.playing_host),
            },
        }
    }

    /// Returns the change that sets the value with a code, or `None` if there is no such value.
    pub(super) fn amendment(&self, code: &str) -> Option<Amendment> {
        let flag = || match code {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        };
        Some(match self {
            Self::Time(time, _) => {
                let limit = |hours| Amendment::Limit { time: time.key.to_owned(), hours };
                match code.parse() {
                    Ok(hours) => limit(Some(hours)),
                    Err(_) if code == NO_LIMIT && time.default.is_none() => limit(None),
                    Err(_) => Amendment::Calendar(calendar(code).filter(|_| self.takes_times_of_day())?),
                }
            }
            Self::GameOption(spec) => {
                Amendment::Option { key: spec.key.to_owned(), value: spec.read(&decoded(code)).ok()? }
            }
            Self::Common(common, _) => match common {
                CommonSetting::Players => Amendment::Players(code.parse().ok()?),
                CommonSetting::Pregame => Amendment::Pregame(code.parse().ok()?),
                CommonSetting::Graces => Amendment::Graces(code.parse().ok()?),
                CommonSetting::GraceHours => Amendment::GraceHours(code.parse().ok()?),
                CommonSetting::Strikes => Amendment::Strikes(code.parse().ok()?),
                CommonSetting::Early => Amendment::Early(flag()?),
                CommonSetting::EarlyMinutes => Amendment::EarlyMinutes(code.parse().ok()?),
                CommonSetting::LeastHours => Amendment::LeastHours(code.parse().ok()?),
                CommonSetting::PauseDays => Amendment::PauseDays(code.parse().ok()?),
                CommonSetting::PlayingHost => Amendment::PlayingHost(flag()?),
            },
        })
    }

    /// Returns the codes of the values to choose from. `last_calendar` is in the time zone that the server has used last.
    pub(super) fn choices(&self, last_calendar: Option<Calendar>) -> Vec<String> {
        let numbers = |all: &[u32]| all.iter().map(ToString::to_string).collect::<Vec<_>>();
        match self {
            Self::Time(time, _) => {
                let mut codes = numbers(&[1, 6, 12, 24, 36, 48, 72, 96, 168]);
                if time.default.is_none() {
                    codes.insert(0, NO_LIMIT.to_owned());
                }
                if self.takes_times_of_day() {
                    codes.extend(times_of_day(last_calendar));
                }
                codes
            }
            Self::GameOption(spec) => match &spec.kind {
                OptionKind::Number(bounds) => {
                    bounds.clone().take(25).map(|number| number.to_string()).collect()
                }
                OptionKind::Choice(words) => words.iter().map(|(word, _)| encoded(word)).collect(),
                OptionKind::Text { suggest, .. } => {
                    let values = suggest().into_iter().map(|(_, value)| value);
                    values
                        .filter(|value| decoded(&encoded(value)) == *value)
                        .map(|value| encoded(&value))
                        .collect()
                }
            },
            Self::Common(common, info) => match common {
                CommonSetting::Players => info.players.iter().map(ToString::to_string).collect(),
                CommonSetting::Pregame => numbers(&[0, 1, 6, 12, 24, 48, 72]),
                CommonSetting::Graces | CommonSetting::Strikes => numbers(&[0, 1, 2, 3]),
                CommonSetting::GraceHours => numbers(&[1, 2, 6, 12, 24, 48]),
                CommonSetting::Early | CommonSetting::PlayingHost => vec!["yes".to_owned(), "no".to_owned()],
                CommonSetting::EarlyMinutes => numbers(&[15, 30, 60, 120, 360]),
                CommonSetting::LeastHours => numbers(&[0, 1, 6, 12, 18, 24]),
                CommonSetting::PauseDays => numbers(&[0, 1, 3, 7, 14, 30]),
            },
        }
    }

    /// Returns the setting that a change is about, and the code of its new value, or `None` if it is about no setting.
    pub(super) fn changed(what: &Amendment, info: &'static Info) -> Option<(Self, String)> {
        let usual = |common| Self::Common(common, info);
        let setting = match what {
            Amendment::Players(_) => usual(CommonSetting::Players),
            Amendment::Limit { time, .. } => {
                Self::Time(info.times.iter().find(|known| known.key == time)?, info)
            }
            Amendment::Calendar(_) => Self::Time(info.times.first()?, info),
            Amendment::Pregame(_) => usual(CommonSetting::Pregame),
            Amendment::Graces(_) => usual(CommonSetting::Graces),
            Amendment::GraceHours(_) => usual(CommonSetting::GraceHours),
            Amendment::Strikes(_) => usual(CommonSetting::Strikes),
            Amendment::Early(_) => usual(CommonSetting::Early),
            Amendment::EarlyMinutes(_) => usual(CommonSetting::EarlyMinutes),
            Amendment::LeastHours(_) => usual(CommonSetting::LeastHours),
            Amendment::PauseDays(_) => usual(CommonSetting::PauseDays),
            Amendment::PlayingHost(_) => usual(CommonSetting::PlayingHost),
            // The start is chosen with a command.
            Amendment::Start(_) => return None,
            Amendment::Option { key, .. } => {
                Self::GameOption(info.options.iter().find(|spec| spec.key == key)?)
            }
        };
        let value = setting.code(&Terms::default().amended(std::slice::from_ref(what)));
        Some((setting, value))
    }
}

/// The times of day to choose from, without a time zone.
const SUGGESTED_TIMES: [&str; 6] = [
    "every day 12:00",
    "every day 18:00",
    "every day 19:00",
    "every day 20:00",
    "every day 21:00",
    "mon-fri 19:00",
];

/// Returns the codes of times of day to choose from, in the time zone of `last_calendar`, if there is one.
fn times_of_day(last_calendar: Option<Calendar>) -> Vec<String> {
    let all: Vec<String> = match last_calendar {
        Some(last) => {
            let text = last.to_string();
            let zone = text.rsplit(' ').next().unwrap_or("UTC");
            SUGGESTED_TIMES.iter().map(|times| format!("{times} {zone}")).collect()
        }
        None => Calendar::completions("", 8),
    };
    all.iter().map(|times| encoded(times)).collect()
}

/// Reads times of day from a code.
pub(super) fn calendar(code: &str) -> Option<Calendar> {
    decoded(code).parse().ok()
}

/// The characters that identifiers cannot carry, and what stands for each.
const SUBSTITUTES: [(char, char); 3] = [(' ', '~'), (':', '.'), ('_', '%')];

/// Encodes a text so that an identifier can carry it.
pub(super) fn encoded(text: &str) -> String {
    SUBSTITUTES
        .iter()
        .fold(text.to_owned(), |text, (sign, substitute)| text.replace(*sign, &substitute.to_string()))
}

/// Returns the text that a code was made of.
pub(super) fn decoded(code: &str) -> String {
    SUBSTITUTES
        .iter()
        .fold(code.to_owned(), |code, (sign, substitute)| code.replace(*substitute, &sign.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::Prefix;
    use trigon_rules::games::Registry;

    #[test]
    fn each_value_that_can_be_chosen_is_read_as_it_was_written_and_can_be_played() {
        let last_calendar = "mon 17:00 America/New_York".parse().ok();
        for game in &Registry::standard() {
            let info = game.info();
            let terms = Terms { early: true, graces: 1, ..Terms::usual(info) };
            let settings = Setting::in_effect(&terms, info);
            let keys: std::collections::BTreeSet<&str> = settings.iter().map(Setting::key).collect();
            assert_eq!(keys.len(), settings.len(), "{}", info.name);
            for setting in settings {
                let codes = setting.choices(last_calendar);
                assert!(codes.len() > 1 && codes.len() <= 25, "{setting:?}");
                for code in codes {
                    assert!(Prefix::default().then(&format!("{}={code}", setting.key())).is_some(), "{code}");
                    let amendment = setting.amendment(&code).unwrap();
                    let after = terms.amended(std::slice::from_ref(&amendment));
                    assert_eq!(setting.code(&after), code, "{setting:?}");
                    let (found, shown) = Setting::changed(&amendment, info).unwrap();
                    assert_eq!((found.key(), shown), (setting.key(), code.clone()));
                    let is_hexagon_for_all = matches!(setting.key(), "board" | "players");
                    assert!(is_hexagon_for_all || after.check(&**game).is_ok(), "{setting:?}: {code}");
                }
            }
        }
    }
}
