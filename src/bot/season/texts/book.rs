//! The sentences about the standings, about books, and about corrections of them.

use super::pieces::{
    MAX_LIST_LENGTH, MAX_MEMBERS_LISTED, change_in_words, episode_named, frozen, list, name_of, number,
    title, where_news_go,
};
use crate::ui::escape;
use crate::ui::words::{newest, relative, small};
use trigon_engine::season::{BookEntry, Counter, Member, Season, SeasonViewer, Standings, StandingsLine};

/// Shows what every member has, as far as everyone may know it.
pub(in crate::season) fn standings(season: &Season, standings: &Standings) -> String {
    let mut text = format!("{} · standings {}", title(season), as_of(season, standings));
    if let Some(since) = &standings.frozen {
        text += &format!("\n{}", frozen(season, since));
    }
    if standings.lines.is_empty() {
        return format!("{text}\nNobody is in the cast yet: the hosts write it with `/season cast`.");
    }
    let labels: Vec<String> = standings.counters.iter().map(|it| escape::name(&it.label)).collect();
    text += &format!("\n{}", small(&labels.join(" · ")));
    let line = |line: &StandingsLine| {
        let amounts: Vec<String> = line.amounts.iter().map(|amount| number(*amount)).collect();
        let remark = line.remark();
        let remark = if remark.is_empty() { remark } else { format!(" – {}", escape::text(&remark)) };
        format!("**{}** {}{remark}", escape::name(&line.name), amounts.join(" · "))
    };
    let mut lines: Vec<String> = standings.lines.iter().take(MAX_MEMBERS_LISTED).map(line).collect();
    let more = standings.lines.len() - lines.len();
    if more > 0 {
        lines.push(small(&format!("and {more} more, all of them in `/season export`")));
    }
    format!("{text}\n{}", list(lines))
}

/// Says after which episode the standings are.
fn as_of(season: &Season, standings: &Standings) -> String {
    match (&standings.episode, &standings.frozen) {
        (_, Some(frozen)) => format!("before {}", episode_named(season, frozen.episode)),
        (Some((number, _)), None) => format!("after {}", episode_named(season, *number)),
        (None, None) => "before the first episode".to_owned(),
    }
}

/// Shows what a member has, and the newest entries. Only hosts read the numbers of entries: others could count in them.
pub(in crate::season) fn book(
    season: &Season,
    viewer: SeasonViewer,
    member: &Member,
    is_own: bool,
) -> String {
    let whose =
        if is_own { "your book".to_owned() } else { format!("the book of {}", escape::name(&member.name)) };
    let balance = |(counter, amount): &(&Counter, i64)| {
        format!("{} **{}**", escape::name(&counter.label), number(*amount))
    };
    let balances: Vec<String> = season.own_book(viewer, member.number).iter().map(balance).collect();
    let history = season.history(viewer, Some(member.number));
    let lines = newest(history.iter().map(|entry| entry_line(season, viewer, entry)), MAX_LIST_LENGTH);
    let more = history.len() - lines.len();
    let mut text = format!("{} · {whose}\n{}", title(season), balances.join(" · "));
    if lines.is_empty() {
        text += "\nNothing has been booked yet.";
    }
    for line in lines.iter().rev() {
        text += &format!("\n{line}");
    }
    if more > 0 {
        text += &format!("\n{}", small(&format!("and {more} earlier, all of them in `/season export`")));
    }
    text
}

fn entry_line(season: &Season, viewer: SeasonViewer, entry: &BookEntry) -> String {
    let number = if viewer == SeasonViewer::Hosts { format!("#{}: ", entry.number) } else { String::new() };
    let mut parts = vec![change_in_words(season, entry)];
    parts.extend(entry.episode.map(|number| format!("episode {number}")));
    if let Some(taken_back) = entry.reverses {
        let which =
            if viewer == SeasonViewer::Hosts { format!(" #{taken_back}") } else { " an entry".to_owned() };
        parts.push(format!("takes{which} back"));
    }
    parts.extend(entry.reason.as_deref().map(|reason| format!("“{}”", escape::text(reason))));
    format!("- {number}{} ({})", parts.join(", "), relative(entry.at))
}

/// Says what was booked by hand. Hosts who play read no numbers: they could count in them.
pub(in crate::season) fn corrected(
    season: &Season,
    viewer: SeasonViewer,
    entries: usize,
    is_told: bool,
) -> String {
    let new = &season.entries[season.entries.len().saturating_sub(entries)..];
    let line = |entry: &BookEntry| {
        let number =
            if viewer == SeasonViewer::Hosts { format!(" as #{}", entry.number) } else { String::new() };
        format!(
            "I’ve booked{number} for {}: {}.",
            name_of(season, entry.member),
            change_in_words(season, entry)
        )
    };
    let lines: Vec<String> = new.iter().map(line).collect();
    let told = if is_told { where_news_go(season) } else { String::new() };
    format!("{}{told}", lines.join("\n"))
}

/// Tells the channel of a season what a host has corrected or taken back.
pub(in crate::season) fn corrected_news(season: &Season, entries: &[&BookEntry]) -> String {
    let line = |entry: &&BookEntry| {
        let reason = entry.reason.as_deref().map(|reason| format!(" Reason: “{}”", escape::text(reason)));
        let of = entry.episode.map(|number| format!("{} · ", episode_named(season, number)));
        let done = if entry.reverses.is_some() { "taken back" } else { "corrected" };
        format!(
            "✏️ {} · {}{done} by a host: **{}** {}.{}",
            title(season),
            of.unwrap_or_default(),
            name_of(season, entry.member),
            change_in_words(season, entry),
            reason.unwrap_or_default()
        )
    };
    list(entries.iter().map(line).collect())
}
