//! How many tries a search makes in a second, with everything that belongs to them (the tree, copies of states, scores):
//! `cargo bench --bench search`.
#![allow(missing_docs)]

use divan::Bencher;
use divan::counter::ItemsCount;
use fastrand::Rng;
use serde_json::json;
use trigon_rules::games::{AnySession, By, Registry, Seed, Skill};

/// The number of tries from which a decision follows.
const TRIES_PER_DECISION: u32 = 1_000;

/// The number of actions that have been played in the middle of a match.
const OPENING_ACTIONS: usize = 20;

fn main() {
    divan::main();
}

/// Returns a position of a match that is played at random, or `None` if it ends too soon.
fn middle(game: &str, seed: u8) -> Option<Box<dyn AnySession>> {
    let game = Registry::standard().get(game)?;
    let setup = if game.info().name == "triforce" { json!({"players": 3}) } else { json!({}) };
    let (mut table, _) = game.begin(&setup, Some(Seed::from([seed; 32])), None).ok()?;
    let mut rng = Rng::with_seed(seed.into());
    for _ in 0..OPENING_ACTIONS {
        let seat = table.to_act().first()?.seat;
        let action = rng.choice(table.legal(seat))?;
        table.apply(By::Seat(seat), &action).ok()?;
    }
    Some(table)
}

#[divan::bench(args = ["triangoli", "trice", "triforce", "triluminary"], sample_count = 10, sample_size = 1)]
fn tries(bencher: Bencher<'_, '_>, game: &str) {
    let Some(table) = (1..100).find_map(|seed| middle(game, seed)) else {
        unreachable!("matches are longer")
    };
    let sight = table.to_act().first().and_then(|asked| table.sight(asked.seat));
    let Some(sight) = sight else { unreachable!("somebody is asked") };
    let mut seed = 0;
    bencher.counter(ItemsCount::new(TRIES_PER_DECISION)).bench_local(|| {
        seed += 1;
        sight.decide(Skill::Tries(TRIES_PER_DECISION), seed)
    });
}
