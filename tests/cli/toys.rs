//! What the program does with games that it has never seen: one of rounds, whose phases end with the last answer, in some of
//! which one seat alone decides in public, with options that its setup must have; and one of turns with secret hands.

use std::path::Path;

use serde_json::Value;

use super::{demo::assert_described, folder};
use crate::toys::games;

/// The games that only the tests know.
const NAMES: [&str; 2] = ["bids", "hands"];

fn run(args: &[&str]) -> String {
    let mut out = Vec::new();
    let done = trigon::cli::execute(games(), args, &mut out);
    let said = String::from_utf8(out).unwrap();
    assert_eq!(done, Ok(()), "{args:?}: {said}");
    said
}

fn refused(args: &[&str]) -> String {
    trigon::cli::execute(games(), args, &mut Vec::new()).unwrap_err()
}

/// Checks that a record can be replayed and verified by the program.
fn assert_holds(record: &Path) -> Value {
    let path = record.to_str().unwrap();
    run(&["verify", path]);
    let states = run(&["replay", path]);
    serde_json::from_str(states.lines().last().unwrap()).unwrap()
}

#[test]
fn any_game_is_played_in_a_terminal_with_its_options_and_defaults() {
    for (game, set) in [("bids", "coins=12"), ("hands", "hand=3")] {
        let record = folder(&format!("play-{game}")).join("match.json");
        let path = record.to_str().unwrap();
        let said = run(&["play", game, "--all", "random", "--seed", "x", "--set", set, "--record", path]);
        assert!(said.contains("The match is over"), "{said}");
        assert_holds(&record);
    }
    let said = run(&["play", "bids", "--all", "random", "--seed", "x", "--players", "5", "--limit", "4"]);
    assert!(said.contains("Amey"), "{said}");
    assert_eq!(refused(&["play", "bids", "--set", "coins=9"]), "Coins is a whole number from 10 to 50.");
}

#[test]
fn any_game_is_simulated() {
    for game in NAMES {
        let record = folder(&format!("simulate-{game}")).join("match.json");
        let path = record.to_str().unwrap();
        let said = run(&["simulate", "--game", game, "--matches", "20", "--record", path]);
        // Each match has one winner, or several who share the victory.
        let share = |column: usize| -> f64 {
            let seats = said.lines().skip_while(|line| !line.starts_with("seat")).skip(1);
            let seats = seats.take_while(|line| !line.is_empty());
            let shares = seats.map(|line| line.split_whitespace().nth(column).unwrap());
            shares.map(|share| share.trim_end_matches('%').parse::<f64>().unwrap()).sum()
        };
        assert!(share(1) <= 100.0 && share(1) + share(2) >= 100.0, "{said}");
        assert!(said.contains("how it ended"), "{said}");
        assert_holds(&record);
    }
    assert!(refused(&["simulate", "--game", "bids", "--set", "colour=red"]).contains("It has coins, rounds"));
}

#[test]
fn any_game_is_demonstrated_from_its_sign_up_to_its_end() {
    for (game, players) in [("bids", "2"), ("bids", "5"), ("hands", "2")] {
        let folder = folder(&format!("demo-{game}-{players}"));
        let out = folder.to_str().unwrap();
        let requests = folder.join("requests");
        let said = run(&[
            "demo",
            "--game",
            game,
            "--players",
            players,
            "--out",
            out,
            "--requests",
            requests.to_str().unwrap(),
        ]);
        assert!(said.contains("the record verifies"), "{said}");
        assert_described(&requests);
        let last = assert_holds(&folder.join("record.json"));
        assert!(last["over"] == true || last["state"].is_object(), "{last}");
        let transcript = std::fs::read_to_string(folder.join("transcript.md")).unwrap();
        assert!(transcript.contains("The match is over"), "{transcript}");
        // Nobody reads about another game, nor that an answer can be changed after it was the last one.
        assert!(!transcript.contains("Triforce Building") || transcript.contains("/rules"), "{transcript}");
    }
}

#[test]
fn a_seat_alone_is_asked_in_public_by_name_and_the_others_are_left_alone() {
    let folder = folder("demo-lone");
    run(&["demo", "--game", "bids", "--players", "3", "--out", folder.to_str().unwrap()]);
    let transcript = std::fs::read_to_string(folder.join("transcript.md")).unwrap();
    assert!(
        transcript.contains("> ➡️ @Amaranth, what is the next prize worth? You have until"),
        "{transcript}"
    );
    assert!(!transcript.contains("If you are asked"), "{transcript}");
    assert!(!transcript.contains("There’s nothing for you to do right now"), "{transcript}");
    assert!(!transcript.contains("until the deadline"), "{transcript}");
    // The message in which the decision was made is still about that decision.
    let decided: Vec<&str> = transcript.split("\n\n").filter(|part| part.contains(" changes\n")).collect();
    let decided = decided.iter().find(|part| part.contains("the decision before round 2"));
    assert!(decided.is_some_and(|part| part.contains("The match continues below")), "{transcript}");
}
