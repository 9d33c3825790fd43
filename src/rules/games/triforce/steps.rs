//! The steps in which a player chooses an action.

use super::action::Action;
use super::state::{Phase, State};
use super::words;
use crate::games::{Size, Step};

/// Returns the `n`th step of an action, from 0.
pub(super) fn step(state: &State, action: Action, n: usize) -> Option<Step> {
    Some(match (action, n) {
        (Action::Place(size), 0) => {
            Step::new("Place", format!("+{}", size.pips()), format!("Place {}", word(size)))
        }
        (Action::Move { from, .. }, 0) => {
            let size =
                state.stack(from).top().map(|piece| format!(" ({})", piece.size())).unwrap_or_default();
            Step::new("Move", from.to_string(), format!("Move {from}{size}"))
        }
        (Action::Move { to, .. }, 1) => Step::new("To", to.to_string(), to.to_string()),
        (Action::End, 0) => {
            // Ending the turn gives up what is left, so the button says what that is.
            let label = match state.actions_left {
                1 => "End the turn (1 action unused)".to_owned(),
                left => format!("End the turn ({left} actions unused)"),
            };
            Step::new("End", "z", label)
        }
        (Action::Fight(place), 0) => Step::new("Fight", place.to_string(), format!("Fight on {place}")),
        (Action::Sword(height), 0) => exchange(state, "Sword", height)?,
        (Action::Shield(height), 0) => exchange(state, "Shield", height)?,
        (Action::No, 0) => {
            Step::new("No", "z", if state.phase == Phase::Sword { "No sword" } else { "No shield" })
        }
        _ => return None,
    })
}

/// Returns whether an action needs confirmation: only moves do, because they take more than one step.
pub(super) fn confirms(action: Action) -> bool {
    matches!(action, Action::Move { .. })
}

/// Returns the step that chooses the piece to exchange, from the bottom up: `Medium, 3rd from the bottom`.
fn exchange(state: &State, what: &'static str, height: u8) -> Option<Step> {
    let at = state.fight?.at;
    let piece = state.stack(at).at_height(height)?;
    let size = match piece.size() {
        Size::Small => "Small",
        Size::Medium => "Medium",
        Size::Large => "Large",
    };
    // R8: the territory belongs to the piece directly on its white pyramid.
    let warning = if height == 1 { format!(" (gives up {at})") } else { String::new() };
    Some(Step::new(what, format!("{height:02}"), format!("{size}, {}{warning}", words::height(height))))
}

fn word(size: Size) -> String {
    format!("{} ({size})", size.word())
}
