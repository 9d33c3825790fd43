//! `trigon simulate`: statistics, and what cannot be simulated.

use serde_json::Value;

use super::{folder, stdout, trigon};

#[test]
fn statistics_count_what_the_record_of_the_match_says() {
    let file = folder("statistics").join("match.json");
    let path = file.to_str().unwrap();
    for skill in [&[][..], &["--random"], &["--level", "1"]] {
        let tables =
            trigon(&[&["simulate", "--matches", "1", "--seed", "one", "--record", path], skill].concat());
        let replay = trigon(&["replay", path]);
        let last: Value = serde_json::from_str(stdout(&replay).lines().last().unwrap()).unwrap();
        let state = &last["state"];
        assert_eq!(state["phase"], "over");
        let lines: Vec<Vec<&str>> =
            stdout(&tables).lines().map(|line| line.split_whitespace().collect()).collect();
        let round = state["round"].to_string();
        assert!(lines.iter().any(|line| line[..].starts_with(&[&round, "1", "100.0%"])), "{lines:?}");
        let triforces = state["triforces"].as_array().unwrap().len();
        assert!(lines.contains(&vec!["triforces", &format!("{triforces}.00")]), "{lines:?}");
        let tokens = state["players"].as_array().unwrap().iter().filter(|player| player["token"] == true);
        assert!(lines.contains(&vec!["tokens", &format!("{}.00", tokens.count())]), "{lines:?}");
    }
}

#[test]
fn simulations_that_make_no_match_are_refused() {
    for args in [&["--players", "12"][..], &["--board", "triangle:3"], &["--rounds", "0"]] {
        let output = trigon(&[&["simulate", "--matches", "1"], args].concat());
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
    }
}
