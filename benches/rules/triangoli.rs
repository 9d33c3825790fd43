//! How fast Triangoli is: `cargo bench --bench triangoli`.

use divan::counter::ItemsCount;
use trigon_rules::games::triangoli::{Setup, State, Triangoli};
use trigon_rules::games::{By, Draws, Game, Seed};

fn main() {
    divan::main();
}

/// Plays a match of at most `entries` random actions.
fn playout(number: u64, entries: usize) -> Option<State> {
    let mut rng = fastrand::Rng::with_seed(number);
    let mut draws = Draws::new(&Seed::from([0; 32]));
    let (mut state, _) = Triangoli::begin(&Setup {}, &mut draws).ok()?;
    for _ in 0..entries {
        let Some(asked) = Triangoli::to_act(&state).first().copied() else { break };
        let legal = Triangoli::legal(&state, asked.seat);
        let action = rng.choice(&legal)?;
        Triangoli::apply(&mut state, By::Seat(asked.seat), action, &mut draws).ok()?;
    }
    Some(state)
}

/// Whole random matches.
#[divan::bench]
fn playouts(bencher: divan::Bencher<'_, '_>) {
    let mut number = 0;
    bencher.counter(ItemsCount::new(1usize)).bench_local(|| {
        number += 1;
        playout(number, 300)
    });
}

/// All legal actions, as text for autocomplete, in the position with the most of them among many.
#[divan::bench]
fn legal(bencher: divan::Bencher<'_, '_>) {
    let count = |state: &State| {
        Triangoli::to_act(state).iter().map(|d| Triangoli::legal(state, d.seat).len()).sum::<usize>()
    };
    let positions = (0..2000u64).filter_map(|number| playout(number, 6 + (number % 10) as usize));
    let Some(state) = positions.max_by_key(count) else { return };
    bencher.counter(ItemsCount::new(count(&state))).bench_local(|| -> Vec<String> {
        let asked = Triangoli::to_act(&state);
        asked.iter().flat_map(|d| Triangoli::legal(&state, d.seat)).map(|action| action.to_string()).collect()
    });
}
