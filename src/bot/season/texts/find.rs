//! The sentences about which season, member, counter or episode is meant.

use crate::ui::escape;
use crate::ui::limits::OPTION;
use trigon_engine::season::{Episode, EpisodeState, Season};
use trigon_engine::store::SeasonSummary;
use trigon_rules::games::phrase;

pub(in crate::season) const NO_SEASON: &str = "This server has no season. Members with the host role or Manage Server create one with `/season create`.";

pub(in crate::season) fn say_which(seasons: &[&SeasonSummary]) -> String {
    let lines: Vec<String> =
        seasons.iter().map(|it| format!("{}: {}", it.id, escape::title(&it.title))).collect();
    format!("There are several seasons here: say which one with the option `season`.\n{}", lines.join("\n"))
}

pub(in crate::season) fn nobody_called(text: &str) -> String {
    format!(
        "Nobody in the cast is called “{}”. Pick one of the names suggested as you type.",
        escape::name(text)
    )
}

pub(in crate::season) fn no_counter(season: &Season, text: &str) -> String {
    let known: Vec<String> = season.counters.iter().map(|it| escape::name(&it.label)).collect();
    format!("The season doesn’t count “{}”. It counts {}.", escape::name(text), phrase::all_of(&known))
}

pub(in crate::season) fn no_episode(number: i64) -> String {
    format!("There is no episode {number}.")
}

pub(in crate::season) const SAY_WHICH_EPISODE: &str =
    "Several episodes are open: say which one with the option `episode`.";

pub(in crate::season) const NOTHING_TO_CLOSE: &str =
    "No episode is open. `/season result` books the results of a new one.";

pub(in crate::season) const WHOSE_BOOK: &str =
    "You’re not in the cast. Say whose book you want to see with the option `member`.";

/// Formats a season for a list of choices.
pub(in crate::season) fn season_choice(season: &SeasonSummary) -> String {
    let ended = if season.ended_at.is_some() { " (ended)" } else { "" };
    format!("{}{ended}", escape::plain(&season.title, OPTION - 10))
}

/// Formats an episode for a list of choices.
pub(in crate::season) fn episode_choice(episode: &Episode) -> String {
    let state = match episode.state {
        EpisodeState::Planned => "planned",
        EpisodeState::Running => "open",
        EpisodeState::Closed => "closed",
    };
    format!("{}: {} ({state})", episode.number, escape::plain(&episode.title, OPTION - 25))
}
