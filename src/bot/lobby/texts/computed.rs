//! The sentences about computed players.

use crate::ui::words::{small, title};
use trigon_engine::matches::{Computed, Match, Player};
use trigon_rules::games::Level;

pub(in crate::lobby) const ADD_COMPUTED: &str = "Add computer";

/// Explains what computed players are.
pub(in crate::lobby) fn computed(game: &Match, left: usize) -> String {
    let there: Vec<String> =
        game.players.iter().filter_map(Player::computed).map(Computed::name_and_level).collect();
    let there = if there.is_empty() { "none yet".to_owned() } else { there.join(", ") };
    let seats = match left {
        0 => "All seats are taken.".to_owned(),
        1 => "1 seat is left.".to_owned(),
        left => format!("{left} seats are left."),
    };
    let autopilot = game.terms.autopilot.map(|level| format!(" {}", autopilot(level))).unwrap_or_default();
    format!(
        "Computed players of {}: {there}. {seats}{autopilot}\n{}",
        title(game),
        small(
            "They know only what a player in their seat may know, and they accept takebacks, but never a draw. Messages mark them \
             with 🤖, and the roster says how strong they are."
        )
    )
}

pub(in crate::lobby) const ADD_ONE: &str = "Add one …";

/// Describes a level of computed players.
pub(crate) fn level(level: Level) -> String {
    let words = match level.number() {
        1 => "for beginners to beat",
        2 => "easy",
        3 => "medium",
        4 => "good",
        5 => "strong",
        _ => "as strong as I can play",
    };
    format!("Level {}: {words}", level.number())
}

/// Offers to give all seats that are left to computed players.
pub(in crate::lobby) fn fill(left: usize) -> String {
    format!("Fill all {left} seats …")
}

pub(in crate::lobby) const REMOVE_COMPUTED: &str = "Take one off the roster …";

pub(in crate::lobby) const AUTOPILOT: &str = "Who plays seats that nobody takes …";

pub(in crate::lobby) const NO_AUTOPILOT: &str = "Nobody: they stay where they are";

/// Says what becomes of seats that nobody takes.
pub(crate) fn autopilot(level: u8) -> String {
    format!("A seat that becomes free and that nobody takes is played by a computer of level {level}.")
}

/// Says why no computed player can be added.
pub(in crate::lobby) fn too_late_for_computed(game: &Match) -> String {
    if game.terms.invited.is_empty() {
        format!("The roster of {} is fixed, so no computed player can be added.", title(game))
    } else {
        format!(
            "All seats of {} are kept for certain people, so no computed player can be added.",
            title(game)
        )
    }
}
