//! Computed seats: what they decide is legal, follows from what they see and a seed, and takes a win that is there.

use std::cell::Cell;

use fastrand::Rng;
use trigon::games::{AnyGame, AnySession, By, Information, Level, Pace, Seat, Skill};

use super::toys::games;
use super::{begin, next, playout, setups};

/// The number of entries between two positions that are looked at.
const POSITION_INTERVAL: usize = 12;

/// The number of positions of a match that are looked at, unless another one is asked for.
const USUAL_POSITIONS: usize = 6;

/// Runs a test for every game of turns.
fn in_turns(mut test: impl FnMut(&dyn AnyGame)) {
    for game in games().iter().filter(|game| game.info().pace == Pace::Turns) {
        test(&**game);
    }
}

/// Returns the skill of a level.
fn level(number: u8) -> Skill {
    Skill::Level(Level::new(number).expect("levels go from 1 to 6"))
}

/// Returns the seat that is asked to act.
fn asked(table: &dyn AnySession) -> Option<Seat> {
    table.to_act().first().map(|decision| decision.seat)
}

#[test]
fn a_decision_is_legal_and_the_same_for_the_same_seed() {
    // More positions take minutes, so they are only looked at if asked for.
    let wanted =
        std::env::var("TRIGON_POSITIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(USUAL_POSITIONS);
    in_turns(|game| {
        for setup in setups(game) {
            let (mut entries, looked) = (0, Cell::new(0));
            let mut look = |table: &mut Box<dyn AnySession>| {
                entries += 1;
                let Some(seat) =
                    asked(&**table).filter(|_| entries % POSITION_INTERVAL == 1 && looked.get() < wanted)
                else {
                    return;
                };
                looked.set(looked.get() + 1);
                for level in [level(1), level(3)] {
                    let think = || table.sight(seat).and_then(|sight| sight.decide(level, entries as u64));
                    let thought = think().expect("a seat that is asked can decide");
                    assert!(table.legal(seat).contains(&thought.action), "{}", game.info().name);
                    assert_eq!(Some(thought), think(), "{}", game.info().name);
                }
            };
            for seed in (5..=u8::MAX).cycle() {
                playout(game, &setup, seed, |table, _| look(table));
                if wanted == USUAL_POSITIONS || looked.get() >= wanted {
                    break;
                }
            }
            assert!(looked.get() > 0, "{}", game.info().name);
        }
    });
}

#[test]
fn a_decision_does_not_depend_on_what_will_be_drawn() {
    let mut alike = Vec::new();
    in_turns(|game| {
        let mut compared = 0;
        for setup in setups(game) {
            // Matches with other draws to come are played alike until they differ.
            for (one, other) in [(1, 2), (3, 4), (5, 6), (7, 8)] {
                let (mut one, mut other) = (begin(game, &setup, one), begin(game, &setup, other));
                let mut rng = Rng::with_seed(9);
                for entry in 0..24 {
                    if one.state_json() != other.state_json() {
                        break;
                    }
                    let Some(seat) = asked(&*one) else { break };
                    if entry % 6 == 0 {
                        let think = |table: &dyn AnySession| table.sight(seat)?.decide(level(2), entry);
                        assert_eq!(think(&*one), think(&*other), "{}", game.info().name);
                        compared += 1;
                    }
                    let (by, action) = next(&*one, &mut rng).expect("the match goes on");
                    if one.apply(by, &action).is_ok() {
                        other.apply(by, &action).expect("the states are the same");
                    }
                }
            }
        }
        alike.extend(Some(game.info().name).filter(|_| compared > 0));
    });
    // A game that begins with draws may have no pair.
    assert!(["triforce", "triluminary"].iter().all(|name| alike.contains(name)), "{alike:?}");
}

#[test]
fn a_win_that_is_there_is_taken() {
    let mut found = 0;
    in_turns(|game| {
        let setups = setups(game);
        for seed in 0..6 {
            let mut before: Vec<Box<dyn AnySession>> = Vec::new();
            let log = playout(game, &setups[0], seed, |table, _| {
                before.push(table.boxed());
                if before.len() > 2 {
                    before.remove(0);
                }
            });
            let (Some((By::Seat(seat), _)), [position, end]) = (log.last(), &mut before[..]) else {
                continue;
            };
            let wins = end.outcome().is_some_and(|outcome| outcome.share(*seat) >= 1.0);
            // A win by dice is not certain, and what is never tried cannot be found.
            let tries = position.legal(*seat).len() * 2;
            if !wins || !end.take_draws().is_empty() || tries > 4_000 {
                continue;
            }
            let sight = position.sight(*seat).expect("the seat is asked");
            let thought = sight.decide(Skill::Tries(tries as u32), 1).expect("the seat can decide");
            position.take_draws();
            position.apply(By::Seat(*seat), &thought.action).expect("the action is legal");
            let share = position.outcome().map(|outcome| outcome.share(*seat));
            assert!(share >= Some(1.0), "{} {seed}: {}", game.info().name, thought.action);
            found += 1;
        }
    });
    assert!(found >= 4, "only {found} wins were there");
}

/// How many actions may still be tried, and how many one after the other.
struct TryBudget {
    left: u32,
    depth: u32,
}

/// What is tried of an endgame.
const ENDGAME: TryBudget = TryBudget { left: 3_000, depth: 12 };

/// Returns what a seat gets out of a position if both seats play perfectly, or `None` if something is drawn or it takes more
/// than the tries that are left.
fn value(table: &dyn AnySession, seat: Seat, tries: &mut TryBudget) -> Option<f64> {
    if let Some(outcome) = table.outcome() {
        return Some(outcome.share(seat));
    }
    let asked = asked(table)?;
    let values = table.legal(asked).into_iter().map(|action| value_after(table, asked, &action, seat, tries));
    let mut values = values.collect::<Option<Vec<f64>>>()?;
    values.sort_by(f64::total_cmp);
    if asked == seat { values.last().copied() } else { values.first().copied() }
}

/// Returns the same after an action.
fn value_after(
    table: &dyn AnySession,
    asked: Seat,
    action: &str,
    seat: Seat,
    tries: &mut TryBudget,
) -> Option<f64> {
    tries.left = tries.left.checked_sub(1)?;
    tries.depth = tries.depth.checked_sub(1)?;
    let mut table = table.boxed();
    table.take_draws();
    table.apply(By::Seat(asked), action).ok()?;
    let value = if table.take_draws().is_empty() { value(&*table, seat, tries) } else { None };
    tries.depth += 1;
    value
}

#[test]
fn endgames_that_can_be_solved_are_played_perfectly() {
    let mut compared = 0;
    in_turns(|game| {
        if game.info().information == Information::Hidden || game.info().players.first() != Some(&2) {
            return;
        }
        let setups = setups(game);
        for seed in 0..8 {
            let mut positions: Vec<Box<dyn AnySession>> = Vec::new();
            let log = playout(game, &setups[0], seed, |table, _| positions.push(table.boxed()));
            // From the end back, as long as everything that could still be played can be tried.
            for position in positions.iter().rev().skip(1).take(log.len()) {
                let Some(seat) = asked(&**position) else { break };
                let mut tries = ENDGAME;
                let mut value_of = |action: &String| value_after(&**position, seat, action, seat, &mut tries);
                let values: Option<Vec<f64>> = position.legal(seat).iter().map(&mut value_of).collect();
                let Some(values) = values else { break };
                let best = values.iter().copied().fold(0.0, f64::max);
                if values.iter().all(|value| *value >= best) {
                    continue;
                }
                let sight = position.sight(seat).expect("the seat is asked");
                let thought = sight.decide(Skill::Tries(6_000), 1).expect("the seat can decide");
                let chosen = value_after(&**position, seat, &thought.action, seat, &mut { ENDGAME });
                assert_eq!(chosen, Some(best), "{} {seed}: {}", game.info().name, thought.action);
                compared += 1;
            }
        }
    });
    assert!(compared >= 10, "only {compared} endgames were solved");
}
