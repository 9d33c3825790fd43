//! How fast Triluminary is, in random play and in listing legal actions: `cargo bench --bench triluminary`.
#![allow(missing_docs)]

use divan::Bencher;
use divan::counter::ItemsCount;
use fastrand::Rng;
use trigon_rules::games::triluminary::{Setup, State, Triluminary};
use trigon_rules::games::{By, Draws, Game, Seat, Seed};

/// Matches that go on for longer are cut off here.
const MAX_ACTIONS: usize = 300;

fn main() {
    divan::main();
}

fn begin() -> State {
    let begun = Triluminary::begin(&Setup {}, &mut Draws::new(&Seed::from([0; 32])));
    let Ok((state, _)) = begun else { unreachable!("the setup is fixed") };
    state
}

/// Returns the position after `entries` random actions and the most crowded one on the way, which is tracked only in
/// matches longer than [`MAX_ACTIONS`].
fn play(entries: usize, rng: &mut Rng) -> (State, State) {
    let mut state = begin();
    let mut fullest = state.clone();
    for _ in 0..entries {
        let Some(seat) = Triluminary::to_act(&state).first().map(|decision| decision.seat) else { break };
        let count = state.legal_count(seat);
        let Some(action) = state.nth_legal(seat, rng.usize(..count)) else { break };
        let _ = state.apply(By::Seat(seat), action);
        let crowd = |state: &State| state.legal_count(Seat::new(1)) + state.legal_count(Seat::new(2));
        if entries > MAX_ACTIONS && crowd(&state) > crowd(&fullest) {
            fullest = state.clone();
        }
    }
    (state, fullest)
}

#[divan::bench]
fn playouts(bencher: Bencher<'_, '_>) {
    let mut rng = Rng::with_seed(7);
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| play(MAX_ACTIONS, &mut rng));
}

#[divan::bench(args = ["start", "fullest"])]
fn legal(bencher: Bencher<'_, '_>, position: &str) {
    let mut rng = Rng::with_seed(7);
    let state = if position == "start" { begin() } else { play(3 * MAX_ACTIONS, &mut rng).1 };
    let Some(seat) = Triluminary::to_act(&state).first().map(|decision| decision.seat) else { return };
    let count = state.legal_count(seat);
    bencher.counter(ItemsCount::new(count)).bench_local(|| Triluminary::legal(&state, seat));
}

#[divan::bench]
fn legal_in_words(bencher: Bencher<'_, '_>) {
    let mut rng = Rng::with_seed(7);
    let state = play(3 * MAX_ACTIONS, &mut rng).1;
    let Some(seat) = Triluminary::to_act(&state).first().map(|decision| decision.seat) else { return };
    let words = || Triluminary::legal(&state, seat).iter().map(ToString::to_string).collect::<Vec<_>>();
    bencher.counter(ItemsCount::new(words().len())).bench_local(words);
}
