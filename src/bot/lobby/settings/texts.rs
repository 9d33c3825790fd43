//! The sentences of the settings.

use super::super::texts::starts;
use super::setting::{CommonSetting, NO_LIMIT, Setting, calendar, decoded};
use crate::ui::words::{hours, small, title};
use trigon_engine::ids::UserId;
use trigon_engine::matches::{Amendment, Match};
use trigon_rules::games::{OptionKind, phrase};

pub(super) const SETTINGS: &str = "Settings…";

pub(super) const CHANGE: &str = "Change a setting …";

pub(super) const SAVE: &str = "Save";

pub(super) const DISCARD: &str = "Discard";

pub(super) const SAVE_FIRST: &str =
    "✗ That is as much as I can change at once. Press **Save**, and then go on.";

pub(super) fn too_late(game: &Match) -> String {
    format!("The roster of {} is fixed, and so are its settings.", title(game))
}

/// Introduces the settings of a match and lists them.
pub(super) fn panel(game: &Match, lines: &[String], user: UserId) -> String {
    let who = if game.has_other_players(Some(user)) {
        "You can change these until the match starts. I tell the players what you change, and they can still leave."
    } else {
        "You can change these until the match starts."
    };
    let legend = small("✱ differs from the usual. ✎ is not saved yet.");
    format!("The settings of {}. {who}\n{}\n{legend}", title(game), lines.join("\n"))
}

/// Says that changes were saved.
pub(super) fn saved(game: &Match, user: UserId) -> &'static str {
    if game.has_other_players(Some(user)) {
        "✅ Saved. The sign-up shows it, and I tell the players in the channel."
    } else {
        "✅ Saved. The sign-up shows it."
    }
}

/// Shows a setting: as it is, as it will be once it is saved, and as it usually is.
pub(super) fn line(setting: &Setting, now: &str, then: &str, usual: &str) -> String {
    let label = label(setting);
    if now != then {
        return format!("✎ **{label}**: {}, instead of {}", shown(setting, then), shown(setting, now));
    }
    if now != usual {
        return format!("✱ **{label}**: {} (usual: {})", shown(setting, now), shown(setting, usual));
    }
    format!("**{label}**: {}", shown(setting, now))
}

/// Names a setting with its value.
pub(super) fn named(setting: &Setting, code: &str) -> String {
    format!("{}: {}", label(setting), shown(setting, code))
}

/// Names a value that can be chosen.
pub(super) fn choice(setting: &Setting, code: &str, usual: &str) -> String {
    let mark = if code == usual { " (usual)" } else { "" };
    format!("{}{mark}", shown(setting, code))
}

/// Asks for the value of a setting.
pub(super) fn choose(setting: &Setting) -> String {
    format!("{} …", label(setting))
}

/// Names a change for everyone to read.
pub(crate) fn changed(game: &Match, what: &Amendment) -> Option<String> {
    if let Amendment::Start(start) = what {
        return Some(match start {
            Some(start) if start.weekly => format!("Start: {}, every week", starts(game, start)),
            Some(start) => format!("Start: {}", starts(game, start)),
            None => "Start: when a host starts it".to_owned(),
        });
    }
    Setting::changed(what, game.info()).map(|(setting, code)| named(&setting, &code))
}

fn label(setting: &Setting) -> String {
    let label = match setting {
        Setting::Time(time, _) => return format!("Time for {}", time.label),
        Setting::GameOption(spec) => spec.label,
        Setting::Common(common, _) => match common {
            CommonSetting::Players => "Players",
            CommonSetting::Pregame => "Time before round 1",
            CommonSetting::Graces => "More time for late players",
            CommonSetting::GraceHours => "How much more time",
            CommonSetting::Strikes => "Seats of absent players",
            CommonSetting::Early => "Early end of a round",
            CommonSetting::EarlyMinutes => "Notice of an early end",
            CommonSetting::LeastHours => "Shortest round",
            CommonSetting::PauseDays => "Longest pause",
            CommonSetting::PlayingHost => "Hosts who play",
        },
    };
    label.to_owned()
}

/// Says in a few words what a setting means.
pub(super) fn meaning(setting: &Setting) -> &'static str {
    match setting {
        Setting::Time(_, info) if info.is_hosted() => {
            "Hours to answer in, or the time of day at which it ends"
        }
        Setting::Time(..) => "After that, the others may claim the seat",
        Setting::GameOption(spec) => spec.help,
        Setting::Common(common, _) => match common {
            CommonSetting::Players => "How many seats there are",
            CommonSetting::Pregame => "Everyone reads the roster and gets ready",
            CommonSetting::Graces => "How often each player who is late makes the round longer",
            CommonSetting::GraceHours => "What a late player adds to a round",
            CommonSetting::Strikes => "When a seat goes to somebody else",
            CommonSetting::Early => "A round can end as soon as everyone is ready",
            CommonSetting::EarlyMinutes => {
                "The time to think again after I have said that a round ends early"
            }
            CommonSetting::LeastHours => "No round is shorter than this",
            CommonSetting::PauseDays => "When a stopped clock starts again by itself",
            CommonSetting::PlayingHost => "Whether a host who plays can end rounds early",
        },
    }
}

/// Returns a value in words.
fn shown(setting: &Setting, code: &str) -> String {
    let number = || code.parse::<u32>().unwrap_or_default();
    let counted = |noun| phrase::counted(i64::from(number()), noun);
    match setting {
        Setting::Time(..) if code == NO_LIMIT => "no clock".to_owned(),
        Setting::Time(..) => match calendar(code) {
            Some(calendar) => format!("it ends {}", calendar.words()),
            None => hours(number()),
        },
        Setting::GameOption(spec) => match &spec.kind {
            OptionKind::Choice(words) => {
                let label = words.iter().find(|(word, _)| *word == decoded(code)).map(|(_, label)| *label);
                label.map_or_else(|| decoded(code), str::to_owned)
            }
            OptionKind::Number(_) | OptionKind::Text { .. } => decoded(code),
        },
        Setting::Common(common, _) => match common {
            CommonSetting::Players => code.to_owned(),
            CommonSetting::Pregame if number() == 0 => "none".to_owned(),
            CommonSetting::LeastHours | CommonSetting::PauseDays if number() == 0 => "no limit".to_owned(),
            CommonSetting::Pregame | CommonSetting::GraceHours | CommonSetting::LeastHours => hours(number()),
            CommonSetting::Graces => match number() {
                0 => "never".to_owned(),
                1 => "once each".to_owned(),
                2 => "twice each".to_owned(),
                times => format!("{times} times each"),
            },
            CommonSetting::Strikes => match number() {
                0 => "they stay theirs".to_owned(),
                1 => "offered to others after one missed deadline".to_owned(),
                missed => format!("offered to others after {missed} missed deadlines in a row"),
            },
            CommonSetting::Early => if code == "yes" { "once everyone is ready" } else { "never" }.to_owned(),
            CommonSetting::EarlyMinutes => counted("minute"),
            CommonSetting::PauseDays => counted("day"),
            CommonSetting::PlayingHost => {
                if code == "yes" { "can end rounds early" } else { "can’t end rounds early" }.to_owned()
            }
        },
    }
}
