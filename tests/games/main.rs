//! A conformance suite for all games: what every game owes to everyone who plays, stores and shows it. Most tests play matches of
//! every game at random, with [`all`] and [`playout`].
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails may panic")]

mod broken;
mod chronicle;
mod declarations;
mod forced;
mod help;
mod pictures;
mod playing;
mod records;
mod rolled;
mod secrets;
mod steps;
mod thinking;
#[path = "../toys/mod.rs"]
mod toys;
mod views;

use fastrand::Rng;
use serde_json::Value;
use trigon::games::{AnyGame, AnySession, By, Entrant, Seed, Value as Chosen, Values};

use toys::games;

/// The maximum number of entries of a playout.
const MAX_ENTRIES: usize = 300;

/// Returns the setup that follows from the default options and a made-up roster.
fn setup(game: &dyn AnyGame, players: u8) -> Value {
    let fields = |place: u8| {
        let mut fields = Values::defaults(game.info().fields.iter().map(|field| &field.spec));
        for field in game.info().fields.iter().filter(|field| field.is_rank) {
            fields.set(field.spec.key, Chosen::Number(place.into()));
        }
        fields
    };
    let fields: Vec<Values> = (1..=players).map(fields).collect();
    let entrants: Vec<Entrant<'_>> = fields.iter().map(|fields| Entrant { name: "Ann", fields }).collect();
    game.setup(&Values::defaults(game.info().options.iter()), &entrants).unwrap()
}

/// Returns a setup for each number of players.
fn setups(game: &dyn AnyGame) -> Vec<Value> {
    game.info().players.iter().map(|&players| setup(game, players)).collect()
}

/// Begins a match.
fn begin(game: &dyn AnyGame, setup: &Value, seed: u8) -> Box<dyn AnySession> {
    game.begin(setup, Some(Seed::from([seed; 32])), None)
        .unwrap_or_else(|e| panic!("{}: {e}", game.info().name))
        .0
}

/// Returns the next entry of a random playout: a legal action of a seat that may act, or the clock's.
fn next(table: &dyn AnySession, rng: &mut Rng) -> Option<(By, String)> {
    let deciding = table.to_act();
    if let Some(action) = table.phase().clock_action()
        && rng.usize(..=deciding.len()) == 0
    {
        return Some((By::Clock, action.to_string()));
    }
    let decision = rng.choice(&deciding)?;
    let legal = table.legal(decision.seat);
    assert!(!legal.is_empty(), "{} may act but can do nothing", decision.seat);
    Some((By::Seat(decision.seat), rng.choice(&legal)?.clone()))
}

/// Plays at random, and calls `look` after every entry.
fn playout(
    game: &dyn AnyGame,
    setup: &Value,
    seed: u8,
    mut look: impl FnMut(&mut Box<dyn AnySession>, &mut Rng),
) -> Vec<(By, String)> {
    let mut table = begin(game, setup, seed);
    let mut rng = Rng::with_seed(seed.into());
    let mut log = Vec::new();
    look(&mut table, &mut rng);
    while log.len() < MAX_ENTRIES && table.outcome().is_none() {
        let (by, action) = next(&*table, &mut rng).expect("a match that goes on waits for somebody");
        table.apply(by, &action).unwrap_or_else(|e| panic!("{} {by}: {action}: {e}", game.info().name));
        log.push((by, action));
        look(&mut table, &mut rng);
    }
    log
}

/// Runs a test for every game, with each of its setups and some seeds.
fn all(mut test: impl FnMut(&dyn AnyGame, &Value, u8)) {
    for game in &games() {
        for (i, setup) in setups(&**game).iter().enumerate() {
            for seed in 0..3 {
                test(&**game, setup, seed * 16 + i as u8);
            }
        }
    }
}
