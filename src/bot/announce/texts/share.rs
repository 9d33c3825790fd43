//! The sentences with which people tell others of a match.

use crate::ui::words::{small, uncapitalized};
use trigon_engine::matches::Match;
use trigon_rules::games::phrase;

pub(in crate::announce) const SHARE: &str = "Share";

/// Shows a text for people elsewhere, to be copied.
pub(in crate::announce) fn shared(text: &str, title: &str) -> String {
    format!(
        "```\n{text}\n```\n{}",
        small(&format!("{title}, to copy to wherever you like. It is safe to post anywhere."))
    )
}

/// Says how long a match has taken, after its players, if that is known.
pub(in crate::announce) fn how_long(game: &Match, number: u32) -> String {
    let unit = if game.has_turns() { "turn" } else { "round" };
    if number == 0 { String::new() } else { format!(" · {}", phrase::counted(number, unit)) }
}

/// Says who has won, in plain text.
pub(in crate::announce) fn won(winners: &[String], reason: &str) -> String {
    match winners {
        [] => format!("🤝 {reason}"),
        [winner] => format!("🏆 {winner} wins! {reason}"),
        _ => format!("🏆 {} win! {reason}", phrase::all_of(winners)),
    }
}

/// Says that a match goes on.
pub(in crate::announce) fn goes_on_with(phase: &str) -> String {
    format!("⏳ Still being played: {}", uncapitalized(phase))
}

pub(in crate::announce) const NO_RESULT: &str = "⏹️ It ended without a result.";
