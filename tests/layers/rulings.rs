//! Every game has its numbered rulings beside it, with a test for each.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Collects every file below a folder, of any kind.
pub(super) fn all_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() { all_files(&path, found) } else { found.push(path) }
    }
}

/// Returns the folder of each game: those that the list of modules makes public.
fn folders() -> Vec<PathBuf> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules/games");
    let modules = fs::read_to_string(games.join("mod.rs")).unwrap();
    let public = modules.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    public.map(|name| games.join(name)).filter(|folder| folder.is_dir()).collect()
}

/// Returns the prefix of the names of tests that rulings give with an example, such as `tb_r` in `` (`tb_r07_…`) ``.
fn prefix(rulings: &str) -> Option<&str> {
    let (_, example) = rulings.split_once("in their names (`")?;
    let (prefix, _) = example.split_once("_r")?;
    example.get(..prefix.len() + 2)
}

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
    let mut prefixes = BTreeSet::new();
    let folders = folders();
    assert!(folders.len() > 4, "{folders:?}");
    for folder in folders {
        let game = folder.file_name().unwrap().to_string_lossy().into_owned();
        let rulings = fs::read_to_string(folder.join("rulings.md"));
        let rulings = rulings.unwrap_or_else(|error| panic!("{game}/rulings.md: {error}"));
        let prefix = prefix(&rulings).unwrap_or_else(|| {
            panic!("{game}/rulings.md does not say what tests are called: “… carry them in their names (`xy_r01_…`).”")
        });
        assert!(prefixes.insert(prefix.to_owned()), "{game}: another game has tests named {prefix}");
        let written: Vec<u32> = rulings
            .lines()
            .filter_map(|line| line.strip_prefix("- **R")?.split("**").next()?.parse().ok())
            .collect();
        assert!(written.iter().copied().eq(1..=written.len() as u32), "{game}: {written:?}");

        let mut found = Vec::new();
        all_files(&folder, &mut found);
        all_files(&root.join("tests/discord"), &mut found);
        let mut tested = BTreeSet::new();
        // The rulings themselves give an example of a name.
        for path in found.iter().filter(|path| !path.ends_with("rulings.md")) {
            tested.extend(numbers(&path.file_stem().unwrap().to_string_lossy(), prefix));
            tested.extend(fs::read_to_string(path).map(|text| numbers(&text, prefix)).unwrap_or_default());
        }
        assert_eq!(tested, written.into_iter().collect(), "{game}: the rulings that have tests");
    }
}

#[test]
fn numbers_of_rulings_are_found_in_the_names_of_tests() {
    let text = "fn tb_r05_r06_within_a_round() tb_sheet_r9 tr_r01 xtb_r02 tb_r16.txt";
    assert_eq!(numbers(text, "tb_r"), BTreeSet::from([5, 6, 16]));
}
