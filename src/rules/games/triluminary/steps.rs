//! The steps in which a player chooses an action.

use super::action::{Action, Push};
use super::state::State;
use crate::games::Step;
use crate::grid::HexDirection;

/// Returns the `n`th step of an action, from 0.
pub(super) fn step(_state: &State, action: Action, n: usize) -> Option<Step> {
    Some(match (action, n) {
        (Action::Push(Push { size, .. }), 0) => {
            Step::new("Push", size.pips().to_string(), format!("{} ({size})", size.word()))
        }
        (Action::Push(Push { entry, .. }), 1) => Step::new("In at", entry.to_string(), entry.to_string()),
        (Action::Push(Push { way, distance, .. }), 2) => {
            let spaces = if distance == 1 { "space" } else { "spaces" };
            let label = format!("{}, {distance} {spaces}", shown(way));
            Step::new("Going", format!("{}{distance}", way as u8), label)
        }
        (Action::Push(Push { points, .. }), 3) => {
            Step::new("Pointing", (points as u8).to_string(), shown(points))
        }
        (Action::Push(Push { turn: None, .. }), 4) => Step::new("Turning", "-", "none"),
        (Action::Push(Push { turn: Some(turn), .. }), 4) => {
            let key = format!("{}{}", turn.at, turn.points as u8);
            Step::new("Turning", key, format!("{} to {}", turn.at, shown(turn.points)))
        }
        (Action::Capture { target, first }, 0) => {
            Step::new("Capture", format!("{target}{first}"), format!("{target} by the chain from {first}"))
        }
        (Action::Place(hex), 0) => Step::new("Place on", hex.to_string(), hex.to_string()),
        _ => return None,
    })
}

/// Returns whether an action needs confirmation: all of them do, because each of them is a whole decision.
pub(super) fn confirms(_action: Action) -> bool {
    true
}

fn shown(direction: HexDirection) -> String {
    let arrow = match direction {
        HexDirection::N => '↑',
        HexDirection::NE => '↗',
        HexDirection::SE => '↘',
        HexDirection::S => '↓',
        HexDirection::SW => '↙',
        HexDirection::NW => '↖',
    };
    format!("{arrow} {direction}")
}
