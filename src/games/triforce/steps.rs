//! An action part by part.

use super::action::Action;
use super::piece::Size;
use super::state::State;
use crate::games::Step;

/// The part of an action at a place in the order of choosing.
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
        (Action::End, 0) => Step::new("End", "z", "End the turn"),
        (Action::Fight(place), 0) => Step::new("Fight", place.to_string(), format!("Fight on {place}")),
        (Action::Sword(size), 0) => {
            Step::new("Sword", size.pips().to_string(), format!("Sword for {}", word(size)))
        }
        (Action::Shield(size), 0) => {
            Step::new("Shield", size.pips().to_string(), format!("Shield for {}", word(size)))
        }
        (Action::No, 0) => Step::new("No", "z", "No"),
        _ => return None,
    })
}

/// Only moves take more than a tap.
pub(super) fn confirms(action: Action) -> bool {
    matches!(action, Action::Move { .. })
}

fn word(size: Size) -> String {
    format!("{} ({size})", size.word())
}
