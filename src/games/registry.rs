//! The list of games.

use std::marker::PhantomData;

use super::table::Entry;
use super::{AnyGame, triangoli, trice, triforce, triforce_building, triluminary};

/// Every game that Trigon plays, the main one first.
pub static GAMES: &[&dyn AnyGame] = &[
    &Entry::<triforce_building::TriforceBuilding>(PhantomData),
    &Entry::<triforce::Triforce>(PhantomData),
    &Entry::<triangoli::Triangoli>(PhantomData),
    &Entry::<trice::Trice>(PhantomData),
    &Entry::<triluminary::Triluminary>(PhantomData),
];

/// The game of a name such as `triforce-building`.
pub fn game(name: &str) -> Option<&'static dyn AnyGame> {
    GAMES.iter().copied().find(|game| game.info().name == name)
}
