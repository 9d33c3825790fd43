//! The rooms of the house keep to themselves: what may depend on what (see `src/lib.rs`), and no circles between files.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails may panic")]

mod logged;
mod modules;
mod rulings;

use std::collections::BTreeSet;
use std::path::Path;

use modules::Modules;

/// The rooms of the library, with the rooms that each may use.
const ROOMS: &[(&str, &[&str])] = &[
    ("grid", &[]),
    ("games", &["grid"]),
    ("figures", &[]),
    ("store", &["figures"]),
    ("matches", &["figures", "games", "store"]),
    ("discord", &["figures", "games", "grid", "matches", "store"]),
    ("sandbox", &[]),
    ("simulate", &["games", "matches"]),
    ("cli", &["discord", "figures", "games", "grid", "matches", "sandbox", "simulate", "store"]),
];

/// What a room may not use from other crates and the standard library, with the reason.
const BANNED: &[(&str, &[&str], &str)] = &[
    ("grid", PURE, "the core is pure"),
    ("grid", &["trigon_render"], "the grid draws nothing"),
    ("games", PURE, "the core is pure"),
    ("matches", &["serenity", "poise", "sqlx"], "matches know nothing of Discord and of SQL"),
    ("store", &["serenity", "poise"], "the store knows nothing of Discord"),
    ("discord", &["sqlx"], "the Discord face knows no SQL"),
    ("sandbox", &["serenity", "poise", "sqlx"], "the sandbox knows nothing of the bot"),
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

/// What the crate that draws may not use.
const RENDER_BANNED: &[&str] = &["trigon", "serenity", "tokio", "sqlx", "chrono"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn begins(path: &[String], banned: &str) -> bool {
    let banned: Vec<&str> = banned.split("::").collect();
    path.len() >= banned.len() && path.iter().zip(&banned).all(|(segment, banned)| segment == banned)
}

#[test]
fn rooms_use_only_what_is_below_them() {
    let modules = Modules::read(&root().join("src"));
    let mut wrong = Vec::new();
    for (from, to) in modules.edges() {
        let (from_room, to_room) = (modules.room(from), modules.room(to));
        let Some((_, allowed)) = ROOMS.iter().find(|(room, _)| *room == from_room) else { continue };
        if from_room != to_room && !allowed.contains(&to_room) {
            wrong.push(format!("{} uses {}", modules.name(from), modules.name(to)));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn rooms_keep_away_from_what_is_not_theirs() {
    let modules = Modules::read(&root().join("src"));
    let mut wrong = Vec::new();
    for (file, path) in modules.foreign() {
        for (room, banned, reason) in BANNED.iter().filter(|(room, ..)| *room == modules.room(file)) {
            for banned in banned.iter().filter(|banned| begins(path, banned)) {
                wrong.push(format!("{} in {room} uses {banned}: {reason}", modules.name(file)));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    let render = Modules::read(&root().join("render/src"));
    let wrong: Vec<String> = render
        .foreign()
        .filter(|(_, path)| RENDER_BANNED.iter().any(|banned| begins(path, banned)))
        .map(|(file, path)| format!("{} uses {}", render.name(file), path.join("::")))
        .collect();
    assert!(wrong.is_empty(), "the drawing crate knows only shapes:\n{}", wrong.join("\n"));
}

#[test]
fn no_file_needs_itself_by_way_of_others() {
    let modules = Modules::read(&root().join("src"));
    let circles: BTreeSet<String> = modules
        .circles()
        .into_iter()
        .map(|files| files.into_iter().map(|file| modules.name(file)).collect::<Vec<_>>().join(", "))
        .collect();
    let list = circles.into_iter().collect::<Vec<_>>().join("\n");
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
