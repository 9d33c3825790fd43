//! The sentences about what a computed player would do.

use crate::ui::words::{small, title};
use trigon_engine::matches::Match;
use trigon_rules::games::{RatedAction, Seat};

/// What a computed player would do in somebody's place, the best action first.
pub(in crate::info) struct Advice {
    /// The seat for which the actions are.
    pub(in crate::info) seat: Seat,
    pub(in crate::info) actions: Vec<AdvisedAction>,
}

/// An action that a computed player would play, and how good it is.
pub(in crate::info) struct AdvisedAction {
    pub(in crate::info) rated: RatedAction,
    /// What would be chosen step by step to play it, as on the buttons, in Markdown.
    pub(in crate::info) steps: String,
}

/// Says what a computed player would do in a player's place.
pub(in crate::info) fn hint(game: &Match, advice: &Advice) -> String {
    format!(
        "{}: this is what I’d do in your place, the best first, with your chances to win after it.\n{}\n{}",
        title(game),
        advised_actions(advice),
        small("I looked at nothing that you can’t see, and nobody else learns that you asked.")
    )
}

/// Lists the actions of an advice by number, each with the chances to win after it.
pub(super) fn advised_actions(advice: &Advice) -> String {
    let chances = |rated: &RatedAction| {
        let seat = advice.seat.index(rated.shares.len());
        seat.map_or(0.0, |seat| 100.0 * rated.shares[seat])
    };
    let line = |(number, AdvisedAction { rated, steps }): (u32, &AdvisedAction)| {
        let worth = if rated.is_proven {
            format!("{:.0} %, which is certain", chances(rated))
        } else {
            format!("about {:.0} %", chances(rated))
        };
        format!("{number}. {steps} · {worth}")
    };
    (1..).zip(&advice.actions).map(line).collect::<Vec<_>>().join("\n")
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
