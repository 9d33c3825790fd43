//! `trigon play`: lines piped in, a match out.

use std::path::Path;

use serde_json::Value;

use super::{folder, stdout, trigon, trigon_reading};

/// Returns what the program says to these lines.
fn talk(args: &[&str], lines: &str) -> String {
    stdout(&trigon_reading(&[&["play"], args].concat(), lines.as_bytes())).to_owned()
}

#[test]
fn a_turn_is_played_listed_and_taken_back() {
    let lines = "?\nroll\nfly\nfree S\n1-1>2-2\nundo\n? free\n? fly\nboard\nend\nroll\n";
    let said = talk(&["trice", "--set", "first=1", "--names", "Ann,Ben,Cleo", "--seed", "x"], lines);
    for part in [
        "Trice: 1 Ann, 2 Ben, 3 Cleo",
        "It is Ann’s turn.",
        "Ann, roll> ?\n  roll\n",
        "Ann rolls 3 + 4 + 4 = 11 movement points.",
        "“fly” isn’t something you can do here",
        "Ann’s small piece moves from 1-1 to 2-2; 10 points left.",
        "Taken back: 1-1>2-2 by 1.",
        "Nothing you can do now begins with “free”.",
        "Nothing you can do now begins with “fly”.",
        "Ben, roll> roll",
        "Stopped after 4 entries; the match is not over.",
    ] {
        assert!(said.contains(part), "{part}\n{said}");
    }
    assert!(!said.contains('\x1b'));
}

#[test]
fn every_game_is_played_by_computed_seats_and_kept_as_a_record() {
    let folder = folder("play");
    for line in stdout(&trigon(&["rules"])).lines() {
        let game = line.split_whitespace().next().unwrap();
        let file = folder.join(format!("{game}.json"));
        let path = file.to_str().unwrap();
        let args = ["play", game, "--all", "random", "--seed", "7", "--limit", "60", "--record", path];
        let first = trigon(&args);
        assert!(stdout(&first).lines().count() > 20);
        assert_eq!(stdout(&first), stdout(&trigon(&args)), "the seed decides everything");
        let record: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        assert_eq!(record["game"], game);
        assert!(!stdout(&trigon(&["verify", path])).contains("MISMATCH"));
        let replay = trigon(&["replay", path]);
        assert!(!stdout(&replay).contains("\"ok\":false"));
        assert_eq!(stdout(&replay).lines().count(), record["log"].as_array().unwrap().len() + 1);
    }
}

#[test]
fn a_record_is_kept_after_every_entry_and_without_what_was_taken_back() {
    let folder = folder("play-record");
    let file = folder.join("match.json");
    let path = file.to_str().unwrap();
    let lines = "Sa1N1^N\nundo\nMd1N2^NE\nundo\nld1n3^s\nquit\nSa4S1^N\n";
    let said = talk(&["triluminary", "--record", path, "--seat", "2=random"], lines);
    assert!(said.contains("Stopped after 2 entries"), "{said}");
    let record: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    assert_eq!(record["log"][0]["do"], "Ld1N3^S");
    assert_eq!((&record["log"][1]["by"], record["log"].as_array().unwrap().len()), (&2.into(), 2));
    assert_eq!(record["seed"].as_str().unwrap().len(), 64);
}

#[test]
fn secret_moves_are_asked_one_after_another_and_the_clock_resolves() {
    let lines = "move -\n\ngarnet\nmove UUUUU\nMOVE -\nresolve\nas host resolve\nas 3 move -\nas 99 move -\nas clock fly\n";
    let said = talk(
        &["triforce-building", "--seed", "x", "--all", "random", "--seat", "1=human", "--seat", "4=human"],
        lines,
    );
    let asked: Vec<&str> =
        said.lines().filter_map(|line| line.split_once(", move> ").map(|(name, _)| name)).collect();
    assert_eq!(asked[..2], ["Lasped", "Elk"], "{said}");
    assert!(said.contains("Round 2 begins.") && said.contains("Round 3 begins."));
    assert!(said.contains("There is no seat 99"), "{said}");
    // Nobody sees what computed seats wrote.
    assert!(
        said.matches("Your path for this round is").count()
            == said.matches("Your path for this round is -.").count(),
        "{said}"
    );
}

#[test]
fn what_makes_no_match_is_refused_in_one_line() {
    for args in [
        &["chess"][..],
        &["trice", "--seat", "4=random"],
        &["trice", "--seat", "4"],
        &["trice", "--all", "clever"],
        &["trice", "--seat", "2=level:7"],
        &["trice", "--all", "tries:0"],
        &["trice", "--players", "2"],
        &["trice", "--dice", "0d4"],
        &["trice", "--set", "first=4"],
        &["trice", "--set", "colour=red"],
        &["trice", "--names", "A,B,C,D"],
        &["triluminary", "--dice", "3d4"],
        &["triforce-building", "--set", "rounds=0"],
    ] {
        let output = trigon_reading(&[&["play"], args].concat(), b"");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn a_level_plays_a_whole_match_and_the_same_one_with_the_same_seed() {
    let folder = folder("play-levels");
    let [first, second] = ["first.json", "second.json"].map(|name| folder.join(name));
    let play = |file: &Path| {
        let path = file.to_str().unwrap();
        let seats = ["--seat", "1=level:1", "--seat", "2=random"];
        let args = [&["play", "triangoli"], &seats[..], &["--seed", "x", "--record", path]].concat();
        (stdout(&trigon(&args)).to_owned(), std::fs::read(file).unwrap())
    };
    let ((said, record), (_, again)) = (play(&first), play(&second));
    assert!(said.starts_with("Triangoli: 1 Seat 1 (level:1), 2 Seat 2 (random)\n"), "{said}");
    assert!(said.contains("The match is over after "), "{said}");
    assert_eq!(record, again);
    assert!(!stdout(&trigon(&["verify", first.to_str().unwrap()])).contains("MISMATCH"));
}

#[test]
fn a_game_of_rounds_has_no_levels_and_one_sentence_says_so() {
    for player in ["level:3", "tries:10"] {
        let output = trigon(&["play", "triforce-building", "--all", player]);
        assert_eq!(output.status.code(), Some(2));
        let error = String::from_utf8(output.stderr).unwrap();
        let told = format!("trigon: {player}: Triforce Building is not played in turns, ");
        assert!(error.starts_with(&told) && error.ends_with("its seats are human or random\n"), "{error}");
    }
}

#[test]
fn any_input_is_read_to_its_end() {
    let bytes: Vec<u8> = (0..2_000u32).map(|i| (i * 7919 % 256) as u8).collect();
    for game in ["trice", "triforce-building"] {
        let output = trigon_reading(&["play", game, "--seed", "x"], &bytes);
        assert!(stdout(&output).contains("Seed: "));
    }
}
