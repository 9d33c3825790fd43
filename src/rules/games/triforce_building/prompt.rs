//! How a player is asked: the arrow pad of a round and the candidates of the vote, with their steps and hints.

use super::action::{Action, Path};
use super::state::State;
use crate::games::{Audience, Decision, Layout, Names, PadKey, Prompt, Seat, Step, phrase};
use crate::grid::Step as Direction;

/// The keys of the arrow pad, from left to right.
pub(super) static ARROWS: [PadKey; 4] = [
    PadKey { key: "L", label: "← L" },
    PadKey { key: "U", label: "↑ U" },
    PadKey { key: "D", label: "↓ D" },
    PadKey { key: "R", label: "→ R" },
];

/// Returns how to ask a player for a decision.
pub(super) fn prompt(decision: &Decision) -> Prompt {
    let audience = Audience::Seat(decision.seat);
    match decision.key {
        "vote" => Prompt {
            question: "You hold a token. **Who should be the elimination candidate?** Your vote is secret, and you \
                       can change it until the vote ends or all have voted.",
            noun: "vote",
            // Players know each other by name, and the names are on the buttons.
            example: None,
            layout: Layout::Buttons,
            audience,
        },
        _ => Prompt {
            question: "Where do you walk this round? Up to three steps, or none to stay.",
            noun: "path",
            example: Some("LUR"),
            layout: Layout::Pad(&ARROWS),
            audience,
        },
    }
}

fn arrow(direction: Direction) -> char {
    match direction {
        Direction::U => '↑',
        Direction::L => '←',
        Direction::D => '↓',
        Direction::R => '→',
    }
}

/// Returns step `n` of an action, from 0.
pub(super) fn step(action: Action, n: usize, names: &Names) -> Option<Step> {
    match (action, n) {
        (Action::Move(path), n) => {
            let direction = *path.steps().get(n)?;
            let key = ARROWS.iter().find(|key| key.key.starts_with(direction.letter()))?;
            Some(Step::new("Step", key.key, key.label))
        }
        (Action::Garnet, 0) => Some(Step::new("Garnet", "garnet", "Spend a garnet")),
        (Action::Ungarnet, 0) => Some(Step::new("Garnet", "ungarnet", "Keep the garnet")),
        (Action::Vote(seat), 0) => {
            // Two digits keep the candidates in seat order.
            Some(Step::new("Vote for", format!("{:02}", seat.number()), names.get(seat)))
        }
        _ => None,
    }
}

/// Describes an action briefly: `**ULD** (↑ ← ↓)`.
pub(super) fn describe(action: Action, names: &Names) -> String {
    match action {
        Action::Move(path) if path.steps().is_empty() => "stay".to_owned(),
        Action::Move(path) => {
            let arrows: Vec<String> = path.steps().iter().map(|step| arrow(*step).to_string()).collect();
            format!("{path} ({})", arrows.join(" "))
        }
        Action::Garnet => "spend a garnet".to_owned(),
        Action::Ungarnet => "keep the garnet".to_owned(),
        Action::Vote(seat) => names.get(seat).into_owned(),
        Action::Resolve | Action::Ec(_) => action.to_string(),
    }
}

/// Explains why a key of the arrow pad is disabled. Where players keep track of their own cells, no key is disabled
/// before the path is full, and no hint reveals an edge (R3).
pub(super) fn hint(state: &State, seat: Seat, draft: &[String]) -> Option<String> {
    let path: Path = draft.concat().parse().unwrap_or(Path::STAY);
    if path.steps().len() == Path::MAX {
        return Some("These are all three steps.".to_owned());
    }
    if !state.reveals_own {
        return Some("A step that leads nowhere is refused when you submit the path.".to_owned());
    }
    let cell = state.board().walk(state.player(seat)?.cell?, path.steps()).ok()?;
    let (shape, missing, wanted) =
        if state.board().is_up(cell) { ('△', 'U', Direction::D) } else { ('▽', 'D', Direction::U) };
    let mut hint = format!("{shape} has no {missing}.");
    let edge = [Direction::L, Direction::R, wanted]
        .map(|direction| (direction, state.board().step(cell, direction)));
    let edge: Vec<String> =
        edge.iter().filter(|(_, next)| next.is_none()).map(|(way, _)| way.letter().to_string()).collect();
    if !edge.is_empty() {
        hint += &format!(" The edge of the board stops {}.", phrase::all_of(&edge));
    }
    Some(hint)
}
