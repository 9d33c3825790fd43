//! The rooms of the house keep to themselves: what may depend on what (see `src/lib.rs`).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails may panic")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Words that must not stand in a room's code, with the reason.
const RULES: &[(&str, &[&str], &str)] = &[
    (
        "src/grid",
        &[
            "crate::games",
            "crate::matches",
            "crate::store",
            "crate::discord",
            "crate::sandbox",
            "crate::cli",
            "trigon_render",
        ],
        "the grid knows no rules",
    ),
    (
        "src/games",
        &[
            "crate::matches",
            "crate::store",
            "crate::discord",
            "crate::sandbox",
            "crate::cli",
            "crate::simulate",
        ],
        "rules know nothing of the matches around them",
    ),
    ("src/grid", PURE, "the core is pure"),
    ("src/games", PURE, "the core is pure"),
    (
        "src/matches",
        &["crate::discord", "crate::sandbox", "crate::cli", "crate::simulate", "serenity", "poise", "sqlx"],
        "matches know nothing of Discord's wire and of SQL",
    ),
    (
        "src/store",
        &["crate::games", "crate::discord", "crate::sandbox", "crate::cli", "serenity", "poise"],
        "the store knows no rules",
    ),
    ("src/discord", &["sqlx", "crate::sandbox", "crate::cli"], "the Discord face knows no SQL"),
    (
        "src/sandbox",
        &[
            "crate::games",
            "crate::grid",
            "crate::matches",
            "crate::store",
            "crate::discord",
            "crate::cli",
            "crate::simulate",
            "serenity",
            "poise",
        ],
        "the sandbox knows nothing of the bot",
    ),
    (
        "render/src",
        &["trigon::", "serenity", "tokio", "sqlx", "chrono"],
        "the drawing crate knows only shapes",
    ),
];

/// Clocks, tasks, storage, Discord, and maps whose order could matter.
const PURE: &[&str] = &[
    "tokio",
    "sqlx",
    "serenity",
    "poise",
    "chrono",
    "std::time",
    "std::thread",
    "std::fs",
    "std::env",
    "HashMap",
    "HashSet",
];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    all_files(folder, found);
    found.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
}

/// Every file below a folder, whatever it is.
fn all_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() { all_files(&path, found) } else { found.push(path) }
    }
}

/// A line's code: what stands before a comment.
fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or("")
}

fn violations(text: &str, banned: &[&str]) -> Vec<(usize, String)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let has = |line: &str, word: &str| {
        line.match_indices(word)
            .any(|(at, _)| !line[..at].ends_with(is_word) && !line[at + word.len()..].starts_with(is_word))
    };
    let lines = text.lines().enumerate();
    let found = lines.flat_map(|(i, line)| {
        banned.iter().filter(move |word| has(code(line), word)).map(move |word| (i + 1, (*word).to_owned()))
    });
    found.collect()
}

#[test]
fn rooms_keep_to_themselves() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut wrong = Vec::new();
    for (room, banned, reason) in RULES {
        let mut found = Vec::new();
        files(&root.join(room), &mut found);
        for path in found {
            let text = fs::read_to_string(&path).unwrap();
            for (line, word) in violations(&text, banned) {
                wrong.push(format!("{}:{line}: {word} ({reason})", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn a_banned_word_is_found_and_a_part_of_another_word_is_not() {
    let text = "use tokio::sync;\nlet autokio = 1; // tokio\nlet x: HashMap<u8, u8>;\nlet my_HashMap = 2;";
    assert_eq!(violations(text, &["tokio", "HashMap"]), [(1, "tokio".to_owned()), (3, "HashMap".to_owned())]);
}

#[test]
fn the_core_is_there_to_be_checked() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for room in ["src/grid", "src/games", "src/matches", "render/src"] {
        let mut found = Vec::new();
        files(&root.join(room), &mut found);
        assert!(found.len() > 2, "{room}");
    }
}

/// The folder of each game, and what the names of the tests of its rulings begin with.
const GAMES: [(&str, &str); 5] = [
    ("triangoli", "to_r"),
    ("trice", "tr_r"),
    ("triforce", "tf_r"),
    ("triforce_building", "tb_r"),
    ("triluminary", "tl_r"),
];

/// The numbers of the rulings that names such as `tb_r05_r06_powered_now` speak of.
fn numbers(text: &str, prefix: &str) -> BTreeSet<u32> {
    let names =
        text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|name| name.starts_with(prefix));
    let parts = names.flat_map(|name| name.split('_'));
    parts.filter_map(|part| part.strip_prefix('r')?.parse().ok()).collect()
}

#[test]
fn every_ruling_stands_beside_its_game_and_has_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (game, prefix) in GAMES {
        let folder = root.join("src/games").join(game);
        let rulings = fs::read_to_string(folder.join("rulings.md")).unwrap();
        let written: Vec<u32> = rulings
            .lines()
            .filter_map(|line| line.strip_prefix("- **R")?.split("**").next()?.parse().ok())
            .collect();
        assert!(written.iter().copied().eq(1..=written.len() as u32), "{game}: {written:?}");

        let mut found = Vec::new();
        all_files(&folder, &mut found);
        files(&root.join("tests/discord"), &mut found);
        let mut tested = BTreeSet::new();
        for path in found {
            tested.extend(numbers(&path.file_stem().unwrap().to_string_lossy(), prefix));
            tested.extend(fs::read_to_string(&path).map(|text| numbers(&text, prefix)).unwrap_or_default());
        }
        assert_eq!(tested, written.into_iter().collect(), "{game}: the rulings that have tests");
    }
}

#[test]
fn numbers_of_rulings_are_found_in_the_names_of_tests() {
    let text = "fn tb_r05_r06_within_a_round() tb_sheet_r9 tr_r01 xtb_r02 tb_r16.txt";
    assert_eq!(numbers(text, "tb_r"), BTreeSet::from([5, 6, 16]));
}

/// Folders with rules that are no part of the project, as texts might refer to them.
const OUTSIDE: &[&str] =
    &[concat!("shared", "/rules"), concat!("shared", "/design"), concat!("shared", "/seeds")];

#[test]
fn nothing_refers_to_files_outside_the_project() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found: Vec<PathBuf> =
        ["README.md", "CHANGELOG.md", "Cargo.toml", "config.example.toml"].map(|name| root.join(name)).into();
    for folder in ["src", "tests", "benches", "migrations", "render/src", "render/tests", ".ci"] {
        all_files(&root.join(folder), &mut found);
    }
    for path in found {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        for outside in OUTSIDE {
            assert!(!text.contains(outside), "{}: {outside}", path.display());
        }
    }
}
