//! The sentences about results from elsewhere.

use super::pieces::{
    MAX_MEMBERS_LISTED, each_once, episode_named, form_title, list, name_of, number, parts, title,
    where_news_go,
};
use crate::ui::escape;
use crate::ui::limits::NAME;
use crate::ui::words::small;
use trigon_engine::season::{
    BookEntry, EpisodeNumber, MemberNumber, ResultLine, Season, SeasonChange, SeasonViewer,
};
use trigon_rules::games::phrase;

pub(in crate::season) const NO_CAST: &str = "Nobody is in the cast yet. Write it with `/season cast` first.";

pub(in crate::season) const TITLE_LABEL: &str = "What the episode is called";

pub(in crate::season) const RESULTS_LABEL: &str = "What everyone got – one line each";

pub(in crate::season) const RESULTS_PLACEHOLDER: &str =
    "Ann: +3 garnets, token (won the vote)\nBen: -1 garnet, out";

pub(in crate::season) const NO_RESULTS: &str =
    "Nobody got anything, so there is nothing to book. Write for example `Ann: +3 garnets, token`.";

pub(in crate::season) const FILE_TOO_LARGE: &str = "That file is too large: results have at most 256 KiB.";

pub(in crate::season) const FILE_LATE: &str =
    "Discord hasn’t handed me that file, so nothing has changed. Please try again.";

pub(in crate::season) const FILE_NO_TEXT: &str =
    "That file is not UTF-8 text. Save it as CSV or JSON, and send it again.";

pub(in crate::season) const PREVIEW_GONE: &str =
    "I no longer have these results, so nothing was booked. Send them again with `/season result`.";

pub(in crate::season) const LOOK_AGAIN: &str =
    "Another episode was added since you saw this, so nothing is booked yet. Look again:";

pub(in crate::season) const BOOK_AND_CLOSE: &str = "Book, and publish";

pub(in crate::season) const BOOK: &str = "Book only";

pub(in crate::season) const BACK: &str = "Back";

pub(in crate::season) const UNCHANGED: &str = "Nothing was changed.";

/// Returns the title of the form with results.
pub(in crate::season) fn results_title(season: &Season) -> String {
    form_title("Results", season)
}

/// Tells what is wrong with a file of results.
pub(in crate::season) fn file_refused(problems: &[String]) -> String {
    format!("{}\nNothing was changed.", problems.join("\n"))
}

/// Shows what results would change, member by member.
pub(in crate::season) fn preview(
    season: &Season,
    viewer: SeasonViewer,
    change: &SeasonChange,
    lines: &[ResultLine],
    episode: Option<EpisodeNumber>,
) -> String {
    let after = &change.after;
    let number = episode.unwrap_or_default();
    let entries: Vec<&BookEntry> = change.new_entries().iter().collect();
    let changed = entries.iter().map(|entry| entry.member);
    let order = each_once(lines.iter().map(|line| line.member).chain(changed));
    let of_member = |member: &MemberNumber| {
        let mut parts = parts(after, &entries, *member, |counter, delta| {
            from_to(season, viewer, *member, counter, delta).unwrap_or_default()
        });
        let rank = lines.iter().find(|line| line.member == *member).and_then(|line| line.rank);
        parts.extend(rank.map(|rank| format!("place {rank}")));
        format!("**{}**: {}", name_of(after, *member), parts.join(", "))
    };
    format!(
        "{} · {}: nothing is booked yet.\n{}{}{}",
        title(season),
        episode_named(after, number),
        list(order.iter().map(of_member).collect()),
        same_title(season, after, number).unwrap_or_default(),
        nothing_for(season, &order)
    )
}

/// Says what a member has of a counter and would have, to hosts who may know it: those who play do not know what others have now.
fn from_to(
    season: &Season,
    viewer: SeasonViewer,
    member: MemberNumber,
    counter: &str,
    delta: i64,
) -> Option<String> {
    if viewer != SeasonViewer::Hosts {
        return None;
    }
    let (_, now) = season.own_book(viewer, member).into_iter().find(|(known, _)| known.key == counter)?;
    Some(format!(" ({} → {})", number(now), number(now.saturating_add(delta))))
}

/// Warns that another episode has the title of the new one.
fn same_title(season: &Season, after: &Season, number: EpisodeNumber) -> Option<String> {
    let new = after.episode(number)?;
    let other = season.episodes.iter().find(|it| it.number != number && it.title == new.title)?;
    Some(format!("\n⚠️ Episode {} has the same title. Are these its results?", other.number))
}

/// Names the players who would get nothing.
fn nothing_for(season: &Season, others: &[MemberNumber]) -> String {
    let left_out = season.players().filter(|it| !others.contains(&it.number));
    let names: Vec<String> =
        left_out.take(MAX_MEMBERS_LISTED).map(|it| escape::text(&escape::plain(&it.name, NAME))).collect();
    if names.is_empty() {
        return String::new();
    }
    format!("\n{}", small(&format!("Nothing for {}.", phrase::all_of(&names))))
}

/// Tells the host that results are booked, and who sees them.
pub(in crate::season) fn booked(season: &Season, number: EpisodeNumber) -> String {
    format!(
        "I’ve booked {} of {}. Only hosts see it until `/season close` publishes it.",
        episode_named(season, number),
        title(season)
    )
}

/// Tells the host that results are booked and public.
pub(in crate::season) fn booked_and_closed(season: &Season, number: EpisodeNumber) -> String {
    format!(
        "I’ve booked {}, and everyone may see it.{}",
        episode_named(season, number),
        where_news_go(season)
    )
}
