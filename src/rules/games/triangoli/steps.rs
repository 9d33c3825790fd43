//! The steps in which a player chooses an action.

use super::action::{Action, Exchange, Turn};
use super::hexagon::hexagon;
use super::state::State;
use crate::games::Step;

/// Returns the `n`th step of an action, from 0.
pub(super) fn step(_state: &State, action: Action, n: usize) -> Option<Step> {
    let corner = |what, corner| {
        let name = hexagon().corners().name(corner).to_string();
        Step::new(what, name.clone(), name)
    };
    Some(match (action, n) {
        (Action::Start(at), 0) => corner("Start on", at),
        (Action::Turn(Turn { to, .. }), 0) => corner("Go to", to),
        (Action::Turn(Turn { fill, .. }), 1) => {
            let name = hexagon().board().name(fill).to_string();
            Step::new("Fill", name.clone(), name)
        }
        (Action::Turn(Turn { exchange, .. }), 2) => Step::new("Exchange", key(&exchange), label(&exchange)),
        _ => return None,
    })
}

/// Returns whether an action needs confirmation: all of them do, because each of them is a whole turn.
pub(super) fn confirms(_action: Action) -> bool {
    true
}

fn key(exchange: &Exchange) -> String {
    let part = |(cell, count): &(_, u8)| format!("{}*{count}", hexagon().board().name(*cell));
    let parts: Vec<String> = exchange.parts().iter().map(part).collect();
    if parts.is_empty() { "-".to_owned() } else { parts.join(",") }
}

fn label(exchange: &Exchange) -> String {
    let part = |(cell, count): &(_, u8)| {
        let name = hexagon().board().name(*cell);
        if *count == 1 { name.to_string() } else { format!("{count} of {name}") }
    };
    let parts: Vec<String> = exchange.parts().iter().map(part).collect();
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
}
