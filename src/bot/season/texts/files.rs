//! The sentences about files.

use super::pieces::title;
use crate::ui::escape;
use trigon_engine::season::{Season, SeasonFile};
use trigon_rules::games::phrase;

pub(in crate::season) fn exported(season: &Season, is_host: bool) -> String {
    let whose = if is_host {
        "as its hosts see it. Some of it may not be public, so keep it to yourself."
    } else {
        "as everyone may know it."
    };
    format!("Here is {}, {whose}", title(season))
}

pub(in crate::season) const IMPORT: &str = "Read it in";

pub(in crate::season) const SEASON_TOO_LARGE: &str =
    "That file is too large: the file of a season has at most 8 MiB.";

pub(in crate::season) const FILE_GONE: &str =
    "I no longer have that file, so nothing was read in. Send it again with `/season import`.";

fn contents(members: usize, episodes: usize, entries: usize) -> String {
    let count = |number: usize, unit: &str| phrase::counted(i64::try_from(number).unwrap_or(i64::MAX), unit);
    let entries = if entries == 1 { "1 entry".to_owned() } else { format!("{entries} entries") };
    format!("{}, {} and {entries}", count(members, "member"), count(episodes, "episode"))
}

/// Says what is in a file that is read into a season.
pub(in crate::season) fn import(season: &Season, file: &SeasonFile) -> String {
    let contents = contents(file.cast.len(), file.episodes.len(), file.entries.len());
    format!(
        "{} is empty, and this file adds up: it has **{}** with {contents}.\n\
         The season gets the title and the counters of the file. Nothing is read in yet.",
        title(season),
        escape::title(&file.title)
    )
}

pub(in crate::season) fn imported(season: &Season) -> String {
    format!(
        "I’ve read {} from the file: {}. `/season cast` says who is who.",
        title(season),
        contents(season.cast.len(), season.episodes.len(), season.entries.len())
    )
}
