//! What games provide for matches between computed seats, which demonstrate a game and gather statistics about its
//! rules.
//!
//! Computed seats have no privileges: their actions are checked like those of players.

use std::fmt;

use super::Seed;

/// How computed seats choose their actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Skill {
    /// By planning, as well as the game can.
    Planned,
    /// At random.
    Random,
}

/// Statistics of many matches, printed as tables.
pub trait Tally<S>: fmt::Display {
    /// Adds the final state of a match.
    fn add(&mut self, end: &S);
}

/// Returns the random number generator for the choices of computed seats in a match. It is seeded from the hash of the
/// match's seed, so that its numbers do not repeat any draws of the match.
pub fn luck(seed: &Seed) -> fastrand::Rng {
    fastrand::Rng::with_seed(u64::from_str_radix(&seed.commitment()[..16], 16).unwrap_or_default())
}
