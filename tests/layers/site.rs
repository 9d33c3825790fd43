//! What README and the pages of the book lead to and name is there, and nothing in the project needs a file outside it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::pages::{self, Page, files, root};
use crate::rulings::all_files;

/// Returns a path without `..`, or `None` if it leads out of the project.
fn resolved(path: &Path) -> Option<PathBuf> {
    let mut found = PathBuf::new();
    for part in path.components() {
        match part {
            Component::Normal(name) => found.push(name),
            Component::CurDir => {}
            _ => found.pop().then_some(())?,
        }
    }
    Some(found)
}

/// The page with the releases of the repository, from a page of the book: `main` and `blob` are folders in its address.
const RELEASES: &str = "../../../releases";

/// Returns what is wrong with a link.
fn broken(page: &Page, link: &str) -> Option<String> {
    if link.contains("://") || link == RELEASES {
        return None;
    }
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = if file.is_empty() { Some(page.path.clone()) } else { resolved(&page.folder().join(file)) };
    let Some(target) = target.filter(|target| root().join(target).exists()) else {
        return Some(format!("{}: there is no {link}", page.path.display()));
    };
    let read = || Page { text: fs::read_to_string(root().join(&target)).unwrap(), path: target.clone() };
    let is_there = anchor.is_empty() || read().anchors().iter().any(|known| known == anchor);
    (!is_there).then(|| format!("{}: {link} leads to no heading", page.path.display()))
}

#[test]
fn every_link_in_the_pages_leads_somewhere() {
    let pages = pages::all();
    let links: Vec<(&Page, String)> =
        pages.iter().flat_map(|page| page.links().into_iter().map(move |link| (page, link))).collect();
    assert!(links.len() > 80, "{} links", links.len());
    let broken: Vec<String> = links.iter().filter_map(|(page, link)| broken(page, link)).collect();
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn a_link_without_a_target_is_found() {
    let text =
        "[a](no.md) [b](hosting.md#who-hosts) [c](hosting.md#nobody) `[d](no.md)` [e](https://f.example)";
    let page = Page { path: "docs/new.md".into(), text: format!("{text}\n```sh\n[g](no.md)\n```\n") };
    let wrong: Vec<String> = page.links().iter().filter_map(|link| broken(&page, link)).collect();
    assert_eq!(
        wrong,
        ["docs/new.md: there is no no.md", "docs/new.md: hosting.md#nobody leads to no heading"]
    );
}

#[test]
fn every_page_is_a_chapter() {
    let summary = pages::all().into_iter().find(|page| page.path.ends_with("SUMMARY.md")).unwrap();
    let chapters: BTreeSet<PathBuf> =
        summary.links().iter().map(|link| summary.folder().join(link)).collect();
    let pages = pages::all().into_iter().map(|page| page.path);
    let pages: BTreeSet<PathBuf> =
        pages.filter(|path| path.starts_with("docs") && *path != summary.path).collect();
    assert_eq!(chapters, pages, "docs/SUMMARY.md lists every page");
    // What a page takes over from another file is there, and so are the marks around it.
    for page in pages::all() {
        for part in page.text.split("{{#include ").skip(1) {
            let (file, mark) = {
                let named = part.split("}}").next().unwrap();
                named.split_once(':').unwrap_or((named, ""))
            };
            let path = root().join(resolved(&page.folder().join(file)).unwrap());
            let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
            for mark in ["ANCHOR", "ANCHOR_END"].map(|kind| format!("{kind}: {mark} ")) {
                assert!(mark.ends_with(":  ") || text.contains(&mark), "{file}: {mark}");
            }
        }
    }
}

/// The folders of the project that paths in the pages begin with.
const FOLDERS: [&str; 11] = [
    "src",
    "tests",
    "docs",
    "examples",
    "benches",
    "render",
    "migrations",
    ".ci",
    ".container",
    ".github",
    "config.example.toml",
];

/// Returns the paths of the project in a text of words. Those of a game that somebody writes are not there yet.
fn named(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split([' ', '\'', '"', '(', ')', ',', ';']);
    words.filter(|word| {
        let first = word.split('/').next().unwrap_or_default();
        FOLDERS.contains(&first) && !word.contains("my_game") && !word.contains(['…', '*', '{'])
    })
}

fn is_source_name(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending == "rs")
}

#[test]
fn every_path_in_the_pages_exists() {
    let all: Vec<String> = FOLDERS[..10]
        .iter()
        .flat_map(|folder| files(folder))
        .map(|path| path.to_str().unwrap().replace('\\', "/"))
        .collect();
    let (mut seen, mut wrong) = (0, Vec::new());
    for page in pages::all() {
        for text in page.spans().into_iter().chain(page.commands()) {
            let path = |path: &str| {
                // A source may be named from within its crate or its game, such as `ui/text.rs`.
                let is_source =
                    is_source_name(path) && all.iter().any(|it| it.ends_with(&format!("/{path}")));
                is_source || root().join(path).exists()
            };
            let within = is_source_name(&text) && text.contains('/') && !text.contains([' ', '*']);
            let is_new = text.contains("my_game");
            let found: Vec<&str> = named(&text).chain((within && !is_new).then_some(&text[..])).collect();
            seen += found.len();
            wrong.extend(
                found.into_iter().filter(|it| !path(it)).map(|it| format!("{}: {it}", page.path.display())),
            );
        }
    }
    assert!(seen > 60, "{seen} paths");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_cargo_is_asked_for_in_the_pages_exists() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let (mut seen, mut wrong) = (0, Vec::new());
    for page in pages::all() {
        let lines = page.spans().into_iter().chain(page.commands());
        for line in lines.filter(|line| line.contains("cargo ")) {
            let words: Vec<&str> = line.split_whitespace().collect();
            for pair in words.windows(2) {
                let name = pair[1];
                let is_there = match pair[0] {
                    "--test" => ["tests/{}.rs", "tests/{}/main.rs"]
                        .iter()
                        .any(|path| root().join(path.replace("{}", name)).exists()),
                    "--example" => root().join("examples").join(name).join("main.rs").exists(),
                    "-p" => manifest.contains(&format!("\n{name} = {{ path")),
                    "--profile" => manifest.contains(&format!("\n[profile.{name}]\n")),
                    "--bench" => root().join("benches").join(format!("{name}.rs")).exists(),
                    _ => continue,
                };
                seen += 1;
                if !is_there {
                    wrong.push(format!("{}: {line}", page.path.display()));
                }
            }
        }
    }
    assert!(seen > 10, "{seen} names");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The most bytes that README may have.
const SHORT: usize = 9_000;

#[test]
fn the_readme_is_short_and_begins_with_what_everybody_wants_to_run() {
    let text = fs::read_to_string(root().join("README.md")).unwrap();
    assert!(text.len() <= SHORT, "README.md has {} bytes, and may have {SHORT}", text.len());
    let half = text.char_indices().map(|(at, _)| at).find(|at| *at * 2 >= text.len()).unwrap();
    for command in ["cargo run --release -- demo", "trigon setup", "\ncargo test\n"] {
        assert!(text[..half].contains(command), "{command}");
    }
}

#[test]
fn the_test_that_the_embedded_discord_shows_is_the_one_that_runs() {
    let read = |file: &str| fs::read_to_string(root().join("src/sandbox").join(file)).unwrap();
    let (page, test) = (read("README.md"), read("examples/test.py"));
    assert!(page.contains(&format!("```python\n{test}```\n")));
}

/// Folders with rules that are no part of the project, as texts might refer to them.
const OUTSIDE: &[&str] =
    &[concat!("shared", "/rules"), concat!("shared", "/design"), concat!("shared", "/seeds")];

#[test]
fn nothing_refers_to_files_outside_the_project() {
    let root = root();
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
