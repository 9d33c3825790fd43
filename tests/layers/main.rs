//! The rooms of each crate stay separate: what may depend on what within a crate, and no cycles between files.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails may panic")]

mod logged;
mod modules;
#[path = "../pages/mod.rs"]
mod pages;
mod rulings;
mod site;
mod typed;

use std::collections::BTreeSet;
use std::path::Path;

use modules::Modules;

/// The crates, each with its rooms (folders or files) from the bottom up: a room may use only those before it. Which crate
/// may use which is up to Cargo, and files that are not in a room may use all of their crate.
const CRATES: &[(&str, &[&str])] = &[
    ("src/rules", &["text", "grid", "games"]),
    (
        "src/engine",
        &[
            "figures",
            "ids",
            "store/rows",
            "store/errors",
            "store/seal",
            "store/connect",
            "store/processes",
            "store/tables",
            "store/copies",
            "store",
            "matches/model",
            "matches/derive",
            "matches/decide",
            "matches/records",
            "matches/service",
            "matches",
            "season",
            "people",
        ],
    ),
    (
        "src/bot",
        &[
            "locks", "backoff", "time", "codes", "directs", "limiter", "link", "ui", "lobby", "play", "info",
            "agree", "announce", "press", "ask", "host", "season", "delivery", "upkeep", "gateway",
        ],
    ),
    (
        "src/sandbox",
        &[
            "breaker",
            "error",
            "faults",
            "id",
            "journal",
            "limits",
            "permissions",
            "config",
            "check",
            "events",
            "state",
            "gateway",
            "people",
            "page",
            "rest",
            "saving",
            "client",
            "server",
            "control",
        ],
    ),
    (
        "src/rehearsal",
        &["simulate", "error", "tap", "tap_plan", "diary", "player", "manner", "process", "stage"],
    ),
    (
        "src",
        &[
            // What the commands share.
            "cli/error",
            "cli/text",
            "cli/lines",
            "cli/browser",
            "cli/log",
            "cli/tasks",
            "cli/work",
            "cli/games",
            "cli/files",
            "cli/drand",
            "cli/vitals",
            "cli/service",
            "cli/no_service",
            "cli/config",
            // Games and records.
            "cli/rules",
            "cli/pictures",
            "cli/simulate",
            "cli/contest",
            "cli/play",
            "cli/verify",
            "cli/season",
            "cli/replay",
            "cli/analyse",
            "cli/explain",
            // A bot, or a stage for one.
            "cli/sandbox",
            "cli/demo",
            "cli/rehearse",
            "cli/clock",
            "cli/status",
            "cli/health",
            "cli/copies",
            "cli/check",
            "cli/keys",
            "cli/run",
            "cli/setup",
            "cli",
        ],
    ),
    (
        "render/src",
        &[
            "error",
            "geometry",
            "lzw",
            "theme",
            "scene",
            "coverage",
            "vision",
            "font",
            "colours",
            "ink",
            "canvas",
            "vector",
            "palette",
            "still",
            "animation",
            "backdrop",
            "sheet",
        ],
    ),
    ("src/search", &["position", "tree", "trial"]),
];

/// What a crate, or one of its rooms, may not use from other crates and the standard library, and why.
const BANNED: &[(&str, &str, &[&str], &str)] = &[
    ("src/rules", "", PURE, "the core is pure"),
    ("src/rules", "grid", &["trigon_render"], "the grid draws nothing"),
    ("src/engine", "", &["serenity", "poise"], "the engine knows nothing of Discord"),
    ("src/bot", "", &["sqlx"], "the bot knows no SQL"),
    ("src/sandbox", "", &["serenity", "poise", "sqlx"], "the sandbox knows nothing of the bot"),
    (
        "render/src",
        "",
        &["trigon", "serenity", "tokio", "sqlx", "chrono"],
        "the drawing crate knows only shapes",
    ),
    ("src/search", "", PURE, "search depends on nothing but its seed"),
    ("src/search", "", &["trigon_rules", "serde"], "search knows no game"),
    ("src/engine", "matches", &["sqlx"], "matches know nothing of SQL"),
    ("src/engine", "season", &["sqlx"], "seasons know nothing of SQL"),
    ("src/engine", "store", &["trigon_rules"], "the store knows no rules"),
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
    "std::collections::HashMap",
    "std::collections::HashSet",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn begins(path: &[String], banned: &str) -> bool {
    let banned: Vec<&str> = banned.split("::").collect();
    path.len() >= banned.len() && path.iter().zip(&banned).all(|(segment, banned)| segment == banned)
}

fn crates() -> impl Iterator<Item = (&'static str, Modules, &'static [&'static str])> {
    CRATES.iter().map(|(folder, rooms)| (*folder, Modules::read(&root().join(folder)), *rooms))
}

#[test]
fn no_arrow_points_up() {
    let mut wrong = Vec::new();
    for (folder, modules, rooms) in crates() {
        let level = |file| rooms.iter().position(|room| modules.is_in(file, room));
        for (from, to) in modules.edges() {
            // A file without a place is above everything.
            let is_below = level(from).is_none_or(|from| level(to).is_some_and(|to| to <= from));
            if !is_below {
                wrong.push(format!("{folder}: {} uses {}", modules.name(from), modules.name(to)));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_file_has_a_room() {
    let mut without = Vec::new();
    for (folder, modules, rooms) in crates().filter(|(_, _, rooms)| !rooms.is_empty()) {
        let files = modules.files().filter(|file| !rooms.iter().any(|room| modules.is_in(*file, room)));
        without.extend(files.map(|file| format!("{folder}/{}", modules.name(file))));
    }
    without.retain(|file| !["lib.rs", "main.rs", "build.rs"].iter().any(|root| file.ends_with(root)));
    assert!(without.is_empty(), "\n{}", without.join("\n"));
}

#[test]
fn rooms_keep_away_from_what_is_not_theirs() {
    let mut wrong = Vec::new();
    for (folder, modules, _) in crates() {
        for (file, path) in modules.foreign() {
            let is_meant = |room: &str| room.is_empty() || modules.is_in(file, room);
            for (_, _, banned, reason) in BANNED.iter().filter(|row| row.0 == folder && is_meant(row.1)) {
                for banned in banned.iter().filter(|banned| begins(path, banned)) {
                    wrong.push(format!("{folder}/{} uses {banned}: {reason}", modules.name(file)));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn no_file_needs_itself_by_way_of_others() {
    let mut list = BTreeSet::new();
    for (folder, modules, _) in crates() {
        for files in modules.circles() {
            let names: Vec<&str> = files.into_iter().map(|file| modules.name(file)).collect();
            list.insert(format!("{folder}: {}", names.join(", ")));
        }
    }
    let list = list.into_iter().collect::<Vec<_>>().join("\n");
    assert!(list.is_empty(), "files that use each other:\n{list}");
}

#[test]
fn groups_aliases_globs_and_supers_are_followed() {
    let modules = Modules::from_texts(&[
        ("lib.rs", "pub mod a; pub mod b; pub mod c;"),
        ("a/mod.rs", "mod x; mod y; pub use x::{X as Alias, Other}; use crate::b::Hidden;"),
        (
            "a/x.rs",
            "pub(in crate::a) struct X; pub struct Other; fn f() { crate::c::call(); std::fs::read(0); }",
        ),
        ("a/y.rs", "use super::{Hidden, super::b::B}; #[cfg(test)] mod tests { use crate::c::C; }"),
        ("b.rs", "pub struct B; pub struct Hidden; use crate::a::Alias;"),
        ("c.rs", "pub use crate::b::*; pub fn call() {} pub struct C; use tokio::{sync, time as clock};"),
    ]);
    let edges: Vec<String> =
        modules.edges().map(|(from, to)| format!("{} → {}", modules.name(from), modules.name(to))).collect();
    assert_eq!(
        edges,
        [
            "a/mod.rs → a/x.rs",
            "a/mod.rs → b.rs",
            "a/x.rs → c.rs",
            "a/y.rs → b.rs",
            "b.rs → a/x.rs",
            "c.rs → b.rs"
        ]
    );
    let circles = modules.circles();
    let names: Vec<&str> = circles[0].iter().map(|file| modules.name(*file)).collect();
    assert_eq!((circles.len(), names), (1, vec!["a/x.rs", "b.rs", "c.rs"]));
    let foreign: BTreeSet<String> = modules.foreign().map(|(_, path)| path.join("::")).collect();
    assert_eq!(Vec::from_iter(foreign), ["std::fs::read", "tokio::sync", "tokio::time"]);
}
