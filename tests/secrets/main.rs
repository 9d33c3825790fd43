//! What a viewer may not know changes nothing that the viewer is shown, in all games: observations, pictures, alt
//! texts, facts, choices, sentences, refusals. What is made of it on Discord is compared in `discord/secrets.rs`.
//!
//! Each test makes two matches that differ only in what a viewer may not know, and compares them for that viewer.
//!
//! | file | what differs |
//! |---|---|
//! | `answers.rs` | answers that others have stored, in the games of rounds |
//! | `bids.rs` | bids that have lost |
//! | `building.rs` | where the others stand, who is powered, who spends |
//! | `hands.rs` | the hands of the others and the deck |
//! | `open.rs` | nothing but the draws to come, in the games without secrets |
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails may panic")]

mod answers;
mod bids;
mod building;
mod hands;
mod open;
mod shown;
#[path = "../toys/mod.rs"]
mod toys;

use serde_json::{Value, json};
use trigon::games::{AnyGame, Seed};

fn seed() -> Seed {
    Seed::from([3; 32])
}

/// Returns a setup of a game for a few players.
fn setup(game: &dyn AnyGame) -> Value {
    match game.info().name {
        "triforce-building" => building("triangle:4", 7, 3),
        "triforce" => json!({"players": game.info().players[0]}),
        "trice" => json!({"dice": "3d4", "first": 1}),
        "bids" => bidding(4),
        "hands" => json!({"players": 3, "hand": 5}),
        _ => json!({}),
    }
}

fn building(board: &str, players: usize, rounds: u32) -> Value {
    let entrant = |n| json!({"name": format!("P{n}"), "priority": n, "garnets": 2});
    let players: Vec<Value> = (1..=players).map(entrant).collect();
    json!({"board": board, "rounds": rounds, "players": players})
}

/// Returns a setup of Bids in which losing bids stay secret.
fn bidding(players: usize) -> Value {
    let entrant = |n| json!({"name": format!("P{n}"), "handicap": n});
    let players: Vec<Value> = (1..=players).map(entrant).collect();
    json!({"coins": 30, "rounds": 4, "reveal": "winner", "players": players})
}
