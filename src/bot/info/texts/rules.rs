//! The sentences about the rules and the marks.

use crate::ui::escape;
use crate::ui::words::{bullet, small, title};
use trigon_engine::matches::Match;
use trigon_rules::text::is_visible;

pub(in crate::info) const FULL_RULES: &str = "The full rules are attached.";

pub(in crate::info) const SECTIONS: &str = "Read a section";

/// Says that no section has such a title, or that none was named.
pub(in crate::info) fn no_section(text: &str) -> String {
    if !is_visible(text) {
        return "Name a section of the rules, or leave the option out to see what there is.".to_owned();
    }
    format!("There is no section “{}” in the rules.", escape::name(text))
}

/// Introduces the picture that explains the marks.
pub(in crate::info) fn legend(game: &Match) -> String {
    let marks = game.game.particulars().legend.iter().map(|line| bullet(line));
    let marks: String = marks.flat_map(|line| [line, "\n".to_owned()]).collect();
    format!(
        "What the marks mean, on the board as the match began.\n{marks}{}\n{}",
        small(BUTTONS),
        small(&title(game))
    )
}

/// Says what the colours of buttons mean, which are the same for every game.
const BUTTONS: &str = "Among your choices, a blue button plays at once, a grey one leads on, and a green one plays what is shown.";
