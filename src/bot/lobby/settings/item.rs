//! [`Item`]: a setting that hosts can choose, with its values in a form that identifiers can carry.

use trigon_engine::matches::{Amendment, Calendar, Terms};
use trigon_rules::games::{Info, OptionKind, Spec, TimeLimit};

/// A setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Setting {
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

/// A setting, or what a game declares.
#[derive(Debug, Clone, Copy)]
pub(super) enum Item {
    Usual(Setting, &'static Info),
    /// How long something lasts. If it is the first of a hosted game, it can also end at a time of day.
    Time(&'static TimeLimit, &'static Info),
    Option(&'static Spec),
}

/// Stands for no limit at all.
pub(super) const NONE: &str = "none";

impl Item {
    /// Returns the settings of a game, those that hosts touch most first.
    pub(super) fn all(info: &'static Info) -> Vec<Self> {
        const FIRST: [Setting; 2] = [Setting::Players, Setting::Pregame];
        const THEN: [Setting; 8] = [
            Setting::Graces,
            Setting::Strikes,
            Setting::GraceHours,
            Setting::Early,
            Setting::EarlyMinutes,
            Setting::LeastHours,
            Setting::PauseDays,
            Setting::PlayingHost,
        ];
        let usual = |setting| Self::Usual(setting, info);
        let times = info.times.iter().map(|time| Self::Time(time, info));
        let options = info.options.iter().map(Self::Option);
        times.chain(FIRST.map(usual)).chain(options).chain(THEN.map(usual)).collect()
    }

    /// Returns the settings of a game that make a difference under these terms.
    pub(super) fn of(terms: &Terms, info: &'static Info) -> Vec<Self> {
        let mut all = Self::all(info);
        all.retain(|item| item.makes_a_difference(terms));
        all
    }

    fn makes_a_difference(&self, terms: &Terms) -> bool {
        let (setting, info) = match self {
            Self::Option(_) => return true,
            Self::Time(..) if terms.bank.is_some() => return false,
            Self::Time(..) => return terms.calendar.is_none() || self.takes_times_of_day(),
            Self::Usual(setting, info) => (*setting, *info),
        };
        let has_clock = !terms.hours.is_empty() || terms.calendar.is_some() || terms.bank.is_some();
        match setting {
            Setting::PauseDays => has_clock,
            _ if !info.is_hosted() => false,
            Setting::Players => info.players.len() > 1 && terms.invited.is_empty(),
            Setting::GraceHours => terms.graces > 0 || terms.strikes > 0,
            Setting::EarlyMinutes => terms.early,
            Setting::LeastHours => terms.early || terms.calendar.is_some(),
            Setting::Pregame | Setting::Graces | Setting::Strikes | Setting::Early | Setting::PlayingHost => {
                true
            }
        }
    }

    /// Returns the name of the setting in identifiers.
    pub(super) fn key(&self) -> &'static str {
        match self {
            Self::Time(time, _) => time.key,
            Self::Option(spec) => spec.key,
            Self::Usual(setting, _) => match setting {
                Setting::Players => "players",
                Setting::Pregame => "pregame",
                Setting::Graces => "graces",
                Setting::GraceHours => "more",
                Setting::Strikes => "strikes",
                Setting::Early => "early",
                Setting::EarlyMinutes => "minutes",
                Setting::LeastHours => "least",
                Setting::PauseDays => "pause",
                Setting::PlayingHost => "host",
            },
        }
    }

    /// Returns whether it can also be a time of day.
    fn takes_times_of_day(&self) -> bool {
        let Self::Time(time, info) = self else { return false };
        info.is_hosted() && info.times.first().is_some_and(|first| first.key == time.key)
    }

    /// Returns the value under some terms.
    pub(super) fn code(&self, terms: &Terms) -> String {
        let flag = |is: bool| if is { "yes" } else { "no" }.to_owned();
        match self {
            Self::Time(time, _) => match terms.calendar.filter(|_| self.takes_times_of_day()) {
                Some(calendar) => written(&calendar.to_string()),
                None => terms.hours.get(time.key).map_or_else(|| NONE.to_owned(), ToString::to_string),
            },
            Self::Option(spec) => {
                terms.options.get(spec.key).map(|it| written(&it.to_string())).unwrap_or_default()
            }
            Self::Usual(setting, _) => match setting {
                Setting::Players => terms.players.to_string(),
                Setting::Pregame => terms.pregame_hours.to_string(),
                Setting::Graces => terms.graces.to_string(),
                Setting::GraceHours => terms.grace_hours.to_string(),
                Setting::Strikes => terms.strikes.to_string(),
                Setting::Early => flag(terms.early),
                Setting::EarlyMinutes => terms.early_minutes.to_string(),
                Setting::LeastHours => terms.least_hours.to_string(),
                Setting::PauseDays => terms.pause_days.to_string(),
                Setting::PlayingHost => flag(terms.playing_host),
            },
        }
    }

    /// Returns the change that sets a value.
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
                    Err(_) if code == NONE && time.default.is_none() => limit(None),
                    Err(_) => Amendment::Calendar(calendar(code).filter(|_| self.takes_times_of_day())?),
                }
            }
            Self::Option(spec) => {
                Amendment::Option { key: spec.key.to_owned(), value: spec.read(&read(code)).ok()? }
            }
            Self::Usual(setting, _) => match setting {
                Setting::Players => Amendment::Players(code.parse().ok()?),
                Setting::Pregame => Amendment::Pregame(code.parse().ok()?),
                Setting::Graces => Amendment::Graces(code.parse().ok()?),
                Setting::GraceHours => Amendment::GraceHours(code.parse().ok()?),
                Setting::Strikes => Amendment::Strikes(code.parse().ok()?),
                Setting::Early => Amendment::Early(flag()?),
                Setting::EarlyMinutes => Amendment::EarlyMinutes(code.parse().ok()?),
                Setting::LeastHours => Amendment::LeastHours(code.parse().ok()?),
                Setting::PauseDays => Amendment::PauseDays(code.parse().ok()?),
                Setting::PlayingHost => Amendment::PlayingHost(flag()?),
            },
        })
    }

    /// Returns the values to choose from. `evening` is in the time zone that the server has used last.
    pub(super) fn choices(&self, evening: Option<Calendar>) -> Vec<String> {
        let numbers = |all: &[u32]| all.iter().map(ToString::to_string).collect::<Vec<_>>();
        match self {
            Self::Time(time, _) => {
                let mut codes = numbers(&[1, 6, 12, 24, 36, 48, 72, 96, 168]);
                if time.default.is_none() {
                    codes.insert(0, NONE.to_owned());
                }
                if self.takes_times_of_day() {
                    codes.extend(times_of_day(evening));
                }
                codes
            }
            Self::Option(spec) => match &spec.kind {
                OptionKind::Number(bounds) => {
                    bounds.clone().take(25).map(|number| number.to_string()).collect()
                }
                OptionKind::Choice(words) => words.iter().map(|(word, _)| written(word)).collect(),
                OptionKind::Text { suggest, .. } => {
                    let values = suggest().into_iter().map(|(_, value)| value);
                    values
                        .filter(|value| read(&written(value)) == *value)
                        .map(|value| written(&value))
                        .collect()
                }
            },
            Self::Usual(setting, info) => match setting {
                Setting::Players => info.players.iter().map(ToString::to_string).collect(),
                Setting::Pregame => numbers(&[0, 1, 6, 12, 24, 48, 72]),
                Setting::Graces | Setting::Strikes => numbers(&[0, 1, 2, 3]),
                Setting::GraceHours => numbers(&[1, 2, 6, 12, 24, 48]),
                Setting::Early | Setting::PlayingHost => vec!["yes".to_owned(), "no".to_owned()],
                Setting::EarlyMinutes => numbers(&[15, 30, 60, 120, 360]),
                Setting::LeastHours => numbers(&[0, 1, 6, 12, 18, 24]),
                Setting::PauseDays => numbers(&[0, 1, 3, 7, 14, 30]),
            },
        }
    }

    /// Returns the setting that a change is about, and the value.
    pub(super) fn changed(what: &Amendment, info: &'static Info) -> Option<(Self, String)> {
        let usual = |setting| Self::Usual(setting, info);
        let item = match what {
            Amendment::Players(_) => usual(Setting::Players),
            Amendment::Limit { time, .. } => {
                Self::Time(info.times.iter().find(|known| known.key == time)?, info)
            }
            Amendment::Calendar(_) => Self::Time(info.times.first()?, info),
            Amendment::Pregame(_) => usual(Setting::Pregame),
            Amendment::Graces(_) => usual(Setting::Graces),
            Amendment::GraceHours(_) => usual(Setting::GraceHours),
            Amendment::Strikes(_) => usual(Setting::Strikes),
            Amendment::Early(_) => usual(Setting::Early),
            Amendment::EarlyMinutes(_) => usual(Setting::EarlyMinutes),
            Amendment::LeastHours(_) => usual(Setting::LeastHours),
            Amendment::PauseDays(_) => usual(Setting::PauseDays),
            Amendment::PlayingHost(_) => usual(Setting::PlayingHost),
            // It is chosen with a command.
            Amendment::Start(_) => return None,
            Amendment::Option { key, .. } => Self::Option(info.options.iter().find(|spec| spec.key == key)?),
        };
        let value = item.code(&Terms::default().amended(std::slice::from_ref(what)));
        Some((item, value))
    }
}

/// Times of day to choose from, in the time zone of the server.
const TIMES: [&str; 6] = [
    "every day 12:00",
    "every day 18:00",
    "every day 19:00",
    "every day 20:00",
    "every day 21:00",
    "mon-fri 19:00",
];

/// Returns times of day to choose from.
fn times_of_day(evening: Option<Calendar>) -> Vec<String> {
    let all: Vec<String> = match evening {
        Some(evening) => {
            let known = evening.to_string();
            let zone = known.rsplit(' ').next().unwrap_or("UTC");
            TIMES.iter().map(|times| format!("{times} {zone}")).collect()
        }
        None => Calendar::completions("", 8),
    };
    all.iter().map(|times| written(times)).collect()
}

/// Reads times of day from an identifier.
pub(super) fn calendar(code: &str) -> Option<Calendar> {
    read(code).parse().ok()
}

/// The characters that identifiers cannot carry, and what stands for each.
const SIGNS: [(char, char); 3] = [(' ', '~'), (':', '.'), ('_', '%')];

/// Writes a text so that an identifier can carry it.
pub(super) fn written(text: &str) -> String {
    SIGNS.iter().fold(text.to_owned(), |text, (sign, stands)| text.replace(*sign, &stands.to_string()))
}

/// Reads such a text.
pub(super) fn read(code: &str) -> String {
    SIGNS.iter().fold(code.to_owned(), |code, (sign, stands)| code.replace(*stands, &sign.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::Prefix;
    use trigon_rules::games::Registry;

    #[test]
    fn each_value_that_can_be_chosen_is_read_as_it_was_written_and_can_be_played() {
        let evening = "mon 17:00 America/New_York".parse().ok();
        for game in &Registry::standard() {
            let info = game.info();
            let terms = Terms { early: true, graces: 1, ..Terms::usual(info) };
            let items = Item::of(&terms, info);
            let keys: std::collections::BTreeSet<&str> = items.iter().map(Item::key).collect();
            assert_eq!(keys.len(), items.len(), "{}", info.name);
            for item in items {
                let codes = item.choices(evening);
                assert!(codes.len() > 1 && codes.len() <= 25, "{item:?}");
                for code in codes {
                    assert!(Prefix::default().then(&format!("{}={code}", item.key())).is_some(), "{code}");
                    let amendment = item.amendment(&code).unwrap();
                    let after = terms.amended(std::slice::from_ref(&amendment));
                    assert_eq!(item.code(&after), code, "{item:?}");
                    let (found, shown) = Item::changed(&amendment, info).unwrap();
                    assert_eq!((found.key(), shown), (item.key(), code.clone()));
                    let is_hexagon_for_all = matches!(item.key(), "board" | "players");
                    assert!(is_hexagon_for_all || after.check(&**game).is_ok(), "{item:?}: {code}");
                }
            }
        }
    }
}
