//! The search finds what brute force finds: the best action, proven wins and losses, and what chance is worth.

use fastrand::Rng;
use trigon_search::{Position, Search, Settings};

use crate::games::{Nim, Pig, PigAction, Small, TicTacToe, all, solve, value};

fn search<P: Position>(position: &P, iterations: u32) -> Search<P> {
    let mut search = Search::new(position.clone(), Settings::default(), 7);
    search.run(iterations);
    search
}

/// Checks that the action which a search prefers is as good as any.
fn assert_optimal<P: Small + std::fmt::Debug>(position: &P, iterations: u32, slack: f64)
where
    P::Action: std::fmt::Debug,
{
    let Some(mover) = position.mover() else { return };
    let ranked = search(position, iterations).ranked();
    let best = solve(position)[mover];
    let chosen = value(position, &ranked[0].action)[mover];
    assert!(chosen >= best - slack, "{position:?}: {:?} is worth {chosen}, not {best}", ranked[0]);
}

/// Returns positions after random actions.
fn positions<P: Position>(start: &P, count: usize, actions: usize, seed: u64) -> Vec<P> {
    let mut rng = Rng::with_seed(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = start.clone();
        for _ in 0..rng.usize(..=actions) {
            let Some(action) = position.any_action(&mut rng) else { break };
            position.play(&action, &mut rng).unwrap();
        }
        if position.mover().is_some() {
            found.push(position);
        }
    }
    found
}

#[test]
fn tic_tac_toe_is_played_without_a_mistake() {
    for position in positions(&TicTacToe::at("........."), 60, 6, 1) {
        assert_optimal(&position, 10_000, 0.0);
    }
    let draw = TicTacToe::at("x...o...x");
    assert!(draw.mover() == Some(1) && (solve(&draw)[0] - 0.5).abs() < 1e-9);
    assert_eq!(search(&draw, 10_000).proven().unwrap()[..2], [0.5, 0.5]);
}

#[test]
fn a_win_is_proven_and_preferred_however_rarely_it_was_tried() {
    // Both can win with the third in a row, whoever moves.
    let position = TicTacToe::at("xx.oo....");
    let search = search(&position, 1_000);
    assert_eq!(search.proven().unwrap()[..2], [1.0, 0.0]);
    assert_eq!(search.ranked()[0].action, 2);
    assert!(search.visits() < 100, "a proven position is not searched on: {}", search.visits());
}

#[test]
fn a_loss_is_proven_only_if_every_action_loses() {
    // o has two ways to win, and x can close one of them.
    let position = TicTacToe::at("oo.o.x..x");
    assert_eq!(position.mover(), Some(1), "five are filled");
    let lost = TicTacToe::at("oo.oxx..x");
    assert_eq!(lost.mover(), Some(0));
    let search = search(&lost, 5_000);
    assert_eq!(search.proven().map(|scores| f64::from(scores[0])), Some(solve(&lost)[0]));
}

#[test]
fn a_sample_of_the_actions_proves_wins_but_no_losses() {
    let lost = Nim { heaps: vec![3, 3], mover: 0 };
    assert!(search(&lost, 5_000).proven().is_some(), "with all actions");
    let sampled = Settings { max_root_actions: 3, max_actions: 3, ..Settings::default() };
    let mut search = Search::new(lost, sampled, 7);
    search.run(5_000);
    assert_eq!(search.proven(), None);
}

#[test]
fn nim_is_played_as_the_sum_says() {
    for position in positions(&Nim { heaps: vec![2, 3, 4], mover: 0 }, 30, 3, 2) {
        let sum = position.heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let search = search(&position, 20_000);
        let won =
            search.proven().unwrap_or_else(|| panic!("{position:?} is not proven"))[position.mover] >= 1.0;
        assert_eq!(won, sum != 0, "{position:?}");
        assert_optimal(&position, 20_000, 0.0);
    }
}

#[test]
fn pig_is_rolled_and_kept_as_brute_force_says() {
    for position in positions(&Pig::new(2, 8, 9), 40, 6, 3) {
        assert_optimal(&position, 10_000, 0.03);
    }
}

#[test]
fn in_pig_with_three_seats_each_seat_looks_after_itself() {
    for position in positions(&Pig::new(3, 6, 9), 40, 6, 4) {
        assert_optimal(&position, 10_000, 0.03);
    }
}

#[test]
fn chance_is_proven_only_if_every_result_agrees() {
    // Seat 1 has 3 of 4 points with a roll of 2, 3 or 4 to come, and only a 1 lets the other seat win.
    let certain = Pig { goal: 4, kept: vec![0, 3], turn: 4, mover: 0, left: 9 };
    let search_certain = search(&certain, 2_000);
    assert_eq!(search_certain.proven().unwrap()[..2], [1.0, 0.0], "it keeps 4");
    let risky = Pig { goal: 4, kept: vec![0, 0], turn: 0, mover: 0, left: 1 };
    // After the only roll that is left, it is a draw whatever the die shows.
    assert_eq!(search(&risky, 200).proven().unwrap()[..2], [0.5, 0.5]);
    let open = Pig { goal: 4, kept: vec![0, 2], turn: 2, mover: 0, left: 2 };
    let search_open = search(&open, 5_000);
    let ranked = search_open.ranked();
    let roll = ranked.iter().find(|ranked| ranked.action == PigAction::Roll).unwrap();
    assert!(!roll.is_proven, "three results win and one does not");
    let exact = value(&open, &PigAction::Roll)[0];
    assert!((f64::from(roll.scores[0]) - exact).abs() < 0.05, "{} is not {exact}", roll.scores[0]);
}

#[test]
fn the_same_seed_gives_the_same_search() {
    let position = Pig::new(3, 8, 12);
    let of = |seed| {
        let mut search = Search::new(position.clone(), Settings::default(), seed);
        search.run(500);
        search.ranked()
    };
    assert_eq!(of(1), of(1));
    assert_ne!(of(1), of(2));
}

#[test]
fn a_search_follows_what_happens_and_keeps_what_it_knows() {
    let start = TicTacToe::at(".........");
    let mut search = search(&start, 5_000);
    let best = search.ranked()[0].clone();
    let before = search.positions();
    let mut after = start;
    after.play(&best.action, &mut Rng::with_seed(0)).unwrap();
    assert!(search.follow(&best.action, 0, after.clone()));
    assert!(search.visits() == best.visits && search.positions() < before);
    search.run(5_000);
    let ranked = search.ranked();
    assert!(ranked.len() == all(&after).len() && ranked.iter().all(|one| after.0[one.action].is_none()));
    assert!(!search.follow(&99, 0, TicTacToe::at("xo.......")), "that was never tried");
    search.run(1_000);
    assert_eq!(search.ranked().len(), 7);
}

#[test]
fn an_estimate_is_tried_first() {
    // With trust in the estimate, which is exact one action before the end, the winning action comes first.
    let position = TicTacToe::at("xx.oo....");
    let settings = Settings { trust: 4.0, playout: 0, ..Settings::default() };
    let mut search = Search::new(position, settings, 1);
    search.run(1);
    assert_eq!(search.ranked()[0].action, 2);
}
