//! [`State::rate`]: what a position is worth to a seat.
//!
//! The [`WEIGHTS`] are estimates that were tried against others; `weighing.rs` says how to do that again.

use std::sync::LazyLock;

use super::spaces::{Piece, Spaces, Symbol, board};
use super::state::{Stage, State};
use crate::games::{Seat, Size, Stash};
use crate::grid::{Cell, Reach};

/// The number of movement points that a player can expect of a roll, of three dice with four sides.
const EXPECTED_ROLL: f32 = 7.5;

/// What things are worth, in movement points unless it is a share.
#[derive(Debug, Clone, Copy)]
struct Weights {
    /// The free piece of a turn.
    free_piece: f32,
    /// The share of the symbol that is closest to complete, and of the second one, which helps if the first is blocked.
    first_symbol: f32,
    second_symbol: f32,
    /// What it costs to have a small piece rather than a medium one, or a medium one rather than a large one: it can be
    /// driven off more easily.
    smaller: f32,
    /// How many turns away a space is from which nothing can drive off what stands there.
    blocked_turns: f32,
}

const WEIGHTS: Weights =
    Weights { free_piece: 2.0, first_symbol: 0.85, second_symbol: 0.15, smaller: 0.6, blocked_turns: 3.0 };

/// The shortest ways from each space, on an empty board.
static WAYS: LazyLock<Vec<Reach>> =
    LazyLock::new(|| board().cells().map(|cell| Reach::new(board(), cell)).collect());

impl State {
    /// Rates the position for a seat: roughly how many turns it is from winning, as a negative number.
    pub(super) fn rate(&self, seat: Seat) -> f32 {
        self.rate_by(&WEIGHTS, seat)
    }

    fn rate_by(&self, weights: &Weights, seat: Seat) -> f32 {
        if seat.index(Self::SEATS).is_none_or(|i| self.resigned[i]) {
            return -20.0;
        }
        let mut missing = Symbol::ALL.map(|symbol| self.missing(weights, seat, symbol));
        missing.sort_by(f32::total_cmp);
        let turn = EXPECTED_ROLL + weights.free_piece;
        let mut points = weights.first_symbol * missing[0] + weights.second_symbol * missing[1];
        if self.turn == seat {
            points -= match (self.phase, self.points) {
                (Stage::Turn, Some(points)) => {
                    f32::from(points) + if self.free_used { 0.0 } else { weights.free_piece }
                }
                _ => turn,
            };
        }
        -points / turn
    }

    /// Returns about how many movement points a seat needs until it holds all spaces of a symbol.
    ///
    /// Each space that is missing takes the piece that gets there for the fewest points, which then serves no other space.
    fn missing(&self, weights: &Weights, seat: Seat, symbol: Symbol) -> f32 {
        let Some(eye) = Spaces::eye(seat) else { return 0.0 };
        let mut available = Available { eye, on_board: Vec::with_capacity(15), supply: self.supply(seat) };
        let mut points = 0.0;
        for (cell, piece) in self.pieces().filter(|(_, piece)| piece.seat == seat) {
            if symbol.spaces().contains(cell) {
                points += weights.risk(piece.size);
            } else {
                available.on_board.push((cell, piece));
            }
        }
        let is_held = |cell| self.piece(cell).is_some_and(|piece| piece.seat == seat);
        for cell in symbol.spaces().iter().filter(|cell| !is_held(*cell)) {
            // A small piece that meets a small one is lost with it.
            let least = self.piece(cell).map_or(Size::Small, |piece| piece.size.max(Size::Medium));
            points += match available.take_cheapest(cell, least) {
                Some(Arrival { points, size }) => points + weights.risk(size),
                // Nothing can drive off what stands there for now.
                None => weights.blocked_turns * (EXPECTED_ROLL + weights.free_piece),
            };
        }
        points
    }
}

/// The pieces of a seat that no space of a symbol needs yet.
struct Available {
    /// Where new pieces come in.
    eye: Cell,
    on_board: Vec<(Cell, Piece)>,
    supply: Stash,
}

/// A piece on its way to a space.
struct Arrival {
    /// The movement points that it takes.
    points: f32,
    size: Size,
}

impl Available {
    /// Takes the piece of at least some size that gets to a space for the fewest movement points, if there is one.
    fn take_cheapest(&mut self, to: Cell, least: Size) -> Option<Arrival> {
        let moved = self.on_board.iter().enumerate().filter(|(_, (_, piece))| piece.size >= least);
        let moved =
            moved.map(|(i, &(from, piece))| (cost(piece.size, distance(from, to)), piece.size, Some(i)));
        let steps_in = distance(self.eye, to) + 1;
        let new = self.supply.sizes().filter(|size| *size >= least);
        let new = new.map(|size| (cost(size, steps_in), size, None));
        let (points, size, on_board) = moved.chain(new).min_by(|a, b| a.0.total_cmp(&b.0))?;
        match on_board {
            Some(i) => drop(self.on_board.remove(i)),
            None => drop(self.supply.take(size)),
        }
        Some(Arrival { points, size })
    }
}

/// Returns the number of steps between two spaces.
fn distance(from: Cell, to: Cell) -> u16 {
    WAYS[from.index()].distance(to)
}

/// Returns the number of movement points of some steps.
fn cost(size: Size, steps: u16) -> f32 {
    f32::from(size.pips()) * f32::from(steps)
}

impl Weights {
    /// Returns what it costs on average that a piece can be driven off.
    fn risk(&self, size: Size) -> f32 {
        self.smaller * f32::from(Size::Large as u8 - size as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Trice;
    use super::super::setup::Setup;
    use super::*;
    use crate::games::testing;
    use crate::games::weighing::{self, assert_better_than_none};

    impl weighing::Weights<Trice> for Weights {
        fn rate(&self, state: &State, seat: Seat) -> f32 {
            state.rate_by(self, seat)
        }

        fn each(&mut self) -> Vec<(&'static str, &mut f32)> {
            let Self { free_piece, first_symbol, second_symbol, smaller, blocked_turns } = self;
            vec![
                ("free piece", free_piece),
                ("first symbol", first_symbol),
                ("second symbol", second_symbol),
                ("smaller", smaller),
                ("blocked turns", blocked_turns),
            ]
        }
    }

    #[test]
    fn the_weights_are_better_than_none() {
        let start = State::begin(&Setup::default(), &mut testing::draws(1)).unwrap().0;
        assert_better_than_none::<Trice, _>(&start, WEIGHTS);
    }
}
