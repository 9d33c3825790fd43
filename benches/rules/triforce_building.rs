//! How fast the rules of Triforce Building are: `cargo bench --bench triforce_building`.
//!
//! Targets on one core: a round ≤ 5 µs, a match of ten rounds ≤ 60 µs, `simulate --random` ≥ 20,000 matches/s.

use divan::counter::ItemsCount;
use sha2::{Digest as _, Sha256};
use trigon_rules::games::triforce_building::{
    Action, Entrant, Reveal, Setup, Stage, State, TriforceBuilding,
};
use trigon_rules::games::{By, Draws, Registry, Seat, Seed, Simulation, Skill, plan};

fn main() {
    divan::main();
}

/// Returns the seed of a match, as in `simulate --seed bench`.
fn match_seed(number: u64) -> Seed {
    let hash: [u8; 32] = Sha256::digest(format!("bench/{number}")).into();
    Seed::from(hash)
}

fn setup() -> Setup {
    let entrant = |priority| Entrant { name: format!("Player {priority}"), priority, garnets: 2 };
    let players = (1..=13).rev().map(entrant).collect();
    Setup { board: Setup::BOARD, rounds: 10, players, placement: None, reveal: Reveal::None }
}

/// Returns states with a round about to be resolved, from matches between computed seats.
fn ready_rounds() -> Vec<State> {
    let setup = setup();
    let mut states = Vec::new();
    for number in 0..20 {
        let mut rng = fastrand::Rng::with_seed(number);
        let Ok(mut state) = State::begin(&setup, &mut Draws::new(&match_seed(number))) else {
            continue;
        };
        while state.phase() == Stage::Round {
            for (seat, action) in plan::<TriforceBuilding>(&state, Skill::USUAL, &mut rng) {
                let _ = state.apply(By::Seat(seat), action);
            }
            states.push(state.clone());
            let _ = state.apply(By::Clock, Action::Resolve);
        }
    }
    states
}

#[divan::bench]
fn resolve_one_round(bencher: divan::Bencher<'_, '_>) {
    let states = ready_rounds();
    let mut next = 0;
    bencher
        .with_inputs(|| {
            next = (next + 1) % states.len();
            states[next].clone()
        })
        .bench_local_refs(|state| state.apply(By::Clock, Action::Resolve));
}

/// Ten rounds without a triforce: thirteen paths each, ten resolutions, the vote.
#[divan::bench]
fn a_match_of_ten_rounds(bencher: divan::Bencher<'_, '_>) {
    let setup = setup();
    let begun = State::begin(&setup, &mut Draws::new(&match_seed(1)));
    let Ok(start) = begun else { unreachable!("the setup is fixed") };
    let mut state = start.clone();
    let mut rng = fastrand::Rng::with_seed(7);
    let mut log: Vec<(By, Action)> = Vec::new();
    while state.phase() != Stage::Over {
        let actions = plan::<TriforceBuilding>(&state, Skill::Random, &mut rng)
            .into_iter()
            .map(|(seat, action)| (By::Seat(seat), action));
        for (by, action) in actions.chain([(By::Clock, Action::Resolve)]).collect::<Vec<_>>() {
            if state.apply(by, action).is_ok() {
                log.push((by, action));
            }
        }
    }
    bencher.with_inputs(|| start.clone()).bench_local_refs(|state| {
        for (by, action) in &log {
            let _ = divan::black_box(state.apply(*by, *action));
        }
    });
}

#[divan::bench]
fn legal_actions_of_a_seat(bencher: divan::Bencher<'_, '_>) {
    let states = ready_rounds();
    bencher.bench_local(|| states[0].legal(divan::black_box(Seat::new(4))));
}

/// Returns a simulation of matches with 13 players.
fn simulation(skill: Skill) -> Box<dyn Simulation> {
    let Ok(setup) = serde_json::to_value(setup()) else { unreachable!("the setup is fixed") };
    let game = Registry::standard().get("triforce-building");
    let simulation = game.and_then(|game| game.simulation(&setup, skill).ok().flatten());
    let Some(simulation) = simulation else { unreachable!("the game has a simulation") };
    simulation
}

/// A random match with a drawn start, as in `simulate --random`.
#[divan::bench]
fn a_random_match(bencher: divan::Bencher<'_, '_>) {
    let mut simulation = simulation(Skill::Random);
    let mut number = 0;
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        number += 1;
        simulation.play(&match_seed(number))
    });
}

/// Always the same match: a few matches of this level differ too much to be compared.
#[divan::bench]
fn a_match_of_level_3(bencher: divan::Bencher<'_, '_>) {
    let mut simulation = simulation(Skill::USUAL);
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| simulation.play(&match_seed(1)));
}
