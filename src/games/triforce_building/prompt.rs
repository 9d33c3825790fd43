//! How a player is asked: the arrow pad of a round and the list of the vote.

use super::action::{Action, Path};
use super::state::State;
use crate::games::{Audience, Decision, Layout, Names, PadKey, Prompt, Seat, Step};
use crate::grid::Step as Direction;

/// The keys of the arrow pad, from left to right.
static ARROWS: [PadKey; 4] = [
    PadKey { key: "L", label: "← L" },
    PadKey { key: "U", label: "↑ U" },
    PadKey { key: "D", label: "↓ D" },
    PadKey { key: "R", label: "→ R" },
];

/// Returns how a player is asked for a decision.
pub(super) fn prompt(decision: &Decision) -> Prompt {
    let audience = Audience::Seat(decision.seat);
    match decision.key {
        "vote" => Prompt {
            question: "You hold a token. **Who should be the elimination candidate?** Your vote is secret, and you \
                       can change it until the vote ends.",
            noun: "vote",
            layout: Layout::Buttons,
            audience,
        },
        _ => Prompt {
            question: "Where do you walk this round?",
            noun: "path",
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

/// Returns the `n`th step of an action.
pub(super) fn step(_state: &State, action: Action, n: usize, names: &Names) -> Option<Step> {
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

/// Explains why a key of the arrow pad is disabled. It reveals no more than pressing the other keys would.
pub(super) fn hint(state: &State, seat: Seat, draft: &[String]) -> Option<String> {
    let path: Path = draft.concat().parse().unwrap_or(Path::STAY);
    if path.steps().len() == Path::MAX {
        return Some("A path has at most 3 steps.".to_owned());
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
        hint += &format!(" The edge of the board stops {}.", edge.join(" and "));
    }
    Some(hint)
}
