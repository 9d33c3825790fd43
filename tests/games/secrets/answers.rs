//! Games of rounds: what seats answer in secret.

use fastrand::Rng;
use trigon::games::{AnySession, By, Info, Information, Pace, Seat, Seed};

use super::setup;
use super::shown::{png, shown, told, viewers};
use crate::toys::games;

/// Returns whether the answers of a game are secret until a round ends.
fn is_asked_in_secret(info: &Info) -> bool {
    info.pace == Pace::Rounds && info.information == Information::Hidden
}

/// Makes some seats do something secret that closes no question. Returns which did.
fn act_in_secret(table: &mut dyn AnySession, dice: &mut Rng) -> Vec<Seat> {
    let moment = table.phase().id;
    let mut acted = Vec::new();
    for _ in 0..=dice.usize(..2 * table.seats()) {
        let Some(decision) = dice.choice(table.to_act()) else { break };
        let Some(action) = dice.choice(table.legal(decision.seat)) else { break };
        let mut trial = table.boxed();
        let happened = trial.apply(By::Seat(decision.seat), &action).unwrap();
        if trial.phase().id == moment {
            for viewer in viewers(table.seats()).filter(|viewer| *viewer != Some(decision.seat)) {
                assert_eq!(told(&happened, viewer), [""; 0], "{action} is told to another");
            }
            table.apply(By::Seat(decision.seat), &action).unwrap();
            acted.push(decision.seat);
        }
    }
    acted
}

#[test]
fn what_seats_do_in_secret_is_shown_to_nobody_else() {
    for game in games().iter().filter(|game| is_asked_in_secret(game.info())) {
        let (mut compared, mut drawn, mut different) = (0, 0, 0);
        for seed in 0..30 {
            let mut dice = Rng::with_seed(seed);
            let (mut table, _) =
                game.begin(&setup(&**game), Some(Seed::from([seed as u8; 32])), None).unwrap();
            while table.outcome().is_none() {
                // Who has answered before is as random as the answers.
                act_in_secret(&mut *table, &mut dice);
                let mut other = table.boxed();
                let acted = act_in_secret(&mut *other, &mut dice);
                different += usize::from(!other.is_same_as(&*table));
                for viewer in viewers(table.seats()) {
                    if viewer.is_some_and(|seat| acted.contains(&seat)) {
                        continue;
                    }
                    let (one, two) = (shown(&*table, viewer), shown(&*other, viewer));
                    assert_eq!(one, two, "{viewer:?}");
                    compared += 1;
                    if compared % 40 == 1 {
                        let both = one.scenes.iter().zip(&two.scenes);
                        drawn += both.inspect(|(one, two)| assert_eq!(png(one), png(two))).count();
                    }
                }
                let clock = table.phase().clock_action().cloned().unwrap();
                table.make(By::Clock, &clock).unwrap();
            }
        }
        assert!(compared > 100 && drawn > 2 && different > 40, "{compared}, {drawn}, {different}");
    }
}
