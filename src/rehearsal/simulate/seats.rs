//! What computed seats do. In games of turns, they look one action ahead, so that matches make progress and end.

use trigon_rules::games::{AnySession, By, Pace, Seat, Skill};

/// The maximum number of actions that a seat compares.
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

/// Returns what the seats of a match do next: all of them until the phase ends, or the one whose turn it is.
pub fn decisions(session: &dyn AnySession, skill: Skill, rng: &mut fastrand::Rng) -> Vec<(Seat, String)> {
    if session.info().pace == Pace::Rounds || skill == Skill::Random {
        return session.plan(skill, rng);
    }
    let asked = session.to_act().first().map(|decision| decision.seat);
    asked.and_then(|seat| Some((seat, choose(session, seat, rng)?))).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::{names, setup};
    use trigon_rules::games::{Registry, Seed, Values};

    #[test]
    fn matches_in_turns_come_to_an_end() {
        let games = Registry::standard();
        for game in games.iter().filter(|game| game.info().pace == Pace::Turns) {
            let name = game.info().name;
            for number in 0..2 {
                let names = names(*game.info().players.first().unwrap());
                let setup = setup(&**game, &Values::default(), &names).unwrap();
                let (mut table, _) = game.begin(&setup, Some(Seed::from([number; 32])), None).unwrap();
                let mut rng = fastrand::Rng::with_seed(number.into());
                for entry in 0..2_000 {
                    let Some(asked) = table.to_act().first().copied() else { break };
                    let action = choose(&*table, asked.seat, &mut rng).unwrap();
                    let action = table.parse(&action).unwrap();
                    if entry % 16 == 0 {
                        let keys = table.keys(asked.seat, &action).unwrap();
                        let chosen = table.choices(asked.seat, &keys).unwrap();
                        assert_eq!(chosen.action.as_ref(), Some(&action));
                    }
                    table.make(By::Seat(asked.seat), &action).unwrap();
                }
                assert!(table.outcome().is_some(), "{name} {number}");
            }
        }
    }
}
