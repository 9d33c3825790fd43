//! Seats of the games of turns: they look one action ahead, so that matches get somewhere and end.

use crate::games::trice::{Symbol, Trice};
use crate::games::triforce::{State, Triforce};
use crate::games::triluminary::Triluminary;
use crate::games::{AnyTable, By, Seat, Table};
use crate::grid::Place;

/// At most so many actions are looked at.
const LOOK: usize = 40;

/// An action for a seat that is asked; `None` for one that is not.
///
/// Now and then it is any action. Where dice follow, they are seen in advance: these seats are for demonstrations.
pub fn choose(table: &dyn AnyTable, seat: Seat, rng: &mut fastrand::Rng) -> Option<String> {
    let mut legal = table.legal(seat);
    rng.shuffle(&mut legal);
    if rng.u8(..16) == 0 {
        return legal.pop();
    }
    let worth = |action: &String| {
        let mut after = table.boxed();
        after.apply(By::Seat(seat), action).ok()?;
        let won =
            after.outcome().is_some_and(|outcome| outcome.standings.first().map(|s| s.seat) == Some(seat));
        Some(if won { f32::INFINITY } else { worth(&*after, seat) })
    };
    let mut best: Option<(f32, String)> = None;
    for action in legal.into_iter().take(LOOK) {
        let Some(worth) = worth(&action) else { continue };
        // What changes nothing is done now and then all the same.
        let worth = worth + rng.f32() * 1.5 - if action == "end" { 0.5 } else { 0.0 };
        if best.as_ref().is_none_or(|(other, _)| worth > *other) {
            best = Some((worth, action));
        }
    }
    best.map(|(_, action)| action)
}

/// How a seat stands, in pieces or spaces.
fn worth(table: &dyn AnyTable, seat: Seat) -> f32 {
    let others = || Seat::all(table.seats()).filter(|other| *other != seat);
    let against = |of: &dyn Fn(Seat) -> usize| {
        of(seat) as f32 - 0.3 * others().map(of).max().unwrap_or_default() as f32
    };
    if let Some(table) = table.as_any().downcast_ref::<Table<Triforce>>() {
        return territories(table.state(), seat);
    }
    if let Some(table) = table.as_any().downcast_ref::<Table<Trice>>() {
        let held = |seat| {
            let held = table.state().held(seat);
            let symbol = |symbol: Symbol| symbol.spaces().and(held).len();
            3 * Symbol::ALL.into_iter().map(symbol).max().unwrap_or_default() + held.len()
        };
        return against(&held);
    }
    if let Some(table) = table.as_any().downcast_ref::<Table<Triluminary>>() {
        return 3.0 * against(&|seat| table.state().captured(seat).total() as usize);
    }
    0.0
}

/// Rates a position of Triforce for a seat.
///
/// Only what the seat has itself counts: where all thwart each other, nobody ever holds enough. A piece that is lowest
/// or on top is on its way to more. Swords and shields cost land, because nobody holds what they stand on.
fn territories(state: &State, seat: Seat) -> f32 {
    let rate = |place| {
        let stack = state.stack(place);
        let is_own = |owner: Option<Seat>| f32::from(u8::from(owner == Some(seat)));
        let Some(top) = stack.top() else { return 0.0 };
        let arms = u8::from(stack.has_sword()) + u8::from(stack.has_shield());
        let lost = if stack.holder().is_none() { 4.0 } else { 0.0 };
        let own =
            6.0 * is_own(stack.holder()) + 2.0 * is_own(stack.lowest_owner()) + 2.0 * is_own(top.owner());
        own - stack.count(seat) as f32 - 2.0 * f32::from(arms) - lost
    };
    Place::all().map(rate).sum()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::games::{Seed, game};

    #[test]
    fn matches_come_to_an_end() {
        for (name, setup) in [
            ("triforce", json!({ "players": 3 })),
            ("triangoli", json!({})),
            ("trice", json!({})),
            ("triluminary", json!({})),
        ] {
            for number in 0..2 {
                let seed = Seed::from([number; 32]);
                let (mut table, _) = game(name).unwrap().begin(&setup, Some(seed)).unwrap();
                let mut rng = fastrand::Rng::with_seed(number.into());
                for entry in 0..2_000 {
                    let Some(asked) = table.to_act().first().copied() else { break };
                    let action = choose(&*table, asked.seat, &mut rng).unwrap();
                    if entry % 16 == 0 {
                        let keys = table.keys(asked.seat, &action).unwrap();
                        let chosen = table.choices(asked.seat, &keys).unwrap();
                        assert_eq!(chosen.action.as_ref(), Some(&action));
                    }
                    table.apply(By::Seat(asked.seat), &action).unwrap();
                }
                assert!(table.outcome().is_some(), "{name} {number}");
            }
        }
    }
}
