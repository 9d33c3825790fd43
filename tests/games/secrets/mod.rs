//! What a viewer may not know changes nothing that the viewer is shown, in all games: observations, pictures, alt
//! texts, facts, choices, sentences, refusals. How it appears on Discord is compared in `discord/secrets.rs`.
//!
//! Each test makes two matches that differ only in what a viewer may not know, and compares them for that viewer. `worlds.rs`
//! does so with every game of the registry; the others know more about some games, and compare whole matches.
//!
//! | file | what differs |
//! |---|---|
//! | `worlds.rs` | whatever the game says that the viewer cannot know |
//! | `leaks.rs` | that `worlds.rs` notices leaks |
//! | `answers.rs` | answers that others have stored, in the games of rounds |
//! | `bids.rs` | losing bids |
//! | `building.rs` | where the others are, who is powered, who spends |
//! | `hands.rs` | the hands of the others and the deck |
//! | `open.rs` | nothing but the draws to come, in the games without secrets |

mod answers;
mod bids;
mod building;
mod hands;
mod leaks;
mod open;
mod shown;
mod worlds;

use serde_json::{Value as Json, json};
use trigon::games::{AnyGame, Seed, Value, Values};
use trigon::simulate;

/// Returns the seed of all matches here.
fn seed() -> Seed {
    Seed::from([3; 32])
}

/// Returns a setup of a game for a few players, and for a short match where that is possible.
fn setup(game: &dyn AnyGame) -> Json {
    let players = game.info().players.iter().copied();
    let players = players.clone().find(|players| *players >= 3).or(players.max()).unwrap();
    let mut options = Values::default();
    if game.info().options.iter().any(|spec| spec.key == "rounds") {
        options.set("rounds", Value::Number(3));
    }
    simulate::setup(game, &options, &simulate::names(players)).unwrap()
}

/// Returns a setup of Triforce Building.
fn building(board: &str, players: usize, rounds: u32) -> Json {
    let entrant = |n| json!({"name": format!("P{n}"), "priority": n, "garnets": 2});
    let players: Vec<Json> = (1..=players).map(entrant).collect();
    json!({"board": board, "rounds": rounds, "players": players})
}

/// Returns a setup of Bids in which losing bids stay secret.
fn bidding(players: usize) -> Json {
    let entrant = |n| json!({"name": format!("P{n}"), "handicap": n});
    let players: Vec<Json> = (1..=players).map(entrant).collect();
    json!({"coins": 30, "rounds": 4, "reveal": "winner", "stakes": "same", "players": players})
}
