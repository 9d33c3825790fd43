//! The sentences of the settings.

use super::super::texts::starts;
use super::item::{Item, NONE, Setting, calendar, read};
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
pub(super) fn line(item: &Item, now: &str, then: &str, usual: &str) -> String {
    let label = label(item);
    if now != then {
        return format!("✎ **{label}**: {}, instead of {}", shown(item, then), shown(item, now));
    }
    if now != usual {
        return format!("✱ **{label}**: {} (usual: {})", shown(item, now), shown(item, usual));
    }
    format!("**{label}**: {}", shown(item, now))
}

/// Names a setting with its value.
pub(super) fn named(item: &Item, code: &str) -> String {
    format!("{}: {}", label(item), shown(item, code))
}

/// Names a value that can be chosen.
pub(super) fn choice(item: &Item, code: &str, usual: &str) -> String {
    let mark = if code == usual { " (usual)" } else { "" };
    format!("{}{mark}", shown(item, code))
}

/// Asks for the value of a setting.
pub(super) fn choose(item: &Item) -> String {
    format!("{} …", label(item))
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
    Item::changed(what, game.info()).map(|(item, code)| named(&item, &code))
}

fn label(item: &Item) -> String {
    let label = match item {
        Item::Time(time, _) => return format!("Time for {}", time.label),
        Item::Option(spec) => spec.label,
        Item::Usual(setting, _) => match setting {
            Setting::Players => "Players",
            Setting::Pregame => "Time before round 1",
            Setting::Graces => "More time for late players",
            Setting::GraceHours => "How much more time",
            Setting::Strikes => "Seats of absent players",
            Setting::Early => "Early end of a round",
            Setting::EarlyMinutes => "Notice of an early end",
            Setting::LeastHours => "Shortest round",
            Setting::PauseDays => "Longest pause",
            Setting::PlayingHost => "Hosts who play",
        },
    };
    label.to_owned()
}

/// Says in a few words what a setting means.
pub(super) fn meaning(item: &Item) -> &'static str {
    match item {
        Item::Time(_, info) if info.is_hosted() => "Hours to answer in, or the time of day at which it ends",
        Item::Time(..) => "After that, the others may claim the seat",
        Item::Option(spec) => spec.help,
        Item::Usual(setting, _) => match setting {
            Setting::Players => "How many seats there are",
            Setting::Pregame => "Everyone reads the roster and gets ready",
            Setting::Graces => "How often each player who is late makes the round longer",
            Setting::GraceHours => "What a late player adds to a round",
            Setting::Strikes => "When a seat goes to somebody else",
            Setting::Early => "A round can end as soon as everyone is ready",
            Setting::EarlyMinutes => "The time to think again after I have said that a round ends early",
            Setting::LeastHours => "No round is shorter than this",
            Setting::PauseDays => "When a stopped clock starts again by itself",
            Setting::PlayingHost => "Whether a host who plays can end rounds early",
        },
    }
}

/// Returns a value in words.
fn shown(item: &Item, code: &str) -> String {
    let number = || code.parse::<u32>().unwrap_or_default();
    let counted = |noun| phrase::counted(i64::from(number()), noun);
    match item {
        Item::Time(..) if code == NONE => "no clock".to_owned(),
        Item::Time(..) => match calendar(code) {
            Some(calendar) => format!("it ends {}", calendar.words()),
            None => hours(number()),
        },
        Item::Option(spec) => match &spec.kind {
            OptionKind::Choice(words) => {
                let label = words.iter().find(|(word, _)| *word == read(code)).map(|(_, label)| *label);
                label.map_or_else(|| read(code), str::to_owned)
            }
            OptionKind::Number(_) | OptionKind::Text { .. } => read(code),
        },
        Item::Usual(setting, _) => match setting {
            Setting::Players => code.to_owned(),
            Setting::Pregame if number() == 0 => "none".to_owned(),
            Setting::LeastHours | Setting::PauseDays if number() == 0 => "no limit".to_owned(),
            Setting::Pregame | Setting::GraceHours | Setting::LeastHours => hours(number()),
            Setting::Graces => match number() {
                0 => "never".to_owned(),
                1 => "once each".to_owned(),
                2 => "twice each".to_owned(),
                times => format!("{times} times each"),
            },
            Setting::Strikes => match number() {
                0 => "they stay theirs".to_owned(),
                1 => "offered to others after one missed deadline".to_owned(),
                missed => format!("offered to others after {missed} missed deadlines in a row"),
            },
            Setting::Early => if code == "yes" { "once everyone is ready" } else { "never" }.to_owned(),
            Setting::EarlyMinutes => counted("minute"),
            Setting::PauseDays => counted("day"),
            Setting::PlayingHost => {
                if code == "yes" { "can end rounds early" } else { "can’t end rounds early" }.to_owned()
            }
        },
    }
}
