//! The games that commands work with, and what the help says about them.

use std::sync::{Arc, OnceLock};

use super::Error;
use crate::games::{AnyGame, Info, Registry, Values};

/// The games of this program. Help texts and defaults follow from them, before any argument is read.
static GAMES: OnceLock<Registry> = OnceLock::new();

/// Sets the games of this program, unless they are already in use.
pub(super) fn set(games: Registry) {
    // If the program runs twice in one process, both runs have the same games.
    let _ = GAMES.set(games);
}

/// Returns all games, the main one first.
pub(super) fn all() -> &'static Registry {
    GAMES.get_or_init(Registry::standard)
}

/// Returns what is known about the main game.
pub(super) fn main() -> &'static Info {
    all().main()
}

/// Returns the default of an option of the main game.
pub(super) fn main_default(key: &str) -> &'static str {
    let spec = main().options.iter().find(|spec| spec.key == key);
    spec.and_then(|spec| spec.default).unwrap_or_default()
}

/// Returns the names of all games, the main one first.
pub(super) fn names() -> Vec<&'static str> {
    all().iter().map(|game| game.info().name).collect()
}

/// Returns the game with this name, or an error that lists the games.
pub(super) fn find(name: &str) -> Result<Arc<dyn AnyGame>, Error> {
    let unknown = || Error::Asked(format!("there is no game {name:?}; the games are {}", names().join(", ")));
    all().get(name).ok_or_else(unknown)
}

/// Reads `key=value`.
pub(super) fn setting(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("write an option and its value, such as rounds=3")?;
    Ok((key.trim().to_owned(), value.trim().to_owned()))
}

/// Reads options of a game. If the game has no such option, or does not allow the value, the error is a sentence that
/// says so.
pub(super) fn options<'a>(
    info: &Info,
    set: impl Iterator<Item = (&'a str, &'a str)>,
) -> Result<Values, String> {
    let mut options = Values::default();
    for (key, value) in set {
        let Some(spec) = info.options.iter().find(|spec| spec.key == key) else {
            let known: Vec<&str> = info.options.iter().map(|spec| spec.key).collect();
            let known =
                if known.is_empty() { String::new() } else { format!(" It has {}.", known.join(", ")) };
            return Err(format!("{} has no option {key}.{known}", info.title));
        };
        options.set(key, spec.read(value)?);
    }
    Ok(options)
}

/// Describes what a match is played with: `7 players of Triforce Building, board triangle:5`.
pub(super) fn about(info: &Info, players: u8, options: &Values) -> String {
    let facts = options.facts(info.options.iter()).into_iter();
    facts.fold(format!("{players} players of {}", info.title), |about, fact| {
        format!("{about}, {} {}", fact.label.to_lowercase(), fact.value)
    })
}
