//! What people read when a match is looked for.

use trigon_engine::ids::MatchId;
use trigon_engine::matches::Summary;

use crate::ui::escape;
use crate::ui::words::{status, summary_title};

/// The most matches in a list of those among which somebody has to choose.
const MAX_LISTED: usize = 20;

/// Lists the first matches, one to a line, and says how many more there are.
pub(crate) fn listed(rows: &[Summary]) -> String {
    let more = rows.len().saturating_sub(MAX_LISTED);
    let lines = rows.iter().take(MAX_LISTED).map(|row| format!("- {}", summary_title(row)));
    let more = (more > 0).then(|| format!("… and {more} more"));
    lines.chain(more).collect::<Vec<_>>().join("\n")
}

/// Formats a match for a list of choices: plain text, at most 100 characters.
pub(crate) fn choice(row: &Summary) -> String {
    format!("#{} {} ({})", row.id, escape::plain(&row.title, 60), status(row.status))
}

/// The number that is sent if somebody picks the line that says that there are more matches; no match has it.
pub(super) const MORE_ID: i64 = 0;

/// Says at the end of a list of suggestions how many matches it leaves out.
pub(super) fn more_matches(more: usize) -> String {
    format!("… and {more} more: type a number or part of a title")
}

/// What somebody reads who has picked that line.
pub(super) const TYPE_ON: &str = "That line only says that there are more matches, so nothing was done. Type a number or part of a title, and the \
     list shows those that fit.";

/// Says that there is no such match, whether or not there is one in another server.
pub(super) fn no_match(number: MatchId) -> String {
    format!("There is no match {number}.")
}

/// Says that the channel has no match to see.
pub(super) fn no_match_here() -> String {
    "No match is going on here. Use the option `match` to choose one that has ended.".to_owned()
}

/// Says that somebody plays in no match.
pub(super) fn no_seat() -> String {
    "You’re not playing in a match right now.".to_owned()
}

/// Says that somebody hosts no match.
pub(super) fn hosts_nothing() -> String {
    "You’re not hosting a match here right now. Members with the host role or Manage Server create one with `/host create`.".to_owned()
}

/// Asks for the number of a match, after a sentence that says why it is needed.
pub(super) fn say_which(why: &str, rows: &[Summary]) -> String {
    format!("{why}: say which one with the option `match`.\n{}", listed(rows))
}

/// Says that somebody plays in no match that has not begun.
pub(super) fn no_signup_here() -> String {
    "You’re not in a match that has yet to begin.".to_owned()
}

/// Says that somebody plays in no running match of turns.
pub(super) fn no_turns_here() -> String {
    "You’re not playing a turn-based game right now. `/play new` creates a match.".to_owned()
}

/// Says that somebody plays in no match that can be resigned from.
pub(super) fn nothing_to_resign_from() -> String {
    "You’re not playing in a match that you can resign from right now.".to_owned()
}

/// Says that there is no match to play again.
pub(super) fn nothing_to_play_again() -> String {
    "You haven’t finished a match here. Use the option `match` to choose another one.".to_owned()
}
