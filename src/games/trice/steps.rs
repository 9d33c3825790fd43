//! An action part by part.

use super::action::Action;
use super::spaces::board;
use super::state::State;
use crate::games::{Size, Step};

/// The part of an action at a place in the order of choosing.
pub(super) fn step(state: &State, action: Action, n: usize) -> Option<Step> {
    Some(match (action, n) {
        (Action::Roll, 0) => Step::new("Roll", "0", "Roll the dice"),
        (Action::Place(size), 0) => {
            Step::new("Place", format!("+{}", size.pips()), format!("Place {}", word(size)))
        }
        (Action::Free(size), 0) => {
            Step::new("Place for free", format!("-{}", size.pips()), format!("Free {}", word(size)))
        }
        (Action::Step { from, .. }, 0) => {
            let size = state.piece(from).map(|piece| format!(" ({})", piece.size)).unwrap_or_default();
            let from = board().name(from).to_string();
            let label = format!("Move {from}{size}");
            Step::new("Move", from, label)
        }
        (Action::Step { to, .. }, 1) => {
            let to = board().name(to).to_string();
            Step::new("To", to.clone(), to)
        }
        (Action::Nuke(_), 0) => Step::new("Nuke", "nuke", "Nuke"),
        (Action::Nuke(spaces), n) => match spaces.iter().nth(n - 1) {
            Some(space) => {
                let space = board().name(space).to_string();
                Step::new("Clear", space.clone(), space)
            }
            // One who may remove three can stop at fewer: that has to be said, too.
            None if spaces.len() == n - 1 => Step::new("Clear", "z", "no more"),
            None => return None,
        },
        (Action::End, 0) => Step::new("End", "z", "End the turn"),
        _ => return None,
    })
}

/// A turn has many small steps: two taps have to do for each.
pub(super) fn confirms(action: Action) -> bool {
    matches!(action, Action::Nuke(_))
}

fn word(size: Size) -> String {
    format!("{} ({size})", size.word())
}
