//! How fast Triforce is: `cargo bench --bench triforce`.

use divan::counter::ItemsCount;
use trigon_rules::games::triforce::{Setup, State, Triforce};
use trigon_rules::games::{By, Draws, Game, Seed};

/// Matches that go on for longer are cut off here.
const MAX_ACTIONS: usize = 300;

fn main() {
    divan::main();
}

/// Plays a match of at most `entries` random actions.
fn playout(players: u8, number: u64, entries: usize) -> Option<(State, Draws)> {
    let mut rng = fastrand::Rng::with_seed(number);
    let mut draws = Draws::new(&Seed::from([number as u8; 32]));
    let (mut state, _) = Triforce::begin(&Setup { players }, &mut draws).ok()?;
    for _ in 0..entries {
        let Some(asked) = Triforce::to_act(&state).first().copied() else { break };
        let legal = Triforce::legal(&state, asked.seat);
        let action = rng.choice(&legal)?;
        Triforce::apply(&mut state, By::Seat(asked.seat), action, &mut draws).ok()?;
    }
    Some((state, draws))
}

/// Whole random matches, capped at 300 entries.
#[divan::bench(args = [3, 4, 5, 6])]
fn playouts(bencher: divan::Bencher<'_, '_>, players: u8) {
    let mut number = 0;
    bencher.counter(ItemsCount::new(1usize)).bench_local(|| {
        number += 1;
        playout(players, number, MAX_ACTIONS)
    });
}

/// All legal actions, as text for autocomplete, in a mid-game position.
#[divan::bench]
fn legal(bencher: divan::Bencher<'_, '_>) {
    // The position with the most of them among many.
    let positions = (0..400).filter_map(|number| playout(6, number, 90));
    let count = |state: &State| {
        Triforce::to_act(state).iter().map(|d| Triforce::legal(state, d.seat).len()).sum::<usize>()
    };
    let Some((state, _)) = positions.max_by_key(|(state, _)| count(state)) else { return };
    bencher.counter(ItemsCount::new(count(&state))).bench_local(|| -> Vec<String> {
        let asked = Triforce::to_act(&state);
        asked.iter().flat_map(|d| Triforce::legal(&state, d.seat)).map(|action| action.to_string()).collect()
    });
}
