//! The sentences about who got what in which episode.

use super::pieces::{
    HEADING_ROOM, MAX_LIST_LENGTH, each_once, episode_named, frozen, list, name_of, parts, title,
    where_news_go,
};
use crate::ui::escape;
use crate::ui::words::{newest, relative, small};
use trigon_engine::season::{
    Balances, BookEntry, Episode, EpisodeKind, EpisodeNumber, Member, MemberNumber, Season, SeasonViewer,
};
use trigon_rules::games::phrase;

/// Shows who got what: the newest episodes that there is room for, each with what came of it, or all of one episode.
pub(in crate::season) fn history(
    season: &Season,
    viewer: SeasonViewer,
    only: Option<EpisodeNumber>,
) -> String {
    let entries = season.visible(viewer);
    let wanted = entries.iter().filter(|entry| only.is_none() || entry.episode == only);
    let order = each_once(wanted.map(|entry| entry.episode));
    let block = |number: &Option<EpisodeNumber>| {
        let of_episode: Vec<&BookEntry> =
            entries.iter().copied().filter(|entry| entry.episode == *number).collect();
        let at = of_episode.last().map(|entry| format!(" ({})", relative(entry.at))).unwrap_or_default();
        format!("{}{at}\n{}", block_heading(season, *number), by_member(season, &of_episode))
    };
    let blocks = newest(order.iter().map(block), MAX_LIST_LENGTH + HEADING_ROOM);
    let frozen = season.frozen().map(|since| format!("\n{}", frozen(season, &since))).unwrap_or_default();
    let head = format!("{} · who got what{frozen}", title(season));
    if order.is_empty() {
        return format!("{head}\nNothing is public yet.");
    }
    let left_out = match order.len() - blocks.len() {
        0 => String::new(),
        _ => format!(
            "\n{}",
            small("Earlier episodes: say which one with `episode`. All are in `/season export`.")
        ),
    };
    format!("{head}{left_out}\n{}", blocks.join("\n"))
}

/// Returns the heading of the entries of an episode, or of those that belong to none.
fn block_heading(season: &Season, number: Option<EpisodeNumber>) -> String {
    let Some(episode) = number.and_then(|number| season.episode(number)) else {
        return "__Without an episode__".to_owned();
    };
    let kind = match episode.kind {
        EpisodeKind::Death => ", a death match",
        EpisodeKind::Main | EpisodeKind::Other => "",
    };
    let open = if episode.is_closed() { "" } else { ", not published" };
    format!("__{}__{kind}{open}", phrase::sentence(&episode_named(season, episode.number)))
}

pub(in crate::season) const CLOSE: &str = "Publish the results";

/// Shows the entries of an episode by member, as far as a viewer may know them.
fn of_episode(season: &Season, viewer: SeasonViewer, number: EpisodeNumber) -> Option<String> {
    let entries: Vec<&BookEntry> =
        season.visible(viewer).into_iter().filter(|entry| entry.episode == Some(number)).collect();
    (!entries.is_empty()).then(|| by_member(season, &entries))
}

/// Lists what each member got by some entries, a line for each.
fn by_member(season: &Season, entries: &[&BookEntry]) -> String {
    let order = each_once(entries.iter().map(|entry| entry.member));
    let of = |member: &MemberNumber| {
        let parts = parts(season, entries, *member, |_, _| String::new());
        format!("**{}**: {}", name_of(season, *member), parts.join(", "))
    };
    list(order.iter().map(of).collect())
}

/// Tells in sentences what an episode has made of whom, as far as everyone may know it.
fn story(season: &Season, number: EpisodeNumber) -> String {
    let balances = Balances::of(season.visible(SeasonViewer::Public));
    let with = |mark: &str| -> Vec<String> {
        let got = |it: &&Member| {
            let mut marks = balances.marks(it.number).iter();
            marks.any(|got| got.mark == mark && got.episode == Some(number))
        };
        season.cast.iter().filter(got).map(|it| format!("**{}**", escape::name(&it.name))).collect()
    };
    let told = [
        ("winner", "🏆", "wins", "win"),
        ("token", "🔺", "has a token", "have a token each"),
        ("candidate", "⚠️", "is the elimination candidate", "are the elimination candidates"),
        ("opponent", "⚔️", "is the opponent", "are the opponents"),
        ("out", "🚪", "is out", "are out"),
    ];
    let line = |(mark, sign, one, several): (&str, &str, &str, &str)| {
        let names = with(mark);
        let verb = if names.len() == 1 { one } else { several };
        (!names.is_empty()).then(|| format!("{sign} {} {verb}.\n", phrase::all_of(&names)))
    };
    told.into_iter().filter_map(line).collect()
}

/// Asks whether to publish an episode, with what everyone will read then, if the viewer may know that.
pub(in crate::season) fn close_now(season: &Season, viewer: SeasonViewer, episode: &Episode) -> String {
    // Others know only part of it.
    let lines = Some(viewer).filter(|viewer| *viewer == SeasonViewer::Hosts);
    let lines = lines.and_then(|viewer| of_episode(season, viewer, episode.number));
    let lines = lines.map(|lines| format!("\n{lines}")).unwrap_or_default();
    format!(
        "{} · {}. Once you publish it, it is final, and everyone may see it:{lines}",
        title(season),
        episode_named(season, episode.number)
    )
}

/// Tells the host who has published an episode where everyone reads of it.
pub(in crate::season) fn closed(season: &Season, number: EpisodeNumber) -> String {
    format!("Everyone may see {} now.{}", episode_named(season, number), where_news_go(season))
}

/// Tells the channel of a season what has come of an episode.
pub(in crate::season) fn closed_news(season: &Season, number: EpisodeNumber) -> String {
    let head = format!("📖 {} · {} is over", title(season), episode_named(season, number));
    match of_episode(season, SeasonViewer::Public, number) {
        Some(lines) => format!("{head}\n{}{lines}", story(season, number)),
        None if season.frozen().is_some() => {
            format!("{head}. Its results appear once the match that is being played is over.")
        }
        None => format!("{head}. Nobody got anything."),
    }
}
