//! The sentences about what a computed player would do.

use crate::ui::escape;
use crate::ui::words::{small, title};
use trigon_engine::matches::Match;
use trigon_rules::games::{RatedAction, Seat};

/// Says what a computed player would do, the best action first, with the descriptions of the actions.
pub(in crate::info) fn hint(game: &Match, seat: Seat, lines: &[(RatedAction, String)]) -> String {
    format!(
        "{}: this is what I’d do in your place, the best first, with your chances to win after it.\n{}\n{}",
        title(game),
        rated_actions(seat, lines),
        small("I looked at nothing that you can’t see, and nobody else learns that you asked.")
    )
}

/// Lists actions with what they are worth to a seat.
pub(super) fn rated_actions(seat: Seat, lines: &[(RatedAction, String)]) -> String {
    let share = |line: &RatedAction| seat.index(line.shares.len()).map_or(0.0, |i| 100.0 * line.shares[i]);
    let line = |(number, (line, words)): (u32, &(RatedAction, String))| {
        let words = if *words == line.action { String::new() } else { format!(" ({})", escape::text(words)) };
        let worth = if line.is_proven {
            format!("{:.0} %, which is certain", share(line))
        } else {
            format!("about {:.0} %", share(line))
        };
        format!("{number}. `{}`{words}: {worth}", line.action)
    };
    (1..).zip(lines).map(line).collect::<Vec<_>>().join("\n")
}

/// Labels the button that plays an action from the numbered list of a hint.
pub(in crate::info) fn play_hint(number: u32) -> String {
    format!("Play {number}")
}

/// A kind of help to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::info) enum HelpKind {
    Hints,
    Boards,
}

/// Says why nobody gets help of some kind in a match.
pub(in crate::info) fn no_help(game: &Match, kind: HelpKind) -> String {
    let what = match kind {
        HelpKind::Hints => "hints",
        HelpKind::Boards => "what-if boards",
    };
    format!("There are no {what} in {}: they are for games of turns without secrets.", game.info().title)
}

/// Says that no computed player can judge a match.
pub(in crate::info) fn no_foresight(game: &Match) -> String {
    format!("I can’t look ahead in {}.", title(game))
}

/// Refuses a longer computation while another one is under way for the same person.
pub(in crate::info) fn already_thinking() -> String {
    "I’m still busy with what you asked for before. Ask again once it’s here.".to_owned()
}
