//! [`State::rate`]: what a position is worth to a seat.
//!
//! The [`WEIGHTS`] are estimates that were tried against others; `weighing.rs` says how to do that again.

use std::sync::LazyLock;

use super::spaces::{Spaces, Symbol, board};
use super::state::{Stage, State};
use crate::games::{Seat, Size};

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

/// The number of steps between any two spaces, on an empty board.
static DISTANCES: LazyLock<[[u8; 16]; 16]> = LazyLock::new(|| {
    let mut all = [[u8::MAX; 16]; 16];
    for (from, steps) in board().cells().zip(&mut all) {
        steps[from.index()] = 0;
        let mut reached = vec![from];
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            next += 1;
            for to in board().neighbours(at) {
                if steps[to.index()] == u8::MAX {
                    steps[to.index()] = steps[at.index()] + 1;
                    reached.push(to);
                }
            }
        }
    }
    all
});

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
    fn missing(&self, weights: &Weights, seat: Seat, symbol: Symbol) -> f32 {
        let Some(eye) = Spaces::eye(seat) else { return 0.0 };
        let wanted = symbol.spaces();
        let mut points = 0.0;
        let mut spare = [None; 16];
        let mut count = 0;
        for (i, piece) in self.spaces.iter().enumerate() {
            let Some(piece) = piece.filter(|piece| piece.seat == seat) else { continue };
            match board().cell(i) {
                Some(cell) if wanted.contains(cell) => points += weights.risk(piece.size),
                Some(_) => {
                    spare[count] = Some((i, piece.size));
                    count += 1;
                }
                None => {}
            }
        }
        let mut supply = self.supply(seat);
        for cell in wanted.iter().filter(|&cell| self.piece(cell).is_none_or(|piece| piece.seat != seat)) {
            // A small piece that meets a small one is lost with it.
            let least = self.piece(cell).map_or(Size::Small, |piece| piece.size.max(Size::Medium));
            let on_board = spare[..count].iter().enumerate().filter_map(|(k, spare)| {
                let (from, size) = (*spare)?;
                (size >= least).then(|| (cost(size, DISTANCES[from][cell.index()]), Some(k), size))
            });
            let steps = DISTANCES[eye.index()][cell.index()] + 1;
            let new =
                supply.sizes().filter(|&size| size >= least).map(|size| (cost(size, steps), None, size));
            let cheapest = on_board.chain(new).min_by(|a, b| a.0.total_cmp(&b.0));
            let Some((cost, from, size)) = cheapest else {
                // Nothing can drive off what stands there for now.
                points += weights.blocked_turns * (EXPECTED_ROLL + weights.free_piece);
                continue;
            };
            points += cost + weights.risk(size);
            match from {
                Some(k) => spare[k] = None,
                None => drop(supply.take(size)),
            }
        }
        points
    }
}

/// Returns the number of movement points of some steps.
fn cost(size: Size, steps: u8) -> f32 {
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
