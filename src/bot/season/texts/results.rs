//! The sentences about results from elsewhere.

use super::pieces::{
    MAX_MEMBERS_LISTED, each_once, episode_named, form_title, list, name_of, number, parts, title,
    where_news_go,
};
use crate::ui::escape;
use crate::ui::limits::NAME;
use crate::ui::words::small;
use trigon_engine::season::{
    BookEntry, Episode, EpisodeNumber, MemberNumber, ResultLine, Season, SeasonChange, SeasonViewer,
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

pub(in crate::season) fn results_title(season: &Season) -> String {
    form_title("Results", season)
}

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
    let changed = change.new_entries().iter().map(|entry| entry.member);
    let order = each_once(lines.iter().map(|line| line.member).chain(changed));
    let entries: Vec<&BookEntry> = change.new_entries().iter().collect();
    let of = |member: &MemberNumber| {
        let rank = lines.iter().find(|line| line.member == *member).and_then(|line| line.rank);
        let mut parts = parts(after, &entries, *member, |counter, delta| {
            // Hosts who play do not know what others have now.
            let before = season.own_book(viewer, *member).into_iter().find(|(known, _)| known.key == counter);
            before
                .filter(|_| viewer == SeasonViewer::Hosts)
                .map(|(_, before)| {
                    format!(" ({} → {})", self::number(before), self::number(before.saturating_add(delta)))
                })
                .unwrap_or_default()
        });
        parts.extend(rank.map(|rank| format!("place {rank}")));
        format!("**{}**: {}", name_of(after, *member), parts.join(", "))
    };
    let nothing =
        season.players().filter(|it| !order.contains(&it.number)).map(|it| escape::plain(&it.name, NAME));
    let nothing: Vec<String> = nothing.take(MAX_MEMBERS_LISTED).map(|name| escape::text(&name)).collect();
    let nothing = if nothing.is_empty() {
        String::new()
    } else {
        format!("\n{}", small(&format!("Nothing for {}.", phrase::all_of(&nothing))))
    };
    let is_named = |it: &&Episode| {
        Some(it.number) != episode && after.episode(number).is_some_and(|new| new.title == it.title)
    };
    let twice = season
        .episodes
        .iter()
        .find(is_named)
        .map(|it| format!("\n⚠️ Episode {} has the same title. Are these its results?", it.number));
    format!(
        "{} · {}: nothing is booked yet.\n{}{}{nothing}",
        title(season),
        episode_named(after, number),
        list(order.iter().map(of).collect()),
        twice.unwrap_or_default()
    )
}

pub(in crate::season) fn booked(season: &Season, number: EpisodeNumber) -> String {
    format!(
        "I’ve booked {} of {}. Only hosts see it until `/season close` publishes it.",
        episode_named(season, number),
        title(season)
    )
}

pub(in crate::season) fn booked_and_closed(season: &Season, number: EpisodeNumber) -> String {
    format!(
        "I’ve booked {}, and everyone may see it.{}",
        episode_named(season, number),
        where_news_go(season)
    )
}
