//! What games offer for matches between computed seats, which show a game and measure its rules.
//!
//! Computed seats have no privileges: their actions are checked like those of players.

use std::fmt;

use super::Seed;

/// How computed seats choose their actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Skill {
    /// They plan, as well as the game knows how to.
    Planned,
    /// At random.
    Random,
}

/// Statistics of many matches, printed as tables.
pub trait Tally<S>: fmt::Display {
    /// Adds the final state of a match.
    fn add(&mut self, end: &S);
}

/// Returns the random numbers by which computed seats choose in a match. They follow from the hash of the seed, so that
/// they do not repeat any draws of the match.
pub fn luck(seed: &Seed) -> fastrand::Rng {
    fastrand::Rng::with_seed(u64::from_str_radix(&seed.commitment()[..16], 16).unwrap_or_default())
}
