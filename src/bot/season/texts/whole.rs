//! The sentences about a season as a whole: creating and ending it, its channel, and its file.

use super::pieces::{title, where_news_go};
use crate::ui::escape;
use crate::ui::words::{channel, uncapitalized};
use trigon_engine::ids::ChannelId;
use trigon_engine::season::{Season, SeasonFile};
use trigon_rules::games::phrase;

pub(in crate::season) const MAY_NOT_CREATE: &str =
    "Only members with the host role or Manage Server can create a season. `/host role` chooses that role.";

/// Tells the host what the new season counts, and what comes next.
pub(in crate::season) fn created(season: &Season) -> String {
    let counters: Vec<String> =
        season.counters.iter().map(|it| escape::name(&uncapitalized(&it.label))).collect();
    let news = season.channel_id.map(|at| format!(" The news go to {}.", channel(at))).unwrap_or_default();
    format!(
        "I’ve created {}. It counts {}.{news}\nNext, write the cast with `/season cast`.",
        title(season),
        phrase::all_of(&counters)
    )
}

/// Says where the news of a season go from now on.
pub(in crate::season) fn channel_chosen(season: &Season) -> String {
    match season.channel_id {
        Some(at) => format!("The news of {} go to {} from now on.", title(season), channel(at)),
        None => format!("The news of {} are posted nowhere from now on.", title(season)),
    }
}

pub(in crate::season) const END: &str = "End the season";

/// Tells a host that the channel of a season does not take a post.
pub(in crate::season) fn stuck(at: ChannelId, reason: &str, is_given_up: bool) -> String {
    let what = format!("⚠️ I can’t post the news of a season in {}: {reason}.", channel(at));
    if is_given_up {
        return format!("{what} I’ve given that post up; `/season standings` shows what everyone has.");
    }
    format!("{what} I’ll post it as soon as that works; posts after it wait, too.")
}

/// Asks whether to end a season.
pub(in crate::season) fn end_now(season: &Season) -> String {
    format!("Do you want to end {}? Its book can then be read, and no longer changes.", title(season))
}

/// Tells the host that a season has ended.
pub(in crate::season) fn ended(season: &Season) -> String {
    format!(
        "{} has ended. `/season standings` and `/season export` still work.{}",
        title(season),
        where_news_go(season)
    )
}

/// Tells the channel of a season that it has ended.
pub(in crate::season) fn ended_news(season: &Season) -> String {
    format!("🏁 {} has ended. `/season standings` shows what everyone has.", title(season))
}

/// Says what is in the exported file.
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

/// Tells the host what was read from a file.
pub(in crate::season) fn imported(season: &Season) -> String {
    format!(
        "I’ve read {} from the file: {}. `/season cast` says who is who.",
        title(season),
        contents(season.cast.len(), season.episodes.len(), season.entries.len())
    )
}
