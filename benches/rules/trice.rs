//! How fast Trice is, in random play and in listing legal actions: `cargo bench --bench trice`.
#![allow(missing_docs)]

use divan::Bencher;
use divan::counter::ItemsCount;
use fastrand::Rng;
use trigon_rules::games::trice::{Action, Setup, Stage, State, Trice};
use trigon_rules::games::{By, Draws, Game, Seat, Seed};

/// Matches that go on for longer are cut off here.
const MAX_ACTIONS: usize = 300;

/// When a turn is ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TurnEnd {
    AtAnyTime,
    /// Only if nothing else can be done, which fills the board.
    AtLast,
}

fn main() {
    divan::main();
}

fn begin(seed: u8) -> (State, Draws) {
    let mut draws = Draws::new(&Seed::from([seed; 32]));
    let setup = Setup { first: Some(1), ..Setup::default() };
    let Ok((state, _)) = Trice::begin(&setup, &mut draws) else { unreachable!("the setup is fixed") };
    (state, draws)
}

fn play(state: &mut State, draws: &mut Draws, rng: &mut Rng, legal: &mut Vec<Action>, ends: TurnEnd) {
    for _ in 0..MAX_ACTIONS {
        if state.phase() == Stage::Over {
            return;
        }
        state.legal_into(state.turn(), legal);
        let mut action = legal[rng.usize(..legal.len())];
        while ends == TurnEnd::AtLast && action == Action::End && legal.len() > 1 {
            action = legal[rng.usize(..legal.len())];
        }
        let _ = state.apply(By::Seat(state.turn()), action, draws);
    }
}

#[divan::bench]
fn playouts(bencher: Bencher<'_, '_>) {
    let (mut rng, mut legal) = (Rng::with_seed(7), Vec::new());
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        let (mut state, mut draws) = begin(0);
        play(&mut state, &mut draws, &mut rng, &mut legal, TurnEnd::AtAnyTime);
        state
    });
}

#[divan::bench]
fn playouts_without_idle_turns(bencher: Bencher<'_, '_>) {
    let (mut rng, mut legal) = (Rng::with_seed(7), Vec::new());
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        let (mut state, mut draws) = begin(0);
        play(&mut state, &mut draws, &mut rng, &mut legal, TurnEnd::AtLast);
        state
    });
}

#[divan::bench]
fn legal_on_a_full_board(bencher: Bencher<'_, '_>) {
    // The position with the most legal actions in these playouts.
    let (mut rng, mut legal) = (Rng::with_seed(7), Vec::new());
    let mut fullest = begin(0).0;
    let count = |state: &State| state.legal(state.turn()).len();
    for seed in 0..100 {
        let (mut state, mut draws) = begin(seed);
        play(&mut state, &mut draws, &mut rng, &mut legal, TurnEnd::AtLast);
        if count(&state) > count(&fullest) {
            fullest = state;
        }
    }
    let seat: Seat = fullest.turn();
    bencher.counter(ItemsCount::new(count(&fullest))).bench_local(|| Trice::legal(&fullest, seat));
}
