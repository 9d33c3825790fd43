//! The steps in which a player chooses an action.

use super::action::Action;
use super::spaces::board;
use super::state::State;
use super::words;
use crate::games::{Size, Step};

/// Returns the `n`th step of an action, from 0.
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
            // A player who may remove three pieces can stop at fewer, so stopping is a step too.
            None if spaces.len() == n - 1 => Step::new("Clear", "z", "No more"),
            None => return None,
        },
        (Action::End, 0) => {
            // Ending the turn gives up what is left, so the button says what that is.
            let label = match state.points {
                None | Some(0) => "End the turn".to_owned(),
                Some(left) => format!("End the turn ({} unused)", words::points(left)),
            };
            Step::new("End", "z", label)
        }
        _ => return None,
    })
}

/// Returns whether an action needs confirmation. A turn has many small actions, so only the nuke does.
pub(super) fn confirms(action: Action) -> bool {
    matches!(action, Action::Nuke(_))
}

fn word(size: Size) -> String {
    format!("{} ({size})", size.word())
}
