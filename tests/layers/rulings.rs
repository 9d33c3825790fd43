//! Every game has its numbered rulings beside it, with a test for each; and the project stands on its own.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Collects every file below a folder, of any kind.
fn all_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() { all_files(&path, found) } else { found.push(path) }
    }
}

/// The folder of each game, and the prefix of the names of its rulings' tests.
const GAMES: [(&str, &str); 5] = [
    ("triangoli", "to_r"),
    ("trice", "tr_r"),
    ("triforce", "tf_r"),
    ("triforce_building", "tb_r"),
    ("triluminary", "tl_r"),
];

/// Returns the numbers of the rulings in names such as `tb_r05_r06_powered_now`.
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
        let folder = root.join("src/rules/games").join(game);
        let rulings = fs::read_to_string(folder.join("rulings.md")).unwrap();
        let written: Vec<u32> = rulings
            .lines()
            .filter_map(|line| line.strip_prefix("- **R")?.split("**").next()?.parse().ok())
            .collect();
        assert!(written.iter().copied().eq(1..=written.len() as u32), "{game}: {written:?}");

        let mut found = Vec::new();
        all_files(&folder, &mut found);
        all_files(&root.join("tests/discord"), &mut found);
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
