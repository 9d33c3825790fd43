//! The parts of which sentences about seasons are made.

use crate::ui::escape;
use crate::ui::limits::MESSAGE;
use crate::ui::words::{channel, small, uncapitalized, when};
use trigon_engine::season::{BookEntry, EntryEffect, EpisodeNumber, Frozen, MemberNumber, Season};

/// The maximum length of a list in a message, which also has other sentences, in characters.
pub(super) const MAX_LIST_LENGTH: usize = MESSAGE - 700;

/// The room for the headings of lists, in characters, so that the longest possible list fits with its heading.
pub(super) const HEADING_ROOM: usize = 300;

/// The maximum number of members whose amounts are written below each other; the picture has more.
pub(super) const MAX_MEMBERS_LISTED: usize = 25;

/// Formats the title of a season.
pub(super) fn title(season: &Season) -> String {
    format!("**{}**", escape::title(&season.title))
}

/// The usual title of an episode.
pub(in crate::season) fn episode_number(number: EpisodeNumber) -> String {
    format!("Episode {number}")
}

/// Names an episode: `episode 3, **Death Island**`, or `episode 3` if that is its title.
pub(super) fn episode_named(season: &Season, number: EpisodeNumber) -> String {
    match season.episode(number).map(|it| &it.title) {
        Some(title) if *title != episode_number(number) => {
            format!("episode {number}, **{}**", escape::title(title))
        }
        _ => format!("episode {number}"),
    }
}

/// Names a member, escaped.
pub(super) fn name_of(season: &Season, member: MemberNumber) -> String {
    season.member(member).map_or_else(|| "?".to_owned(), |member| escape::name(&member.name))
}

/// Formats an amount: `3 garnets`, `1 garnet`.
pub(super) fn amount(season: &Season, counter: &str, amount: i64) -> String {
    let label = season.counter(counter).map_or(counter, |it| &it.label);
    let one = label.strip_suffix('s').filter(|one| !one.ends_with('s') && amount.abs() == 1);
    let label = uncapitalized(one.unwrap_or(label));
    format!("{} {}", number(amount), escape::name(&label))
}

/// Formats a number with a minus sign that no reader takes for a list.
pub(super) fn number(amount: i64) -> String {
    amount.to_string().replace('-', "−")
}

/// Formats a change: `+3 garnets`.
pub(super) fn change(season: &Season, counter: &str, delta: i64) -> String {
    let sign = if delta > 0 { "+" } else { "" };
    format!("{sign}{}", amount(season, counter, delta))
}

/// Says what an entry changes.
pub(super) fn change_in_words(season: &Season, entry: &BookEntry) -> String {
    match &entry.what {
        EntryEffect::Delta { counter, delta } => change(season, counter, *delta),
        EntryEffect::Mark(mark) if entry.reverses.is_some() => format!("no longer {}", escape::name(mark)),
        EntryEffect::Mark(mark) => escape::name(mark),
    }
}

/// Says since when and why the standings do not change.
pub(super) fn frozen(season: &Season, frozen: &Frozen) -> String {
    small(&format!(
        "❄️ Unchanged since {}, because {} is being played.",
        when(frozen.since),
        episode_named(season, frozen.episode)
    ))
}

/// Returns each of some things once, in order.
pub(super) fn each_once<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut once = Vec::new();
    for one in all {
        if !once.contains(&one) {
            once.push(one);
        }
    }
    once
}

/// Returns as many lines as there is room for, and says how many more there are.
pub(super) fn list(lines: Vec<String>) -> String {
    let mut length = 0;
    let all = lines.len();
    let fits = |line: &String| {
        length += line.chars().count() + 1;
        length <= MAX_LIST_LENGTH
    };
    let mut shown: Vec<String> = lines.into_iter().take_while(fits).collect();
    let more = all - shown.len();
    if more > 0 {
        shown.push(small(&format!("and {more} more")));
    }
    shown.join("\n")
}

/// Names the channel that gets the news, if the season has one.
pub(super) fn where_news_go(season: &Season) -> String {
    season
        .channel_id
        .map(|at| format!("\n{}", small(&format!("{} gets the news.", channel(at)))))
        .unwrap_or_default()
}

/// Returns the title of a form of a season, which is short.
pub(super) fn form_title(what: &str, season: &Season) -> String {
    /// The maximum length of the title of a form, in characters.
    const MAX_FORM_TITLE_LENGTH: usize = 45;
    escape::plain(&format!("{what} of {}", season.title), MAX_FORM_TITLE_LENGTH)
}

/// Says what a member gets by some entries. `more` follows each change of a counter.
pub(super) fn parts(
    season: &Season,
    entries: &[&BookEntry],
    member: MemberNumber,
    more: impl Fn(&str, i64) -> String,
) -> Vec<String> {
    let of = entries.iter().filter(|entry| entry.member == member);
    let part = |entry: &&&BookEntry| {
        let more = match &entry.what {
            EntryEffect::Delta { counter, delta } => more(counter, *delta),
            EntryEffect::Mark(_) => String::new(),
        };
        format!("{}{more}", change_in_words(season, entry))
    };
    of.clone().map(|entry| part(&entry)).chain(reasons(of.copied())).collect()
}

/// Returns the reasons of some entries, each once.
fn reasons<'a>(entries: impl Iterator<Item = &'a BookEntry>) -> Vec<String> {
    let reasons = each_once(entries.filter_map(|entry| entry.reason.as_deref()));
    reasons.iter().map(|reason| format!("“{}”", escape::text(reason))).collect()
}
