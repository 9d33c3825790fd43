//! [`Position`]: what the search has to know of a game.

use fastrand::Rng;

/// The most seats of a game.
pub const MAX_SEATS: usize = 6;

/// What a position is worth to each seat, in seat order: its share of the win, from 0 to 1. At the end of a match, the shares add
/// up to 1; estimates need not. Seats that do not exist have 0.
pub type Scores = [f32; MAX_SEATS];

/// What chance decided while an action was played.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chance {
    /// A number that differs for results that differ.
    pub result: u64,
    /// The probability of the result.
    pub share: f64,
}

impl Chance {
    /// The result of an action that leaves nothing to chance.
    pub const NONE: Self = Self { result: 0, share: 1.0 };
}

/// A position of a game in which seats act one after the other and see everything.
pub trait Position: Clone {
    /// What a seat can do.
    type Action: Clone + PartialEq;

    /// Returns the index of the seat that acts next, or `None` if the match is over.
    fn mover(&self) -> Option<usize>;

    /// Returns the number of actions that the next seat has, and up to `most` of them: all, or a random sample.
    fn actions(&self, most: usize, rng: &mut Rng) -> (usize, Vec<Self::Action>);

    /// Returns any action of the next seat, or `None` if it has none.
    fn any_action(&self, rng: &mut Rng) -> Option<Self::Action>;

    /// Plays an action of the next seat, with random numbers for whatever is left to chance. Returns `None`, and leaves
    /// the position unchanged, if the action is not possible.
    fn play(&mut self, action: &Self::Action, rng: &mut Rng) -> Option<Chance>;

    /// Returns what the position is worth: exactly if the match is over, otherwise as an estimate.
    fn scores(&self) -> Scores;
}
