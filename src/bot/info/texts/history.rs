//! The sentences about the course of a match: its log, its replay and its pictures.

use crate::ui::escape;
use crate::ui::picture::Replayed;
use crate::ui::words::{bullet, newest, small, title};
use trigon_engine::matches::{EntryContent, HistoryLine, Match};
use trigon_rules::games::By;

/// Stands above the log, and says how many entries there was no room for.
pub(in crate::info) fn history_heading(game: &Match, left_out: usize) -> String {
    match left_out {
        0 => title(game),
        n => format!("{}\n-# The first {n} entries are in the file only.", title(game)),
    }
}

/// Says that the log is empty.
pub(in crate::info) fn nothing_yet(game: &Match) -> String {
    format!("Nothing has happened yet in {}.", title(game))
}

/// Formats an entry of the log on one line, with its action if nothing in the match is secret.
pub(in crate::info) fn history_line(number: usize, line: &HistoryLine, who: &str, is_open: bool) -> String {
    let words = escape::text(&line.words.join(" "));
    format!("{number}. {}", entry_in_words(line, &words, who, is_open, "`"))
}

/// Formats an entry of the log for a plain-text file, with its action if nothing in the match is secret.
pub(in crate::info) fn history_plain(number: usize, line: &HistoryLine, who: &str, is_open: bool) -> String {
    format!("{number}. {}", entry_in_words(line, &line.words.join(" "), who, is_open, ""))
}

/// Describes an entry by what it brought about, and puts its action between marks.
fn entry_in_words(line: &HistoryLine, words: &str, who: &str, is_open: bool, mark: &str) -> String {
    let back = mark_if_taken_back(line);
    match &line.what {
        EntryContent::Game(action) if is_open && matches!(line.by, By::Seat(_)) => {
            let what = if words.is_empty() { who } else { words };
            format!("{what} ({mark}{action}{mark}){back}")
        }
        // It was taken back, and what it had brought about is no longer known.
        EntryContent::Game(_) if words.is_empty() => format!("A round or vote ended.{back}"),
        _ => format!("{words}{back}"),
    }
}

/// Returns what follows an entry that no longer counts.
fn mark_if_taken_back(line: &HistoryLine) -> &'static str {
    if line.taken_back { " (taken back)" } else { "" }
}

/// The author of what happened by itself.
pub(in crate::info) const THE_CLOCK: &str = "the clock";

/// The author of what a host did.
pub(in crate::info) const THE_HOST: &str = "the host";

/// Lists the entries that led to a message, and says how many have followed.
pub(in crate::info) fn happened_by_then(game: &Match, lines: &[String], since: usize) -> String {
    let since = match since {
        0 => "Nothing has happened since then.".to_owned(),
        1 => "One more entry has followed: `/history` has everything.".to_owned(),
        since => format!("{since} more entries have followed: `/history` has everything."),
    };
    format!("{}, up to this message:\n{}\n{}", title(game), lines.join("\n"), small(&since))
}

/// Says that nothing was public of a match when a message was sent.
pub(in crate::info) fn nothing_by_then(game: &Match) -> String {
    format!("{}\nNothing had happened by this message.", title(game))
}

/// Stands above an animation, and says which pictures it leaves out.
pub(in crate::info) fn replay(game: &Match, replay: &Replayed) -> String {
    let until = if game.is_going_on() { " until now" } else { "" };
    let heading = format!("{}, from the beginning{until}", title(game));
    match replay.left_out() {
        Some(left_out) => format!("{heading}\n{left_out}"),
        None => heading,
    }
}

/// Refuses a replay while another one is drawn for the same person.
pub(in crate::info) fn replay_is_coming() -> String {
    "I’m still drawing the last replay you asked for. Ask for the next one once it’s here.".to_owned()
}

/// Says why there is no animation of a match.
pub(in crate::info) fn no_replay(game: &Match) -> String {
    if game.is_going_on() {
        return format!("You can watch {} as an animation once it’s over.", title(game));
    }
    format!(
        "{} was cancelled, so what was secret in it stays secret unless its host publishes it.",
        title(game)
    )
}

/// Describes a picture of a match, with its one-based number and what happened before it.
pub(in crate::info) fn page(
    game: &Match,
    number: u32,
    count: u32,
    moment: &str,
    happened: &[String],
) -> String {
    let mut lines = vec![format!("{} · {moment} · picture {number} of {count}", title(game))];
    lines.extend(newest(happened.iter().map(|line| bullet(line)), MAX_PAGE_LINES_LENGTH));
    lines.join("\n")
}

/// The maximum number of characters about what happened before a picture.
const MAX_PAGE_LINES_LENGTH: usize = 1_500;

/// Says that there are no pictures, as the record does not replay.
pub(in crate::info) fn nothing_to_walk(game: &Match) -> String {
    format!("{} cannot be played again from its record.", title(game))
}
