//! `trigon verify`: what a record proves, and what it does not.

use std::path::Path;

use serde_json::{Value, json};
use trigon::games::Seed;

use super::{folder, stdout, trigon, trigon_reading};

/// Returns the record of a simulated match, written to a folder of the test's own.
fn simulated(folder: &Path, seed: &str) -> Value {
    let file = folder.join(format!("{seed}.json"));
    let path = file.to_str().unwrap();
    stdout(&trigon(&["simulate", "--matches", "1", "--seed", seed, "--record", path]));
    serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap()
}

/// Returns the record of a game of turns played by random seats.
fn played(folder: &Path, game: &str) -> Value {
    let file = folder.join(format!("{game}.json"));
    let path = file.to_str().unwrap();
    stdout(&trigon(&["play", game, "--all", "random", "--seed", "7", "--limit", "40", "--record", path]));
    serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap()
}

/// Returns the exit code and what was printed.
fn verify(record: &Value, more: &[&str]) -> (Option<i32>, String) {
    let output = trigon_reading(&[&["verify", "-"], more].concat(), record.to_string().as_bytes());
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

/// Returns the one thing that does not match.
fn mismatch(record: &Value, more: &[&str]) -> String {
    let (code, text) = verify(record, more);
    assert_eq!(code, Some(1), "{text}");
    let mismatches: Vec<&str> = text.lines().filter(|line| line.starts_with("MISMATCH")).collect();
    assert_eq!(mismatches.len(), 1, "{text}");
    mismatches[0].to_owned()
}

fn commitment(record: &Value) -> String {
    let seed: Seed = record["seed"].as_str().unwrap().parse().unwrap();
    seed.commitment()
}

#[test]
fn the_first_thing_that_does_not_match_is_named() {
    let good = simulated(&folder("verify"), "good");
    let broken = |change: &dyn Fn(&mut Value)| {
        let mut record = good.clone();
        change(&mut record);
        mismatch(&record, &[])
    };
    assert!(broken(&|r| r["commitment"] = json!("00")).starts_with("MISMATCH commitment"));
    let letter = broken(&|r| r["start"]["players"][4]["letter"] = json!("Z"));
    assert!(letter.starts_with("MISMATCH letters") && letter.ends_with("differs at seat 5"), "{letter}");
    let cell = broken(&|r| r["start"]["players"][0]["cell"] = json!("1-9"));
    assert!(cell.starts_with("MISMATCH placement") && cell.ends_with("differs at seat 1"), "{cell}");
    assert!(broken(&|r| r["draws"][3] = json!(999)).contains("value 4: the record says 999"));
    assert!(broken(&|r| r["log"][2]["draws"] = json!([1])).contains("entry 3"));
    assert!(broken(&|r| r["seed"] = json!("11".repeat(32))).starts_with("MISMATCH commitment"));
}

#[test]
fn a_seed_that_was_invented_afterwards_is_not_verified_by_the_records_own_hash() {
    let folder = folder("verify-invented");
    let (real, invented) = (simulated(&folder, "real"), simulated(&folder, "invented"));
    // The invented record is consistent in itself: its own hash is that of its own seed.
    let (code, text) = verify(&invented, &[]);
    assert_eq!(code, Some(0), "nothing in it contradicts itself: {text}");
    assert!(text.contains(&commitment(&invented)), "the hash is shown to be compared: {text}");
    assert!(!text.lines().any(|line| line.starts_with("ok") && line.contains("commitment")), "{text}");
    let unproven = text.split_once("Not proven").unwrap().1;
    assert!(unproven.contains("--commitment"), "{text}");

    let posted = commitment(&real);
    let difference = mismatch(&invented, &["--commitment", &posted]);
    assert!(difference.contains(&posted) && difference.contains(&commitment(&invented)), "{difference}");
    let (code, text) = verify(&real, &["--commitment", &posted.to_uppercase()]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.lines().any(|line| line.starts_with("ok") && line.contains("posted")), "{text}");
    assert!(!text.split_once("Not proven").unwrap().1.contains("--commitment"), "{text}");

    // Without its seed, a record cannot be checked against anything, whatever hash it names.
    let mut seedless = played(&folder, "triangoli");
    seedless.as_object_mut().unwrap().remove("seed");
    seedless["commitment"] = json!(posted);
    assert!(mismatch(&seedless, &["--commitment", &posted]).contains("no seed"));
}

#[test]
fn what_a_record_cannot_prove_is_named() {
    let folder = folder("verify-unproven");
    let record = simulated(&folder, "a");
    for more in [vec![], vec!["--commitment".to_owned(), commitment(&record)]] {
        let more: Vec<&str> = more.iter().map(String::as_str).collect();
        let (_, text) = verify(&record, &more);
        let unproven = text.split_once("Not proven").unwrap().1;
        for part in ["the players sent", "favoured", "before its hash was posted"] {
            assert!(unproven.contains(part), "{part}: {text}");
        }
    }
    let mut agreed = played(&folder, "triangoli");
    agreed["result"] = json!("A draw was agreed.");
    let (_, text) = verify(&agreed, &[]);
    assert!(text.split_once("Not proven").unwrap().1.contains("draw was agreed"), "{text}");
}

#[test]
fn the_signature_of_a_beacon_is_checked() {
    let mut record = played(&folder("verify-beacon"), "triangoli");
    // Round 1000 of quicknet as recorded. Triangoli draws nothing that it could change.
    record["beacon"] = json!({
        "chain": "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
        "round": 1_000,
        "signature": "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
    });
    let (code, text) = verify(&record, &[]);
    assert_eq!(code, Some(0), "{text}");
    let line =
        "ok       beacon: the signature of round 1000 of drand’s quicknet, published 2023-08-23 15:59:24 UTC";
    assert!(text.lines().any(|found| found.starts_with(line)), "{text}");
    let unproven = text.split_once("Not proven").unwrap().1;
    assert!(unproven.contains("older than 2023-08-23 15:59:24 UTC"), "{text}");
    assert!(!unproven.contains("several before its hash"), "nobody could choose a seed by its draws: {text}");

    record["beacon"]["round"] = json!(1_001);
    assert_eq!(
        mismatch(&record, &[]),
        "MISMATCH beacon: round 1001 of drand’s quicknet has another signature"
    );
    record["beacon"]["chain"] = json!("00".repeat(32));
    let output = trigon_reading(&["verify", "-"], record.to_string().as_bytes());
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
    assert!(error.contains("beacon.chain"), "{error}");
}

#[test]
fn a_hash_that_is_none_is_refused_in_one_line() {
    let record = simulated(&folder("verify-hash"), "a");
    for wrong in ["", "00", "zz", &commitment(&record)[1..], &format!("{}0", commitment(&record))] {
        let output = trigon_reading(&["verify", "-", "--commitment", wrong], record.to_string().as_bytes());
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.contains("64 hexadecimal digits"), "{error}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn a_changed_move_whose_later_entries_no_longer_follow_is_named() {
    let record = played(&folder("verify-moves"), "triangoli");
    let lines = trigon_reading(&["replay", "--legal", "-"], record.to_string().as_bytes());
    let lines: Vec<Value> = stdout(&lines).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut named = 0;
    for (i, entry) in record["log"].as_array().unwrap().iter().enumerate().take(6) {
        let legal = lines[i]["legal"][entry["by"].to_string()].as_array().unwrap();
        let Some(other) = legal.iter().find(|action| **action != entry["do"]) else { continue };
        let mut changed = record.clone();
        changed["log"][i]["do"] = other.clone();
        let replayed = trigon_reading(&["replay", "-"], changed.to_string().as_bytes());
        let refused = stdout(&replayed).lines().position(|line| line.contains("\"ok\":false"));
        let Some(refused) = refused else { continue };
        let told = mismatch(&changed, &[]);
        assert!(told.starts_with(&format!("MISMATCH entry {refused}")) && told.contains("refuse"), "{told}");
        named += 1;
    }
    assert!(named > 2, "{named}");
}

#[test]
fn a_changed_move_after_which_other_numbers_are_drawn_is_named() {
    let record = played(&folder("verify-draws"), "trice");
    let mut with_draws = record.clone();
    let rolls: Vec<usize> = (0..)
        .zip(record["log"].as_array().unwrap())
        .filter(|(_, e)| e["do"] == "roll")
        .map(|(i, _)| i)
        .collect();
    // The faces that the record would contain if the second roll were the third.
    with_draws["log"][rolls[1]]["draws"] = json!([9, 9, 9]);
    let told = mismatch(&with_draws, &[]);
    assert!(told.starts_with(&format!("MISMATCH draws of entry {}", rolls[1] + 1)), "{told}");
}

#[test]
fn states_that_a_record_holds_are_recomputed() {
    let record = played(&folder("verify-states"), "triangoli");
    let lines = trigon_reading(&["replay", "-"], record.to_string().as_bytes());
    let states: Vec<Value> = stdout(&lines)
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["state"].clone())
        .collect();
    let mut whole = record.clone();
    for (entry, state) in whole["log"].as_array_mut().unwrap().iter_mut().zip(&states[1..]) {
        entry["state"] = state.clone();
    }
    let (code, text) = verify(&whole, &[]);
    assert_eq!(code, Some(0), "{text}");
    let count = states.len() - 1;
    assert!(text.contains(&format!("{count} recorded states")), "{text}");
    whole["log"][3]["state"]["to_act"] = json!([7]);
    assert!(mismatch(&whole, &[]).starts_with("MISMATCH state after entry 4"));
}

#[test]
fn refused_entries_are_counted_and_rounds_are_listed() {
    let folder = folder("refused");
    let mut record = simulated(&folder, "refused");
    let replay = |record: &Value, more: &[&str]| {
        trigon_reading(&[&["replay", "-"], more].concat(), record.to_string().as_bytes())
    };
    let fine = replay(&record, &["--strict"]);
    assert!(fine.status.success() && fine.stderr.is_empty());

    let overview = trigon_reading(&["explain", "-"], record.to_string().as_bytes());
    let overview = stdout(&overview);
    assert!(overview.contains("Round 2, entry ") && overview.contains("[all] Round 2 begins."), "{overview}");
    assert!(!overview.contains("[seat") && !overview.contains("[host]"), "{overview}");

    // A refused entry changes nothing for those after it.
    record["log"].as_array_mut().unwrap().insert(0, json!({"by": 1, "do": "move XX"}));
    let entries = record["log"].as_array().unwrap().len();
    let told = replay(&record, &[]);
    let words = format!("1 of {entries} entries refused, which changed nothing");
    assert!(told.status.success() && String::from_utf8_lossy(&told.stderr).contains(&words), "{told:?}");
    let strict = replay(&record, &["--strict"]);
    assert_eq!(strict.status.code(), Some(2), "{strict:?}");
    assert!(String::from_utf8_lossy(&strict.stderr).contains(&words), "{strict:?}");
    let seat = replay(&record, &["--view", "seat:99"]);
    assert!(String::from_utf8_lossy(&seat.stderr).contains("the seats are 1 to "), "{seat:?}");
}

#[test]
fn a_demonstration_that_cannot_be_played_or_written_ends_before_it_begins() {
    for (args, wanted) in [
        (&["demo", "--game", "chess"][..], "the games are triforce-building, "),
        (&["demo", "--out", "/dev/null/demo"], "/dev/null/demo"),
        (&["reply"], "replay"),
    ] {
        let output = trigon(args);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && told.contains(wanted), "{told}");
        assert!(output.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn what_somebody_chose_in_the_setup_does_not_follow_from_the_seed() {
    let folder = folder("verify-given");
    let drawn = simulated(&folder, "given");
    let posted = commitment(&drawn);
    let (code, text) = verify(&drawn, &["--commitment", &posted]);
    assert!(
        code == Some(0) && text.contains("ok       placement") && text.contains("follows from the seed"),
        "{text}"
    );
    // `null` chooses nothing.
    let mut nothing = drawn.clone();
    nothing["setup"]["placement"] = Value::Null;
    let (code, text) = verify(&nothing, &[]);
    assert!(code == Some(0) && text.contains("ok       placement"), "{text}");
    let mut chosen = drawn.clone();
    let players = drawn["start"]["players"].as_array().unwrap();
    // The same cells in another order, which nobody drew.
    let cells: Vec<Value> = players.iter().rev().map(|player| player["cell"].clone()).collect();
    chosen["setup"]["placement"] = json!(cells);
    let log = json!([]);
    for key in ["start", "draws"] {
        chosen.as_object_mut().unwrap().remove(key);
    }
    chosen["log"] = log;
    for more in [&[][..], &["--commitment", &posted]] {
        let (code, text) = verify(&chosen, more);
        assert_eq!(code, Some(1), "{text}");
        assert!(
            text.contains("given    placement: the setup gives") && !text.contains("ok       placement"),
            "{text}"
        );
        assert!(
            text.contains("somebody chose placement in its setup") && !text.contains("MISMATCH"),
            "{text}"
        );
        assert!(!text.contains("The record follows from"), "{text}");
    }
    let mut trice = played(&folder, "trice");
    for key in ["start", "draws"] {
        trice.as_object_mut().unwrap().remove(key);
    }
    trice["log"] = json!([]);
    let (code, text) = verify(&trice, &[]);
    assert_eq!(code, Some(0), "{text}");
    trice["setup"]["first"] = json!(2);
    let (code, text) = verify(&trice, &[]);
    assert!(code == Some(1) && text.contains("given    first: the setup gives 2"), "{text}");
}

/// A setup in which a game gives what it would draw is one of those that are known: no key makes fewer draws unnoticed.
#[test]
fn every_key_of_a_setup_that_saves_draws_is_known() {
    use trigon::games::{Registry, Values};
    for game in &Registry::standard() {
        let seed = || Some(Seed::from([7; 32]));
        let draws = |setup: &Value| {
            let (mut session, _) = game.begin(setup, seed(), None).ok()?;
            Some(session.take_draws().len())
        };
        let players = game.info().players[0];
        let names: Vec<String> = (1..=players).map(|n| format!("P{n}")).collect();
        let setup = trigon::simulate::setup(&**game, &Values::default(), &names).unwrap();
        let before = draws(&setup).unwrap();
        for key in game.particulars().given {
            let mut given = setup.clone();
            given[key] = match *key {
                "placement" => {
                    let (session, _) = game.begin(&setup, seed(), None).unwrap();
                    let state: Value = serde_json::from_str(&session.state_json()).unwrap();
                    state["players"].as_array().unwrap().iter().map(|player| player["cell"].clone()).collect()
                }
                _ => json!(1),
            };
            assert!(draws(&given).unwrap() < before, "{key}");
        }
    }
}
