//! Whether a test tells stronger players from equal ones.

use fastrand::Rng;
use trigon_search::{Sprt, SprtVerdict, Tally};

/// Plays sets between players of whom the first wins with this probability, until the test ends.
fn decide(probability: f64, seed: u64) -> (Option<SprtVerdict>, u32) {
    let mut rng = Rng::with_seed(seed);
    let mut tally = Tally::new(2);
    for _ in 0..2_000 {
        let mut game = || f64::from(u8::from(rng.f64() < probability));
        tally.add(f64::midpoint(game(), game()));
        if let Some(verdict) = Sprt::LEVELS.verdict(&tally) {
            return (Some(verdict), tally.games());
        }
    }
    (None, tally.games())
}

#[test]
fn the_test_errs_in_one_of_twenty_at_most() {
    for (probability, expected) in [(0.55, SprtVerdict::Lower), (0.65, SprtVerdict::Upper)] {
        let results: Vec<_> = (0..400).map(|seed| decide(probability, seed)).collect();
        let wrong = results.iter().filter(|(verdict, _)| *verdict != Some(expected)).count();
        let mean = results.iter().map(|(_, games)| games).sum::<u32>() / 400;
        assert!(wrong <= 28 && (50..400).contains(&mean), "{probability}: {wrong} wrong, {mean} games");
    }
}

#[test]
fn a_share_is_worth_the_elo_that_the_formula_says() {
    let two = Tally::new(2);
    assert!(two.elo(0.5).abs() < 1e-9);
    assert!((two.elo(0.64) - 100.0).abs() < 1.0);
    // At a table of three, equal players win a third each.
    let three = Tally::new(3);
    assert!(three.elo(1.0 / 3.0).abs() < 1e-9 && three.elo(0.5) > 100.0);
}

#[test]
fn the_interval_holds_the_truth_in_nineteen_of_twenty() {
    let inside = (0..400).filter(|&seed| {
        let mut rng = Rng::with_seed(seed);
        let mut tally = Tally::new(2);
        for _ in 0..100 {
            let mut game = || f64::from(u8::from(rng.f64() < 0.6));
            tally.add(f64::midpoint(game(), game()));
        }
        let (low, high) = tally.interval();
        low <= 0.6 && 0.6 <= high
    });
    assert!((365..=396).contains(&inside.count()));
}

#[test]
fn a_tally_says_what_it_has_counted() {
    let mut tally = Tally::new(2);
    for share in [1.0, 0.5, 1.0, 0.5, 1.0, 0.5, 1.0, 0.5] {
        tally.add(share);
    }
    let text = tally.to_string();
    assert!(text.starts_with("75.0 % of 16 games (95 %: ") && text.contains("Elo +191"), "{text}");
}
