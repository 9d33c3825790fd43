//! `trigon season`: whether a season adds up, and its standings.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::{folder, stdout, trigon};

/// Returns the path of the file of a season.
fn season() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/seasons/code-red.json")
}

/// Writes the file of the season with a change, and returns its path.
fn changed(name: &str, change: impl FnOnce(&mut Value)) -> PathBuf {
    let mut value: Value = serde_json::from_slice(&std::fs::read(season()).unwrap()).unwrap();
    change(&mut value);
    let file = folder(&format!("season-{name}")).join("season.json");
    std::fs::write(&file, value.to_string()).unwrap();
    file
}

/// Runs `trigon season verify`, and returns the exit code and what was printed.
fn verified(file: &Path, more: &[&str]) -> (Option<i32>, String) {
    let output = trigon(&[&["season", "verify", file.to_str().unwrap()], more].concat());
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn a_season_that_adds_up_is_said_to_and_what_is_not_proven() {
    let (code, text) = verified(&season(), &[]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.starts_with("ok       20 entries; taken back: 1\n"), "{text}");
    assert!(text.contains("ok       10 balances of 5 members\n"), "{text}");
    let unproven = text.split_once("Not proven").unwrap().1;
    assert!(unproven.contains(&"ab".repeat(32)), "{text}");
    // The record of a match is found by its hash.
    let records = season().parent().unwrap().with_file_name("records");
    let right = records.join("seven-players-on-hexagon-3.json");
    let (code, text) = verified(&season(), &["--record", right.to_str().unwrap()]);
    assert!(code == Some(0) && text.contains("the record of episode 2\n"), "{text}");
    let wrong = records.join("ten-players-on-triangle-6.json");
    let (code, text) = verified(&season(), &["--record", wrong.to_str().unwrap()]);
    assert!(code == Some(1) && text.contains("MISMATCH"), "{text}");
}

#[test]
fn what_does_not_add_up_is_named() {
    let balance = changed("balance", |it| it["balances"]["garnets"]["1"] = json!(6));
    let (code, text) = verified(&balance, &[]);
    assert_eq!(
        (code, text.as_str()),
        (Some(1), "MISMATCH Ann has 5 Garnets by the entries, and 6 by the balances\n")
    );
    let again = changed("again", |it| {
        let mut entry = it["entries"][0].clone();
        entry["seq"] = json!(99);
        it["entries"].as_array_mut().unwrap().push(entry);
        it["balances"]["garnets"]["1"] = json!(8);
    });
    let (code, text) = verified(&again, &[]);
    assert_eq!(code, Some(1));
    assert_eq!(text, "MISMATCH entry 99 books what entry 1 has booked, from the same source\n");
    let output = trigon(&["season", "standings", again.to_str().unwrap()]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && said.contains("see `trigon season verify`"), "{said}");
    let other = changed("other", |it| it["format"] = json!("trigon-season/2"));
    let output = trigon(&["season", "verify", other.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn standings_are_printed_and_drawn() {
    let file = season();
    let standings = |more: &[&str]| {
        let output = trigon(&[&["season", "standings", file.to_str().unwrap()], more].concat());
        stdout(&output).to_owned()
    };
    assert_eq!(
        standings(&[]),
        "Code Red, after episode 3: Dora and Emil\n\n\
         Name                  Garnets  Priority  Status\n\
         Ann                         5         5\n\
         Ben                         1         5\n\
         Dora                        1         0  winner\n\
         Cleo                        0        -2\n\
         Emil \"E\", the second       -1         9  out since episode 3\n"
    );
    let csv = standings(&["--csv"]);
    assert!(csv.starts_with("member,name,status,out_in,garnets,priority\n1,Ann,in,,5,5\n"), "{csv}");
    assert!(csv.ends_with("5,\"Emil \"\"E\"\", the second\",out,3,-1,9\n"), "{csv}");
    let entries = standings(&["--entries"]);
    assert_eq!(entries.lines().count(), 21, "{entries}");
    let picture = folder("season-picture").join("standings.png");
    standings(&["--picture", picture.to_str().unwrap()]);
    let bytes = std::fs::read(&picture).unwrap();
    assert!(bytes.starts_with(b"\x89PNG") && bytes.len() > 5_000);
    // Whoever counts without the program comes to the same.
    let script = file.with_file_name("recount.py");
    let Ok(mut python) = Command::new("python3")
        .args([&script, &file])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
    else {
        return;
    };
    python.stdin.take().unwrap().write_all(csv.as_bytes()).unwrap();
    let output = python.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!((String::from_utf8_lossy(&output.stdout).trim(), said.as_ref()), ("the same", ""));
}
