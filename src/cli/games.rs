//! The games that commands can be about, and what their help says of them.

use std::sync::Arc;

use super::Error;
use crate::games::{AnyGame, Info, Registry};

/// Returns what is known about the main game.
pub(super) fn main() -> &'static Info {
    Registry::standard().main()
}

/// Returns the default of an option of the main game.
pub(super) fn main_default(key: &str) -> &'static str {
    let spec = main().options.iter().find(|spec| spec.key == key);
    spec.and_then(|spec| spec.default).unwrap_or_default()
}

/// Returns the names of all games, the main one first.
pub(super) fn names() -> Vec<&'static str> {
    Registry::standard().iter().map(|game| game.info().name).collect()
}

/// Returns the game with this name.
///
/// # Errors
/// If there is none. The error lists the games.
pub(super) fn find(name: &str) -> Result<Arc<dyn AnyGame>, Error> {
    let unknown = || Error::Asked(format!("there is no game {name:?}; the games are {}", names().join(", ")));
    Registry::standard().get(name).ok_or_else(unknown)
}
