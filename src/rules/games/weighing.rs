//! Compares the weights of [`Game::rate`]: players that look one action ahead, each with weights of its own, play against
//! each other.
//!
//! For every weight, this prints how often the present weights win against the same with that weight halved, and with it
//! doubled, over a number of sets of games (100 sets take minutes in Trice and Triforce, and half an hour in
//! Triluminary):
//!
//! ```text
//! TRIGON_WEIGHTS=100 cargo test -p trigon-rules --lib -- triforce::rate --nocapture
//!
//! Triforce: equal players have 33 %
//! held: 6 against 3: 89.6 % of 300 games (95 %: 86.0 to 93.1 %), Elo +494 (+436 to +572)
//! held: 6 against 12: 29.9 % of 300 games (95 %: 26.4 to 33.4 %), Elo -28 (-58 to +0)
//! ```
//!
//! A share that is certainly below that of equal players says that these players do better with the other weight. Before
//! it takes the place of the present one, compare levels with `trigon match --bars --game GAME`: a full search looks
//! further ahead than one action.

use std::fmt::Write as _;

use trigon_search::Tally;

use super::thinking::estimate;
use super::{By, Draws, Game, Seat};

/// The most actions that a player looks at in a position: a random sample, if there are more.
const MAX_ACTIONS: usize = 40;
/// The most actions of a match. If it is not over by then, all share the win.
const MAX_LENGTH: usize = 600;

/// The weights by which a game rates positions.
pub(super) trait Weights<G: Game>: Copy {
    /// Rates a position for a seat.
    fn rate(&self, state: &G::State, seat: Seat) -> f32;

    /// Returns each weight with its name.
    fn each(&mut self) -> Vec<(&'static str, &mut f32)>;
}

/// Checks that weights win against no weights at all and, if the environment of the compiler says so, compares each of them with half
/// and with twice of it.
pub(super) fn assert_better_than_none<G: Game, W: Weights<G>>(start: &G::State, weights: W) {
    let mut none = weights;
    none.each().into_iter().for_each(|(_, weight)| *weight = 0.0);
    let tally = compare::<G, W>(start, &weights, &none, 8);
    let fair = 1.0 / G::seat_count(start) as f64;
    assert!(tally.share() > fair, "against no weights: {tally}");
    if let Some(sets) = option_env!("TRIGON_WEIGHTS").and_then(|sets| sets.parse().ok()) {
        println!("{}", table::<G, W>(start, weights, sets));
    }
}

/// Compares each weight with half and with twice of it.
fn table<G: Game, W: Weights<G>>(start: &G::State, mut weights: W, sets: u32) -> String {
    let seats = G::seat_count(start);
    let mut table = format!("{}: equal players have {:.0} %", G::INFO.title, 100.0 / seats as f64);
    let names: Vec<(&str, f32)> = weights.each().into_iter().map(|(name, weight)| (name, *weight)).collect();
    for (i, (name, weight)) in names.into_iter().enumerate() {
        for factor in [0.5, 2.0] {
            let mut other = weights;
            *other.each().swap_remove(i).1 *= factor;
            let tally = compare::<G, W>(start, &weights, &other, sets);
            write!(table, "\n{name}: {weight} against {}: {tally}", weight * factor).unwrap();
        }
    }
    table
}

/// Lets one player play against others, with the same draws at every seat once.
fn compare<G: Game, W: Weights<G>>(start: &G::State, one: &W, others: &W, sets: u32) -> Tally {
    let seats = G::seat_count(start);
    let mut tally = Tally::new(seats as u32);
    for seed in 0..u64::from(sets) {
        let shares = Seat::all(seats).map(|seat| share::<G, W>(start, seat, one, others, seed));
        tally.add(shares.sum::<f64>() / seats as f64);
    }
    tally
}

/// Plays a match, and returns the share of the win of the player at a seat.
fn share<G: Game, W: Weights<G>>(start: &G::State, own: Seat, one: &W, others: &W, seed: u64) -> f64 {
    let (mut state, mut rng) = (start.clone(), fastrand::Rng::with_seed(seed));
    for _ in 0..MAX_LENGTH {
        let Some(seat) = G::next(&state) else { break };
        let weights = if seat == own { one } else { others };
        state =
            best_after::<G, W>(&state, seat, weights, &mut rng).expect("a seat that is asked has an action");
    }
    G::outcome(&state).map_or(1.0 / G::seat_count(start) as f64, |outcome| outcome.share(own))
}

/// Returns the position after the action that looks best.
fn best_after<G: Game, W: Weights<G>>(
    state: &G::State,
    seat: Seat,
    weights: &W,
    rng: &mut fastrand::Rng,
) -> Option<G::State> {
    let (_, actions) = G::some_legal(state, seat, MAX_ACTIONS, rng);
    let after = |action: G::Action| {
        let mut after = state.clone();
        G::apply(&mut after, By::Seat(seat), &action, &mut Draws::imagined(rng.u64(..))).ok()?;
        let score = match G::outcome(&after) {
            Some(outcome) => outcome.share(seat) as f32,
            None => {
                let rates = Seat::all(G::seat_count(&after)).map(|seat| weights.rate(&after, seat));
                estimate(&rates.collect::<Vec<_>>(), &G::TUNING)[seat.index(G::seat_count(&after))?]
            }
        };
        Some((score, after))
    };
    let best = actions.into_iter().filter_map(after).max_by(|a, b| a.0.total_cmp(&b.0));
    best.map(|(_, after)| after)
}
