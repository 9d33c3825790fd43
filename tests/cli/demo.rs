//! `trigon demo`: whole matches, what they leave behind, and that Discord would understand all of it.

use std::path::Path;

use serde_json::Value;
use trigon::sandbox::SeenRequest;

use crate::{folder, openapi, trigon_at};

/// Checks that Discord would understand every request of a demonstration, according to Discord's own description.
pub(crate) fn assert_described(requests: &Path) {
    let requests = std::fs::read_to_string(requests).unwrap();
    assert!(requests.lines().count() > 50, "{requests}");
    let requests = requests.lines().map(|line| {
        let mut request: Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| request[key].as_str().unwrap().to_owned();
        let (method, path) = (text("method"), text("path"));
        SeenRequest { method, path, body: request["body"].take(), ..SeenRequest::default() }
    });
    openapi::assert_followed(&requests.collect::<Vec<_>>());
}

/// Returns what a demonstration of seven players leaves in its folder, and what it logs.
fn demo(name: &str) -> (std::collections::BTreeMap<String, Vec<u8>>, String) {
    let folder = folder(name);
    let out = folder.join("out");
    let args =
        ["demo", "--players", "7", "--board", "triangle:5", "--log", "debug", "--requests", "requests"];
    let output = trigon_at(&folder, None, &[&args[..], &["--out", out.to_str().unwrap()]].concat());
    let logged = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{logged}");
    assert_described(&folder.join("requests"));
    let files = std::fs::read_dir(out).unwrap().map(|file| file.unwrap().path());
    let files = files
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read(&path).unwrap()));
    (files.collect(), logged)
}

#[test]
fn a_season_is_played_and_its_book_adds_up() {
    let folder = folder("demo-season");
    let output = trigon_at(&folder, None, &["demo", "--season", "--seed", "b", "--out", "out"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("\nthe season adds up: "));
    let transcript = std::fs::read_to_string(folder.join("out/transcript.md")).unwrap();
    for line in [
        "# A season of four episodes, as each person saw it",
        "📖 **Genius** · episode 1, **The first evening** is over",
        "is the elimination candidate.",
        "token, “sold everything”",
        "corrected by a host: **Wimp** +1 garnet. Reason: “I had miscounted.”",
        "plays for **Charlie** from now on (round 1 of 10)",
        "The host undoes round 1 of 10",
        "📖 **Genius** · episode 4, **Death match** is over",
        "is out.",
        "“the stakes of the death match”",
        "## The thread of the death match",
        "· who got what",
    ] {
        assert!(transcript.contains(line), "{line}");
    }
    // The match that was posted last in the channel is the one that the book names.
    let verify = [
        "season",
        "verify",
        "out/season.json",
        "--record",
        "out/record.json",
        "--record",
        "out/record-2.json",
    ];
    let verified = trigon_at(&folder, None, &verify);
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    for table in ["entries.csv", "standings.csv"] {
        let lines = std::fs::read_to_string(folder.join("out").join(table)).unwrap().lines().count();
        assert!(lines > 7, "{table} has {lines} lines");
    }
    let asked = trigon_at(&folder, None, &["demo", "--season", "--game", "trice"]);
    assert_eq!(asked.status.code(), Some(2));
}

#[test]
fn a_demonstration_shows_what_else_happens_in_ten_days_and_how_it_is_mended() {
    let folder = folder("demo-incidents");
    let output = trigon_at(&folder, None, &["demo", "--incidents", "--seed", "incidents", "--out", "out"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("the record verifies"));
    let transcript = std::fs::read_to_string(folder.join("out/transcript.md")).unwrap();
    for line in [
        "The host corrects the roster: garnets of",
        "has left the match.",
        "you’re the next alternate: would you take it?",
        "🧳 You’re away from",
        "I’ve entered what you left for this round.",
        "would you play for",
        "is back and plays on after",
        "has stopped the clock with",
        "asks everyone **whether to give 12 hours more**",
        "Not everyone agrees, so nothing has changed.",
        "## The channel for onlookers",
        "👀 For onlookers only",
        "would you take over the seat of",
        "The host undoes round 4 of 10",
        "Taken back: played again.",
        "A host has taken this back. What I ask now is below.",
        "(Yann from round 3 of 10 until round 4 of 10)",
        "🤖 **Vega** plays for **Joker** from now on (round 4 of 10)",
    ] {
        assert!(transcript.contains(line), "{line}");
    }
    crate::site::assert_picture("undone.png", &folder.join("out/round-04-2.png"));
    let turns = trigon_at(&folder, None, &["demo", "--incidents", "--game", "trice"]);
    assert!(!turns.status.success());
    assert!(String::from_utf8_lossy(&turns.stderr).contains("Trice is played turn by turn"));
}

#[test]
fn a_demonstration_is_the_same_for_the_same_seed_and_its_log_tells_no_secrets() {
    let (first, logged) = demo("demo-1");
    let (second, _) = demo("demo-2");
    let names: Vec<&str> = first.keys().map(String::as_str).collect();
    for name in ["end.png", "record.json", "replay.gif", "round-01.png", "transcript.md"] {
        assert!(names.contains(&name), "{names:?}");
    }
    assert!(first == second, "{names:?} are not the same for the same seed");

    // The course of the match is there: created, begun, each round.
    assert!(logged.contains("match created") && logged.contains("Pregame"), "{logged}");
    let record: Value = serde_json::from_slice(&first["record.json"]).unwrap();
    let log = record["log"].as_array().unwrap();
    let resolved = log.iter().filter(|entry| entry["by"] == "clock").count();
    assert_eq!(logged.matches("what=Game(\"resolve\")").count(), resolved, "{logged}");
    // And nothing that was secret then.
    assert!(!logged.contains(record["seed"].as_str().unwrap()));
    assert!(!logged.contains("Sandbx"), "the token");
    let paths =
        log.iter().filter_map(|entry| entry["do"].as_str()).filter(|action| action.starts_with("move"));
    for secret in paths.chain(["garnet", "vote", "5-", "4-", "3-"]) {
        let lines: Vec<&str> = logged
            .lines()
            .filter(|line| line.split("trigon").nth(1).is_some_and(|said| said.contains(secret)))
            .collect();
        assert!(lines.is_empty(), "{secret}: {lines:?}");
    }
}

/// Plays a whole match with buttons and selects alone, with no more taps for an action than allowed.
fn by_buttons(game: &str, more: &[&str], taps: &str) {
    let folder = folder(&format!("demo-{game}"));
    let output = trigon_at(
        &folder,
        None,
        &[&["demo", "--game", game, "--out", ".", "--requests", "requests"], more].concat(),
    );
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("the record verifies") && said.contains(taps), "{said}");
    assert_described(&folder.join("requests"));
    for name in ["transcript.md", "replay.gif", "record.json"] {
        assert!(folder.join(name).is_file(), "{name}");
    }
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    assert!(files.filter(|path| path.extension().is_some_and(|ending| ending == "png")).count() > 10);
}

#[test]
fn a_match_of_triangoli_is_played_by_buttons() {
    by_buttons("triangoli", &[], "at most 4 for one");
}

#[test]
fn a_match_of_trice_is_played_by_buttons() {
    // A nuke takes one tap for each piece.
    by_buttons("trice", &[], "at most 5 for one");
}

#[test]
fn a_match_of_triluminary_is_played_by_buttons() {
    by_buttons("triluminary", &[], "at most 6 for one");
}

#[test]
fn a_match_of_triforce_is_played_by_buttons() {
    by_buttons("triforce", &["--seed", "t6"], "at most 3 for one");
}

#[test]
fn a_demonstration_that_makes_no_match_is_refused_in_one_line() {
    let folder = folder("demo-none");
    for args in [&["--game", "chess"][..], &["--game", "trice", "--players", "4"], &["--players", "12"]] {
        let output = trigon_at(&folder, None, &[&["demo"], args].concat());
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
    }
}
