//! Computed seats in games of turns. They look one action ahead, so that matches make progress and end.

use crate::games::{AnySession, By, Seat};

/// The largest number of actions that a seat compares.
const LOOK: usize = 40;

/// Returns an action for a seat, or `None` if it is not asked to act.
///
/// Now and then the action is a random one. Seats know dice in advance, because they are only for demonstrations.
pub fn choose(table: &dyn AnySession, seat: Seat, rng: &mut fastrand::Rng) -> Option<String> {
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
        Some(if won { f32::INFINITY } else { after.rate(seat) })
    };
    let mut best: Option<(f32, String)> = None;
    for action in legal.into_iter().take(LOOK) {
        let Some(worth) = worth(&action) else { continue };
        // Random noise makes seats now and then choose an action that changes nothing.
        let worth = worth + rng.f32() * 1.5 - if action == "end" { 0.5 } else { 0.0 };
        if best.as_ref().is_none_or(|(other, _)| worth > *other) {
            best = Some((worth, action));
        }
    }
    best.map(|(_, action)| action)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::games::{Registry, Seed};

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
                let (mut table, _) =
                    Registry::standard().get(name).unwrap().begin(&setup, Some(seed), None).unwrap();
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
