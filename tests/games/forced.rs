//! Wins that a seat can force within its turn.

use fastrand::Rng;
use trigon::games::{By, Information, Pace, Skill, Standing, Verdict};

use super::{begin, games, setups};

/// How many actions are tried for one position.
const TRIES: u32 = 1_000;

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
                    assert!((1..=forced.legal).contains(&forced.winning), "{forced:?}");
                    let mut played = session.clone();
                    for action in &forced.actions {
                        assert_eq!(played.to_act()[0].seat, asked.seat, "nobody else acts");
                        played.apply(By::Seat(asked.seat), action).unwrap();
                        assert!(played.take_draws().is_empty(), "nothing is drawn");
                    }
                    let standings = played.outcome().expect("the match is over").standings;
                    let own = standings.iter().find(|standing| standing.seat == asked.seat).unwrap();
                    assert_eq!(own.verdict, Verdict::Won);
                }
                let plan = session.plan(Skill::Random, &mut rng);
                let Some((seat, action)) = plan.into_iter().next() else { break };
                session.apply(By::Seat(seat), &action).unwrap();
                let won = |it: &Standing| it.seat == seat && it.verdict == Verdict::Won;
                let has_won = session.outcome().is_some_and(|outcome| outcome.standings.iter().any(won));
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
