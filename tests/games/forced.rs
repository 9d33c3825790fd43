//! Wins that a seat can force within its turn.

use fastrand::Rng;
use trigon::games::{AnySession, By, Forced, Information, Pace, Seat, Skill};

use super::{begin, games, setups};

/// How many actions are tried for one position.
const TRIES: u32 = 1_000;

/// Checks that a forced win can be played out: nobody else acts, nothing is drawn, and the seat wins.
fn assert_wins(session: &dyn AnySession, seat: Seat, forced: &Forced) {
    assert!((1..=forced.legal).contains(&forced.winning), "{forced:?}");
    let mut played = session.boxed();
    for action in &forced.actions {
        assert_eq!(played.to_act()[0].seat, seat, "nobody else acts");
        played.apply(By::Seat(seat), action).unwrap();
        assert!(played.take_draws().is_empty(), "nothing is drawn");
    }
    assert!(played.outcome().expect("the match is over").has_won(seat));
}

#[test]
fn a_forced_win_is_played_out_without_a_draw_and_one_that_was_played_is_found() {
    let mut found = Vec::new();
    for game in games().iter().filter(|game| game.info().pace == Pace::Turns) {
        if game.info().information == Information::Hidden {
            continue;
        }
        let mut wins = 0;
        for seed in 0..4 {
            let mut session = begin(&**game, &setups(&**game)[0], seed);
            let mut rng = Rng::with_seed(seed.into());
            session.take_draws();
            for _ in 0..200 {
                let [asked] = session.to_act()[..] else { break };
                let forced = session.forced_win(TRIES);
                let was_short = session.legal(asked.seat).len() < TRIES as usize;
                if let Some(forced) = &forced {
                    wins += 1;
                    assert_wins(&*session, asked.seat, forced);
                }
                let plan = session.plan(Skill::Random, &mut rng);
                let Some((seat, action)) = plan.into_iter().next() else { break };
                session.apply(By::Seat(seat), &action).unwrap();
                let has_won = session.outcome().is_some_and(|outcome| outcome.has_won(seat));
                if session.take_draws().is_empty() && has_won && was_short {
                    let forced = forced.expect("it has just been played");
                    assert_eq!(forced.actions.len(), 1, "the shortest win");
                }
            }
        }
        found.push((game.info().name, wins));
    }
    assert!(found.iter().filter(|(_, wins)| *wins > 0).count() >= 2, "{found:?}");
}
