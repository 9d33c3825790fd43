//! [`State::rate`]: what a position is worth to a seat.

use std::sync::LazyLock;

use super::spaces::{Spaces, Symbol, board};
use super::state::{Stage, State};
use crate::games::{Seat, Size};

/// The number of movement points that a player can expect of a roll.
const EXPECTED_ROLL: f32 = 7.5;
/// What the free piece of a turn is worth, in movement points.
const FREE_PIECE: f32 = 2.0;

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
        if seat.index(Self::SEATS).is_none_or(|i| self.resigned[i]) {
            return -20.0;
        }
        let mut missing = Symbol::ALL.map(|symbol| self.missing(seat, symbol));
        missing.sort_by(f32::total_cmp);
        // The second symbol helps if the first one is blocked.
        let mut points = 0.85 * missing[0] + 0.15 * missing[1];
        if self.turn == seat {
            points -= match (self.phase, self.points) {
                (Stage::Turn, Some(points)) => {
                    f32::from(points) + if self.free_used { 0.0 } else { FREE_PIECE }
                }
                _ => EXPECTED_ROLL + FREE_PIECE,
            };
        }
        -points / (EXPECTED_ROLL + FREE_PIECE)
    }

    /// Returns about how many movement points a seat needs until it holds all spaces of a symbol.
    fn missing(&self, seat: Seat, symbol: Symbol) -> f32 {
        let Some(eye) = Spaces::eye(seat) else { return 0.0 };
        let wanted = symbol.spaces();
        let mut points = 0.0;
        let mut spare = [None; 16];
        let mut count = 0;
        for (i, piece) in self.spaces.iter().enumerate() {
            let Some(piece) = piece.filter(|piece| piece.seat == seat) else { continue };
            match board().cell(i) {
                Some(cell) if wanted.contains(cell) => points += risk(piece.size),
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
                points += 3.0 * (EXPECTED_ROLL + FREE_PIECE);
                continue;
            };
            points += cost + risk(size);
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

/// Returns what it costs on average that a piece can be driven off, which is easiest with small ones.
fn risk(size: Size) -> f32 {
    0.6 * f32::from(Size::Large as u8 - size as u8)
}
