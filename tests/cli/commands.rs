//! The commands of the program in `docs/commands.md` run as they are printed there.

use sha2::{Digest as _, Sha256};

use super::*;

/// Returns the commands in the table of the page, each with what stands beside it.
fn printed() -> Vec<(String, String)> {
    let page =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/commands.md")).unwrap();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `trigon "));
    rows.map(|row| row.split_once('`').map(|(command, rest)| (command.to_owned(), rest.to_owned())).unwrap())
        .collect()
}

/// Those that go on until they are stopped, need Discord or play a whole demonstration; other tests run them.
const RUN_ELSEWHERE: [&str; 7] = ["demo", "rehearse", "setup", "run", "check", "health", "sandbox"];

/// A command as the page prints it, what its words in capitals stand for, and arguments that keep it short.
type Run<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a [&'a str]);

/// Returns the exit code of the program, run in a folder, and what it said.
fn run_in(folder: &Path, key: &str, command: &str, args: &[String]) -> (Option<i32>, String) {
    let database = if command.starts_with("restore") { "sqlite://other.db" } else { "sqlite://trigon.db" };
    let output = Command::new(env!("CARGO_BIN_EXE_trigon"))
        .args(args)
        .current_dir(folder)
        .env("TRIGON_DATABASE", database)
        .env("TRIGON_KEY", key.trim())
        .output()
        .unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn every_command_of_the_page_has_the_options_that_stand_beside_it() {
    for (command, beside) in printed() {
        let words = command.split(' ').take_while(|word| word.chars().all(char::is_lowercase));
        let help = trigon(&words.chain(["--help"]).collect::<Vec<_>>());
        let help = stdout(&help);
        let options = beside.split(|c: char| !(c.is_alphanumeric() || c == '-')).chain(command.split(' '));
        for option in options.filter(|word| word.starts_with("--") && word.len() > 2) {
            // An example may name another command.
            let is_other = beside.contains(&format!("trigon {}", "match --bars")) && option == "--bars";
            assert!(help.contains(option) || is_other, "trigon {command}: {option}\n{help}");
        }
    }
}

#[test]
fn every_command_of_the_page_runs_as_it_is_printed() {
    let folder = folder("commands");
    let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records/triforce-five-players.json");
    let of_rounds = record.with_file_name("ten-players-on-hexagon-4-then-a-vote.json");
    let of_season = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/seasons/code-red.json");
    let of_season = of_season.to_str().unwrap();
    // The records of the tests contain what is refused, too.
    let made = folder.join("made.json");
    let made = made.to_str().unwrap();
    stdout(&trigon(&["play", "trice", "--all", "random", "--seed", "1", "--record", made]));
    let seed: Value = serde_json::from_slice(&std::fs::read(made).unwrap()).unwrap();
    let seed = hex::decode(seed["seed"].as_str().unwrap()).unwrap();
    let hash = hex::encode(Sha256::digest(seed));
    let (record, of_rounds) = (record.to_str().unwrap(), of_rounds.to_str().unwrap());
    let key = String::from_utf8(trigon(&["keys", "new"]).stdout).unwrap();
    let url = format!("sqlite://{}/trigon.db", folder.display());
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        trigon::store::Store::open(&url).await.unwrap().close().await;
    });
    let is_long = |command: &str| RUN_ELSEWHERE.iter().any(|long| command.split(' ').next() == Some(long));
    let runs: &[Run<'_>] = &[
        ("keys reseal", &[], &[]),
        ("backup FILE", &[("FILE", "backup.db")], &[]),
        ("restore FILE", &[("FILE", "backup.db")], &[]),
        ("migrate FROM TO", &[("FROM", "sqlite://backup.db"), ("TO", "sqlite://moved.db")], &[]),
        ("keys new", &[], &[]),
        ("simulate", &[], &["--matches", "1", "--random"]),
        ("match A B", &[("A", "random"), ("B", "level:1")], &["--games", "2"]),
        ("replay FILE", &[("FILE", record)], &[]),
        ("replay --pictures DIR FILE", &[("DIR", "pictures"), ("FILE", of_rounds)], &["--width", "100"]),
        ("verify FILE --commitment HASH", &[("FILE", made), ("HASH", &hash)], &[]),
        ("season verify FILE", &[("FILE", of_season)], &[]),
        ("season standings FILE", &[("FILE", of_season)], &["--picture", "standings.png"]),
        ("explain FILE --round N", &[("FILE", of_rounds), ("N", "1")], &[]),
        ("analyse FILE", &[("FILE", record)], &["--tries", "2"]),
        ("play GAME", &[("GAME", "trice")], &["--all", "random", "--seed", "1"]),
        ("rules [GAME]", &[("[GAME]", "trice")], &[]),
    ];
    let printed = printed();
    for (command, _) in printed.iter().filter(|(command, _)| !is_long(command)) {
        assert!(runs.iter().any(|(run, ..)| run == command), "nothing here runs `trigon {command}`");
    }
    for (command, meant, more) in runs {
        assert!(
            printed.iter().any(|(printed, _)| printed == command),
            "docs/commands.md prints no `trigon {command}`"
        );
        let word = |word: &str| {
            meant.iter().find(|(name, _)| *name == word).map_or(word.to_owned(), |(_, it)| (*it).to_owned())
        };
        let args: Vec<String> =
            command.split(' ').map(word).chain(more.iter().map(ToString::to_string)).collect();
        let (code, said) = run_in(&folder, &key, command, &args);
        assert_eq!(code, Some(0), "trigon {}: {said}", args.join(" "));
    }
}
